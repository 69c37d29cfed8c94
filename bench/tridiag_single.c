/* One large tridiagonal system, 2^25 unknowns: every registered method that takes it, against elimination in order,
 * LAPACK, and the memory limit at 5 values per unknown: lower, diagonal, upper and right side read, solution written.
 * First dominant rows; then coefficients at random, by the methods for any regular matrix, against gtsv in place, which
 * makes no copies as the method `lapack` does.
 *
 * P. Valero-Lara et al., The LASs tridiagonal solver for multicore, 2019, section VI: figures 5, 7 and 8. Methods that
 * switch from cyclic reduction to elimination are tried at several switch points. */
#include <stdlib.h>
#include <string.h>

#include "base/either_precision.h"
#include "bench/bench.h"
#include "bench/data/problem.h"
#include "bench/entry/limit.h"
#include "bench/entry/peers.h"
#include "bench/entry/size.h"
#include "bench/peers/raw_gtsv.h"

enum { ROWS = 1 << 25, SWITCHES = 5, PARTS = 2, PEERS = 5 };

static const struct {
    enum status (*make)(struct problem **out, struct shape shape);
    unsigned can; /* required capabilities of a method */
    const char *layout, *peers[PEERS];
} parts[PARTS] = {
    {problem_tridiag, 0, "contiguous", {"thomas", "lapack", "thomas_continuant", "mkl_gtsv", "mkl_dtsvb"}},
    {problem_tridiag_any, CAN_ANY_MATRIX, "random", {"thomas_pivot", "lapack", "mkl_gtsv"}},
};

static bool switches(const struct solver *s)
{
    for (const struct option *o = s->options; o && o->key; o++)
        if (!strcmp(o->key, "switch_point")) return true;
    return false;
}

/* The paper tries 2 to 6, on 16 and 48 cores. */
static enum status add_switches(struct bench *b, struct problem *batch, const struct solver *s, const char *layout)
{
    static const char *const points[SWITCHES] = {"switch_point = 1;", "switch_point = 2;", "switch_point = 3;",
                                                 "switch_point = 4;", "switch_point = 5;"};
    int index;
    for (int k = 0; k < SWITCHES; k++) {
        const struct method_spec spec = {.solver = s, .options = points[k]};
        TRY(problem_add(b, batch, &batch->shape, &spec, layout, &index));
        if (index < 0) continue;
        b->entry[index].parameter = "switch_point";
        b->entry[index].parameter_value = k + 1;
    }
    return ST_OK;
}

static enum status add_methods(struct bench *b, struct problem *batch, unsigned can, const char *layout)
{
    for (size_t i = 0; i < solver_count(); i++) {
        const struct method_spec spec = {.solver = solver_at(i)};
        int index;
        if (spec.solver->kind != KIND_TRIDIAG || spec.solver->space != HOST || (spec.solver->can & can) != can)
            continue;
        if (switches(spec.solver)) TRY(add_switches(b, batch, spec.solver, layout));
        else TRY(problem_add(b, batch, &batch->shape, &spec, layout, &index));
    }
    return ST_OK;
}

static enum status add(struct bench *b)
{
    struct problem *batch;
    TRY(limit_add(b));
    const int64_t wanted = size_first(b->rows, b->scale_n * 32, ROWS);
    const int64_t n = size_that_fits(b, "tridiag.single, rows", wanted, TRIDIAG_BYTES, 1);
    TRY(parts[b->part].make(&batch, shape_contiguous(n, 1)));
    const int from = b->count;
    enum status s = add_methods(b, batch, parts[b->part].can, parts[b->part].layout);
    if (s == ST_OK && parts[b->part].can) s = raw_gtsv_add(b, batch, parts[b->part].layout, from);
    problem_release(batch);
    TRY(s);
    for (int p = 0; p < PEERS && parts[b->part].peers[p]; p++) peer_add_all(b, from, parts[b->part].peers[p]);
    peers_add_precision(b, from);
    return ST_OK;
}

const struct benchmark bench_tridiag_single = {
    "tridiag.single",
    "one system of 2^25 unknowns, dominant and random, every method and switch point, the peers, the memory limit",
    add,
    .parts = PARTS,
    .takes = TAKES_ROWS,
    .kinds = 1u << KIND_TRIDIAG,
    .methods = raw_gtsv_names};
