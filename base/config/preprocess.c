/* Rewrites the text of a configuration for libconfig, token by token. */
#include "base/config/preprocess.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/config/number_literal.h"
#include "base/file/text.h"

/* Beyond these libconfig or its destructor would take very long or overrun the stack. */
enum { BYTES_MAX = TEXT_MAX, NAMES_MAX = 10000, NESTING_MAX = 64, INCLUDES_MAX = 16 };

struct word {
    const char *text;
    int length;
};

struct writer { /* what grows while files are read */
    struct arena *arena;
    FILE *out;
    struct line_map *lines;
    int line, depth, names;
    int64_t bytes;
    struct word key[NESTING_MAX + 1]; /* the last name at each depth: where we are */
};

struct reader { /* one file being read */
    struct writer *writer;
    const struct reader *includer;
    const char *file, *text, *cursor;
    int line;
};

static enum status fault(const struct reader *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static enum status fault(const struct reader *r, const char *fmt, ...)
{
    char reason[512], key[256] = "";
    size_t used = 0;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(reason, sizeof reason, fmt, ap);
    va_end(ap);
    for (int d = 0; d <= r->writer->depth; d++) {
        const struct word *const w = &r->writer->key[d];
        if (w->length && used + w->length + 4 < sizeof key)
            used += sprintf(key + used, "%s%.*s", used ? "." : "", w->length, w->text);
    }
    return fail(ST_CONFIG, "%s:%d: %s%s%s", r->file, r->line, key, *key ? ": " : "", reason);
}

/* On a new line, so that no line is of two files. */
static enum status begin_run(struct reader *r)
{
    fputc('\n', r->writer->out);
    r->writer->line++;
    return line_map_add(r->writer->lines, r->writer->arena, r->writer->line, r->file, r->text, r->line);
}

/* Passes over `count` characters; only the line breaks among them are kept. */
static void drop(struct reader *r, size_t count)
{
    for (const char *const end = r->cursor + count; r->cursor < end; r->cursor++) {
        if (*r->cursor != '\n') continue;
        fputc('\n', r->writer->out);
        r->line++, r->writer->line++;
    }
    fputc(' ', r->writer->out);
}

static void keep(struct reader *r, size_t count)
{
    fwrite(r->cursor, 1, count, r->writer->out);
    for (const char *const end = r->cursor + count; r->cursor < end; r->cursor++)
        if (*r->cursor == '\n') r->line++, r->writer->line++;
}

static enum status read_comment(struct reader *r)
{
    const char *const end = strstr(r->cursor + 2, "*/");
    if (!end) return fault(r, "the comment that begins here has no end");
    drop(r, (size_t)(end + 2 - r->cursor));
    return ST_OK;
}

static enum status read_string(struct reader *r)
{
    const char *p = r->cursor + 1;
    while (*p && *p != '"') {
        if (!strncasecmp(p, "\\x00", 4)) return fault(r, "a text cannot hold \\x00");
        p += *p == '\\' && p[1] ? 2 : 1;
    }
    if (!*p) return fault(r, "the text that begins here has no closing quote");
    keep(r, (size_t)(p + 1 - r->cursor));
    return ST_OK;
}

static enum status read_name(struct reader *r)
{
    size_t length = 0;
    while (isalnum((unsigned char)r->cursor[length]) || (r->cursor[length] && strchr("-_*", r->cursor[length])))
        length++;
    if (r->cursor[length] == '.') return fault(r, "a key has no '.'; write %.*s = { ... }", (int)length, r->cursor);
    if (++r->writer->names > NAMES_MAX) return fault(r, "more than %d names", NAMES_MAX);
    r->writer->key[r->writer->depth] = (struct word){r->cursor, (int)length};
    keep(r, length);
    return ST_OK;
}

/* libconfig wraps integers that need more than 32 bits unless they end in L, and saturates beyond 64. */
static enum status read_number(struct reader *r)
{
    const struct number_literal n = number_literal_at(r->cursor);
    const int length = (int)n.length;
    if (!n.valid) return fault(r, "'%.*s' is not a number", length, r->cursor);
    if (!n.fits)
        return fault(r, "%.*s is beyond the range of %s", length, r->cursor, n.real ? "double" : "a 64-bit integer");
    keep(r, n.length);
    if (n.real) return ST_OK;
    while (*r->cursor == 'L') r->cursor++;
    fputc('L', r->writer->out);
    return ST_OK;
}

static enum status read_mark(struct reader *r)
{
    struct writer *const to = r->writer;
    const unsigned char c = (unsigned char)*r->cursor;
    if (!strchr("=:;,(){}[]", c)) return fault(r, isgraph(c) ? "unexpected '%c'" : "unexpected byte 0x%02x", c);
    if (strchr("({[", c)) {
        if (to->depth == NESTING_MAX) return fault(r, "nested deeper than %d", NESTING_MAX);
        to->key[++to->depth] = (struct word){0};
    } else if (strchr(")}]", c) && to->depth > 0) {
        to->depth--;
    } else if (strchr(";,", c)) {
        to->key[to->depth] = (struct word){0};
    }
    keep(r, 1);
    return ST_OK;
}

static enum status read_text(struct reader *r);

/* @include "path", relative to the file it stands in */
static enum status read_include(struct reader *r)
{
    static const char word[] = "@include";
    const char *const open = r->cursor + strlen(word) + strspn(r->cursor + strlen(word), " \t");
    const char *const close = *open == '"' ? strpbrk(open + 1, "\"\n") : NULL;
    char *path, *name, *text;
    int depth = 0;
    if (!close || *close != '"') return fault(r, "expected @include \"file\"");
    if (++r->writer->names > NAMES_MAX) return fault(r, "more than %d names", NAMES_MAX);
    TRY(arena_copy(r->writer->arena, &path, open + 1, close - open - 1));
    TRY(text_beside(r->writer->arena, r->file, path, &name));
    for (const struct reader *outer = r; outer; outer = outer->includer) {
        if (text_same_file(outer->file, name)) return fault(r, "%s includes itself", name);
        if (++depth > INCLUDES_MAX) return fault(r, "%s is included through more than %d files", name, INCLUDES_MAX);
    }
    const enum status s = text_load(r->writer->arena, name, &text);
    if (s != ST_OK) return fail_within(s, "%s:%d: ", r->file, r->line);
    struct reader inner = {r->writer, r, name, text, text, 1};
    TRY(read_text(&inner));
    r->cursor = close + 1;
    return begin_run(r);
}

static enum status read_token(struct reader *r)
{
    const char c = *r->cursor;
    if (isspace((unsigned char)c)) return drop(r, strspn(r->cursor, " \t\r\n\f\v")), ST_OK;
    if (c == '#' || !strncmp(r->cursor, "//", 2)) return drop(r, strcspn(r->cursor, "\n")), ST_OK;
    if (!strncmp(r->cursor, "/*", 2)) return read_comment(r);
    if (!strncmp(r->cursor, "@include", 8)) return read_include(r);
    if (c == '"') return read_string(r);
    if (isalpha((unsigned char)c) || c == '*') return read_name(r);
    if (isdigit((unsigned char)c) || strchr("+-.", c)) return read_number(r);
    return read_mark(r);
}

static enum status read_text(struct reader *r)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    if (!strncmp(r->cursor, byte_order_mark, 3)) r->cursor += 3;
    r->writer->bytes += (int64_t)strlen(r->text);
    if (r->writer->bytes > BYTES_MAX) return fail(ST_CONFIG, "%s is larger than 1 MiB: not a configuration", r->file);
    TRY(begin_run(r));
    while (*r->cursor) TRY(read_token(r));
    return ST_OK;
}

enum status preprocess_make(struct preprocessed *s, struct arena *a, const char *name, const char *raw)
{
    size_t size;
    *s = (struct preprocessed){0};
    struct writer to = {.arena = a, .lines = &s->lines, .out = open_memstream(&s->text, &size), .line = 1};
    if (!to.out) return fail(ST_NOMEM, "no memory for the text of %s", name);
    struct reader r = {&to, NULL, name, raw, raw, 1};
    const enum status status = read_text(&r);
    if (fclose(to.out)) return preprocess_free(s), fail(ST_NOMEM, "no memory for the text of %s", name);
    if (status != ST_OK) preprocess_free(s);
    return status;
}

void preprocess_free(struct preprocessed *s)
{
    free(s->text);
    *s = (struct preprocessed){0};
}
