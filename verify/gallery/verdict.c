/* Verdicts on a method in words. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "verify/gallery/judge.h"

const struct gallery_method *gallery_method_find(const struct gallery_verdicts *v, const char *method)
{
    for (int m = 0; m < v->methods; m++)
        if (!strcmp(v->method[m].solver->method, method)) return &v->method[m];
    return NULL;
}

enum verdict gallery_worst(const struct gallery_result *r)
{
    int worst = VERDICT_WRONG;
    while (worst > VERDICT_SOLVED && !r->count[worst]) worst--;
    return (enum verdict)worst;
}

struct text {
    char *to;
    size_t size, used;
};

__attribute__((format(printf, 2, 3))) static void put(struct text *t, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    if (t->used < t->size) t->used += (size_t)vsnprintf(t->to + t->used, t->size - t->used, format, ap);
    va_end(ap);
}

static bool is(const struct gallery_verdicts *v, const struct gallery_method *m, int type, enum verdict word)
{
    return type <= GALLERY && v->judged[type - 1] && gallery_worst(&m->result[type - 1]) == word;
}

/* "1-7, 12" after a word, if there is any such type. */
static void put_types(struct text *t, const struct gallery_verdicts *v, const struct gallery_method *m,
                      enum verdict word)
{
    static const char *const words[] = {"solves", "degraded", "flagged", "wrong"};
    const char *comma = " ";
    const size_t before = t->used;
    for (int first = 1, last; first <= GALLERY; first = last + 1) {
        last = first;
        if (!is(v, m, first, word)) continue;
        while (is(v, m, last + 1, word)) last++;
        if (t->used == before) put(t, "%s%s", before ? "; " : "", words[word]);
        put(t, last > first ? "%s%d-%d" : "%s%d", comma, first, last);
        comma = ", ";
    }
}

void gallery_describe(const struct gallery_verdicts *v, const struct gallery_method *method, char *text, size_t size)
{
    struct text t = {text, size, 0};
    *text = 0;
    for (int word = VERDICT_SOLVED; word <= VERDICT_WRONG; word++) put_types(&t, v, method, (enum verdict)word);
}
