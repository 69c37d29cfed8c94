/* Pairs of runs that the gate compares: the counterpart of a run, and sentences for differences. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "command/compare/gate/regression_internal.h"

/* The sentence of a difference, with its file and run. */
struct worded {
    struct difference d;
    char sentence[1024];
};

static void word(struct worded *t, const struct pair *p, const struct difference *d, const char *fmt, va_list ap)
    __attribute__((format(printf, 4, 0)));
static void word(struct worded *t, const struct pair *p, const struct difference *d, const char *fmt, va_list ap)
{
    vsnprintf(t->sentence, sizeof t->sentence, fmt, ap);
    t->d = *d;
    t->d.file = p->b->path;
    t->d.run = p->run_a ? p->run_a->name : NULL;
    t->d.sentence = t->sentence;
}

void differ(const struct pair *p, const struct difference *d, const char *fmt, ...)
{
    struct worded t;
    va_list ap;
    va_start(ap, fmt);
    word(&t, p, d, fmt, ap);
    va_end(ap);
    p->gate->differences++;
    p->gate->report(p->gate->context, &t.d);
}

void unsure(const struct pair *p, const struct difference *d, const char *fmt, ...)
{
    struct worded t;
    va_list ap;
    va_start(ap, fmt);
    word(&t, p, d, fmt, ap);
    va_end(ap);
    p->gate->inconclusive++;
    if (p->gate->unsure) p->gate->unsure(p->gate->context, &t.d);
}

bool regression_same_key(const struct stored_run *a, const struct stored_run *b)
{
    return strcmp(a->method, b->method) == 0 && strcmp(a->space, b->space) == 0 &&
           strcmp(a->precision, b->precision) == 0;
}

const struct stored_run *regression_counterpart(const struct result *a, int64_t i, const struct result *b)
{
    int64_t skip = 0;
    for (int64_t k = 0; k < i; k++) skip += regression_same_key(&a->run[k], &a->run[i]);
    for (int64_t k = 0; k < b->count; k++)
        if (regression_same_key(&b->run[k], &a->run[i]) && skip-- == 0) return &b->run[k];
    return NULL;
}
