/* Takes the answers of a run from its series: how exact each point is. Times are taken again in rounds, after this. */
#include "apps/batch/report.h"

#include <stdio.h>

static double at(const struct series *s, const char *column, int64_t point)
{
    return series_column(s, column)->value[point];
}

static enum status put_point(struct answers *a, const struct series *s, const char *subject, int64_t k)
{
    TRY(answers_put_method(a, subject, "residual", at(s, "residual", k), ""));
    return answers_put_method(a, subject, "error", at(s, "error", k), "");
}

enum status batch_report(struct sim *sim)
{
    const struct series *const s = &sim->series;
    const struct column *const systems = series_column(s, "systems");
    char subject[96];
    if (!systems) return ST_OK;
    for (int64_t k = 0; k < systems->count; k++) {
        snprintf(subject, sizeof subject, "%.0f systems of %.0f rows", systems->value[k], at(s, "rows", k));
        TRY(put_point(&sim->answers, s, systems->count > 1 ? subject : NULL, k));
    }
    return ST_OK;
}
