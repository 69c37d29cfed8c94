/* Copies rows into subsystems, and solutions back: a matrix of 2^levels values a row, transposed, at 8 bytes read and 8
 * written a value in double. */
#include "solvers/tridiag/reduction/subsystems.h"

#include "solvers/batch/simd_transpose.h"
#include "solvers/tridiag/reduction/pcr.h"

/* Copies between the rows in their order and their places in subsystems; `deal`: to the latter. Constant in every call.
 */
INLINE void move_one(bool deal, const real *in, real *out, int64_t row, int64_t place)
{
    if (deal) out[place] = in[row];
    else out[row] = in[place];
}

/* LANES rows of four subsystems, from `row` on. */
INLINE void move_block(bool deal, const real *in, real *out, int64_t row, int64_t stride, const int64_t place[ROWS])
{
    vec r[ROWS];
    if (deal) {
        rows_load(in + row, stride, r);
        for (int t = 0; t < ROWS; t++) vec_store(out + place[t], r[t]);
    } else {
        for (int t = 0; t < ROWS; t++) r[t] = vec_load(in + place[t]);
        rows_store(out + row, stride, r);
    }
}

/* One subsystem: the rows are in their places. */
INLINE void move_all(bool deal, int64_t from, int64_t to, const real *restrict in, real *restrict out)
{
    for (int64_t i = from; i < to; i++) move_one(deal, in, out, i - from, i);
}

/* `origin`, here and below, is the row that the array in the order of rows begins with. */
INLINE void move_rows(bool deal, const struct subsystems *c, int64_t from, int64_t to, int64_t origin, const real *in,
                      real *out)
{
    const int64_t mask = (INT64_C(1) << c->levels) - 1;
    for (int64_t i = from; i < to; i++)
        move_one(deal, in, out, i - origin, subsystem_of(c, i & mask).start + (i >> c->levels));
}

/* Rows j ... end - 1 of all subsystems, four or more: so few at a time that their cache lines
 * stay in cache until the next four subsystems. */
INLINE void move_blocks(bool deal, const struct subsystems *c, int64_t j, int64_t end, int64_t origin, const real *in,
                        real *out)
{
    const int64_t stride = INT64_C(1) << c->levels, tile = stride < 512 / LANES ? 512 / stride : LANES;
    for (int64_t stop; j < end; j = stop) {
        stop = j + tile < end ? j + tile : end;
        for (int64_t s = 0; s < stride; s += ROWS) {
            int64_t place[ROWS];
            for (int t = 0; t < ROWS; t++) place[t] = subsystem_of(c, s + t).start + j;
            for (int64_t row = j * stride + s - origin; row < stop * stride - origin; row += LANES * stride) {
                move_block(deal, in, out, row, stride, place);
                for (int t = 0; t < ROWS; t++) place[t] += LANES;
            }
        }
    }
}

INLINE void move_pairs(bool deal, const struct subsystems *c, int64_t j, int64_t end, int64_t origin,
                       const real *restrict in, real *restrict out)
{
    const int64_t odd = subsystem_of(c, 1).start;
    for (; j < end; j++) {
        move_one(deal, in, out, 2 * j - origin, j);
        move_one(deal, in, out, 2 * j + 1 - origin, odd + j);
    }
}

/* `in` or `out`, which is in the order of rows, begins with row `from`. */
INLINE void move(bool deal, const struct subsystems *c, int64_t from, int64_t to, const real *restrict in,
                 real *restrict out)
{
    const int64_t mask = (INT64_C(1) << c->levels) - 1, unit = c->levels < 2 ? 1 : LANES;
    const int64_t first = (from + mask) >> c->levels, last = first + ((to >> c->levels) - first) / unit * unit;
    const int64_t head = first < last ? first << c->levels : to, tail = first < last ? last << c->levels : to;
    if (c->levels == 0) {
        move_all(deal, from, to, in, out);
        return;
    }
    move_rows(deal, c, from, head, from, in, out);
    if (c->levels == 1) move_pairs(deal, c, first, last, from, in, out);
    else move_blocks(deal, c, first, last, from, in, out);
    move_rows(deal, c, tail, to, from, in, out);
}

static void deal(const struct subsystems *c, int64_t from, int64_t to, const real *in, real *out)
{
    move(true, c, from, to, in, out);
}

void subsystems_deal(const struct subsystems *c, int64_t from, int64_t to, struct const_rows in,
                     struct tridiag_rows out)
{
    deal(c, from, to, in.a, out.a);
    deal(c, from, to, in.b, out.b);
    deal(c, from, to, in.c, out.c);
    deal(c, from, to, in.d, out.d);
}

void subsystems_reduce(const struct subsystems *c, struct const_rows in, int64_t k, int64_t from, int64_t to,
                       struct tridiag_rows out)
{
    enum { BLOCK = 4096 / (int)sizeof(real) };
    real values[4][BLOCK];
    const struct tridiag_rows block = {values[0], values[1], values[2], values[3]};
    for (int64_t end; from < to; from = end) {
        end = (from / BLOCK + 1) * BLOCK;
        if (end > to) end = to;
        pcr_level(c->n, in, k, from, end, block);
        subsystems_deal(c, from, end, const_rows_of(block), out);
    }
}

void subsystems_collect(const struct subsystems *c, int64_t from, int64_t to, const real *d, real *x)
{
    move(false, c, from, to, d, x);
}

void subsystem_deal(const struct subsystems *c, int64_t s, struct const_rows in, struct tridiag_rows out)
{
    const struct subsystem own = subsystem_of(c, s);
    const struct tridiag_rows at = rows_from(out, own.start);
    for (int64_t j = 0; j < own.rows; j++) {
        const int64_t i = s + (j << c->levels);
        at.a[j] = in.a[i], at.b[j] = in.b[i], at.c[j] = in.c[i], at.d[j] = in.d[i];
    }
}

void subsystem_collect(const struct subsystems *c, int64_t s, const real *d, real *x)
{
    const struct subsystem own = subsystem_of(c, s);
    for (int64_t j = 0; j < own.rows; j++) x[s + (j << c->levels)] = d[own.start + j];
}
