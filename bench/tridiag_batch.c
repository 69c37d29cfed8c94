/* A batch of many small tridiagonal systems, 25,600 of 512 rows (Valero-Lara et al. 2018, the size that fills the
 * caches many times), in three layouts: every registered method that accepts, against elimination in order, parallel
 * loops over LAPACK and the memory limit at 5 values per unknown: lower, diagonal, upper and right side read, solution
 * written. Then interleaved systems of one matrix, plain and shifted by one value per system, by the methods that read
 * it in place, 2 values per unknown: the shifted systems against the same systems with the matrices written out
 * (`copies`). */
#include <string.h>

#include "base/either_precision.h"
#include "base/memory.h"
#include "bench/bench.h"
#include "bench/data/problem.h"
#include "bench/entry/limit.h"
#include "bench/entry/peers.h"
#include "bench/entry/size.h"
#include "bench/peers/raw_gtsv.h"

enum { ROWS = 512, SYSTEMS = 25600, WIDTH = 16 };

static const struct {
    const char *name;
    unsigned can; /* required capabilities of a method */
} layouts[] = {{"contiguous", 0},
               {"block-interleaved", CAN_STRIDE},
               {"interleaved", CAN_STRIDE},
               {"shared matrix", CAN_STRIDE | CAN_LAYOUT | CAN_SHIFT},
               {"shifted matrix", CAN_STRIDE | CAN_LAYOUT | CAN_SHIFT}};
enum { LAYOUTS = sizeof layouts / sizeof layouts[0] };

static struct shape shape_of(int layout, int64_t n, int64_t batch)
{
    struct shape one = shape_interleaved(n, batch);
    one.matrix = matrix_layout_shared();
    struct shape shifted = one;
    shifted.tridiag.shifted = true;
    const struct shape shapes[LAYOUTS] = {shape_contiguous(n, batch), shape_block_interleaved(n, batch, WIDTH),
                                          shape_interleaved(n, batch), one, shifted};
    return shapes[layout];
}

static enum status add_layout(struct bench *b, int layout, int64_t n, int64_t systems)
{
    struct problem *batch;
    const int from = b->count;
    int index;
    TRY(problem_tridiag(&batch, shape_of(layout, n, systems)));
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < solver_count(); i++) {
        const struct solver *const s = solver_at(i);
        if (s->kind != KIND_TRIDIAG || s->space != HOST || (s->can & layouts[layout].can) != layouts[layout].can)
            continue;
        const struct method_spec spec = {.solver = s};
        st = problem_add(b, batch, &batch->shape, &spec, layouts[layout].name, &index);
    }
    if (st == ST_OK && !batch->shape.matrix.inner) st = raw_gtsv_add(b, batch, layouts[layout].name, from);
    problem_release(batch);
    return st;
}

/* Every method but the peers themselves is compared with them, in their best layout; shifted copies of one matrix are
 * compared with separate matrices. */
static void add_peers(struct bench *b, int from)
{
    for (int i = from; i < b->count; i++)
        if (!strcmp(b->entry[i].layout, "shifted matrix"))
            peer_add(b, i, "copies", peer_find(b, from, b->entry[i].name, "interleaved", HOST));
    static const char *const names[] = {"thomas", "lapack"};
    for (size_t p = 0; p < sizeof names / sizeof names[0]; p++) {
        const int peer = peer_find(b, from, names[p], layouts[0].name, HOST);
        for (int i = from; peer >= 0 && i < b->count; i++)
            if (i != peer) peer_add(b, i, names[p], peer);
    }
}

static enum status add(struct bench *b)
{
    const int64_t n = size_first(b->rows, b->scale_n, ROWS);
    int64_t wanted = size_first(b->systems, b->scale_batch, SYSTEMS);
    if (!b->scale_batch && !b->systems)
        while (4 * wanted * n * (int64_t)sizeof(double) < 8 * mem_cache_bytes()) wanted *= 2;
    TRY(limit_add(b));
    const int64_t systems = size_that_fits(b, "tridiag.batch, systems", wanted, n * TRIDIAG_BYTES, 1);
    const int from = b->count;
    for (int layout = 0; layout < LAYOUTS; layout++) TRY(add_layout(b, layout, n, systems));
    add_peers(b, from);
    peers_add_precision(b, from);
    return ST_OK;
}

const struct benchmark bench_tridiag_batch = {
    "tridiag.batch",
    "25,600 systems of 512 rows in three layouts, and of one matrix; every method, the peers, the memory limit",
    add,
    .takes = TAKES_ROWS | TAKES_SYSTEMS,
    .kinds = 1u << KIND_TRIDIAG,
    .methods = raw_gtsv_names};
