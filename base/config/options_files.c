/* Lists the files that the values of an option table name. */
#include "base/config/options.h"

typedef enum status visit(void *with, const char *key, const char *path, enum filetype writes);

static enum status visit_path(const struct option *o, const void *value, visit *each, void *with)
{
    const char *const path = *(char *const *)value;
    return path ? each(with, o->key, path, o->writes) : ST_OK;
}

static enum status visit_field(const struct option *o, const void *value, visit *each, void *with)
{
    const struct field_spec *const field = value;
    return field->form == FIELD_DATASET ? each(with, o->key, field->file, o->writes) : ST_OK;
}

static enum status visit_groups(const struct option *o, const void *value, visit *each, void *with)
{
    const struct groups *const list = value;
    for (int64_t i = 0; i < list->count; i++)
        TRY(options_files(o->sub, (const char *)list->v + i * (int64_t)o->sub_bytes, each, with));
    return ST_OK;
}

enum status options_files(const struct option *table, const void *values, visit *each, void *with)
{
    static enum status (*const visits[])(const struct option *, const void *, visit *, void *) = {
        [OPT_PATH] = visit_path, [OPT_FIELD] = visit_field, [OPT_GROUPS] = visit_groups};
    for (const struct option *o = table; o->key; o++)
        if ((size_t)o->type < sizeof visits / sizeof *visits && visits[o->type])
            TRY(visits[o->type](o, (const char *)values + o->offset, each, with));
    return ST_OK;
}
