/* Writes JSON members and elements. */
#include "base/json/json.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"

static void quoted(FILE *out, const char *text)
{
    putc('"', out);
    for (const char *c = text; *c;) {
        const int bytes = printable_bytes(c);
        const bool pair = (unsigned char)*c == 0xc2 && (c[1] & 0xc0) == 0x80; /* U+0080 ... U+009F */
        if (bytes) fprintf(out, strchr("\"\\", *c) ? "\\%.*s" : "%.*s", bytes, c);
        else
            fprintf(out, "\\u%04x", pair ? (unsigned char)c[1] : (unsigned char)*c < 0x80 ? (unsigned char)*c : 0xfffd);
        c += bytes ? bytes : pair ? 2 : 1;
    }
    putc('"', out);
}

static void begin(struct json *j, const char *key)
{
    if (j->filled[j->depth]) putc(',', j->out);
    if (j->depth && j->depth < 3 && !j->line) fprintf(j->out, "\n%*s", 2 * j->depth, "");
    else if (j->filled[j->depth]) putc(' ', j->out);
    j->filled[j->depth] = true;
    if (!key) return;
    quoted(j->out, key);
    fputs(": ", j->out);
}

static void open(struct json *j, const char *key, char bracket)
{
    begin(j, key);
    putc(bracket, j->out);
    assert(j->depth + 1 < (int)(sizeof j->filled / sizeof j->filled[0]));
    j->filled[++j->depth] = false;
}

static void shut(struct json *j, char bracket)
{
    if (j->filled[j->depth--] && j->depth < 2 && !j->line) fprintf(j->out, "\n%*s", 2 * j->depth, "");
    putc(bracket, j->out);
    if (!j->depth) putc('\n', j->out);
}

void json_object(struct json *j, const char *key)
{
    open(j, key, '{');
}

void json_array(struct json *j, const char *key)
{
    open(j, key, '[');
}

void json_close_object(struct json *j)
{
    shut(j, '}');
}

void json_close_array(struct json *j)
{
    shut(j, ']');
}

void json_text(struct json *j, const char *key, const char *value)
{
    begin(j, key);
    if (value) quoted(j->out, value);
    else fputs("null", j->out);
}

/* As few digits as give the same number back. */
void json_real(struct json *j, const char *key, double value)
{
    char text[32];
    begin(j, key);
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    fputs(isfinite(value) ? text : "null", j->out);
}

void json_int(struct json *j, const char *key, int64_t value)
{
    begin(j, key);
    fprintf(j->out, "%lld", (long long)value);
}

void json_bool(struct json *j, const char *key, bool value)
{
    begin(j, key);
    fputs(value ? "true" : "false", j->out);
}
