/* Every key of every application that names a file to read reports a missing file with configuration, line and key. The
 * keys are found in the tables of options. */
#include "apps/app.h"
#include "base/config/config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char missing[] = "/nowhere/in/particular", name[] = "run.cfg";

static bool reads_file(const struct option *o)
{
    return (o->type == OPT_PATH && o->writes == FILE_NONE) || o->type == OPT_FIELD;
}

/* A value that the row takes. */
static void print_value(FILE *out, const struct option *o)
{
    const bool bounded = o->min != 0 || o->max != 0, list = o->count_min > 0;
    const int64_t count = list ? o->count_min : 1;
    if (list) fputc('[', out);
    for (int64_t i = 0; i < count; i++) {
        const char *const comma = i ? ", " : "";
        if (o->words && o->type != OPT_COUNT) fprintf(out, "%s\"%s\"", comma, o->words[i]);
        else if (o->type == OPT_TEXT) fprintf(out, "%s\"a\"", comma);
        else if (o->type == OPT_BOOL) fprintf(out, "%strue", comma);
        else if (o->type == OPT_REAL || o->type == OPT_REALS || o->type == OPT_FIELD)
            fprintf(out, "%s%.6e", comma, bounded ? o->min : 1);
        else fprintf(out, "%s%lld", comma, bounded ? (long long)o->min : 1);
    }
    if (list) fputc(']', out);
}

/* "a = { b = {", the last name and its value on the second line, "}; };" */
static void print_key(FILE *out, const char *key, const struct option *o)
{
    int depth = 0;
    for (const char *dot; (dot = strchr(key, '.')); key = dot + 1, depth++)
        fprintf(out, "%.*s = { ", (int)(dot - key), key);
    fprintf(out, "\n%s = ", key);
    if (o->type == OPT_PATH) fprintf(out, "\"%s\"; ", missing);
    else fprintf(out, "{ dataset = \"/u\"; file = \"%s\"; }; ", missing);
    while (depth--) fputs("}; ", out);
}

/* The groups with everything that they require, down to the row that names a file: `path` holds them, the outermost
 * first. */
static void print_nested(FILE *out, const struct option *const *path, int depth)
{
    if (depth == 1) {
        print_key(out, path[0]->key, path[0]);
        return;
    }
    fprintf(out, "%s = ( { ", path[0]->key);
    for (const struct option *o = path[0]->sub; o->key; o++) {
        if (o->default_value || o->optional || o == path[1]) continue;
        fprintf(out, "%s = ", o->key);
        print_value(out, o);
        fputs("; ", out);
    }
    print_nested(out, path + 1, depth - 1);
    fputs("} ); ", out);
}

/* 1 if the sentence is not as it should be. */
static int try_row(const struct app *app, const struct option *const *path, int depth)
{
    const struct option table[] = {*path[0], {0}};
    char *text, words[256], key[128] = "";
    size_t size;
    struct config *c;
    FILE *const out = open_memstream(&text, &size);
    void *const params = calloc(1, app->params_bytes);
    print_nested(out, path, depth);
    fclose(out);
    for (int d = 0; d < depth; d++)
        snprintf(key + strlen(key), sizeof key - strlen(key), "%s%s", d ? ".0." : "", path[d]->key);
    snprintf(words, sizeof words, "%s:2: %s%s: cannot read %s: No such file or directory", name, key,
             path[depth - 1]->type == OPT_FIELD ? ".file" : "", missing);
    assert_int_equal(config_parse(&c, name, text), ST_OK);
    const enum status s = section_read(c, config_root(c), table, params);
    const bool good = s == ST_CONFIG && !strcmp(fail_text(), words);
    if (!good) print_error("%s: '%s' should be '%s' of: %s\n", app->name, s ? fail_text() : "", words, text);
    config_free(c);
    free(params);
    free(text);
    return !good;
}

static int try_table(const struct app *app, const struct option *table, const struct option **path, int depth,
                     int *count)
{
    int wrong = 0;
    for (const struct option *o = table; o->key; o++) {
        path[depth] = o;
        if (reads_file(o)) ++*count, wrong += try_row(app, path, depth + 1);
        if (o->sub) wrong += try_table(app, o->sub, path, depth + 1, count);
    }
    return wrong;
}

static void test_every_key_that_names_a_file(void **state)
{
    (void)state;
    int wrong = 0, all = 0;
    for (size_t i = 0; i < app_count(); i++) {
        const struct option *path[8];
        int count = 0;
        wrong += try_table(app_at(i), app_at(i)->options, path, 0, &count);
        print_message("%s: %d keys\n", app_at(i)->name, count);
        all += count;
    }
    assert_true(all > 0);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_key_that_names_a_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
