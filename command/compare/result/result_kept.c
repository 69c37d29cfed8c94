/* Reads series and answers of a run once. */
#include "command/compare/result/result_kept.h"

#include <stdio.h>
#include <stdlib.h>

enum status result_keep(struct result *r)
{
    r->kept = calloc((size_t)r->count + 1, sizeof *r->kept);
    return r->kept ? ST_OK : fail(ST_NOMEM, "no memory for the runs of %s", r->path);
}

void result_kept_free(struct result *r)
{
    for (int64_t i = 0; r->kept && i < r->count; i++) {
        series_free(&r->kept[i].series);
        answers_free(&r->kept[i].answers);
    }
    free(r->kept);
    r->kept = NULL;
}

enum status result_series(const struct result *r, const struct stored_run *run, const struct series **out)
{
    struct result_kept *const kept = &r->kept[run - r->run];
    char group[512];
    snprintf(group, sizeof group, "/runs/%s/series", run->name);
    if (!kept->has_series && store_has(r->store, group)) TRY(series_load(&kept->series, r->store, group));
    kept->has_series = true;
    *out = &kept->series;
    return ST_OK;
}

enum status result_answers(const struct result *r, const struct stored_run *run, const struct answers **out)
{
    struct result_kept *const kept = &r->kept[run - r->run];
    char group[512];
    snprintf(group, sizeof group, "/runs/%s/answers", run->name);
    if (!kept->has_answers) TRY(answers_load(&kept->answers, r->store, group));
    kept->has_answers = true;
    *out = &kept->answers;
    return ST_OK;
}
