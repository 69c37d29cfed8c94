/* Symbolic elimination in a minimum degree order: counts the entries that fill in. */
#include "solvers/sparse/markov/fill.h"

#include <string.h>

#include "base/either_precision.h"
#include "base/library/sparse.h"
#include "base/memory.h"
#include "solvers/sparse/matrix/matrix.h"

struct walk walk_take(int64_t n, int64_t entries, struct workspace *workspace)
{
    struct walk w = {.n = n};
    w.start = workspace_take(workspace, (n + 2) * (int64_t)sizeof *w.start);
    w.before = workspace_take(workspace, entries * (int64_t)sizeof *w.before);
    w.place = workspace_take(workspace, n * (int64_t)sizeof *w.place);
    w.parent = workspace_take(workspace, n * (int64_t)sizeof *w.parent);
    w.met = workspace_take(workspace, n * (int64_t)sizeof *w.met);
    return w;
}

void walk_begin(struct walk *w, const struct csr *a, const int32_t *order)
{
    for (int64_t p = 0; p < w->n; p++) w->place[order[p]] = (int32_t)p;
    memset(w->start, 0, (size_t)(w->n + 2) * sizeof *w->start);
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t i = 0; i < w->n; i++)
            for (int64_t e = a->start[i]; e < a->start[i + 1]; e++) {
                const int32_t p = w->place[i], q = w->place[a->column[e]], late = p > q ? p : q;
                if (p == q) continue;
                if (pass) w->before[w->start[late + 1]++] = p > q ? q : p;
                else w->start[late + 2]++;
            }
        for (int64_t i = 0; i < w->n && !pass; i++) w->start[i + 2] += w->start[i + 1];
    }
}

void walk_links(struct walk *w, int64_t *count, int64_t sparse, const int64_t *begin, int32_t *later)
{
    for (int64_t i = 0; i < w->n; i++) {
        w->parent[i] = -1;
        w->met[i] = (int32_t)i;
        count[i] = 0;
        for (int64_t e = w->start[i]; e < w->start[i + 1]; e++)
            for (int32_t p = w->before[e]; w->met[p] != i; p = w->parent[p]) {
                if (w->parent[p] < 0) w->parent[p] = (int32_t)i;
                if (later && p < sparse) later[begin[p] + count[p]] = (int32_t)i;
                count[p]++;
                w->met[p] = (int32_t)i;
            }
    }
}

struct fill fill_of(int64_t n, const int64_t *count)
{
    struct fill f = {.dense = 1};
    double linked = 0;
    for (int64_t p = n - 1; p >= 0; p--) {
        const double all = (double)(n - p) * (double)(n - p - 1) / 2;
        linked += (double)count[p];
        if (linked >= 0.6 * all) f.dense = n - p;
    }
    f.products = (double)f.dense * (double)f.dense * (double)f.dense / 3;
    for (int64_t p = 0; p < n - f.dense; p++) {
        f.links += count[p];
        f.products += (double)count[p] * (double)count[p];
    }
    return f;
}

struct fill_workspace {
    struct csr a;
    struct walk w;
    int64_t *column, *order; /* the arguments of AMD; then counts */
};

static int64_t lay_out(struct fill_workspace *r, const struct shape *s, const struct matrix *a, void *memory)
{
    struct workspace c = {memory, 0};
    r->a = csr_of(s, a, &c);
    r->w = walk_take(s->n, s->blocktri.entries, &c);
    r->column = workspace_take(&c, s->blocktri.entries * (int64_t)sizeof *r->column);
    r->order = workspace_take(&c, s->n * (int64_t)sizeof *r->order);
    return c.used;
}

enum status fill_order(const struct matrix *a, int32_t *order, struct fill *fill)
{
    const struct shape s = shape_blocktri(LINEAR, a, NULL, a->n);
    struct fill_workspace r;
    void *memory;
    *fill = (struct fill){0};
    TRY(mem_alloc(&memory, HOST, lay_out(&r, &s, a, NULL)));
    lay_out(&r, &s, a, memory);
    csr_fill(&r.a, a);
    for (int64_t e = 0; e < r.a.start[a->n]; e++) r.column[e] = r.a.column[e];
    const enum status st = sparse_order(a->n, r.a.start, r.column, r.order);
    if (st == ST_OK) {
        for (int64_t p = 0; p < a->n; p++) order[p] = (int32_t)r.order[p];
        walk_begin(&r.w, &r.a, order);
        walk_links(&r.w, r.order, 0, NULL, NULL);
        *fill = fill_of(a->n, r.order);
    }
    mem_free(memory);
    return st;
}
