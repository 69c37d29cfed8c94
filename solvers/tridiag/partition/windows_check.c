/* Checks that neighbouring runs agree, and restores right sides if some windows do not: since x solves the rows with
 * the values that were assumed for neighbours, the right sides are A x with those values. */
#include "solvers/tridiag/partition/windows.h"

static int64_t min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The x that the first row of a run assumed for the row before. */
static real left_of(const struct windows *w, int64_t group, int q, int64_t row)
{
    const struct window_group *const g = w->groups + group;
    return g->y[q] - g->q[q] / g->p[q] * w->line.x[row];
}

bool windows_holds(struct line l, int64_t row, real factor, double off)
{
    const double left = row > 0 ? (double)l.a[row] * (double)l.x[row - 1] : 0;
    const double right = row < l.n - 1 ? (double)l.c[row] * (double)l.x[row + 1] : 0;
    const double size = fabs(left) + fabs((double)l.b[row] * (double)l.x[row]) + fabs(right);
    return isfinite(off) && fabs((double)factor) * off <= SEAM * size;
}

bool windows_meet(const struct windows *w, int64_t group)
{
    const struct lane_runs f = lane_runs_of(w->line, w->cut, group);
    bool all = true;
    for (int q = 0; q < LANES; q++) {
        const int64_t row = f.first + q * f.rows;
        if (row >= w->line.n) continue;
        if (row == 0) {
            all &= isfinite(w->line.x[0]) != 0;
            continue;
        }
        const double left = (double)left_of(w, group, q, row), before = (double)w->line.x[row - 1];
        const double seen = (double)w->first[group * LANES + q], x = (double)w->line.x[row];
        all &= windows_holds(w->line, row, w->line.a[row], fabs(left - before));
        all &= windows_holds(w->line, row - 1, w->line.c[row - 1], fabs(seen - x));
    }
    return all;
}

/* Restores rows from ... to - 1; the first assumed `left` for x before it, the last `right` for x after it. */
static double undo(struct line l, int64_t from, int64_t to, real left, real right)
{
    double largest = 0;
    for (int64_t i = from; i < to; i++) {
        const real x = l.x[i], next = i < to - 1 ? l.x[i + 1] : right;
        const real a = i > 0 ? l.a[i] * left : 0, b = l.b[i] * x, c = i < l.n - 1 ? l.c[i] * next : 0;
        largest = fmax(largest, fabs((double)a) + fabs((double)b) + fabs((double)c));
        l.x[i] = a + b + c;
        left = x;
    }
    return largest;
}

double windows_undo(const struct windows *w, int64_t group)
{
    const struct window_group *const g = w->groups + group;
    const struct lane_runs f = lane_runs_of(w->line, w->cut, group);
    double largest = 0;
    for (int q = 0; q < LANES && g->done > 0; q++) {
        const int64_t from = f.first + q * f.rows, n = w->line.n, done = min(from + g->done, n);
        if (from >= n) continue;
        const int64_t seam = min(from + g->seam, n);
        const real left = left_of(w, group, q, from);
        if (g->seam > 0) largest = fmax(largest, undo(w->line, from, seam, left, g->seam_right[q]));
        largest = fmax(largest, undo(w->line, seam, done, g->seam > 0 ? g->seam_left[q] : left, g->right[q]));
    }
    return largest;
}
