/* info of methods that eliminate in row order, and of methods that do not report it themselves. */
#pragma once
#include <math.h>
#include <stdbool.h>

#include "solvers/batch/line.h"

/* Sets system->info of every system after a solve that divided by the pivots of elimination in order, from either end
 * or both. A zero pivot is then seen in x_0: it makes c' and d' of its row infinite or not a number; of the next
 * row d' becomes inf / inf or inf * 0, not a number, and so does d' of every later one; going back, x_i = d'_i - c'_i
 * x_{i+1} never changes an infinity or not-a-number into a number. From the other end the same goes for x_{n-1}.
 * Systems in which both are numbers need no more work.
 *
 * With `noted`, info comes in as a method with SEES_GROWTH leaves it: PIVOTS_GREW where elements may have grown, which
 * is then looked at, else 0. */
void info_report(const struct shape *shape, const struct system *system, int threads, bool noted);

/* info_report on the device, queued on the plan's stream, for whatever solved the batch: all of x is checked, since the
 * method is not known. system->info may be NULL. Reads x once: 8 or 4 bytes an unknown. */
#ifdef __cplusplus
extern "C"
#endif
    void
    info_report_device(const struct plan *p, const struct system *system);

/* info of each system: i + 1 of the first row whose x is not finite, or 0; what solves in DEVICE may queue it on the
 * plan's stream, for systems that have no pivots. system->info may be NULL. */
#ifdef __cplusplus
extern "C"
#endif
    void
    info_from_finite_x_device(const struct plan *p, const struct system *system);

/* i + 1 of the first of `rows` rows whose pivot, eliminating in order, is zero or not finite; 0 if there is none. */
static inline EITHER_SPACE int64_t info_of_pivots(struct line l, int64_t rows)
{
    real c = 0;
    for (int64_t i = 0; i < rows; i++) {
        const real pivot = i ? l.b[i * l.stride] + l.shift - c * l.a[i * l.stride] : l.b[0] + l.shift;
        if (pivot == 0 || !isfinite(pivot)) return i + 1;
        if (i < l.n - 1) c = l.c[i * l.stride] / pivot;
    }
    return 0;
}

/* info of a system whose x has a value that is not finite: that of pivots, or else i + 1 of the first row whose x is
 * not finite; 0 if there is none. */
static inline EITHER_SPACE int64_t info_find(struct line l)
{
    const int64_t of_pivots = info_of_pivots(l, l.n);
    for (int64_t i = 0; !of_pivots && i < l.n; i++)
        if (!isfinite(l.x[i * l.x_stride])) return i + 1;
    return of_pivots;
}

/* info of a cyclic system, whose last row is the last to be eliminated. */
static inline int64_t info_of_cyclic(struct line l)
{
    const int64_t of_pivots = info_of_pivots(l, l.n - 1);
    return of_pivots ? of_pivots : l.n;
}

/* 1 / pivot, by which rows are multiplied. NaN where the reciprocal is 0: the pivot is not finite, or so large that a
 * processor flushes its subnormal reciprocal to 0. The NaN reaches x_0, so that info is set. */
static inline EITHER_SPACE real pivot_reciprocal(real pivot)
{
    const real w = RC(1.0) / pivot;
    return w == 0 ? (real)NAN : w;
}
