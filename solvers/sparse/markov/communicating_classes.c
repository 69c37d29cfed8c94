/* Finds the strongly connected components of a chain and its closed classes, by Tarjan's algorithm. */
#include "solvers/sparse/markov/communicating_classes.h"

#include <stddef.h>

#include "base/either_precision.h"
#include "base/memory.h"

enum { FRESH = 0 };

/* For each state: its number in order of discovery, from 1 on, or FRESH; the earliest state it leads back to; its
 * component, from 1 on, once that is known. */
struct search {
    const struct csr_double *q;
    int32_t *seen, *low, *component;
    int32_t *path; /* states from the first one to the one being visited */
    int32_t *open; /* states whose component is not known */
    int64_t *next; /* next entry of each state of the path */
    int64_t on_path, opened;
    int32_t time, components;
};

static void enter(struct search *t, int32_t s)
{
    t->seen[s] = t->low[s] = ++t->time;
    t->next[t->on_path] = t->q->start[s];
    t->path[t->on_path++] = s;
    t->open[t->opened++] = s;
}

/* Closes the component of s, all states opened since s, if none of them leads back to a state before s. */
static void close_component(struct search *t, int32_t s)
{
    t->on_path--;
    if (t->on_path > 0) {
        const int32_t from = t->path[t->on_path - 1];
        if (t->low[s] < t->low[from]) t->low[from] = t->low[s];
    }
    if (t->low[s] < t->seen[s]) return;
    t->components++;
    int32_t member;
    do {
        member = t->open[--t->opened];
        t->component[member] = t->components;
    } while (member != s);
}

static void walk(struct search *t, int32_t from)
{
    for (enter(t, from); t->on_path > 0;) {
        const int32_t s = t->path[t->on_path - 1];
        int64_t *const e = &t->next[t->on_path - 1];
        if (*e == t->q->start[s + 1]) {
            close_component(t, s);
            continue;
        }
        const int32_t to = t->q->column[*e];
        const bool led = to != s && t->q->value[*e] != 0;
        ++*e;
        if (led && t->seen[to] == FRESH) enter(t, to);
        else if (led && !t->component[to] && t->seen[to] < t->low[s]) t->low[s] = t->seen[to];
    }
}

static enum status search_make(struct search *t, const struct csr_double *q)
{
    *t = (struct search){.q = q};
    TRY(mem_array(&t->seen, HOST, q->n, sizeof *t->seen));
    TRY(mem_array(&t->low, HOST, q->n, sizeof *t->low));
    TRY(mem_array(&t->component, HOST, q->n, sizeof *t->component));
    TRY(mem_array(&t->path, HOST, q->n, sizeof *t->path));
    TRY(mem_array(&t->open, HOST, q->n, sizeof *t->open));
    return mem_array(&t->next, HOST, q->n, sizeof *t->next);
}

static void search_free(struct search *t)
{
    mem_free(t->seen);
    mem_free(t->low);
    mem_free(t->component);
    mem_free(t->path);
    mem_free(t->open);
    mem_free(t->next);
}

/* `leaves` [components + 1]: is there a rate out of each component? */
static void find_closed(struct classes *c, const struct search *t, int32_t *leaves)
{
    int32_t home = 0;
    for (int64_t s = 0; s < t->q->n; s++)
        for (int64_t e = t->q->start[s]; e < t->q->start[s + 1]; e++)
            if (t->q->value[e] != 0 && t->component[t->q->column[e]] != t->component[s]) leaves[t->component[s]] = 1;
    for (int64_t s = 0; s < t->q->n; s++) {
        const int32_t k = t->component[s];
        if (leaves[k]) continue;
        if (c->closed < 2) c->example[c->closed] = s;
        c->closed++;
        leaves[k] = 1; /* one of each is enough */
        home = k;
    }
    c->components = t->components;
    for (int64_t s = 0; s < t->q->n; s++)
        c->index[s] = c->closed == 1 && t->component[s] == home ? (int32_t)c->states++ : -1;
}

enum status classes_find(struct classes *c, const struct csr_double *q)
{
    struct search t;
    int32_t *leaves = NULL;
    *c = (struct classes){0};
    TRY(mem_array(&c->index, HOST, q->n, sizeof *c->index));
    enum status s = search_make(&t, q);
    for (int64_t i = 0; s == ST_OK && i < q->n; i++)
        if (t.seen[i] == FRESH) walk(&t, (int32_t)i);
    if (s == ST_OK) s = mem_array(&leaves, HOST, t.components + 1, sizeof *leaves);
    if (s == ST_OK) find_closed(c, &t, leaves);
    mem_free(leaves);
    search_free(&t);
    return s;
}

void classes_free(struct classes *c)
{
    mem_free(c->index);
    *c = (struct classes){0};
}

enum status classes_check(const struct classes *c, const struct matrix_origin *from)
{
    enum status s = ST_OK;
    const long long first = (long long)from->first;
    if (c->closed > 1)
        s = fail(
            ST_CONFIG,
            "the chain has %lld closed classes, one with state %lld and one with state %lld: where it ends depends "
            "on where it begins",
            (long long)c->closed, (long long)c->example[0] + first, (long long)c->example[1] + first);
    else if (c->states == 1)
        s = fail(ST_CONFIG, "state %lld is absorbing: nothing leaves it, and all others lead to it",
                 (long long)c->example[0] + first);
    return s == ST_OK || !from->line ? s : fail_within(s, "%s:%lld: ", from->path, (long long)from->line);
}
