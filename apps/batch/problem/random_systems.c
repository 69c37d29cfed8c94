/* Draws coefficients, unknowns and right sides from a seed and their indices. */
#include "apps/batch/problem/random_systems.h"

#include "base/exec.h"

/* Diagonals reach 3, or 4 in the Toeplitz matrix, so a right side 6: 2 BITS + 3 of the 24 bits of a float hold it. */
enum { BITS = 10, EIGHTH = 1 << (BITS - 3) };

static const real unit = RC(1.0) / (1 << BITS);

/* A system is drawn at SIZE + s, its row at even and odd numbers above. */
static const uint64_t golden = UINT64_C(0x9e3779b97f4a7c15), SIZE = UINT64_C(1) << 63;

static inline uint64_t mix(uint64_t seed, uint64_t place)
{
    uint64_t z = (seed * UINT64_C(0xd1342543de82ef95) + place + 1) * golden;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* A multiple of the unit in [-1, 1), from the bits of z from `bit` on. */
static inline real signed_part(uint64_t z, int bit)
{
    return (real)((int64_t)(z >> bit & ((2u << BITS) - 1)) - (1 << BITS)) * unit;
}

/* One in [1/8, 1]. */
static inline real positive_part(uint64_t z, int bit)
{
    return (real)(int64_t)(EIGHTH + (z >> bit & ((1u << BITS) - 1)) * 7 / 8) * unit;
}

struct row {
    real a, b, c;
};

/* `rows` of a system; lower of the first and upper of the last are 0. */
static inline struct row row_at(const struct random_systems *x, int64_t s, int64_t i, int64_t rows)
{
    struct row r = {RC(1.0), RC(4.0), RC(1.0)};
    if (i >= rows) return (struct row){0, RC(1.0), 0};
    if (x->matrix == RANDOM_DOMINANT) {
        const uint64_t place = 2 * (uint64_t)((x->shared ? 0 : (x->earlier + s) * x->n) + i);
        const uint64_t z = mix(x->seed, place);
        r.a = signed_part(z, 0), r.c = signed_part(z, 32);
        r.b = (r.a < 0 ? -r.a : r.a) + (r.c < 0 ? -r.c : r.c) + positive_part(mix(x->seed, place + 1), 32);
    }
    if (i == 0) r.a = 0;
    if (i == rows - 1) r.c = 0;
    return r;
}

static inline real exact_at(const struct random_systems *x, int64_t s, int64_t i, int64_t rows)
{
    if (i < 0 || i >= rows) return 0;
    return signed_part(mix(x->seed, 2 * (uint64_t)((x->earlier + s) * x->n + i) + 1), 0);
}

static int64_t rows_of(const struct random_systems *x, int64_t s)
{
    return x->sizes ? x->sizes[s] : x->n;
}

/* The row after the last that is drawn. */
static int64_t end_of(const struct random_systems *x)
{
    return x->n - x->behind;
}

typedef void filling(const struct random_systems *x, int64_t s, real *out);

static void fill_lower(const struct random_systems *x, int64_t s, real *out)
{
    for (int64_t i = x->before, rows = rows_of(x, s); i < end_of(x); i++) *out++ = row_at(x, s, i, rows).a;
}

static void fill_diag(const struct random_systems *x, int64_t s, real *out)
{
    for (int64_t i = x->before, rows = rows_of(x, s); i < end_of(x); i++) *out++ = row_at(x, s, i, rows).b;
}

static void fill_upper(const struct random_systems *x, int64_t s, real *out)
{
    for (int64_t i = x->before, rows = rows_of(x, s); i < end_of(x); i++) *out++ = row_at(x, s, i, rows).c;
}

static void fill_right(const struct random_systems *x, int64_t s, real *out)
{
    const int64_t rows = rows_of(x, s);
    real before = exact_at(x, s, x->before - 1, rows), here = exact_at(x, s, x->before, rows);
    for (int64_t i = x->before; i < end_of(x); i++) {
        const struct row r = row_at(x, s, i, rows);
        const real after = exact_at(x, s, i + 1, rows);
        *out++ = r.a * before + r.b * here + r.c * after;
        before = here, here = after;
    }
}

static void fill_exact(const struct random_systems *x, int64_t s, real *out)
{
    for (int64_t i = x->before, rows = rows_of(x, s); i < end_of(x); i++) *out++ = exact_at(x, s, i, rows);
}

static const double NUMBER = 5e-9; /* seconds */

void random_systems_fill(const struct random_systems *x, int array, int64_t first, int64_t count, real *out,
                         int threads)
{
    static filling *const fillings[NUMBERS] = {
        [LOWER] = fill_lower, [DIAG] = fill_diag, [UPPER] = fill_upper, [RIGHT] = fill_right, [EXACT] = fill_exact};
    const int64_t drawn = end_of(x) - x->before;
    const struct exec exec = exec_for(exec_host(threads), NUMBER * (double)count * (double)drawn);
#pragma omp parallel for schedule(static) num_threads(exec.threads)
    for (int64_t s = 0; s < count; s++) fillings[array](x, first + s, out + s * drawn);
}

real random_systems_exact(const struct random_systems *x, int64_t system, int64_t i)
{
    return exact_at(x, system, i, rows_of(x, system));
}

int64_t random_systems_size(uint64_t seed, int64_t system, int64_t min, int64_t rows)
{
    return min + (int64_t)(mix(seed, SIZE + (uint64_t)system) % (uint64_t)(rows - min + 1));
}
