/* Looks up the names of benchmarks, and of the methods that they measure. */
#include "command/bench/bench_names.h"

#include <stdio.h>
#include <string.h>

#include "base/spelling.h"
#include "precision/precision.h"

enum { NAMES = 256, NAME = 64 };

bool bench_means(const char *word, const char *name)
{
    const size_t length = strlen(word);
    return !strncmp(word, name, length) && (name[length] == '\0' || name[length] == '.');
}

static bool is_meant(const struct benchmark *b, char *const *word, int words)
{
    for (int i = 0; i < words; i++)
        if (bench_means(word[i], b->name)) return true;
    return words == 0;
}

static enum status check_word(const char *word)
{
    const char *names[NAMES];
    size_t count = 0;
    for (; count < precision_double->benchmark_count() && count < NAMES; count++) {
        names[count] = precision_double->benchmark_at(count)->name;
        if (bench_means(word, names[count])) return ST_OK;
    }
    const char *const near = spelling_nearest(word, names, count);
    return near ? fail(ST_CONFIG, "no benchmark '%s'; did you mean '%s'?", word, near)
                : fail(ST_CONFIG, "no benchmark '%s'", word);
}

/* Lists the methods that can be measured there, each perhaps several times; returns their number. */
static size_t list_methods(char *const *word, int words, const char *out[NAMES])
{
    size_t count = 0;
    for (size_t k = 0; k < precision_double->benchmark_count(); k++) {
        const struct benchmark *const b = precision_double->benchmark_at(k);
        if (!is_meant(b, word, words)) continue;
        for (const char *const *own = b->methods; own && *own && count < NAMES; own++) out[count++] = *own;
        for (size_t i = 0; i < precision_double->solver_count() && count < NAMES; i++)
            if (b->kinds & kind_bit(precision_double->solver_at(i)->kind))
                out[count++] = precision_double->solver_at(i)->method;
    }
    return count;
}

static enum status check_method(const char *asked, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(names[i], asked)) return ST_OK;
    const char *const near = spelling_nearest(asked, names, count);
    return near ? fail(ST_CONFIG, "--solvers: no '%s' can be measured there; did you mean '%s'?", asked, near)
                : fail(ST_CONFIG, "--solvers: no '%s' can be measured there", asked);
}

enum status bench_names_check(char *const *word, int words, const char *methods)
{
    const char *names[NAMES];
    for (int i = 0; i < words; i++) TRY(check_word(word[i]));
    const size_t count = methods ? list_methods(word, words, names) : 0;
    for (const char *at = methods, *end; at; at = *end ? end + 1 : NULL) {
        char asked[NAME];
        end = at + strcspn(at, ",");
        snprintf(asked, sizeof asked, "%.*s", (int)(end - at), at);
        TRY(check_method(asked, names, count));
    }
    return ST_OK;
}
