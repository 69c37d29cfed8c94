/* What the parts of the store share: store.c (the file), store_attribute.c, store_array.c. The only place
 * that includes HDF5. What a failure leaves open is closed with the file; closing it at once would hide the
 * reason that store_fault looks for. */
#pragma once
#include <hdf5.h>
#include <stdio.h>
#include <string.h>

#include "base/store.h"

struct store {
    hid_t file;
    char *path, *temporary; /* temporary: NULL when reading */
    int deflate;
    bool broken; /* a write failed: HDF5 forgets that and would close the file as if it were whole */
};

/* "cannot `verb` `object` of FILE: reason"; object NULL: the file itself. To be called before HDF5 does
 * anything else, because its reason is that of its last call. */
enum status store_fault(struct store *s, const char *verb, const char *object);

/* The group or dataset `path`; a group is made if there is none, and so are groups on the way. */
hid_t store_object(struct store *s, const char *path);

/* One scalar attribute of an object, replaced if there is one. */
bool store_attribute_written(hid_t object, const char *name, hid_t type, hid_t memory, const void *value);

/* Text has variable length, which has no upper bound and which h5py reads as str. */
hid_t store_text_type(void);

struct member {
    char path[1024];
};

static inline struct member member_of(const char *group, const char *name)
{
    struct member m;
    snprintf(m.path, sizeof m.path, "%s/%s", strcmp(group, "/") == 0 ? "" : group, name);
    return m;
}
