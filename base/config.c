#include "base/config.h"

#include <ctype.h>
#include <libconfig.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/setting.h"
#include "base/source.h"
#include "base/text.h"

enum { LINE_SHOWN = 80 }; /* characters of a faulty line in a sentence */

/* Fills `to`, whose place is known, with the value of `from`; what is inside gets its place from `source`. */
static enum status copy(struct setting *to, const config_setting_t *from, const struct source *source)
{
    static const enum form forms[] = {
        [CONFIG_TYPE_INT64] = INTEGER, [CONFIG_TYPE_FLOAT] = NUMBER, [CONFIG_TYPE_BOOL] = BOOLEAN,
        [CONFIG_TYPE_STRING] = TEXT,   [CONFIG_TYPE_ARRAY] = ARRAY,  [CONFIG_TYPE_LIST] = LIST,
        [CONFIG_TYPE_GROUP] = GROUP,
    };
    to->form = forms[config_setting_type(from)];
    if (to->form == INTEGER) to->integer = config_setting_get_int64(from);
    if (to->form == NUMBER) to->number = config_setting_get_float(from);
    if (to->form == BOOLEAN) to->boolean = config_setting_get_bool(from);
    if (to->form == TEXT) {
        const char *const text = config_setting_get_string(from);
        char *kept;
        TRY(arena_copy(to->in.arena, &kept, text ? text : "", text ? (int64_t)strlen(text) : 0));
        to->text = kept;
    }
    if (to->form < ARRAY) return ST_OK;
    for (int i = 0; i < config_setting_length(from); i++) {
        const config_setting_t *const item = config_setting_get_elem(from, (unsigned)i);
        struct setting *member;
        TRY(setting_add(&member, to->in.arena, to, config_setting_name(item), TEXT));
        member->file = to->file;
        member->set = to->set;
        if (!to->set) member->file = source_file(source, config_setting_source_line(item), &member->line);
        TRY(copy(member, item, source));
    }
    return ST_OK;
}

/* libconfig tells no more than the kind of the fault and its line: the line itself says the rest. */
static enum status syntax_fault(const config_t *lib, const struct source *source)
{
    static const struct {
        const char *theirs, *ours;
    } reasons[] = {
        {"duplicate setting name", "this key is given twice"},
        {"mismatched element type in array", "an array [ ] holds values of one type; write a list ( ) for a mixture"},
    };
    const char *reason = config_error_text(lib), *line = source_line(source, config_error_line(lib));
    int line_there;
    const char *const file = source_file(source, config_error_line(lib), &line_there);
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (!strcmp(reason, reasons[i].theirs)) reason = reasons[i].ours;
    line += strspn(line, " \t");
    size_t length = *line == '#' ? 0 : strcspn(line, "\r\n");
    while (length && isblank((unsigned char)line[length - 1])) length--;
    if (!length) return fail(ST_CONFIG, "%s:%d: %s: a value or a closing bracket is missing", file, line_there, reason);
    return fail(ST_CONFIG, "%s:%d: %s: %.*s%s", file, line_there, reason,
                length > LINE_SHOWN ? LINE_SHOWN : (int)length, line, length > LINE_SHOWN ? "..." : "");
}

/* The settings of a text, into the group `to`. */
static enum status parse(struct setting *to, const char *name, const char *text)
{
    struct source source;
    config_t lib;
    TRY(source_make(&source, to->in.arena, name, text));
    config_init(&lib);
    const enum status s = config_read_string(&lib, source.text) ? copy(to, config_root_setting(&lib), &source)
                                                                : syntax_fault(&lib, &source);
    config_destroy(&lib);
    source_free(&source);
    return s;
}

/* `s` keeps its place in the tree and takes all else from `value`. */
static void become(struct setting *s, const struct setting *value)
{
    struct setting *const parent = s->parent, *const next = s->next;
    const char *const name = s->name;
    *s = *value;
    s->name = name;
    s->parent = parent;
    s->next = next;
    s->in.owner = s;
    for (struct setting *m = s->in.first; m; m = m->next) m->parent = s;
}

enum status setting_parse(struct setting *s, struct config *c, const char *text)
{
    struct setting *probe;
    char *line, *raw;
    TRY(arena_print(&c->arena, &line, "value = %s\n;", text));
    TRY(arena_copy(&c->arena, &raw, text, (int64_t)strlen(text)));
    TRY(setting_add(&probe, &c->arena, NULL, NULL, GROUP));
    probe->file = s->file;
    probe->set = s->set;
    const enum status parsed = strstr(text, "@include") ? ST_CONFIG : parse(probe, s->file, line);
    if (parsed != ST_OK && parsed != ST_CONFIG) return parsed;
    if (parsed == ST_OK && probe->in.count == 1) {
        become(s, probe->in.first);
    } else {
        s->form = TEXT;
        s->text = raw;
        s->in = (struct section){.owner = s, .arena = &c->arena};
    }
    s->raw = raw;
    return ST_OK;
}

/* Absolute, with its last slash: a path that was read and printed is the same when it is read again. */
static enum status folder_of(struct arena *a, const char *name, char **out)
{
    char real[PATH_MAX], *folder;
    const char *const slash = strrchr(name, '/');
    TRY(arena_copy(a, &folder, name, slash ? slash - name + 1 : 0));
    if (realpath(*folder ? folder : ".", real)) return arena_print(a, out, "%s/", real);
    if (*folder == '/' || !getcwd(real, sizeof real)) return arena_print(a, out, "%s", folder);
    return arena_print(a, out, "%s/%s", real, folder);
}

static enum status fill(struct config *c, const char *name, const char *text)
{
    TRY(arena_copy(&c->arena, &c->name, name, (int64_t)strlen(name)));
    TRY(folder_of(&c->arena, name, &c->folder));
    if (text) TRY(arena_copy(&c->arena, &c->text, text, (int64_t)strlen(text)));
    else TRY(text_load(&c->arena, name, &c->text));
    TRY(setting_add(&c->root, &c->arena, NULL, NULL, GROUP));
    c->root->file = c->name;
    return parse(c->root, c->name, c->text);
}

static enum status make(struct config **out, const char *name, const char *text)
{
    struct config *c;
    *out = NULL;
    TRY(mem_alloc(&c, HOST, sizeof *c));
    const enum status s = fill(c, name, text);
    *out = s == ST_OK ? c : config_free(c);
    return s;
}

enum status config_load(struct config **out, const char *path)
{
    return make(out, path, NULL);
}

enum status config_parse(struct config **out, const char *name, const char *text)
{
    return make(out, name, text);
}

struct config *config_free(struct config *c)
{
    if (c) arena_free(&c->arena);
    return mem_free(c);
}

const char *config_text(const struct config *c)
{
    return c->text;
}

const char *config_name(const struct config *c)
{
    return c->name;
}

#define TEXT_OF_NUMBER(n) #n
#define VERSION_TEXT(a, b, c) TEXT_OF_NUMBER(a) "." TEXT_OF_NUMBER(b) "." TEXT_OF_NUMBER(c)

const char *config_library(void)
{
    return VERSION_TEXT(LIBCONFIG_VER_MAJOR, LIBCONFIG_VER_MINOR, LIBCONFIG_VER_REVISION);
}
