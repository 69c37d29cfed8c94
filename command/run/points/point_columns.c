/* Makes columns and metrics of a run from the findings of its points. */
#include "command/run/points/point_columns.h"

#include <math.h>
#include <string.h>

/* The column of an answer, found or added, by its subject and quantity rather than by its name, which depends on the
 * answers before it. Usually it is where it was at the point before. */
static enum status column_of(struct answers *columns, const struct answer *x, int64_t guess, const struct answer **out)
{
    if (guess < columns->count && answer_is_like(&columns->item[guess], x)) *out = &columns->item[guess];
    else *out = answers_like(columns, x);
    if (*out) return ST_OK;
    TRY(answers_put(columns, x->subject, x->quantity, 0, x->units));
    columns->item[columns->count - 1].of_method = x->of_method;
    *out = &columns->item[columns->count - 1];
    return ST_OK;
}

static enum status put_value(struct series *s, const struct answer *column, double value)
{
    return column->of_method ? series_put_measured(s, column->name, column->units, value)
                             : series_put(s, column->name, column->units, value);
}

/* NaN for the points before `point` that have none. */
static enum status fill(struct series *s, const struct answer *column, int64_t point)
{
    const struct column *const c = series_column(s, column->name);
    for (int64_t i = c ? c->count : 0; i < point; i++) TRY(put_value(s, column, (double)NAN));
    return ST_OK;
}

enum status point_answers_put(struct sim *sim, const struct answers *of, int64_t point, int64_t before)
{
    for (int64_t i = 0; i < of->count; i++) {
        const struct answer *column;
        TRY(column_of(&sim->columns, &of->item[i], before + i, &column));
        TRY(fill(&sim->series, column, point));
        TRY(put_value(&sim->series, column, of->item[i].value));
    }
    for (int64_t i = before; i < sim->columns.count; i++) TRY(fill(&sim->series, &sim->columns.item[i], point + 1));
    return ST_OK;
}

void point_metrics_merge(struct metrics *to, const struct metrics *from, bool first)
{
    static const char *const sums[] = {"solves", "bytes_least", "bytes_estimated"};
    static const char *const most[] = {"residual",  "residual_bound", "error",     "error_bound",
                                       "error_rms", "error_slope",    "condition", "solved_otherwise"};
    static const char *const least[] = {"converged", "certain"};
    for (int i = 0; i < from->count; i++) {
        const char *const name = from->item[i].name;
        const double now = from->item[i].value, before = metrics_get(to, name);
        double value = now;
        if (!strcmp(name, "seconds_steps")) continue; /* of the framework, for the run */
        for (size_t k = 0; !first && k < sizeof sums / sizeof *sums; k++)
            if (!strcmp(name, sums[k])) value = before + now;
        for (size_t k = 0; !first && k < sizeof most / sizeof *most; k++)
            if (!strcmp(name, most[k])) value = fmax(before, now);
        for (size_t k = 0; !first && k < sizeof least / sizeof *least; k++)
            if (!strcmp(name, least[k])) value = fmin(before, now);
        metrics_put(to, name, value);
    }
}

static enum status put_like(struct series *s, const struct column *c, double value)
{
    if (c->axis) return series_put_axis(s, c->name, c->units, value);
    return c->measured ? series_put_measured(s, c->name, c->units, value) : series_put(s, c->name, c->units, value);
}

/* Up to `count` values, NaN for those that are not there. */
static enum status lengthen(struct series *s, const struct column *c, int64_t count)
{
    const struct column *const there = series_column(s, c->name);
    for (int64_t i = there ? there->count : 0; i < count; i++) TRY(put_like(s, c, (double)NAN));
    return ST_OK;
}

enum status point_series_put(struct series *s, const struct series *of, int64_t before, int64_t count)
{
    for (int64_t c = 0; c < of->count; c++) {
        const struct column *const from = &of->column[c];
        TRY(lengthen(s, from, before));
        for (int64_t i = 0; i < from->count; i++) TRY(put_like(s, from, from->value[i]));
    }
    for (int64_t c = 0; c < s->count; c++) TRY(lengthen(s, &s->column[c], before + count));
    return ST_OK;
}
