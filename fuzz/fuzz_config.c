/* Any bytes as a configuration: read by a table with every type, and if they are a right one, printed and read
 * again to the same text. A first line that begins with '#' followed by '=' somewhere is an assignment too. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__lsan_default_suppressions(void);

/* libconfig 1.5 loses a string that stands where it cannot: a few bytes for each text refused. */
const char *__lsan_default_suppressions(void)
{
    return "leak:libconfig";
}

struct item {
    char *name;
    struct reals at;
};

struct values {
    int64_t n, count;
    double dt;
    bool on;
    int scheme;
    char *title, *path;
    struct ints sizes, words;
    struct reals radii;
    struct field_spec field;
    struct groups items;
};

static const char *const words[] = {"douglas", "peaceman", NULL};

static const struct option item_table[] = {
    {"name", "a text", OPT_TEXT, .offset = offsetof(struct item, name), .default_value = "\"a\""},
    {"at", "numbers", OPT_REALS, .offset = offsetof(struct item, at), .optional = true, .count_max = 3},
    {0},
};

#define AT(field) .offset = offsetof(struct values, field)
static const struct option table[] = {
    {"grid.n", "an integer", OPT_INT, AT(n), .min = -1e19, .max = 1e19, .default_value = "3"},
    {"time.dt", "a number", OPT_REAL, AT(dt), .default_value = "0.5"},
    {"grid.on", "a switch", OPT_BOOL, AT(on), .default_value = "true"},
    {"scheme", "a word", OPT_WORD, AT(scheme), .default_value = "peaceman", .words = words},
    {"count", "an integer or a word", OPT_COUNT, AT(count), .max = 9, .default_value = "douglas", .words = words},
    {"title", "a text", OPT_TEXT, AT(title), .optional = true},
    {"path", "a path", OPT_PATH, AT(path), .optional = true, .writes = FILE_RESULT},
    {"sizes", "integers", OPT_INTS, AT(sizes), .optional = true},
    {"words", "words", OPT_WORDS, AT(words), .default_value = "[\"douglas\"]", .words = words},
    {"radii", "numbers", OPT_REALS, AT(radii), .optional = true},
    {"field", "a field", OPT_FIELD, AT(field), .variables = "x y z t", .optional = true},
    {"items", "groups", OPT_GROUPS, AT(items), .sub = item_table, .sub_bytes = sizeof(struct item), .optional = true},
    {0},
};
#undef AT

/* The values as text, or NULL if the configuration is wrong. */
static char *read_and_print(const char *text, const char *assignment)
{
    struct config *c;
    struct values v;
    char *printed = NULL;
    size_t length;
    enum status s = config_parse(&c, "/tmp/fuzz.cfg", text);
    if (s == ST_OK && assignment) s = config_set(c, assignment);
    if (s == ST_OK) s = section_read(c, config_root(c), table, &v);
    if (s == ST_OK) s = config_finish(c);
    if (s == ST_OK) {
        FILE *const out = open_memstream(&printed, &length);
        options_print(out, table, &v, 0);
        fclose(out);
    }
    if (s != ST_OK && (!*fail_text() || strchr(fail_text(), '\n'))) abort();
    config_free(c);
    return printed;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    char *assignment = NULL, *body = text;
    if (*text == '#') {
        assignment = text + 1;
        body = text + strcspn(text, "\n");
        if (*body) *body++ = 0;
    }
    char *const once = read_and_print(body, assignment);
    char *const twice = once ? read_and_print(once, NULL) : NULL;
    if (once && (!twice || strcmp(once, twice))) abort();
    free(once);
    free(twice);
    free(text);
    return 0;
}
