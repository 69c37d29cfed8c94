/* The influence of the columns r and the blocks of P. Stpiczynski's formats, IMCSIT 2008: figure 4, 2^20 rows in every
 * number of columns; figure 5, 256 columns of 4096 rows in blocks of every size; and both at 2^24 rows. In addition to
 * his order of a block, or of a matrix, the order along contiguous values. */
#include <stdio.h>

#include "base/either_precision.h"
#include "bench/bench.h"
#include "bench/data/problem.h"
#include "bench/entry/limit.h"
#include "bench/entry/peers.h"
#include "bench/entry/size.h"

enum { SMALL = 1 << 20, LARGE = 1 << 24, POINTS = 16, TEXT = 64 };

/* One curve: a method with `fixed` options, and one more that varies by powers of two. */
static const struct curve {
    const char *method, *name, *fixed, *parameter;
    int from, to; /* powers */
} curves[] = {
    {"dc", "dc", "", "r", 4, 16},
    {"dc", "dc, columns", "order = \"columns\"; padding = 0;", "r", 4, 16},
    {"nd", "nd", "", "r", 4, 14},
    {"nd", "nd, rows", "order = \"rows\";", "r", 4, 14},
    {"nd", "nd", "r = 256;", "block", 2, 9},
    {"nd", "nd, rows", "r = 256; order = \"rows\";", "block", 2, 9},
};
enum { CURVES = sizeof curves / sizeof *curves };

static enum status add_point(struct bench *b, struct problem *rows, int c, int power, int64_t n)
{
    static char text[CURVES][POINTS + 1][TEXT]; /* entries keep the texts */
    const struct curve *const k = &curves[c];
    char *const options = text[c][power];
    const struct shape shape = problem_recurrence_shape(n);
    struct method_spec spec = {.name = k->name, .options = options};
    int index;
    snprintf(options, TEXT, "%s %s = %d;", k->fixed, k->parameter, 1 << power);
    TRY(solver_find(KIND_RECURRENCE, k->method, HOST, &spec.solver));
    TRY(problem_add(b, rows, &shape, &spec, "contiguous", &index));
    if (index < 0) return ST_OK;
    b->entry[index].parameter = k->parameter;
    b->entry[index].parameter_value = 1 << power;
    return ST_OK;
}

static enum status add_size(struct bench *b, struct problem *rows, int64_t n)
{
    const struct shape shape = problem_recurrence_shape(n);
    struct method_spec seq = {0};
    const int from = b->count;
    int index;
    TRY(solver_find(KIND_RECURRENCE, "seq", HOST, &seq.solver));
    TRY(problem_add(b, rows, &shape, &seq, "contiguous", &index));
    for (int c = 0; c < CURVES; c++)
        for (int power = curves[c].from; power <= curves[c].to; power++) TRY(add_point(b, rows, c, power, n));
    peer_add_all(b, from, "seq");
    return ST_OK;
}

static enum status add(struct bench *b)
{
    struct problem *rows;
    TRY(limit_add(b));
    const int64_t wanted = size_first(b->rows, b->scale_n * 64, LARGE);
    const int64_t large = size_that_fits(b, "bvp.curves, rows", wanted, RECURRENCE_BYTES, 1);
    const int64_t small = large < SMALL ? large / 2 + 1 : SMALL;
    TRY(problem_recurrence(&rows, large));
    enum status s = add_size(b, rows, small);
    if (s == ST_OK) s = add_size(b, rows, large);
    problem_release(rows);
    return s;
}

const struct benchmark bench_bvp_curves = {
    "bvp.curves", "recurrences through 2^20 and 2^24 rows, over the columns and the blocks of the blocked formats", add,
    .takes = TAKES_ROWS, .kinds = 1u << KIND_RECURRENCE};
