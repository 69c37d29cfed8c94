/* Result files in a build without HDF5: none can be made or opened, so that no other call is reached. */
#include "base/result/store.h"

#include <stddef.h>

static enum status missing(void)
{
    return fail(ST_IO, "this binary was built without HDF5, which holds results");
}

const char *store_library(void)
{
    return "none";
}

enum status store_create_as(struct store **out, const char *path, enum filetype type)
{
    (void)path, (void)type;
    *out = NULL;
    return missing();
}

enum status store_create(struct store **out, const char *path)
{
    return store_create_as(out, path, FILE_RESULT);
}

void store_thread_begin(void)
{
}

bool store_fingerprint(const char *path, struct fingerprint *out)
{
    (void)path;
    *out = (struct fingerprint){"unreadable"};
    return false;
}

enum status store_numbers(struct store *s, const char *group, const char *name, enum number type, int64_t count,
                          const void *values)
{
    (void)s, (void)group, (void)name, (void)type, (void)count, (void)values;
    return missing();
}

enum status store_word(struct store *s, const char *group, const char *name, const char *const *words, int word)
{
    (void)s, (void)group, (void)name, (void)words, (void)word;
    return missing();
}

enum status store_commit(struct store *s)
{
    (void)s;
    return missing();
}

void store_close(struct store *s)
{
    (void)s;
}

enum status store_flush(struct store *s)
{
    (void)s;
    return missing();
}

void store_compression(struct store *s, int deflate)
{
    (void)s, (void)deflate;
}

enum status store_group(struct store *s, const char *group)
{
    (void)s, (void)group;
    return missing();
}

enum status store_text(struct store *s, const char *group, const char *name, const char *text)
{
    (void)s, (void)group, (void)name, (void)text;
    return missing();
}

enum status store_real(struct store *s, const char *group, const char *name, double value)
{
    (void)s, (void)group, (void)name, (void)value;
    return missing();
}

enum status store_int(struct store *s, const char *group, const char *name, int64_t value)
{
    (void)s, (void)group, (void)name, (void)value;
    return missing();
}

enum status store_array(struct store *s, const char *group, const struct array *a)
{
    (void)s, (void)group, (void)a;
    return missing();
}

enum status store_reserve(struct store *s, const char *group, const struct array *a, int64_t *at)
{
    (void)s, (void)group, (void)a, (void)at;
    return missing();
}

enum status store_part_file(const struct store *s, struct file_part *out)
{
    (void)s, (void)out;
    return missing();
}

enum status store_reserved(struct store *s, enum status st)
{
    (void)s, (void)st;
    return missing();
}

enum status store_scale(struct store *s, const char *scale, const char *name)
{
    (void)s, (void)scale, (void)name;
    return missing();
}

int64_t store_own_places(struct store *s, const char *group, const char *name, int axis, char *path, size_t size)
{
    (void)s, (void)group, (void)name, (void)axis, (void)path, (void)size;
    return 0;
}

bool store_has_own_places(struct store *s, const char *group, const char *name)
{
    (void)s, (void)group, (void)name;
    return false;
}

bool store_is_scale(struct store *s, const char *path)
{
    (void)s, (void)path;
    return false;
}

enum status store_attach(struct store *s, const char *array, int axis, const char *scale)
{
    (void)s, (void)array, (void)axis, (void)scale;
    return missing();
}

enum status store_copy(struct store *from, const char *path, struct store *to)
{
    (void)from, (void)path, (void)to;
    return missing();
}

enum status store_open(struct store **out, const char *path)
{
    (void)path;
    *out = NULL;
    return missing();
}

enum status store_open_by(struct store **out, const char *path, enum trust trust)
{
    (void)path, (void)trust;
    *out = NULL;
    return missing();
}

enum status store_commit_as(struct store *s, const char *path)
{
    (void)s, (void)path;
    return missing();
}

enum status store_open_wanted(struct store **out, const char *path, const struct store_wanted *wanted, int count)
{
    (void)path, (void)wanted, (void)count;
    *out = NULL;
    return missing();
}

bool store_has(struct store *s, const char *path)
{
    (void)s, (void)path;
    return false;
}

enum status store_get_text(struct store *s, const char *group, const char *name, char **out)
{
    (void)s, (void)group, (void)name, (void)out;
    return missing();
}

enum status store_get_real(struct store *s, const char *group, const char *name, double *out)
{
    (void)s, (void)group, (void)name, (void)out;
    return missing();
}

enum status store_get_int(struct store *s, const char *group, const char *name, int64_t *out)
{
    (void)s, (void)group, (void)name, (void)out;
    return missing();
}

bool store_has_attribute(struct store *s, const char *group, const char *name)
{
    (void)s, (void)group, (void)name;
    return false;
}

bool store_has_text(struct store *s, const char *group, const char *name)
{
    (void)s, (void)group, (void)name;
    return false;
}

enum status store_array_shape(struct store *s, const char *path, struct array *out)
{
    (void)s, (void)path, (void)out;
    return missing();
}

enum status store_array_read(struct store *s, const char *path, enum number type, void *data)
{
    (void)s, (void)path, (void)type, (void)data;
    return missing();
}

enum status store_array_rows(struct store *s, const char *path, enum number type, int64_t first, int64_t count,
                             void *data)
{
    (void)s, (void)path, (void)type, (void)first, (void)count, (void)data;
    return missing();
}

enum status store_array_run(struct store *s, const char *path, enum number type, int64_t from, int64_t end, void *data)
{
    (void)s, (void)path, (void)type, (void)from, (void)end, (void)data;
    return missing();
}

enum status store_array_doubt(struct store *s, const char *path)
{
    (void)s, (void)path;
    return missing();
}

enum status store_members(struct store *s, const char *group, char ***names, int64_t *count)
{
    (void)s, (void)group, (void)names, (void)count;
    return missing();
}

enum status store_attributes(struct store *s, const char *group, char ***names, int64_t *count)
{
    (void)s, (void)group, (void)names, (void)count;
    return missing();
}

void store_names_free(char **names, int64_t count)
{
    (void)names, (void)count;
}
