/* Parses a configuration with libconfig into a tree of settings. */
#include "base/config/syntax.h"

#include <ctype.h>
#include <libconfig.h>
#include <string.h>

#include "base/config/config.h"
#include "base/config/preprocess.h"

enum { LINE_SHOWN = 80 }; /* characters of a faulty line in a sentence */

/* Fills `to`, whose place is known, with the value of `from`; what is inside gets its place from `source`. */
static enum status copy(struct setting *to, const config_setting_t *from, const struct preprocessed *source)
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
        TRY(arena_copy(to->section.arena, &kept, text ? text : "", text ? (int64_t)strlen(text) : 0));
        to->text = kept;
    }
    if (to->form < ARRAY) return ST_OK;
    for (int i = 0; i < config_setting_length(from); i++) {
        const config_setting_t *const item = config_setting_get_elem(from, (unsigned)i);
        struct setting *member;
        TRY(setting_add(&member, to->section.arena, to, config_setting_name(item), TEXT));
        member->file = to->file;
        member->set = to->set;
        if (!to->set) member->file = line_map_file(&source->lines, config_setting_source_line(item), &member->line);
        TRY(copy(member, item, source));
    }
    return ST_OK;
}

/* libconfig gives only the kind of the fault and the line number: the text of the line shows the rest. */
static enum status syntax_fault(const config_t *lib, const struct preprocessed *source)
{
    static const struct {
        const char *theirs, *ours;
    } reasons[] = {
        {"duplicate setting name", "this key is given twice"},
        {"mismatched element type in array", "an array [ ] holds values of one type; write a list ( ) for a mixture"},
    };
    const char *reason = config_error_text(lib), *line = line_map_raw(&source->lines, config_error_line(lib));
    int line_there;
    const char *const file = line_map_file(&source->lines, config_error_line(lib), &line_there);
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (!strcmp(reason, reasons[i].theirs)) reason = reasons[i].ours;
    line += strspn(line, " \t");
    size_t length = *line == '#' ? 0 : strcspn(line, "\r\n");
    while (length && isblank((unsigned char)line[length - 1])) length--;
    if (!length) return fail(ST_CONFIG, "%s:%d: %s: a value or a closing bracket is missing", file, line_there, reason);
    return fail(ST_CONFIG, "%s:%d: %s: %.*s%s", file, line_there, reason,
                length > LINE_SHOWN ? LINE_SHOWN : (int)length, line, length > LINE_SHOWN ? "..." : "");
}

enum status syntax_parse(struct setting *to, const char *name, const char *text)
{
    struct preprocessed source;
    config_t lib;
    TRY(preprocess_make(&source, to->section.arena, name, text));
    config_init(&lib);
    const enum status s = config_read_string(&lib, source.text) ? copy(to, config_root_setting(&lib), &source)
                                                                : syntax_fault(&lib, &source);
    config_destroy(&lib);
    preprocess_free(&source);
    return s;
}

enum status syntax_literal(struct setting *s, struct config *c, const char *text)
{
    struct setting *probe;
    char *line;
    TRY(arena_print(&c->arena, &line, "value = %s\n;", text));
    TRY(setting_add(&probe, &c->arena, NULL, NULL, GROUP));
    probe->file = s->file;
    probe->set = s->set;
    if (strstr(text, "@include")) return fail(ST_CONFIG, "a value cannot include a file");
    TRY(syntax_parse(probe, s->file, line));
    if (probe->section.count != 1) return fail(ST_CONFIG, "more than one value");
    setting_become(s, probe->section.first);
    return ST_OK;
}

#define TEXT_OF_NUMBER(n) #n
#define VERSION_TEXT(a, b, c) TEXT_OF_NUMBER(a) "." TEXT_OF_NUMBER(b) "." TEXT_OF_NUMBER(c)

const char *config_library(void)
{
    return VERSION_TEXT(LIBCONFIG_VER_MAJOR, LIBCONFIG_VER_MINOR, LIBCONFIG_VER_REVISION);
}
