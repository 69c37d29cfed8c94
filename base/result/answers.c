/* Collects the answers of a run. */
#include "base/result/answers.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void drop(struct answer *a)
{
    free(a->subject);
    free(a->quantity);
    free(a->units);
    free(a->place);
}

static char *copy(const char *text)
{
    return strdup(text ? text : "");
}

enum status answers_put(struct answers *a, const char *subject, const char *quantity, double value, const char *units)
{
    if (a->count == a->capacity) {
        const int64_t capacity = a->capacity ? 2 * a->capacity : 16;
        struct answer *const grown = realloc(a->item, (size_t)capacity * sizeof *grown);
        if (!grown) return fail(ST_NOMEM, "no memory for %lld answers", (long long)capacity);
        a->item = grown, a->capacity = capacity;
    }
    struct answer n = {copy(subject), copy(quantity), copy(units), copy(""), value, (double)NAN, false};
    if (n.subject && n.quantity && n.units && n.place) return a->item[a->count++] = n, ST_OK;
    drop(&n);
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

struct answer_name answer_name(const struct answer *a)
{
    struct answer_name n;
    snprintf(n.text, sizeof n.text, "%s%s%s", a->subject, *a->subject ? "_" : "", a->quantity);
    for (char *c = n.text; *c; c++) {
        const bool point = *c == '.' && c > n.text && isdigit((unsigned char)c[-1]) && isdigit((unsigned char)c[1]);
        if (!isalnum((unsigned char)*c) && !strchr("-+", *c) && !point && (unsigned char)*c < 0x80) *c = '_';
    }
    return n;
}

const struct answer *answers_find(const struct answers *a, const char *subject, const char *quantity)
{
    for (int64_t i = 0; i < a->count; i++)
        if (!strcmp(a->item[i].subject, subject ? subject : "") && !strcmp(a->item[i].quantity, quantity))
            return &a->item[i];
    return NULL;
}

void answers_free(struct answers *a)
{
    for (int64_t i = 0; i < a->count; i++) drop(&a->item[i]);
    free(a->item);
    *a = (struct answers){0};
}
