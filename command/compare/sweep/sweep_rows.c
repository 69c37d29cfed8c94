/* Finds the row of a run that belongs to a point. */
#include <math.h>

#include "command/compare/sweep/sweep.h"

/* Does row i of the run stand for this point? */
static bool same_point(const struct sweep *s, int run, int64_t i, int64_t point)
{
    for (int a = 0; a < s->axes; a++) {
        const struct column *const y = series_column(&s->series[run], s->axis[a].name);
        if (y && y->axis && (i >= y->count || y->value[i] != s->axis[a].at[point])) return false;
    }
    return true;
}

/* Up to `rows` of them; usually runs have points in the order of the reference. */
static int64_t row_at(const struct sweep *s, int run, int64_t point, int64_t rows)
{
    if (point < rows && same_point(s, run, point, point)) return point;
    for (int64_t i = 0; i < rows; i++)
        if (same_point(s, run, i, point)) return i;
    return -1;
}

/* A run whose only axis was reduced to the best of its values has that column, and no axis. */
int64_t sweep_row_count(const struct sweep *s, int run)
{
    const struct column *const axis = series_axis(&s->series[run], 1);
    const struct column *const best = !axis && s->best.name ? series_column(&s->series[run], s->best.name) : NULL;
    return axis ? axis->count : best ? best->count : 0;
}

int64_t sweep_row(const struct sweep *s, int run, int64_t point)
{
    return row_at(s, run, point, sweep_row_count(s, run));
}

double sweep_value(const struct sweep *s, int run, int64_t point, const char *column)
{
    const struct column *const c = series_column(&s->series[run], column);
    const int64_t row = c ? row_at(s, run, point, c->count) : -1;
    return row < 0 ? (double)NAN : c->value[row];
}
