/* The tree of settings: how it grows, where a setting stands, how a fault names it. */
#include "base/config/setting.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum status setting_add(struct setting **out, struct arena *a, struct setting *parent, const char *name, enum form form)
{
    struct setting *s;
    char *copy = NULL;
    TRY(arena_take(a, &s, sizeof *s));
    if (name) TRY(arena_copy(a, &copy, name, (int64_t)strlen(name)));
    *s = (struct setting){.name = copy, .form = form, .parent = parent, .section = {.owner = s, .arena = a}};
    *out = s;
    if (!parent) return ST_OK;
    struct section *const in = &parent->section;
    if (in->last) in->last->next = s;
    else in->first = s;
    in->last = s;
    in->count++;
    return ST_OK;
}

void setting_become(struct setting *s, const struct setting *value)
{
    struct setting *const parent = s->parent, *const next = s->next;
    const char *const name = s->name;
    *s = *value;
    s->name = name;
    s->parent = parent;
    s->next = next;
    s->section.owner = s;
    for (struct setting *m = s->section.first; m; m = m->next) m->parent = s;
}

struct setting *setting_member(const struct section *s, const char *name, size_t length)
{
    struct setting *m = s->first;
    while (m && !(m->name && !strncmp(m->name, name, length) && !m->name[length])) m = m->next;
    return m;
}

struct setting *setting_item(const struct section *s, int64_t index)
{
    struct setting *m = index < 0 ? NULL : s->first;
    while (m && index-- > 0) m = m->next;
    return m;
}

struct setting *setting_reach(const struct section *s, const char *key, const char **rest)
{
    struct setting *at = s->owner;
    for (*rest = key; **rest;) {
        const size_t length = strcspn(*rest, ".");
        struct setting *const next = setting_member(&at->section, *rest, length);
        if (!next) break;
        at = next;
        *rest += length + ((*rest)[length] == '.');
    }
    return at;
}

struct setting *setting_picked(struct setting *s)
{
    struct setting *const item = setting_item(&s->section, s->pick - 1);
    return item ? item : s;
}

static int64_t index_of(const struct setting *s)
{
    int64_t index = 0;
    for (const struct setting *m = s->parent->section.first; m != s; m = m->next) index++;
    return index;
}

/* Prepends to `path`, which ends at `end` - 1, and returns its new beginning. */
static char *prepend(char *path, char *begin, const char *word)
{
    const size_t length = strlen(word), buffer = (size_t)(begin - path);
    if (!length || buffer < length + 1) return begin;
    if (*begin) *--begin = '.';
    return memcpy(begin - length, word, length);
}

const char *setting_path(const struct setting *s, const char *below, char *buffer, size_t size)
{
    char number[24], *begin = buffer + size - 1;
    *begin = 0;
    begin = prepend(buffer, begin, below);
    for (; s && (s->parent || s->name); s = s->parent) {
        if (!s->name && s->form != GROUP) continue; /* a value in a list: the list's name says more */
        snprintf(number, sizeof number, "%lld", s->name ? 0 : (long long)index_of(s));
        begin = prepend(buffer, begin, s->name ? s->name : number);
    }
    return begin;
}

const char *setting_place(const struct setting *at, const char *below, char *buffer, size_t size)
{
    char text[512], line[24] = "";
    const char *const path = setting_path(at, below, text, sizeof text);
    if (at->line) snprintf(line, sizeof line, ":%d", at->line);
    if (at->set) snprintf(buffer, size, "--set %s", path);
    else snprintf(buffer, size, "%s%s%s%s", at->file, line, *path ? ": " : "", path);
    return buffer;
}

enum status setting_fault(const struct setting *at, const char *below, const char *fmt, ...)
{
    char reason[1024], place[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(reason, sizeof reason, fmt, ap);
    va_end(ap);
    return fail(ST_CONFIG, "%s: %s", setting_place(at, below, place, sizeof place), reason);
}

const char *setting_show(const struct setting *s, char *buffer, size_t size)
{
    static const char *const aggregate[] = {[ARRAY] = "an array", [LIST] = "a list", [GROUP] = "a group"};
    switch (s->form) {
    case INTEGER: snprintf(buffer, size, "%lld", (long long)s->integer); break;
    case NUMBER:
        snprintf(buffer, size, "%.15g", s->number);
        if (!strpbrk(buffer, ".en")) snprintf(buffer, size, "%.15g.0", s->number);
        break;
    case BOOLEAN: snprintf(buffer, size, "%s", s->boolean ? "true" : "false"); break;
    case TEXT: snprintf(buffer, size, "'%.60s'", s->text); break;
    default: snprintf(buffer, size, "%s", aggregate[s->form]);
    }
    return buffer;
}
