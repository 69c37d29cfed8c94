/* A batch of branched trees, 1,000 of 100 and of 1,000 rows, and 4 of 100,000: one tree for all, interleaved and
 * contiguous, and trees of their own, of one size and of n / 2 to n rows. Every method that accepts, against
 * elimination one tree at a time and the memory limit at 5 values per row: lower, diagonal, upper and right side read,
 * solution written. */
#include "base/either_precision.h"
#include "bench/bench.h"
#include "bench/data/problem.h"
#include "bench/entry/limit.h"
#include "bench/entry/peers.h"
#include "bench/entry/size.h"

enum { BYTES = 6 * sizeof(double) /* of a row, in the larger precision */ };
static const struct {
    int64_t rows, systems;
} parts[] = {{100, 1000}, {1000, 1000}, {100000, 4}};

static const struct {
    const char *name;
    struct shape (*make)(int64_t n, int64_t batch);
    bool own, ragged;
} layouts[] = {
    {"interleaved", shape_interleaved, false, false},
    {"contiguous", shape_contiguous, false, false},
    {"interleaved, own trees", shape_interleaved, true, false},
    {"contiguous, own trees", shape_contiguous, true, false},
    {"ragged, own trees", shape_contiguous, true, true},
};
enum { LAYOUTS = sizeof layouts / sizeof layouts[0] };

static const struct {
    const char *method, *name, *options;
} specs[] = {{"hines", NULL, NULL},
             {"hines_simd", NULL, NULL},
             {"hines_padded", NULL, NULL},
             {"hines_padded", "hines_padded, masked", "padding = \"masked\";"},
             {"hines_branches", NULL, NULL}};

/* Units are rows without padding. */
static void count_rows(struct bench *b, int index, const struct shape *s)
{
    double rows = 0;
    if (index < 0) return;
    struct entry *const e = &b->entry[index];
    for (int64_t t = 0; t < s->batch; t++) rows += (double)shape_rows(s, t);
    e->bytes_per_unit *= e->units / rows;
    e->units = rows;
}

static enum status add_layout(struct bench *b, int layout, int64_t n, int64_t systems)
{
    const int from = b->count;
    struct problem *trees;
    int index;
    TRY(problem_tree(&trees, layouts[layout].make(n, systems), layouts[layout].own, layouts[layout].ragged));
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < sizeof specs / sizeof *specs; i++) {
        struct method_spec spec = {.name = specs[i].name, .options = specs[i].options};
        st = solver_find(KIND_TREE, specs[i].method, HOST, &spec.solver);
        if (st == ST_OK) st = problem_add(b, trees, &trees->shape, &spec, layouts[layout].name, &index);
        if (st == ST_OK) count_rows(b, index, &trees->shape);
    }
    problem_release(trees);
    peer_add_all(b, from, "hines");
    return st;
}

static enum status add(struct bench *b)
{
    const int64_t n = size_first(b->rows, b->scale_n, parts[b->part].rows);
    TRY(limit_add(b));
    const int64_t systems = size_that_fits(
        b, "tree.batch, systems", size_first(b->systems, b->scale_batch, parts[b->part].systems), n * BYTES, 1);
    const int from = b->count;
    for (int layout = 0; layout < LAYOUTS; layout++) TRY(add_layout(b, layout, n, systems));
    peers_add_precision(b, from);
    return ST_OK;
}

const struct benchmark bench_tree_batch = {
    "tree.batch",
    "1,000 trees of 100 and of 1,000 rows, 4 of 100,000, one for all and one each; every method, the memory limit",
    add,
    sizeof parts / sizeof *parts,
    .takes = TAKES_ROWS | TAKES_SYSTEMS,
    .kinds = 1u << KIND_TREE};
