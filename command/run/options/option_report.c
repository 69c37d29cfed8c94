/* Reports the findings of a run with axes of options. */
#include "command/run/options/option_report.h"

#include <math.h>
#include <stdio.h>

#include "command/run/options/option_axes.h"
#include "command/run/points/point_caveats.h"

enum status option_report(struct sim *sim)
{
    static const char *const names[] = {"error", "residual", "iterations"};
    const struct option_axes *const a = (const struct option_axes *)sim->app; /* whose first member it is */
    const struct column *const first = series_axis(&sim->series, 1);
    const int64_t rows = first ? first->count / a->count : 1;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const struct column *const c = series_column(&sim->series, names[k]);
        char quantity[64], where[256];
        int64_t most = 0;
        for (int64_t i = 1; c && i < c->count; i++)
            if (c->value[i] > c->value[most] || isnan(c->value[most])) most = i;
        if (!c || !c->count || isnan(c->value[most])) continue;
        snprintf(quantity, sizeof quantity, "%s_highest", c->name);
        TRY(answers_put_method(&sim->answers, NULL, quantity, c->value[most], c->units));
        option_axes_name(where, sizeof where, a, most / rows, " ");
        TRY(answers_place(&sim->answers, "at %s", where));
    }
    return ST_OK;
}

void option_caveats(struct sim *sim, const struct sim *in, int64_t point)
{
    char name[256];
    option_axes_name(name, sizeof name, (const struct option_axes *)sim->app, point, " ");
    point_caveats_add(sim, in, name);
}
