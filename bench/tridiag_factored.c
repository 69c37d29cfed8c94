/* One tridiagonal matrix with random coefficients, factored once: right sides one at a time and 32 at a time, 2^25
 * unknowns in all, by the methods on the host that keep factors of any regular matrix, against the same methods that
 * eliminate again for every right side. */
#include "base/either_precision.h"
#include "bench/bench.h"
#include "bench/data/problem.h"
#include "bench/entry/limit.h"
#include "bench/entry/peers.h"
#include "bench/entry/size.h"

enum { UNKNOWNS = 1 << 25, SIDES = 32, KINDS = 2 };

static const struct {
    int64_t sides;
    const char *anew, *factored;
} kinds[KINDS] = {{1, "one right side", "one, factored"}, {SIDES, "many right sides", "many, factored"}};

static enum status add_methods(struct bench *b, struct problem *batch, const char *layout)
{
    struct shape shape = batch->shape;
    shape.reuse = layout == kinds[b->part].factored;
    for (size_t i = 0; i < solver_count(); i++) {
        const struct method_spec spec = {.solver = solver_at(i)};
        const struct solver *const s = spec.solver;
        int index;
        if (s->kind == KIND_TRIDIAG && s->space == HOST && s->hooks->factor && (s->can & CAN_ANY_MATRIX))
            TRY(problem_add(b, batch, &shape, &spec, layout, &index));
    }
    return ST_OK;
}

static void add_peers(struct bench *b, int from)
{
    for (int i = from; i < b->count; i++) {
        const int peer = peer_find(b, from, b->entry[i].name, kinds[b->part].anew, HOST);
        if (peer >= 0 && peer != i) peer_add(b, i, "anew", peer);
    }
    peers_add_precision(b, from);
}

static enum status add(struct bench *b)
{
    struct problem *batch;
    TRY(limit_add(b));
    const int64_t most = kinds[b->part].sides, sides = most == 1 ? 1 : size_first(b->systems, b->scale_batch, most);
    const int64_t wanted = size_first(b->rows, b->scale_n * 32, UNKNOWNS / most);
    const int64_t n = size_that_fits(b, "tridiag.factored, rows", wanted, TRIDIAG_BYTES * sides, 1);
    struct shape shape = shape_contiguous(n, sides);
    shape.matrix = matrix_layout_shared();
    TRY(problem_tridiag_any(&batch, shape));
    const int from = b->count;
    enum status st = add_methods(b, batch, kinds[b->part].anew);
    if (st == ST_OK) st = add_methods(b, batch, kinds[b->part].factored);
    problem_release(batch);
    if (st == ST_OK) add_peers(b, from);
    return st;
}

const struct benchmark bench_tridiag_factored = {
    "tridiag.factored",
    "right sides of one random matrix that is factored once, one and 32 at a time, against a new elimination each",
    add,
    .parts = KINDS,
    .takes = TAKES_ROWS | TAKES_SYSTEMS,
    .kinds = 1u << KIND_TRIDIAG};
