/* Reverse Cuthill-McKee: breadth first from a peripheral row, neighbours by rising degree. */
#include "solvers/sparse/matrix/rcm.h"

#include <stdlib.h>
#include <string.h>

#include "base/either_precision.h"
#include "base/memory.h"

/* Neighbours of each row, in both directions, and the depths of the traversal. */
struct graph {
    int64_t n, *start;
    int32_t *near;
    int32_t *depth; /* in the last traversal; -1: not reached */
};

struct neighbour {
    int32_t row;
    int64_t degree;
};

static int64_t degree(const struct graph *g, int64_t row)
{
    return g->start[row + 1] - g->start[row];
}

/* The graph of the pattern and its transpose. An entry with its mirror image counts twice: a symmetric pattern doubles
 * all degrees, which does not change the order. */
static enum status graph_make(struct graph *g, const struct csr_double *r)
{
    *g = (struct graph){.n = r->n};
    TRY(mem_array(&g->start, HOST, r->n + 2, sizeof *g->start));
    TRY(mem_array(&g->near, HOST, 2 * r->start[r->n], sizeof *g->near));
    TRY(mem_array(&g->depth, HOST, r->n, sizeof *g->depth));
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t i = 0; i < r->n; i++)
            for (int64_t e = r->start[i]; e < r->start[i + 1]; e++) {
                const int32_t j = r->column[e];
                if (j == i) continue;
                if (pass) g->near[g->start[i + 1]++] = j, g->near[g->start[j + 1]++] = (int32_t)i;
                else g->start[i + 2]++, g->start[j + 2]++;
            }
        for (int64_t i = 0; i < r->n && !pass; i++) g->start[i + 2] += g->start[i + 1];
    }
    return ST_OK;
}

static void graph_free(struct graph *g)
{
    mem_free(g->start);
    mem_free(g->near);
    mem_free(g->depth);
}

static int by_degree(const void *a, const void *b)
{
    const struct neighbour *const x = a, *const y = b;
    if (x->degree != y->degree) return x->degree < y->degree ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

/* Breadth-first traversal from `from`; fills order[0 ... count - 1]; returns count. Rows reached before keep their
 * depth. */
static int64_t walk(struct graph *g, int32_t from, int32_t *order, struct neighbour *fresh_rows)
{
    int64_t count = 1;
    order[0] = from;
    g->depth[from] = 0;
    for (int64_t k = 0; k < count; k++) {
        const int32_t row = order[k];
        int64_t fresh = 0;
        for (int64_t e = g->start[row]; e < g->start[row + 1]; e++) {
            const int32_t to = g->near[e];
            if (g->depth[to] >= 0) continue;
            g->depth[to] = g->depth[row] + 1;
            fresh_rows[fresh++] = (struct neighbour){to, degree(g, to)};
        }
        qsort(fresh_rows, (size_t)fresh, sizeof *fresh_rows, by_degree);
        for (int64_t f = 0; f < fresh; f++) order[count++] = fresh_rows[f].row;
    }
    return count;
}

static void forget(struct graph *g, const int32_t *order, int64_t count)
{
    for (int64_t k = 0; k < count; k++) g->depth[order[k]] = -1;
}

/* A peripheral row of the component of `from`: the row of least degree among those farthest away, repeated while the
 * depth grows. */
static int32_t peripheral(struct graph *g, int32_t from, int32_t *order, struct neighbour *fresh_rows)
{
    for (int32_t farthest = -1;;) {
        const int64_t count = walk(g, from, order, fresh_rows);
        const int32_t depth = g->depth[order[count - 1]];
        int32_t best = order[count - 1];
        for (int64_t k = count - 1; k >= 0 && g->depth[order[k]] == depth; k--)
            if (degree(g, order[k]) < degree(g, best)) best = order[k];
        forget(g, order, count);
        if (depth <= farthest) return from;
        farthest = depth;
        from = best;
    }
}

static void turn_around(int32_t *order, int64_t n)
{
    for (int64_t k = 0; k < n / 2; k++) {
        const int32_t other = order[n - 1 - k];
        order[n - 1 - k] = order[k];
        order[k] = other;
    }
}

/* `place` [n] is scratch. */
static int64_t band_of(const struct csr_double *r, const int32_t *order, int32_t *place)
{
    int64_t band = 0;
    for (int64_t k = 0; k < r->n; k++) place[order[k]] = (int32_t)k;
    for (int64_t i = 0; i < r->n; i++)
        for (int64_t e = r->start[i]; e < r->start[i + 1]; e++) {
            const int64_t distance = llabs((long long)place[i] - place[r->column[e]]);
            if (distance > band) band = distance;
        }
    return band;
}

enum status rcm_order(const struct csr_double *r, int32_t *order, int64_t *band)
{
    struct graph g;
    struct neighbour *fresh_rows = NULL;
    enum status s = graph_make(&g, r);
    if (s == ST_OK) s = mem_array(&fresh_rows, HOST, r->n, sizeof *fresh_rows);
    if (s == ST_OK) {
        memset(g.depth, -1, (size_t)r->n * sizeof *g.depth);
        for (int64_t count = 0, i = 0; i < r->n; i++)
            if (g.depth[i] < 0)
                count += walk(&g, peripheral(&g, (int32_t)i, order + count, fresh_rows), order + count, fresh_rows);
        turn_around(order, r->n);
        *band = band_of(r, order, g.depth);
    }
    mem_free(fresh_rows);
    graph_free(&g);
    return s;
}
