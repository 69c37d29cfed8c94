/* Attributes: one number or one text. */
#include <stdlib.h>

#include "base/store_inside.h"

bool store_attribute_written(hid_t object, const char *name, hid_t type, hid_t memory, const void *value)
{
    if (object < 0 || (H5Aexists(object, name) > 0 && H5Adelete(object, name) < 0)) return false;
    const hid_t one = H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate2(object, name, type, one, H5P_DEFAULT, H5P_DEFAULT);
    return H5Sclose(one) >= 0 && attribute >= 0 && H5Awrite(attribute, memory, value) >= 0 && H5Aclose(attribute) >= 0;
}

hid_t store_text_type(void)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

static enum status put(struct store *s, const char *group, const char *name, hid_t type, hid_t memory,
                       const void *value)
{
    const hid_t object = store_object(s, group);
    const bool good = store_attribute_written(object, name, type, memory, value) && H5Oclose(object) >= 0;
    return good ? ST_OK : store_fault(s, "write", member_of(group, name).path);
}

enum status store_text(struct store *s, const char *group, const char *name, const char *text)
{
    const hid_t type = store_text_type();
    const enum status st = put(s, group, name, type, type, &text);
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
    return H5Aopen_by_name(s->file, group, name, H5P_DEFAULT, H5P_DEFAULT);
}

bool store_has_attribute(struct store *s, const char *group, const char *name)
{
    const hid_t attribute = attribute_open(s, group, name);
    return attribute >= 0 && H5Aclose(attribute) >= 0;
}

/* Only scalars are read: an attribute of many values would not fit into `out`. */
static bool attribute_read(hid_t attribute, hid_t memory, void *out)
{
    const hid_t space = attribute >= 0 ? H5Aget_space(attribute) : H5I_INVALID_HID;
    const bool scalar = space >= 0 && H5Sget_simple_extent_npoints(space) == 1;
    return scalar && H5Sclose(space) >= 0 && H5Aread(attribute, memory, out) >= 0;
}

static enum status get(struct store *s, const char *group, const char *name, hid_t memory, void *out)
{
    const hid_t attribute = attribute_open(s, group, name);
    const bool good = attribute_read(attribute, memory, out) && H5Aclose(attribute) >= 0;
    return good ? ST_OK : store_fault(s, "read", member_of(group, name).path);
}

enum status store_get_real(struct store *s, const char *group, const char *name, double *out)
{
    return get(s, group, name, H5T_NATIVE_DOUBLE, out);
}

enum status store_get_int(struct store *s, const char *group, const char *name, int64_t *out)
{
    return get(s, group, name, H5T_NATIVE_INT64, out);
}

/* What others wrote may have fixed length. */
static char *fixed_text(hid_t attribute, hid_t stored)
{
    const size_t bytes = H5Tget_size(stored);
    char *const text = calloc(bytes + 1, 1);
    if (!text || attribute_read(attribute, stored, text)) return text;
    free(text);
    return NULL;
}

static char *variable_text(hid_t attribute)
{
    const hid_t type = store_text_type();
    char *raw = NULL;
    const bool good = attribute_read(attribute, type, &raw) && H5Tclose(type) >= 0;
    char *const text = good ? strdup(raw ? raw : "") : NULL;
    H5free_memory(raw);
    return text;
}

enum status store_get_text(struct store *s, const char *group, const char *name, char **out)
{
    const hid_t attribute = attribute_open(s, group, name);
    const hid_t stored = attribute >= 0 ? H5Aget_type(attribute) : H5I_INVALID_HID;
    *out = NULL;
    if (stored >= 0 && H5Tget_class(stored) == H5T_STRING)
        *out = H5Tis_variable_str(stored) > 0 ? variable_text(attribute) : fixed_text(attribute, stored);
    if (!*out) return store_fault(s, "read the text", member_of(group, name).path);
    H5Tclose(stored);
    H5Aclose(attribute);
    return ST_OK;
}
