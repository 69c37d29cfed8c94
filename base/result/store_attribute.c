/* Writes and reads attributes of a result file: one number or one text each. */
#include <errno.h>
#include <stdlib.h>

#include "base/result/store_internal.h"

bool store_attribute_written(hid_t object, const char *name, hid_t type, hid_t memory, const void *value)
{
    if (object < 0 || (H5Aexists(object, name) > 0 && H5Adelete(object, name) < 0)) return false;
    const hid_t one = H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate2(object, name, type, one, H5P_DEFAULT, H5P_DEFAULT);
    return H5Sclose(one) >= 0 && attribute >= 0 && H5Awrite(attribute, memory, value) >= 0 && H5Aclose(attribute) >= 0;
}

hid_t store_text_type(size_t bytes)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, bytes ? bytes : 1);
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

static enum status put(struct store *s, const char *group, const char *name, hid_t type, hid_t memory,
                       const void *value)
{
    TRY(store_sound(s));
    const hid_t object = store_object(s, group);
    const bool good = store_attribute_written(object, name, type, memory, value) && H5Oclose(object) >= 0;
    return store_written(s, good, member_of(group, name).path);
}

/* An attribute must stay below 64 KiB, or HDF5 keeps it where 1.10 cannot copy it: a longer text is a dataset. */
enum { ATTRIBUTE_BYTES = 60000 };

static bool long_text_written(struct store *s, const char *path, hid_t type, const char *text)
{
    const hid_t one = H5Screate(H5S_SCALAR), list = store_timeless(H5P_DATASET_CREATE);
    const hid_t set = H5Dcreate2(s->file, path, type, one, H5P_DEFAULT, list, H5P_DEFAULT);
    const bool good = set >= 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0;
    return good && H5Dclose(set) >= 0 && H5Sclose(one) >= 0 && H5Pclose(list) >= 0;
}

static enum status put_long(struct store *s, const char *group, const char *name, hid_t type, const char *text)
{
    const struct member m = member_of(group, name);
    TRY(store_group(s, group));
    if (H5Aexists_by_name(s->file, group, name, H5P_DEFAULT) > 0)
        TRY(store_written(s, H5Adelete_by_name(s->file, group, name, H5P_DEFAULT) >= 0, m.path));
    return store_written(s, long_text_written(s, m.path, type, text), m.path);
}

enum status store_text(struct store *s, const char *group, const char *name, const char *text)
{
    const size_t length = strlen(text);
    const hid_t type = store_text_type(length);
    const enum status st =
        length < ATTRIBUTE_BYTES ? put(s, group, name, type, type, text) : put_long(s, group, name, type, text);
    H5Tclose(type);
    return st;
}

enum status store_real(struct store *s, const char *group, const char *name, double value)
{
    return put(s, group, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value);
}

enum status store_int(struct store *s, const char *group, const char *name, int64_t value)
{
    return put(s, group, name, H5T_STD_I64LE, H5T_NATIVE_INT64, &value);
}

static hid_t attribute_open(struct store *s, const char *group, const char *name)
{
    errno = 0;
    return H5Aopen_by_name(s->file, group, name, H5P_DEFAULT, H5P_DEFAULT);
}

bool store_has_attribute(struct store *s, const char *group, const char *name)
{
    const hid_t attribute = attribute_open(s, group, name);
    return attribute >= 0 && H5Aclose(attribute) >= 0;
}

bool store_has_text(struct store *s, const char *group, const char *name)
{
    return store_has_attribute(s, group, name) || store_has(s, member_of(group, name).path);
}

/* Only scalars are read: an attribute of many values would not fit into `out`. */
static bool attribute_read(hid_t attribute, hid_t memory, void *out)
{
    const hid_t space = attribute >= 0 ? H5Aget_space(attribute) : H5I_INVALID_HID;
    const bool scalar = space >= 0 && H5Sget_simple_extent_npoints(space) == 1;
    return space >= 0 && H5Sclose(space) >= 0 && scalar && H5Aread(attribute, memory, out) >= 0;
}

/* Reported before HDF5 is called, whose own message does not say it. */
static enum status absent(const struct store *s, const char *path)
{
    return fail(ST_IO, "cannot read %s of %s: it is not there", path, s->path);
}

static H5T_class_t class_of(hid_t attribute)
{
    const hid_t type = attribute >= 0 ? H5Aget_type(attribute) : H5I_INVALID_HID;
    const H5T_class_t class = type >= 0 ? H5Tget_class(type) : H5T_NO_CLASS;
    return type >= 0 && H5Tclose(type) >= 0 ? class : H5T_NO_CLASS;
}

/* An attribute that is not a number is closed too: HDF5 goes through all that are open whenever another one is opened.
 * Attributes that HDF5 fails to read are skipped. */

static enum status get(struct store *s, const char *group, const char *name, hid_t memory, void *out)
{
    const struct member m = member_of(group, name);
    if (H5Aexists_by_name(s->file, group, name, H5P_DEFAULT) == 0) return absent(s, m.path);
    const hid_t attribute = attribute_open(s, group, name);
    const H5T_class_t class = class_of(attribute);
    const bool number = class == H5T_INTEGER || class == H5T_FLOAT;
    const bool good = class != H5T_NO_CLASS && (!number || attribute_read(attribute, memory, out));
    return good && H5Aclose(attribute) >= 0 && number ? ST_OK : store_fault(s, "read the number", m.path);
}

enum status store_get_real(struct store *s, const char *group, const char *name, double *out)
{
    return get(s, group, name, H5T_NATIVE_DOUBLE, out);
}

enum status store_get_int(struct store *s, const char *group, const char *name, int64_t *out)
{
    return get(s, group, name, H5T_NATIVE_INT64, out);
}

static char *fixed_text(hid_t attribute, hid_t stored)
{
    char *const text = calloc(H5Tget_size(stored) + 1, 1);
    if (!text || attribute_read(attribute, stored, text)) return text;
    free(text);
    return NULL;
}

/* Reads a text of variable length: other programs write such, as did our older versions. */
static char *variable_text(hid_t attribute, hid_t stored)
{
    const hid_t type = store_text_type(H5T_VARIABLE);
    H5Tset_cset(type, H5Tget_cset(stored)); /* HDF5 does not convert ASCII to UTF-8, though it is */
    char *raw = NULL;
    const bool good = attribute_read(attribute, type, &raw) && H5Tclose(type) >= 0;
    char *const text = good ? strdup(raw ? raw : "") : NULL;
    H5free_memory(raw);
    return text;
}

static char *attribute_text(hid_t attribute)
{
    const hid_t stored = H5Aget_type(attribute);
    const H5T_class_t class = stored >= 0 ? H5Tget_class(stored) : H5T_NO_CLASS;
    if (class != H5T_NO_CLASS && class != H5T_STRING) H5Tclose(stored), H5Aclose(attribute);
    if (class != H5T_STRING) return NULL;
    char *const text =
        H5Tis_variable_str(stored) > 0 ? variable_text(attribute, stored) : fixed_text(attribute, stored);
    if (text) H5Tclose(stored);
    if (text) H5Aclose(attribute);
    return text;
}

static char *long_text(struct store *s, const char *path)
{
    const hid_t set = H5Dopen2(s->file, path, H5P_DEFAULT), type = set >= 0 ? H5Dget_type(set) : H5I_INVALID_HID;
    const hid_t space = type >= 0 ? H5Dget_space(set) : H5I_INVALID_HID;
    if (type < 0 || H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0) return NULL;
    char *const text = H5Sget_simple_extent_npoints(space) == 1 ? calloc(H5Tget_size(type) + 1, 1) : NULL;
    if (text && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0) {
        H5Sclose(space), H5Tclose(type), H5Dclose(set);
        return text;
    }
    free(text);
    return NULL;
}

enum status store_get_text(struct store *s, const char *group, const char *name, char **out)
{
    const struct member m = member_of(group, name);
    *out = NULL;
    if (H5Aexists_by_name(s->file, group, name, H5P_DEFAULT) == 0 && H5Lexists(s->file, m.path, H5P_DEFAULT) == 0)
        return absent(s, m.path);
    const hid_t attribute = attribute_open(s, group, name);
    *out = attribute >= 0 ? attribute_text(attribute) : NULL;
    if (attribute < 0 && H5Lexists(s->file, m.path, H5P_DEFAULT) > 0) *out = long_text(s, m.path);
    return *out ? ST_OK : store_fault(s, "read the text", m.path);
}
