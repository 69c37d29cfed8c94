/* The shared part of the files of the store: store.c (the file), store_fault.c (what HDF5 says), store_driver.c (its
 * bytes), store_checksum.c (its checksum), store_probe.c (HDF5 tried by another process first), store_tree.c (what
 * is in it), store_attribute.c, store_attribute_typed.c, store_array.c, store_parts.c (arrays that others write). The
 * only place that includes HDF5. What a failure leaves open is closed with the file; closing it at once would hide the
 * reason that store_fault reports. */
#pragma once
#include <hdf5.h>
#if H5_VERSION_GE(1, 13, 2)
#include <H5FDdevelop.h>
#endif
#include <stdio.h>
#include <string.h>

#include "base/file/atomic_file.h"
#include "base/result/store.h"

/* The bytes that HDF5 reads and writes, never refused a write: see store_driver.c. */
struct medium {
    int fd;
    const char *name; /* what HDF5 knows the file by; it opens no other */
    int64_t length;   /* bytes of HDF5's data that can be read from `fd`, without what follows them */
    int64_t reach;    /* where what HDF5 wrote ends, whether or not the disk took it */
    int64_t end;      /* where HDF5's data end */
    int error;        /* errno of the first call that failed, 0: none; what is written afterwards stays in memory */
    struct patch *patch;
};

struct store {
    hid_t file;
    char *path;
    bool writing;
    struct atomic_file out; /* when writing */
    enum filetype type;     /* of what is written */
    struct medium medium;
    int deflate;
    int64_t reserved; /* bytes of the file up to the last value that others write into it */
    bool broken;      /* a write failed: HDF5 forgets that and would close the file as if it were whole */
};

/* File access for H5Fcreate and H5Fopen of `m->name`; below 0 if HDF5 has no memory. */
hid_t medium_access(struct medium *m);
/* Frees what was kept in memory. HDF5 must have closed the file. */
void medium_free(struct medium *m);

/* "cannot `verb` `object` of FILE: reason"; object NULL: the file itself. To be called before HDF5 does
 * anything else, because its reason is that of its last call, for which errno was cleared: HDF5 may have too little
 * memory to say that it has none. */
enum status store_fault(struct store *s, const char *verb, const char *object);

/* ST_IO if an earlier write failed: what HDF5 is asked then makes no sense. To be asked before it; clears errno. */
enum status store_sound(struct store *s);

/* The status of a write that HDF5 reported as `good` or not. */
enum status store_written(struct store *s, bool good, const char *object);

/* The group or dataset `path`; a group is made if there is none, with its parents. */
hid_t store_object(struct store *s, const char *path);

/* One scalar attribute of an object, replaced if there is one. */
bool store_attribute_written(hid_t object, const char *name, hid_t type, hid_t memory, const void *value);

/* Text has the length that it needs: HDF5's code for text of variable length does not survive damaged files. Below 0 if
 * HDF5 has no memory. */
hid_t store_text_type(size_t bytes);

/* A list for the creation of a file, a group or a dataset, without the time at which HDF5 makes it: a run that was
 * stopped and resumed leaves the same bytes. */
static inline hid_t store_timeless(hid_t class)
{
    const hid_t list = H5Pcreate(class);
    H5Pset_obj_track_times(list, false);
    return list;
}

/* Numbers of a type in files, and in memory. */
hid_t store_stored_type(enum number t);
hid_t store_memory_type(enum number t);

/* A new dataset at a path; its units, and the rest of what describes it: store_array.c. */
hid_t store_array_make(struct store *s, const char *path, const struct array *a, hid_t list);
bool store_array_units(hid_t set, const struct array *a);
enum status store_array_describe(struct store *s, const char *path, const struct array *a);

/* Appends the checksum to a file of `length` bytes: store_checksum.c. Returns errno or 0. */
int checksum_write(int fd, int64_t length, enum filetype type);
/* Verifies the checksum of a file of `size` bytes. *length: the bytes before the checksum, `size` if there is none.
 * ST_IO if the checksum is wrong, or missing although `needed`; ST_STOPPED by SIGTERM and SIGINT. */
enum status checksum_verify(int fd, int64_t size, bool needed, const char *path, int64_t *length);

/* Opens in HDF5 what `s->medium` holds. */
enum status store_opened(struct store *s);
/* Reads what is asked for, or all of it if `of` is NULL, in a process of its own. ST_IO if that crashes, does not end,
 * or is stopped by a signal, ST_STOPPED if the program is asked to end too. */
struct store_wanting {
    const struct store_wanted *wanted;
    int count;
};
enum status store_probe(struct store *s, bool has_checksum, const struct store_wanting *of);

struct member {
    char path[1024];
};

static inline struct member member_of(const char *group, const char *name)
{
    struct member m;
    snprintf(m.path, sizeof m.path, "%s/%s", strcmp(group, "/") == 0 ? "" : group, name);
    return m;
}
