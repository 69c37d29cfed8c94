/* Seeds of tests, the layouts of batches, and arrays guarded by canaries. */
#include "tests/support/tridiag_cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double random_unit(uint64_t *seed)
{
    /* G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number generators, 2014 */
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static int64_t asked(const char *name, int64_t otherwise)
{
    const char *const given = getenv(name);
    return given ? strtoll(given, NULL, 0) : otherwise;
}

uint64_t test_seed(void)
{
    return (uint64_t)asked("SEED", 1);
}

bool rows_wanted(int64_t rows)
{
    return rows <= asked("ROWS_MAX", INT64_MAX);
}

bool cell_wanted(int64_t row, int64_t column, int64_t stride)
{
    return asked("SAMPLE", 1) < 24 || (row + column) % stride == 0;
}

bool batch_wanted(int64_t n, int64_t batch)
{
    static uint64_t draw;
    static int64_t place, taken;
    const int64_t share = asked("SAMPLE", 1);
    if (!draw) draw = test_seed();
    if (!rows_wanted(n * batch)) return false;
    if (place == 0) taken = (int64_t)(random_unit(&draw) * (double)share);
    const bool wanted = place == taken;
    place = place + 1 < share ? place + 1 : 0;
    return wanted;
}

static struct shape padded(int64_t n, int64_t batch)
{
    struct shape s = shape_contiguous(n, batch);
    s.dist = n + 3;
    return s;
}

static struct shape blocks_of_4(int64_t n, int64_t batch)
{
    return shape_block_interleaved(n, batch, 4);
}

static struct shape blocks_of_5(int64_t n, int64_t batch)
{
    return shape_block_interleaved(n, batch, 5);
}

/* Inner lines of fields with a rim: x fastest, 7 lines per plane, rows as long as the field or shorter. */
static struct shape lines_x(int64_t n, int64_t batch)
{
    return (struct shape){.n = n, .batch = batch, .stride = 1, .inner = 7, .dist = n + 2, .outer = 9 * (n + 2)};
}

static struct shape lines_y(int64_t n, int64_t batch)
{
    return (struct shape){.n = n, .batch = batch, .stride = 9, .inner = 7, .dist = 1, .outer = 9 * (n + 2)};
}

static struct shape lines_z(int64_t n, int64_t batch)
{
    const int64_t planes = batch / 7 + 1;
    return (struct shape){.n = n, .batch = batch, .stride = 9 * planes, .inner = 7, .dist = 1, .outer = 9};
}

/* The starts of the groups are set with the sizes. */
static struct shape ragged_groups(int64_t n, int64_t batch, int64_t width)
{
    static const int64_t later;
    return (struct shape){.n = n, .batch = batch, .stride = width, .inner = width, .dist = 1, .starts = &later};
}

static struct shape ragged(int64_t n, int64_t batch)
{
    return ragged_groups(n, batch, 1);
}

static struct shape ragged_4(int64_t n, int64_t batch)
{
    return ragged_groups(n, batch, 4);
}

const struct layout layouts[LAYOUTS] = {
    {"contiguous", shape_contiguous},
    {"padded", padded},
    {"interleaved", shape_interleaved},
    {"blocks of 4", blocks_of_4},
    {"blocks of 5", blocks_of_5},
    {"lines along x", lines_x},
    {"lines along y", lines_y},
    {"lines along z", lines_z},
    {"ragged", ragged},
    {"ragged, interleaved", ragged_4},
    {"rows in turn", shape_unified_rows},
    {"rows as records", shape_unified_records},
};

static real canary(void)
{
    real v;
#ifdef BANDSTAND_FLOAT
    const uint32_t bits = UINT32_C(0x7fc5ca1e);
#else
    const uint64_t bits = UINT64_C(0x7ff85ca1ab1eca1e);
#endif
    memcpy(&v, &bits, sizeof v);
    return v;
}

static void *must(void *p)
{
    if (!p) abort();
    return p;
}

struct guarded guarded_make(int64_t count)
{
    const size_t all = (size_t)count + 2 * GUARD;
    struct guarded g = {.count = count};
    real *const v = must(malloc(all * sizeof *v)), *const before = must(malloc(all * sizeof *v));
    for (size_t i = 0; i < all; i++) v[i] = before[i] = canary();
    g.v = v + GUARD;
    g.before = before + GUARD;
    return g;
}

void guarded_free(struct guarded g)
{
    free(g.v - GUARD);
    free(g.before - GUARD);
}

bool guarded_same(struct guarded g)
{
    return !memcmp(g.v - GUARD, g.before - GUARD, ((size_t)g.count + 2 * GUARD) * sizeof(real));
}
