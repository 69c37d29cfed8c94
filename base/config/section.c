/* Reads the keys of a section into a struct, by an option table. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/config/config.h"
#include "base/config/value.h"

const struct section *config_root(const struct config *c)
{
    return &c->root->section;
}

static struct setting *find(const struct section *s, const char *key)
{
    const char *rest;
    struct setting *const at = setting_reach(s, key, &rest);
    return *rest ? NULL : at;
}

/* Marks all settings from below `s` down to `at` as read. */
static void ask(const struct section *s, struct setting *at)
{
    for (; at != s->owner; at = at->parent) at->asked = true;
}

bool section_has(const struct section *s, const char *key)
{
    return find(s, key) != NULL;
}

int64_t section_count(const struct section *s, const char *key)
{
    struct setting *const at = find(s, key);
    setting_know(s, key);
    if (!at || (at->form != GROUP && at->form != LIST)) return 0;
    ask(s, at);
    return at->form == GROUP ? 1 : at->section.count;
}

const struct section *section_item(const struct section *s, const char *key, int64_t i)
{
    if (i < 0 || i >= section_count(s, key)) return NULL;
    const struct setting *const at = find(s, key);
    const struct setting *const item = at->form == GROUP ? at : setting_item(&at->section, i);
    return item->form == GROUP ? &item->section : NULL;
}

const struct section *section_group(const struct section *s, const char *key)
{
    struct setting *const at = find(s, key);
    setting_know(s, key);
    if (!at || at->form != GROUP) return NULL;
    ask(s, at);
    return &at->section;
}

int64_t section_list(const struct section *s, const char *key)
{
    const struct setting *const at = s ? find(s, key) : NULL;
    const bool many = at && (at->form == ARRAY || at->form == LIST) && at->section.count;
    if (at && at->one) return 1;
    return many && at->section.first->form < ARRAY ? at->section.count : 0;
}

void section_pick(const struct section *s, const char *key, int64_t i)
{
    struct setting *const at = s ? find(s, key) : NULL;
    if (at && at->form != GROUP) at->pick = i + 1;
}

int section_line(const struct section *s, const char *key)
{
    const struct setting *const at = find(s, key);
    return at && !at->set ? at->line : 0;
}

enum status section_lend(struct config *c, const struct section **s, const char *key, const char *text, int line)
{
    struct setting *group = *s ? (*s)->owner : NULL, *at = *s ? find(*s, key) : NULL;
    if (at && at->lent) return ST_OK;
    if (at) return setting_fault(at, "", "the sweep varies it already");
    if (!group) {
        TRY(setting_add(&group, &c->arena, NULL, "sweep", GROUP));
        group->file = c->name;
    }
    *s = &group->section;
    TRY(setting_add(&at, &c->arena, group, key, TEXT));
    TRY(setting_parse(at, c, text));
    at->file = c->name, at->line = line, at->set = !line, at->lent = true;
    for (struct setting *item = at->section.first; item; item = item->next)
        item->file = c->name, item->line = line, item->set = !line;
    return ST_OK;
}

void section_pass(const struct section *s)
{
    for (struct setting *m = s->first; m; m = m->next) {
        m->asked = true;
        section_pass(&m->section);
    }
}

static enum status read_default(struct config *c, const struct option *o, void *value)
{
    struct setting *s;
    memset(value, 0, option_bytes(o->type));
    if (o->unset) *(double *)value = (double)NAN;
    if (!o->default_value) return ST_OK;
    TRY(setting_add(&s, &c->arena, NULL, o->key, TEXT));
    s->file = "default";
    TRY(setting_parse(s, c, o->default_value));
    return value_read(c, o, s, value);
}

/* The setting of the row's key, or, if that is absent, of the name that the key had in an older version. */
static struct setting *reach(const struct section *s, const struct option *o, const char **rest)
{
    struct setting *const at = setting_reach(s, o->key, rest);
    const char *older_rest = "?";
    struct setting *const older = **rest && o->older ? setting_reach(s, o->older, &older_rest) : NULL;
    if (*older_rest) return at;
    *rest = older_rest;
    return older;
}

static enum status read_row(struct config *c, const struct section *s, const struct option *o, void *value)
{
    char buffer[512];
    const char *rest = o->key;
    struct setting *at = c->root;
    if (s) {
        at = reach(s, o, &rest);
        ask(s, at);
        if (at->form != GROUP && *rest)
            return setting_fault(at, "", "expected a group { ... }, got %s", setting_show(at, buffer, sizeof buffer));
    }
    if (!*rest) return value_read(c, o, setting_picked(at), value);
    if (o->default_value || o->optional) return read_default(c, o, value);
    const struct setting *const slip = s ? setting_slip(&at->section, rest) : NULL;
    if (slip) return setting_unknown(slip);
    return setting_fault(at, rest, "required: %s, %s", option_expects(o, buffer, sizeof buffer), o->help);
}

/* ST_CONFIG of a row that is given where it does not apply. */
static enum status check_row(const struct section *s, const struct option *table, const struct option *o,
                             const void *values)
{
    char buffer[512];
    const char *rest;
    if (option_applies(table, o, values)) return ST_OK;
    const struct setting *const at = reach(s, o, &rest);
    return *rest ? ST_OK : setting_fault(at, "", "%s", option_only(table, o, values, buffer, sizeof buffer));
}

enum status section_read(struct config *c, const struct section *s, const struct option *table, void *values)
{
    for (const struct option *o = table; s && o->key; o++) setting_know(s, o->key);
    for (const struct option *o = table; o->key; o++) TRY(read_row(c, s, o, (char *)values + o->offset));
    for (const struct option *o = table; s && o->key; o++) TRY(check_row(s, table, o, values));
    return ST_OK;
}

enum status section_fault(const struct config *c, const struct section *s, const char *key, const char *fmt, ...)
{
    char reason[1024];
    const char *rest = key;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(reason, sizeof reason, fmt, ap);
    va_end(ap);
    struct setting *const at = s ? setting_reach(s, key, &rest) : c->root;
    return setting_fault(setting_picked(at), rest, "%s", reason);
}
