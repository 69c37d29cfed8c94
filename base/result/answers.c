/* Collects the answers of a run, and gives each a name of its own. */
#define _GNU_SOURCE /* asprintf, vasprintf */
#include "base/result/answers.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"

static void answer_free(struct answer *a)
{
    free(a->name);
    free(a->subject);
    free(a->quantity);
    free(a->units);
    free(a->place);
}

static char *copy(const char *text)
{
    return strdup(text ? text : "");
}

const struct answer *answers_find(const struct answers *a, const char *subject, const char *quantity)
{
    for (int64_t i = 0; i < a->count; i++)
        if (!strcmp(a->item[i].subject, subject ? subject : "") && !strcmp(a->item[i].quantity, quantity))
            return &a->item[i];
    return NULL;
}

static bool same_subject_and_quantity(const struct answer *a, const struct answer *b)
{
    return !strcmp(a->quantity, b->quantity) && !strcmp(a->subject, b->subject);
}

int64_t answers_twins(const struct answers *a, const struct answer *of)
{
    int64_t twins = 0;
    for (int64_t i = 0; i < a->count; i++) twins += same_subject_and_quantity(&a->item[i], of);
    return twins;
}

bool answer_is_like(const struct answer *a, const struct answer *b)
{
    return a->twin == b->twin && same_subject_and_quantity(a, b);
}

const struct answer *answers_like(const struct answers *a, const struct answer *as)
{
    for (int64_t i = 0; i < a->count; i++)
        if (answer_is_like(&a->item[i], as)) return &a->item[i];
    return NULL;
}

const struct answer *answers_named(const struct answers *a, const char *name)
{
    for (int64_t i = 0; i < a->count; i++)
        if (!strcmp(a->item[i].name, name)) return &a->item[i];
    return NULL;
}

/* Replaces what cannot be in one word. Characters beyond ASCII stay whole. */
static void make_word(char *text)
{
    for (char *c = text; *c;) {
        const bool point = *c == '.' && c > text && isdigit((unsigned char)c[-1]) && isdigit((unsigned char)c[1]);
        const int bytes = printable_bytes(c);
        if (bytes < 2 && !isalnum((unsigned char)*c) && !strchr("-+", *c) && !point) *c = '_';
        c += bytes ? bytes : 1;
    }
}

/* The first byte of a character, at `at` or after it. */
static size_t next_character(const char *text, size_t at)
{
    while (((unsigned char)text[at] & 0xc0) == 0x80) at++;
    return at;
}

/* Both ends of a long word: blocks are often numbered at the end of their names, and the quantity stands there. */
static void leave_out_the_middle(char *word)
{
    static const char gap[] = "...";
    const size_t length = strlen(word), half = (ANSWER_NAME_BYTES - (sizeof gap - 1)) / 2;
    size_t cut = half;
    if (length <= ANSWER_NAME_BYTES) return;
    while (((unsigned char)word[cut] & 0xc0) == 0x80) cut--;
    const size_t rest = next_character(word, length - half);
    memcpy(word + cut, gap, sizeof gap - 1);
    memmove(word + cut + sizeof gap - 1, word + rest, length - rest + 1);
}

/* core0_max, or core0_max_2 if there is one already; NULL: no memory. */
static char *free_name(const struct answers *a, const struct answer *of)
{
    char *word, *name;
    if (asprintf(&word, "%s%s%s", of->subject, *of->subject && *of->quantity ? "_" : "", of->quantity) < 0) return NULL;
    make_word(word);
    leave_out_the_middle(word);
    if (!answers_named(a, word)) return word;
    for (long long k = of->twin ? of->twin + 1 : 2;; k++) {
        if (asprintf(&name, "%s_%lld", word, k) < 0) name = NULL;
        if (!name || !answers_named(a, name)) break;
        free(name);
    }
    free(word);
    return name;
}

enum status answers_put(struct answers *a, const char *subject, const char *quantity, double value, const char *units)
{
    if (a->count == a->capacity) {
        const int64_t capacity = a->capacity ? 2 * a->capacity : 16;
        struct answer *const grown = realloc(a->item, (size_t)capacity * sizeof *grown);
        if (!grown) return fail(ST_NOMEM, "no memory for %lld answers", (long long)capacity);
        a->item = grown, a->capacity = capacity;
    }
    struct answer n = {.subject = copy(subject),
                       .quantity = copy(quantity),
                       .units = copy(units),
                       .place = copy(""),
                       .value = value,
                       .error = (double)NAN};
    if (n.subject && n.quantity) n.twin = answers_twins(a, &n), n.name = free_name(a, &n);
    if (n.name && n.units && n.place) return a->item[a->count++] = n, ST_OK;
    answer_free(&n);
    return fail(ST_NOMEM, "no memory for the answer %s", quantity);
}

enum status answers_put_method(struct answers *a, const char *subject, const char *quantity, double value,
                               const char *units)
{
    TRY(answers_put(a, subject, quantity, value, units));
    a->item[a->count - 1].of_method = true;
    return ST_OK;
}

void answers_error(struct answers *a, double error)
{
    a->item[a->count - 1].error = error;
}

void answers_doubt(struct answers *a)
{
    a->item[a->count - 1].doubted = true;
}

void answers_box(struct answers *a, const double lower[3], const double upper[3])
{
    struct answer *const x = &a->item[a->count - 1];
    for (int d = 0; d < 3; d++) x->lower[d] = lower[d], x->upper[d] = upper[d];
    x->boxed = true;
}

enum status answers_place(struct answers *a, const char *fmt, ...)
{
    char *text;
    va_list ap;
    va_start(ap, fmt);
    const int made = vasprintf(&text, fmt, ap);
    va_end(ap);
    if (made < 0) return fail(ST_NOMEM, "no memory for the place of an answer");
    free(a->item[a->count - 1].place);
    a->item[a->count - 1].place = text;
    return ST_OK;
}

void answers_free(struct answers *a)
{
    for (int64_t i = 0; i < a->count; i++) answer_free(&a->item[i]);
    free(a->item);
    *a = (struct answers){0};
}
