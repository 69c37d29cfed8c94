/* Transforms of lines along each axis of a field of 256^3 values, there and back, and of lines of many lengths; every
 * method, against FFTW and the limit of work in place, one value read and written. */
#include <stdio.h>
#include <string.h>

#include "base/either_precision.h"
#include "bench/bench.h"
#include "bench/data/problem.h"
#include "bench/entry/limit.h"
#include "bench/entry/peers.h"
#include "bench/entry/size.h"

enum { EDGE = 256, AXES = 3 };

/* Pairs of types that a Poisson solver uses together, and those of other boundaries. */
static const enum transform_type types[] = {DCT2, DCT3, HALF_COMPLEX, REAL, DST2, DST3, DCT1, DST1, DCT4, DST4};
enum { TYPES = sizeof types / sizeof *types };

/* Entries keep the texts. */
static const char *const axes[AXES] = {"along x", "along y", "along z"};
static const char *text_of(enum transform_type type, int axis)
{
    static char text[TRANSFORM_TYPES][AXES][32];
    snprintf(text[type][axis], sizeof text[type][axis], "%s %s", transform_name(type), axes[axis]);
    return text[type][axis];
}

static struct shape shape_along(int axis, int64_t n, enum transform_type type)
{
    struct shape shapes[AXES] = {shape_contiguous(n, n * n), shape_block_interleaved(n, n * n, n),
                                 shape_interleaved(n, n * n)};
    shapes[axis].kind = KIND_TRANSFORM;
    shapes[axis].transform.type = type;
    return shapes[axis];
}

/* Dense products are for short lines. */
static bool is_measured(const struct solver *s, int64_t n)
{
    return s->kind == KIND_TRANSFORM && s->space == HOST && (n <= 64 || strcmp(s->method, "matrix"));
}

static enum status add_methods(struct bench *b, const struct shape *shape, const char *layout)
{
    const int from = b->count;
    struct problem *problem;
    enum status s = ST_OK;
    int index;
    TRY(problem_transform(&problem, *shape));
    for (size_t i = 0; i < solver_count() && s == ST_OK; i++)
        if (is_measured(solver_at(i), shape->n))
            s = problem_add(b, problem, shape, &(struct method_spec){.solver = solver_at(i)}, layout, &index);
    problem_release(problem);
    peer_add_all(b, from, "fftw");
    return s;
}

static enum status add_type(struct bench *b)
{
    const int start = b->count;
    const enum transform_type type = types[b->part];
    TRY(limit_add(b));
    const int64_t n = size_first(b->rows, b->scale_n, EDGE);
    for (int axis = 0; axis < AXES; axis++) {
        const struct shape shape = shape_along(axis, n, type);
        TRY(add_methods(b, &shape, text_of(type, axis)));
    }
    peers_add_precision(b, start);
    return ST_OK;
}

const struct benchmark bench_transform = {
    "transform.field",
    "ten types of transforms along each axis of 256^3 values: every method, FFTW, the memory limit",
    add_type,
    TYPES,
    .takes = TAKES_ROWS,
    .kinds = 1u << KIND_TRANSFORM};

/* Short and long, powers, products of small primes, and primes. */
static const int64_t lengths[] = {16,  32,  60,  64,  97,  100, 128,  200,  243,
                                  256, 257, 320, 384, 500, 512, 1000, 1009, 1024};
enum { LENGTHS = sizeof lengths / sizeof *lengths, VALUES = 1 << 22 };

static enum status add_length(struct bench *b)
{
    const int start = b->count;
    const int64_t n = lengths[b->part], values = b->scale_n ? b->scale_n * 64 : VALUES;
    const int64_t lines = values / n > 1 ? values / n : 1;
    TRY(limit_add(b));
    static const enum transform_type tried[] = {DCT2, HALF_COMPLEX, DST1};
    for (size_t t = 0; t < sizeof tried / sizeof *tried; t++) {
        struct shape along = shape_contiguous(n, lines), beside = shape_interleaved(n, lines);
        along.kind = beside.kind = KIND_TRANSFORM;
        along.transform.type = beside.transform.type = tried[t];
        TRY(add_methods(b, &along, text_of(tried[t], 0)));
        TRY(add_methods(b, &beside, text_of(tried[t], 2)));
    }
    peers_add_precision(b, start);
    return ST_OK;
}

const struct benchmark bench_transform_lengths = {
    "transform.lengths", "lines of 16 to 1,024 values, powers, products and primes: every method, FFTW", add_length,
    LENGTHS, .kinds = 1u << KIND_TRANSFORM};
