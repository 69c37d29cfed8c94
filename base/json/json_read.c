/* Parses JSON by recursive descent. */
#include "base/json/json_read.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 32 };

struct reader {
    const char *text, *cursor;
    int depth;
};

static void skip_blanks(struct reader *r)
{
    r->cursor += strspn(r->cursor, " \t\r\n");
}

static enum status wrong(const struct reader *r, const char *expected)
{
    return fail(ST_CONFIG, "byte %td: expected %s", r->cursor - r->text + 1, expected);
}

static bool take(struct reader *r, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(r->cursor, word, length)) return false;
    r->cursor += length;
    return true;
}

/* The code of \uXXXX as UTF-8; what is beyond the first plane, in two halves, becomes U+FFFD. */
static char *put_code(char *out, unsigned code)
{
    if (code >= 0xd800 && code < 0xe000) code = 0xfffd;
    if (code < 0x80) *out++ = (char)code;
    else if (code < 0x800) *out++ = (char)(0xc0 | code >> 6), *out++ = (char)(0x80 | (code & 0x3f));
    else
        *out++ = (char)(0xe0 | code >> 12), *out++ = (char)(0x80 | (code >> 6 & 0x3f)),
        *out++ = (char)(0x80 | (code & 0x3f));
    return out;
}

static enum status read_escape(struct reader *r, char **out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char *const known = *r->cursor ? strchr(from, *r->cursor) : NULL;
    if (known) return *(*out)++ = to[known - from], r->cursor++, ST_OK;
    if (*r->cursor != 'u' || strspn(r->cursor + 1, "0123456789abcdefABCDEF") < 4) return wrong(r, "an escape");
    const char digits[] = {r->cursor[1], r->cursor[2], r->cursor[3], r->cursor[4], '\0'};
    *out = put_code(*out, (unsigned)strtoul(digits, NULL, 16));
    r->cursor += 5;
    return ST_OK;
}

/* From the opening quote on. The text is no longer than what it is written as. */
static enum status read_text(struct reader *r, char **out)
{
    const char *end = r->cursor + 1;
    while (*end && *end != '"') end += end[0] == '\\' && end[1] ? 2 : 1;
    char *to = *out = malloc((size_t)(end - r->cursor) + 1);
    if (!to) return fail(ST_NOMEM, "no memory for a text");
    r->cursor++;
    while (*r->cursor != '"') {
        *to = '\0';
        if ((unsigned char)*r->cursor < 0x20) return wrong(r, "the end of a text");
        if (*r->cursor != '\\') *to++ = *r->cursor++;
        else if (r->cursor++, read_escape(r, &to) != ST_OK) return ST_CONFIG;
    }
    *to = '\0';
    r->cursor++;
    return ST_OK;
}

static enum status read_value(struct reader *r, struct json_value **out);

static enum status read_element(struct reader *r, bool member, struct json_value **out)
{
    char *key = NULL;
    enum status s = ST_OK;
    skip_blanks(r);
    if (member) {
        if (*r->cursor != '"') return wrong(r, "a name in quotes");
        s = read_text(r, &key);
        skip_blanks(r);
        if (s == ST_OK && !take(r, ":")) s = wrong(r, "':'");
    }
    if (s == ST_OK) s = read_value(r, out);
    if (*out) (*out)->key = key;
    else free(key);
    return s;
}

static enum status read_list(struct reader *r, struct json_value *v)
{
    const bool object = v->type == JSON_OBJECT;
    struct json_value **last = &v->first;
    r->cursor++;
    skip_blanks(r);
    if (take(r, object ? "}" : "]")) return ST_OK;
    if (++r->depth > DEPTH_MAX) return wrong(r, "fewer brackets in brackets");
    for (;; last = &(*last)->next) {
        TRY(read_element(r, object, last));
        skip_blanks(r);
        if (!take(r, ",")) break;
    }
    r->depth--;
    return take(r, object ? "}" : "]") ? ST_OK : wrong(r, object ? "',' or '}'" : "',' or ']'");
}

static enum status read_number(struct reader *r, struct json_value *v)
{
    char *end;
    if (!strspn(r->cursor, "-0123456789")) return wrong(r, "a value");
    v->type = JSON_NUMBER;
    v->number = strtod(r->cursor, &end);
    if (end == r->cursor || strspn(r->cursor, "+-.0123456789eE") < (size_t)(end - r->cursor))
        return wrong(r, "a number");
    r->cursor = end;
    return ST_OK;
}

static enum status read_value(struct reader *r, struct json_value **out)
{
    struct json_value *const v = *out = calloc(1, sizeof *v);
    if (!v) return fail(ST_NOMEM, "no memory for a value");
    v->number = (double)NAN;
    skip_blanks(r);
    v->type = *r->cursor == '{'   ? JSON_OBJECT
              : *r->cursor == '[' ? JSON_ARRAY
              : *r->cursor == '"' ? JSON_TEXT
                                  : JSON_NULL;
    if (v->type == JSON_OBJECT || v->type == JSON_ARRAY) return read_list(r, v);
    if (v->type == JSON_TEXT) return read_text(r, &v->text);
    if (take(r, "null")) return ST_OK;
    if (take(r, "true")) return v->type = JSON_TRUE, ST_OK;
    if (take(r, "false")) return v->type = JSON_FALSE, ST_OK;
    return read_number(r, v);
}

enum status json_read(const char *text, struct json_value **out)
{
    struct reader r = {.text = text, .cursor = text};
    *out = NULL;
    enum status s = read_value(&r, out);
    skip_blanks(&r);
    if (s == ST_OK && *r.cursor) s = wrong(&r, "the end");
    if (s == ST_OK) return s;
    json_free(*out);
    *out = NULL;
    return s;
}

void json_free(struct json_value *v)
{
    for (struct json_value *next; v; v = next) {
        next = v->next;
        json_free(v->first);
        free(v->key), free(v->text), free(v);
    }
}

const struct json_value *json_member(const struct json_value *v, const char *key)
{
    if (!v || v->type != JSON_OBJECT) return NULL;
    const struct json_value *m = v->first;
    while (m && strcmp(m->key, key)) m = m->next;
    return m;
}

double json_number_of(const struct json_value *v, const char *key)
{
    const struct json_value *const m = json_member(v, key);
    return m ? m->number : (double)NAN;
}

const char *json_text_of(const struct json_value *v, const char *key)
{
    const struct json_value *const m = json_member(v, key);
    return m && m->text ? m->text : "";
}
