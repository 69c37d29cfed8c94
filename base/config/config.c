/* Loads a configuration, finds its settings by path and frees it. */
#include "base/config/config.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/config/setting.h"
#include "base/config/syntax.h"
#include "base/file/text.h"
#include "base/memory.h"

/* An array holds values of one type, a list any: [0, 0.5] is read as (0, 0.5). What is in quotes stays. */
static enum status literal_of_mixture(struct setting *s, struct config *c, const char *text)
{
    char *lists;
    bool quoted = false;
    TRY(arena_copy(&c->arena, &lists, text, (int64_t)strlen(text)));
    for (char *at = lists; *at; at++) {
        if (*at == '"' && (at == lists || at[-1] != '\\')) quoted = !quoted;
        if (!quoted && *at == '[') *at = '(';
        if (!quoted && *at == ']') *at = ')';
    }
    return syntax_literal(s, c, lists);
}

/* Most texts are words, and parsing one would fail and replace an earlier message of the thread. */
static bool is_word(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    return *text && strchr(letters, *text) && !text[strspn(text, letters)] && strcasecmp(text, "true") &&
           strcasecmp(text, "false");
}

enum status setting_parse(struct setting *s, struct config *c, const char *text)
{
    char *raw;
    TRY(arena_copy(&c->arena, &raw, text, (int64_t)strlen(text)));
    enum status literal = is_word(raw) ? ST_CONFIG : syntax_literal(s, c, raw);
    if (literal == ST_CONFIG && strchr("[{", *raw) && *raw) literal = literal_of_mixture(s, c, raw);
    if (literal == ST_CONFIG) {
        s->form = TEXT;
        s->text = raw;
        s->section = (struct section){.owner = s, .arena = &c->arena};
    } else TRY(literal);
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
    return syntax_parse(c->root, c->name, c->text);
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
