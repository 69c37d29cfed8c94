/* The frame of sweeps over tiles: some rows of the one that goes down together with some of the one that comes up.
 * Methods give the steps, which are compiled into it for each form. */
#pragma once
#include "solvers/tridiag/thomas/thomas_simd_tile.h"

/* The form for which a sweep is compiled: where the matrix is read from, and, of tiles that are checked, a second right
 * side, and rows that are kept in the ring. */
struct sweep_form {
    enum source source;
    bool probed, packed;
};

/* Rows i ... end - 1 of a tile: the next ones of elimination, or of back substitution, whose last is the first to be
 * done. */
typedef void rows_function(struct sweep_form f, const struct batch *b, const struct tile *t, int64_t i, int64_t end);

/* All rows of `down` in order, together with those of `up` that are above row `solved`, the last first, some at a
 * time; either may be absent. */
INLINE void sweep_rows(struct sweep_form f, const struct batch *b, const struct tile *down, const struct tile *up,
                       int64_t solved, rows_function *forward, rows_function *backward)
{
    const int64_t n = b->shape.n;
    for (int64_t i = 0; i < n; i += ROWS_TOGETHER) {
        const int64_t end = min_of(i + ROWS_TOGETHER, n), next = (n - end) / ROWS_TOGETHER * ROWS_TOGETHER;
        while (up && solved > next) {
            const int64_t first = (solved - 1) / ROWS_TOGETHER * ROWS_TOGETHER;
            backward(f, b, up, first, solved);
            solved = first;
        }
        if (down) forward(f, b, down, i, end);
    }
}

/* A sweep, compiled for each source of the matrix. */
typedef void form_function(struct sweep_form f, const struct batch *b, const struct tile *down, const struct tile *up);

INLINE void sweep_sources(const struct batch *b, const struct tile *down, const struct tile *up, form_function *pass)
{
    switch (b->source) {
    case AS_X: pass((struct sweep_form){AS_X, false, false}, b, down, up); break;
    case ONE: pass((struct sweep_form){ONE, false, false}, b, down, up); break;
    case BESIDE: pass((struct sweep_form){BESIDE, false, false}, b, down, up); break;
    case SCATTERED: pass((struct sweep_form){SCATTERED, false, false}, b, down, up); break;
    }
}
