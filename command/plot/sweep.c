/* Draws the speed of runs along axes: an option, before all other axes, is horizontal, a panel for each combination of
 * values of the other axes that vary. */
#include "command/compare/sweep/sweep.h"

#include <stdio.h>

#include "command/plot/chart/chart.h"
#include "command/plot/pictures.h"

static enum status draw(const struct canvas *canvas, const struct result *r, const char *precision, const char *column,
                        const char *title)
{
    char column_of[16], what[64], over[128];
    snprintf(column_of, sizeof column_of, "%s", column);
    snprintf(what, sizeof what, "%s_%s", column, precision);
    snprintf(over, sizeof over, "%s in %s", title, precision);
    return chart_draw_curves(canvas, r, precision, &(struct chart_spec){.column = column_of, .title = over}, what);
}

static enum status draw_precision(const struct canvas *canvas, const struct result *r, const struct sweep *s,
                                  const char *precision)
{
    if (!s->count || !sweep_points(s)) return ST_OK;
    const bool rated = series_column(&s->series[0], "gb_s") != NULL;
    if (sweep_points(s) == 1) {
        if (s->count > 1 || rated) canvas_omit(canvas, "speed along axes", "there is one point");
        return ST_OK;
    }
    const bool compares = s->count > 1; /* one run is as fast as itself */
    if (compares && series_column(&s->series[0], "seconds")) TRY(draw(canvas, r, precision, "speedup", "Speed-up"));
    return rated ? draw(canvas, r, precision, "gb_s", "Traffic") : ST_OK;
}

enum status draw_sweeps(const struct canvas *canvas, const struct result *r)
{
    enum status st = ST_OK;
    for (int64_t i = 0; i < r->count && st == ST_OK; i++) {
        struct sweep s;
        const char *const precision = sweep_precision(r, i);
        if (!precision) continue;
        st = sweep_load(&s, r, precision);
        if (st == ST_OK) st = draw_precision(canvas, r, &s, precision);
        sweep_free(&s);
    }
    return st;
}
