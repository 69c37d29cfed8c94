/* Loads the columns of runs along axes, and computes speed-ups point by point. */
#include "command/compare/sweep/sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/compare/result/best.h"
#include "command/compare/result/result_kept.h"
#include "command/compare/sweep/sweep_axes.h"
#include "command/compare/sweep/sweep_view.h"

const char *sweep_precision(const struct result *r, int64_t i)
{
    for (int64_t k = 0; k < i; k++)
        if (!strcmp(r->run[k].precision, r->run[i].precision)) return NULL;
    return r->run[i].precision;
}

static enum status load_run(struct sweep *s, const struct result *r, const struct stored_run *run)
{
    char group[512];
    const struct series *kept;
    snprintf(group, sizeof group, "/runs/%s/series", run->name);
    TRY(result_series(r, run, &kept));
    if (!series_axis(kept, 1)) return ST_OK;
    TRY(series_copy(&s->series[s->count], kept));
    s->run[s->count++] = run;
    return sweep_note_axes(s, r->store, group);
}

enum status sweep_load(struct sweep *s, const struct result *r, const char *precision)
{
    return sweep_load_view(s, r, precision, &r->view);
}

enum status sweep_load_view(struct sweep *s, const struct result *r, const char *precision, const struct view *view)
{
    *s = (struct sweep){.series = calloc((size_t)r->count, sizeof *s->series),
                        .run = calloc((size_t)r->count, sizeof *s->run)};
    if (!s->series || !s->run) return fail(ST_NOMEM, "no memory for the series of %s", r->path);
    for (int64_t i = 0; i < r->count; i++)
        if (stored_run_ok(&r->run[i]) && !strcmp(r->run[i].precision, precision)) TRY(load_run(s, r, &r->run[i]));
    TRY(sweep_look(s, view));
    return sweep_note_points(s);
}

void sweep_free(struct sweep *s)
{
    for (int i = 0; i < s->count; i++) series_free(&s->series[i]);
    free(s->series);
    free(s->run);
    sweep_free_axes(s);
    *s = (struct sweep){0};
}

int64_t sweep_points(const struct sweep *s)
{
    return s->points;
}

double sweep_speedup(const struct sweep *s, int run, int64_t point)
{
    return sweep_value(s, 0, point, "seconds") / sweep_value(s, run, point, "seconds");
}

bool sweep_has(const struct sweep *s, const char *quantity)
{
    bool has = false;
    const bool derived = !strcmp(quantity, "speedup") || !strcmp(quantity, "longer");
    for (int run = 0; run < s->count; run++)
        has |= series_column(&s->series[run], derived ? "seconds" : quantity) != NULL;
    return has;
}

double sweep_quantity(const struct sweep *s, int run, int64_t point, const char *quantity)
{
    const double given = sweep_value(s, run, point, quantity);
    if (isnan(given) && !strcmp(quantity, "speedup")) return sweep_speedup(s, run, point);
    if (isnan(given) && !strcmp(quantity, "longer")) return 100 * (1 / sweep_speedup(s, run, point) - 1);
    return given;
}

/* By the error, or otherwise the residual: the first that both have. */
static bool is_accurate(const struct sweep *s, int run, int64_t point)
{
    static const char *const columns[] = {"error", "error_bound", "residual"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        const double off = sweep_value(s, run, point, columns[i]), of = sweep_value(s, 0, point, columns[i]);
        if (!isnan(off) && !isnan(of)) return off <= fmax(10 * of, best_rounding(s->run[run]->precision));
    }
    return true;
}

/* No system wrong, and no more unsolved than the reference leaves. */
static bool solves_as_many(const struct sweep *s, int run, int64_t point)
{
    return !(sweep_value(s, run, point, "wrong") > 0) &&
           !(sweep_value(s, run, point, "unsolved") > sweep_value(s, 0, point, "unsolved"));
}

int sweep_best(const struct sweep *s, int64_t point)
{
    int best = -1;
    double min = (double)INFINITY;
    for (int run = 0; run < s->count; run++) {
        const double seconds = sweep_value(s, run, point, "seconds");
        if (!(seconds < min) || !is_accurate(s, run, point) || !solves_as_many(s, run, point)) continue;
        min = seconds;
        best = run;
    }
    return best;
}
