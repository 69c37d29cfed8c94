/* A batch of random trees of any layout: one tree for all, or one each. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bench/data/problem.h"
#include "solvers/tree/random_tree.h"
#include "solvers/tree/tree_line.h"

enum { LOWER, DIAG, UPPER, RHS, X, ARRAYS, CHUNK = 4096 };

/* The right side that a solve overwrites in X is kept in RHS. */
struct trees {
    struct problem problem;
    int64_t *parents, *firsts, *sizes, *starts; /* of the shape */
    int64_t values;
    real *array[ARRAYS]; /* there while it is loaded */
};

static void drop(void *of)
{
    struct trees *const t = of;
    for (int a = 0; a < ARRAYS; a++) t->array[a] = mem_free(t->array[a]);
}

static enum status load(void *of)
{
    struct trees *const b = of;
    const struct shape *const s = &b->problem.shape;
    for (int a = 0; a < ARRAYS; a++) TRY(mem_array(&b->array[a], HOST, b->values, sizeof(real)));
#pragma omp parallel for schedule(static)
    for (int64_t t = 0; t < s->batch; t++) {
        const int64_t start = shape_start(s, t), rows = shape_rows(s, t), place = t * s->n;
        random_tree(tree_parents(s, t), rows, s->stride, b->array[LOWER] + start, b->array[DIAG] + start,
                    b->array[UPPER] + start, place);
        for (int64_t i = 0; i < rows; i++) b->array[RHS][start + i * s->stride] = random_at(place + i, 3);
    }
    return ST_OK;
}

static void restore(void *of, const struct shape *shape, int threads)
{
    const struct trees *const b = of;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t at = 0; at < b->values; at += CHUNK)
        memcpy(b->array[X] + at, b->array[RHS] + at,
               (size_t)(b->values - at < CHUNK ? b->values - at : CHUNK) * sizeof(real));
    (void)shape;
}

static void bind(void *of, const struct shape *shape, struct system *out)
{
    const struct trees *const b = of;
    (void)shape;
    out->tree = (struct tree){b->array[LOWER], b->array[DIAG], b->array[UPPER]};
    out->x = b->array[X];
}

static void release(void *of)
{
    struct trees *const b = of;
    mem_free(b->parents);
    mem_free(b->firsts);
    mem_free(b->sizes);
    mem_free(b->starts);
    free(b);
}

static const struct problem_ops ops = {TRAFFIC_SOLVE, load, drop, restore, bind, release};

/* Draws sizes of n / 2 to n rows, in any order. */
static enum status draw_sizes(struct trees *b, struct shape *s)
{
    const int64_t least = (s->n + 1) / 2;
    TRY(mem_array(&b->sizes, HOST, s->batch, sizeof *b->sizes));
    TRY(mem_array(&b->starts, HOST, s->batch, sizeof *b->starts));
    for (int64_t t = 0; t < s->batch; t++)
        b->sizes[t] = least + (int64_t)(((double)random_at(t, 0) + 1) / 2 * (double)(s->n - least));
    const struct tree_shape tree = s->tree;
    const enum kind kind = s->kind;
    *s = shape_ragged(s->batch, b->sizes, 1, b->starts);
    s->tree = tree, s->kind = kind;
    return ST_OK;
}

static enum status draw(struct trees *b, bool own, bool ragged)
{
    struct shape *const s = &b->problem.shape;
    const int64_t trees = own ? s->batch : 1, n = s->n;
    s->kind = KIND_TREE;
    TRY(mem_array(&b->parents, HOST, trees * n, sizeof *b->parents));
    for (int64_t k = 0; k < trees * n; k++) b->parents[k] = random_parent(TREE_CABLES, k % n, k);
    if (own) TRY(mem_array(&b->firsts, HOST, s->batch, sizeof *b->firsts));
    for (int64_t t = 0; own && t < s->batch; t++) b->firsts[t] = t * n;
    s->tree = (struct tree_shape){.parents = b->parents, .firsts = b->firsts};
    if (ragged) TRY(draw_sizes(b, s));
    b->values = shape_extent(s);
    b->problem.bytes = ARRAYS * b->values * (int64_t)sizeof(real);
    return ST_OK;
}

enum status problem_tree(struct problem **out, struct shape shape, bool own, bool ragged)
{
    struct trees *const b = problem_new(sizeof *b, &ops, shape);
    *out = b ? &b->problem : NULL;
    if (!b) return ST_NOMEM;
    const enum status s = draw(b, own, ragged);
    if (s == ST_OK) return ST_OK;
    problem_release(*out);
    *out = NULL;
    return s;
}

static enum status make(struct problem **out, int64_t n, int64_t systems)
{
    return problem_tree(out, shape_contiguous(n, systems), false, false);
}

const struct small_problem small_tree = {make, {{100, 1}, {100, 16}, {1000, 16}}};
