/* Recurrences down and up the rows of one large system, f = g = 1, the form of a boundary value problem: every
 * registered method, and other orders of the methods of P. Stpiczynski, IMCSIT 2008, against the two loops and the
 * limit of work in place, one value read and written for each unknown. */
#include <string.h>

#include "base/either_precision.h"
#include "bench/bench.h"
#include "bench/data/problem.h"
#include "bench/entry/limit.h"
#include "bench/entry/peers.h"
#include "bench/entry/size.h"

enum { SIZES = 3, ROWS = 1 << 24 /* and twice, and four times as many */ };

/* Measured in addition to each method with its default options. */
static const struct {
    const char *method, *name, *options;
} others[] = {
    {"dc", "dc, columns", "order = \"columns\"; padding = 0;"},
    {"nd", "nd, rows", "order = \"rows\";"},
};

static enum status add_methods(struct bench *b, struct problem *rows, int64_t n)
{
    const struct shape shape = problem_recurrence_shape(n);
    int index;
    for (size_t i = 0; i < solver_count(); i++) {
        const struct solver *const s = solver_at(i);
        if (s->kind != KIND_RECURRENCE || s->space != HOST) continue;
        TRY(problem_add(b, rows, &shape, &(struct method_spec){.solver = s}, "contiguous", &index));
        for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
            const struct method_spec spec = {.solver = s, .name = others[k].name, .options = others[k].options};
            if (strcmp(others[k].method, s->method)) continue;
            TRY(problem_add(b, rows, &shape, &spec, "contiguous", &index));
        }
    }
    return ST_OK;
}

static enum status add(struct bench *b)
{
    const int start = b->count;
    struct problem *rows;
    TRY(limit_add(b));
    const int64_t wanted = size_first(b->rows, b->scale_n * 32, ROWS);
    const int64_t first = size_that_fits(b, "bvp.sizes, the least rows", wanted, RECURRENCE_BYTES << (SIZES - 1), 1);
    TRY(problem_recurrence(&rows, first << (SIZES - 1)));
    enum status s = ST_OK;
    for (int k = 0; s == ST_OK && k < SIZES; k++) {
        const int from = b->count;
        s = add_methods(b, rows, first << k);
        peer_add_all(b, from, "seq");
    }
    problem_release(rows);
    peers_add_precision(b, start);
    return s;
}

const struct benchmark bench_bvp = {
    "bvp.sizes", "recurrences through 2^24 ... 2^26 rows: every method, the two loops, the limit of work in place", add,
    .takes = TAKES_ROWS, .kinds = 1u << KIND_RECURRENCE};
