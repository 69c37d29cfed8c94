/* Systems of a group into a tile and back: rows that are contiguous are transposed in registers, neighbours are copied,
 * and what lies otherwise is moved value by value. */
#include "base/tuning/tuning.h"
#include "solvers/batch/simd_transpose.h"
#include "solvers/tree/lanes/lanes.h"

/* The content of r[s] before groups_transpose, for lanes that begin anywhere (simd_transpose.h has them evenly apart).
 */
#if LANES == 2
#define PLACES_LOAD(p, at, s) vec_load(p + at[s % 2] + s / 2 * 2)
#define PLACES_STORE(p, at, s, v) vec_store(p + at[s % 2] + s / 2 * 2, v)
#elif LANES == 4
#define PLACES_LOAD(p, at, s) vec_load(p + at[s])
#define PLACES_STORE(p, at, s, v) vec_store(p + at[s], v)
#elif LANES == 8
#define PLACES_LOAD(p, at, s) \
    __builtin_shufflevector(quad_load(p + at[s]), quad_load(p + at[s + 4]), 0, 1, 2, 3, 4, 5, 6, 7)
#define PLACES_STORE(p, at, s, v) \
    (quad_store(p + at[s], __builtin_shufflevector(v, v, 0, 1, 2, 3)), \
     quad_store(p + at[s + 4], __builtin_shufflevector(v, v, 4, 5, 6, 7)))
#else
#define PAIR(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7)
#define PLACES_LOAD(p, at, s) \
    __builtin_shufflevector(PAIR(quad_load(p + at[s]), quad_load(p + at[s + 4])), \
                            PAIR(quad_load(p + at[s + 8]), quad_load(p + at[s + 12])), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, \
                            10, 11, 12, 13, 14, 15)
#define PLACES_STORE(p, at, s, v) \
    (quad_store(p + at[s], __builtin_shufflevector(v, v, 0, 1, 2, 3)), \
     quad_store(p + at[s + 4], __builtin_shufflevector(v, v, 4, 5, 6, 7)), \
     quad_store(p + at[s + 8], __builtin_shufflevector(v, v, 8, 9, 10, 11)), \
     quad_store(p + at[s + 12], __builtin_shufflevector(v, v, 12, 13, 14, 15)))
#endif

/* Rows that all lanes of column v have. */
static int64_t common_rows(const struct lane_places *p, int v)
{
    int64_t rows = p->rows[v];
    for (int q = 1; q < LANES; q++) rows = lanes_min(rows, p->rows[v + q]);
    return rows;
}

static bool are_neighbours(const struct lane_places *p, int v)
{
    for (int q = 1; q < LANES; q++)
        if (p->start[v + q] != p->start[v] + q) return false;
    return true;
}

/* Rows before the one returned. */
static int64_t pack_vectors(const struct lane_places *p, const real *from, real *to, int v)
{
    const int64_t rows = common_rows(p, v), *const at = p->start + v;
    if (are_neighbours(p, v)) {
        const int64_t ahead = tuning_value(TUNING_PACK_AHEAD);
        for (int64_t i = 0; i < rows; i++) {
            prefetch(from + at[0] + (i + ahead) * p->stride);
            vec_store(to + i * TREES + v, vec_load(from + at[0] + i * p->stride));
        }
        return rows;
    }
    if (p->stride != 1) return 0;
    for (int64_t i = 0; i + ROWS <= rows; i += ROWS) {
        const real *const here = from + i;
        vec r[ROWS];
        for (int s = 0; s < ROWS; s++) r[s] = PLACES_LOAD(here, at, s);
        groups_transpose(r);
        for (int s = 0; s < ROWS; s++) vec_store(to + (i + s) * TREES + v, r[s]);
    }
    return rows / ROWS * ROWS;
}

void lanes_pack(const struct lane_places *p, const real *from, real *to, real pad)
{
    for (int v = 0; v < TREES; v += LANES) {
        const int64_t rest = pack_vectors(p, from, to, v);
        for (int64_t i = rest; i < p->longest; i++)
            for (int q = v; q < v + LANES; q++)
                if (i < p->rows[q]) to[i * TREES + q] = from[p->start[q] + i * p->stride];
                else if (p->computes) to[i * TREES + q] = pad;
    }
}

static int64_t unpack_vectors(const struct lane_places *p, const real *from, real *to, int v)
{
    const int64_t rows = common_rows(p, v), *const at = p->start + v;
    if (v + LANES > p->lanes) return 0;
    if (are_neighbours(p, v)) {
        for (int64_t i = 0; i < rows; i++) vec_store(to + at[0] + i * p->stride, vec_load(from + i * TREES + v));
        return rows;
    }
    if (p->stride != 1) return 0;
    for (int64_t i = 0; i + ROWS <= rows; i += ROWS) {
        real *const here = to + i;
        vec r[ROWS];
        for (int s = 0; s < ROWS; s++) r[s] = vec_load(from + (i + s) * TREES + v);
        groups_transpose(r);
        for (int s = 0; s < ROWS; s++) PLACES_STORE(here, at, s, r[s]);
    }
    return rows / ROWS * ROWS;
}

void lanes_unpack(const struct lane_places *p, const real *from, real *to)
{
    for (int v = 0; v < TREES; v += LANES) {
        const int64_t rest = unpack_vectors(p, from, to, v);
        for (int q = v; q < v + LANES && q < p->lanes; q++)
            for (int64_t i = rest; i < p->rows[q]; i++) to[p->start[q] + i * p->stride] = from[i * TREES + q];
    }
}
