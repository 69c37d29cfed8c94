/* The cost of checks of answers: the batch of tridiag.batch solved as it is, with the backward error of each system,
 * with a condition estimate too, and with one step of iterative refinement. */
#include "base/either_precision.h"
#include "base/memory.h"
#include "bench/bench.h"
#include "bench/data/problem.h"
#include "bench/entry/limit.h"
#include "bench/entry/peers.h"
#include "bench/entry/size.h"

enum { ROWS = 512, SYSTEMS = 25600, WIDTH = 16 };

static const char *const methods[] = {"thomas_simd", "thomas_pivot_simd", NULL};
enum { METHODS = 2 };

static const struct {
    const char *name[METHODS];
    bool check, condition, refine;
} variants[] = {
    {{"thomas_simd", "thomas_pivot_simd"}, false, false, false},
    {{"thomas_simd, check", "thomas_pivot_simd, check"}, true, false, false},
    {{"thomas_simd, condition", "thomas_pivot_simd, condition"}, true, true, false},
    {{"thomas_simd, refine", "thomas_pivot_simd, refine"}, false, false, true},
};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

static const char *const layouts[] = {"contiguous", "block-interleaved", "interleaved"};
enum { LAYOUTS = sizeof layouts / sizeof layouts[0] };

static struct shape shape_of(int layout, int64_t n, int64_t batch)
{
    return layout == 0   ? shape_contiguous(n, batch)
           : layout == 1 ? shape_block_interleaved(n, batch, WIDTH)
                         : shape_interleaved(n, batch);
}

/* A problem lends an array for the condition if its own shape is checked. */
static enum status add_variant(struct bench *b, struct shape shape, int layout, int v, const int plain[METHODS],
                               int added[METHODS])
{
    struct problem *batch;
    shape.tridiag.check = variants[v].condition;
    TRY(problem_tridiag(&batch, shape));
    shape.tridiag.check = variants[v].check, shape.tridiag.refine = variants[v].refine;
    enum status st = ST_OK;
    for (int m = 0; st == ST_OK && m < METHODS; m++) {
        struct method_spec spec = {.name = variants[v].name[m]};
        st = solver_find(KIND_TRIDIAG, methods[m], HOST, &spec.solver);
        if (st == ST_OK) st = problem_add(b, batch, &shape, &spec, layouts[layout], &added[m]);
        if (st == ST_OK && v) peer_add(b, added[m], "unchecked", plain[m]);
    }
    problem_release(batch);
    return st;
}

static enum status add(struct bench *b)
{
    const int64_t n = size_first(b->rows, b->scale_n, ROWS);
    int64_t wanted = size_first(b->systems, b->scale_batch, SYSTEMS);
    if (!b->scale_batch && !b->systems)
        while (4 * wanted * n * (int64_t)sizeof(double) < 8 * mem_cache_bytes()) wanted *= 2;
    TRY(limit_add(b));
    const int64_t systems = size_that_fits(b, "tridiag.check, systems", wanted, n * TRIDIAG_BYTES, 1);
    const int from = b->count;
    for (int layout = 0; layout < LAYOUTS; layout++) {
        int plain[METHODS] = {-1, -1}, other[METHODS] = {-1, -1};
        const struct shape shape = shape_of(layout, n, systems);
        for (int v = 0; v < VARIANTS; v++) TRY(add_variant(b, shape, layout, v, plain, v ? other : plain));
    }
    peers_add_precision(b, from);
    return ST_OK;
}

const struct benchmark bench_tridiag_check = {
    "tridiag.check",
    "the batch of tridiag.batch with backward errors, with condition estimates, and with refinement, against without",
    add, .takes = TAKES_ROWS | TAKES_SYSTEMS, .methods = methods};
