/* Elimination of the rows of one matrix that repeat. Where they do from some row on, as those of a second difference
 * do, h settles after few rows, to the last bit, and with it w. From then on nothing is divided, and h is neither
 * written to the ring nor read: its traffic with the second level cache would take more time than the arithmetic. */
#pragma once
#include "solvers/tridiag/thomas/thomas_simd_tile.h"

/* Do rows i ... end - 1 repeat row i - 1, and all after them to where the repetition ends? */
INLINE bool rows_repeat(const struct batch *b, const struct tile *t, int64_t i, int64_t end)
{
    return i > t->repeats && end <= b->repeats_end;
}

/* The state of a vector of systems, in registers from row to row: 1 / pivot, h and y of the row above; squares of h,
 * added up. */
struct above {
    vec w, h, y, squares;
};

/* Above row i; 0 above the first. Vector by vector: compilers fill a whole array of them by an instruction for strings,
 * which a few rows do not make up for. */
INLINE struct above above_row(const struct batch *b, const struct tile *t, int64_t i, int64_t column, int lanes)
{
    const vec none = vec_all(0);
    if (i == 0) return (struct above){none, none, none, none};
    const real *const y = b->system.x + t->start + (i - 1) * b->shape.stride + column;
    return (struct above){
        .w = vec_load(t->w + column),
        .h = vec_load(t->ring + min_of(i - 1, t->settled[column / LANES]) * t->stride + column),
        .y = load(y, lanes),
        .squares = vec_load(t->squares + column),
    };
}

/* Sets row[v] to i - 1, unless it is a lower row already, if `is`. */
INLINE void note(int64_t *row, const int vectors, int64_t i, bool is)
{
    for (int v = 0; v < vectors && is && row[v] >= i; v++) row[v] = i - 1;
}

/* Rows i ... end - 1 of `vectors` vectors from column k on, whose h and w are those of the row above. */
INLINE void repeat_rows(const struct batch *b, const struct tile *t, int64_t i, int64_t end, int64_t k,
                        const int vectors, struct above *s)
{
    const vec a = vec_all(b->system.tridiag.lower[t->matrix->start + i * shape_matrix_stride(&b->shape)]);
    vec l[BESIDE_EACH_OTHER];
    for (int v = 0; v < vectors; v++) l[v] = -a * s[v].w;
    for (; i < end; i++)
        for (int v = 0; v < vectors; v++) {
            real *const x = b->system.x + t->start + i * b->shape.stride + k + v * LANES;
            s[v].y = vec_load(x) * s[v].w + l[v] * s[v].y;
            vec_store(x, s[v].y);
        }
}

INLINE bool equal(vec a, vec b)
{
    const vec_bits differ = (vec_bits)a ^ (vec_bits)b;
    for (int k = 0; k < LANES; k++)
        if (differ[k]) return false;
    return true;
}
