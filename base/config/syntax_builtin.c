/* The syntax of configurations in a build without libconfig, as far as tests and defaults need it. Groups, lists,
 * arrays, numbers, truth values, strings and comments; no files to include, no suffixes, no hexadecimal numbers. */
#include "base/config/syntax.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/config/config.h"

enum { NAME_ROOM = 256, DEPTH_MAX = 100 };

struct reader {
    const char *cursor;
    const struct setting *place; /* the file and whether the command line set it */
    int line, depth;
};

static enum status wrong(const struct reader *r, const char *what)
{
    return fail(ST_CONFIG, "%s:%d: %s: %.40s", r->place->file, r->line, what, *r->cursor ? r->cursor : "the end");
}

static void skip_blanks(struct reader *r)
{
    for (;; r->cursor++) {
        if (*r->cursor == '#') r->cursor += strcspn(r->cursor, "\n");
        if (!isspace((unsigned char)*r->cursor)) return;
        r->line += *r->cursor == '\n';
    }
}

static bool take(struct reader *r, const char *any)
{
    skip_blanks(r);
    if (!*r->cursor || !strchr(any, *r->cursor)) return false;
    r->cursor++;
    return true;
}

static enum status member(struct setting **out, struct reader *r, struct setting *parent, const char *name)
{
    TRY(setting_add(out, parent->section.arena, parent, name, TEXT));
    (*out)->file = r->place->file;
    (*out)->set = r->place->set;
    (*out)->line = r->line;
    return ST_OK;
}

static enum status read_value(struct reader *r, struct setting *s);

/* name = value; up to `end`, which is '}' or the zero after the text. */
static enum status read_members(struct reader *r, struct setting *group, char end)
{
    skip_blanks(r);
    while (*r->cursor && *r->cursor != end) {
        char name[NAME_ROOM];
        size_t length = 0;
        struct setting *s;
        while (isalnum((unsigned char)r->cursor[length]) || (r->cursor[length] && strchr("-_*", r->cursor[length])))
            length++;
        if (!isalpha((unsigned char)*r->cursor) || length >= sizeof name) return wrong(r, "a name is expected");
        if (setting_member(&group->section, r->cursor, length)) return wrong(r, "this key is given twice");
        snprintf(name, sizeof name, "%.*s", (int)length, r->cursor);
        TRY(member(&s, r, group, name));
        r->cursor += length;
        if (!take(r, "=:")) return wrong(r, "'=' is expected");
        TRY(read_value(r, s));
        take(r, ";,");
        skip_blanks(r);
    }
    return *r->cursor == end ? ST_OK : wrong(r, "'}' is missing");
}

static enum status read_items(struct reader *r, struct setting *list, const char *end)
{
    while (!take(r, end)) {
        struct setting *s;
        if (list->section.count && !take(r, ",")) return wrong(r, "',' is expected");
        TRY(member(&s, r, list, NULL));
        TRY(read_value(r, s));
    }
    return ST_OK;
}

static enum status read_string(struct reader *r, struct setting *s)
{
    char *text;
    int64_t length = 0;
    TRY(arena_copy(s->section.arena, &text, r->cursor, (int64_t)strlen(r->cursor)));
    for (; *r->cursor && *r->cursor != '"'; r->cursor++) {
        if (*r->cursor == '\\' && r->cursor[1]) r->cursor++;
        text[length++] = *r->cursor;
    }
    if (!*r->cursor) return wrong(r, "'\"' is missing");
    r->cursor++;
    text[length] = '\0';
    s->form = TEXT;
    s->text = text;
    return ST_OK;
}

static bool read_word(struct reader *r, struct setting *s, const char *word, bool value)
{
    const size_t length = strlen(word);
    if (strncasecmp(r->cursor, word, length) != 0 || isalnum((unsigned char)r->cursor[length])) return false;
    r->cursor += length;
    s->form = BOOLEAN;
    s->boolean = value;
    return true;
}

static enum status read_plain(struct reader *r, struct setting *s)
{
    char *after, *after_digits;
    if (read_word(r, s, "true", true) || read_word(r, s, "false", false)) return ST_OK;
    const int64_t integer = strtoll(r->cursor, &after_digits, 10);
    const double number = strtod(r->cursor, &after);
    if (after == r->cursor || !strchr("+-.0123456789", *r->cursor)) return wrong(r, "a value is expected");
    s->form = after == after_digits ? INTEGER : NUMBER;
    if (s->form == INTEGER) s->integer = integer;
    else s->number = number;
    r->cursor = after;
    return ST_OK;
}

static enum status read_value(struct reader *r, struct setting *s)
{
    if (++r->depth > DEPTH_MAX) return wrong(r, "too many brackets");
    enum status st = ST_OK;
    if (take(r, "\"")) st = read_string(r, s);
    else if (take(r, "{")) {
        s->form = GROUP;
        st = read_members(r, s, '}');
        r->cursor += st == ST_OK;
    } else if (take(r, "[")) {
        s->form = ARRAY;
        st = read_items(r, s, "]");
    } else if (take(r, "(")) {
        s->form = LIST;
        st = read_items(r, s, ")");
    } else st = read_plain(r, s);
    r->depth--;
    return st;
}

enum status syntax_parse(struct setting *to, const char *name, const char *text)
{
    struct reader r = {.cursor = text, .place = to, .line = 1};
    (void)name;
    return read_members(&r, to, '\0');
}

enum status syntax_literal(struct setting *s, struct config *c, const char *text)
{
    struct setting *probe;
    struct reader r = {.cursor = text, .place = s};
    TRY(setting_add(&probe, &c->arena, NULL, NULL, TEXT));
    TRY(read_value(&r, probe));
    skip_blanks(&r);
    if (*r.cursor) return wrong(&r, "one value is expected");
    setting_become(s, probe);
    return ST_OK;
}

const char *config_library(void)
{
    return "none";
}
