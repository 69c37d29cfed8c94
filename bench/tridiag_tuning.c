/* The distances and sizes of base/tuning: each method with the value set for this processor, and with other values of
 * one of its options, on 2^25 unknowns. docs/processors.md lists the best ones by processor. */
#include <stdio.h>

#include "base/either_precision.h"
#include "bench/bench.h"
#include "bench/data/problem.h"
#include "bench/entry/limit.h"
#include "bench/entry/size.h"

enum { ROWS = 1 << 25, SHORT = 512, WIDTH = 16, VALUES = 6, TEXT = 64 };

static struct shape one_system(int64_t n, int64_t batch)
{
    return shape_contiguous(n * batch, 1);
}

static struct shape blocks(int64_t n, int64_t batch)
{
    return shape_block_interleaved(n, batch, WIDTH);
}

/* One part each: one problem, methods and the values of one option of each. */
static const struct trial {
    const char *method, *option;
    int64_t value[VALUES];
} single[] = {{"windows", "ahead", {24, 48, 96, 192, 384, 768}},
              {"partition", "ahead", {24, 48, 96, 192, 256, 512}},
              {0}},
  rows[] = {{"thomas_simd", "ahead", {24, 48, 96, 192, 512, 1024}}, {0}},
  tiles[] = {{"thomas_simd", "tile_ahead", {1024, 2048, 3072, 6144, 12288, 24576}},
             {"thomas_simd", "tile", {128 << 10, 256 << 10, 512 << 10, 1 << 20, 3 << 19, 2 << 20}},
             {0}};

static const struct {
    struct shape (*shape)(int64_t n, int64_t batch);
    const char *layout;
    const struct trial *trials;
} parts[] = {{one_system, "one system", single},
             {shape_contiguous, "contiguous", rows},
             {blocks, "block-interleaved", tiles},
             {shape_interleaved, "interleaved", tiles}};
enum { PARTS = sizeof parts / sizeof *parts, TRIALS = 3 };

static enum status add_method(struct bench *b, struct problem *batch, const struct trial *t, const char *options,
                              int64_t value)
{
    struct method_spec spec = {.options = options};
    int index;
    TRY(solver_find(KIND_TRIDIAG, t->method, HOST, &spec.solver));
    TRY(problem_add(b, batch, &batch->shape, &spec, parts[b->part].layout, &index));
    if (index < 0 || !options) return ST_OK;
    b->entry[index].parameter = t->option;
    b->entry[index].parameter_value = (double)value;
    return ST_OK;
}

static enum status add_trial(struct bench *b, struct problem *batch, int at)
{
    static char text[PARTS][TRIALS][VALUES][TEXT]; /* entries keep what they are given */
    const struct trial *const t = &parts[b->part].trials[at];
    TRY(add_method(b, batch, t, NULL, 0));
    for (int k = 0; k < VALUES; k++) {
        char *const options = text[b->part][at][k];
        snprintf(options, TEXT, "%s = %lld;", t->option, (long long)t->value[k]);
        TRY(add_method(b, batch, t, options, t->value[k]));
    }
    return ST_OK;
}

static enum status add(struct bench *b)
{
    struct problem *batch;
    enum status st = ST_OK;
    TRY(limit_add(b));
    const int64_t n = size_first(b->rows, b->scale_n, SHORT),
                  wanted = size_first(b->systems, b->scale_batch, ROWS / SHORT);
    const int64_t systems = size_that_fits(b, "tridiag.tuning, systems", wanted, n * TRIDIAG_BYTES, 1);
    TRY(problem_tridiag(&batch, parts[b->part].shape(n, systems)));
    for (int at = 0; st == ST_OK && parts[b->part].trials[at].method; at++) st = add_trial(b, batch, at);
    problem_release(batch);
    return st;
}

const struct benchmark bench_tridiag_tuning = {
    "tridiag.tuning",
    "distances of prefetches and sizes of tiles: the value set for this processor, and other values",
    add,
    .parts = PARTS,
    .takes = TAKES_ROWS | TAKES_SYSTEMS,
    .kinds = 1u << KIND_TRIDIAG};
