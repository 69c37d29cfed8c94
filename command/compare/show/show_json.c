/* Prints a result file as JSON. */
#include "command/compare/show/show_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/result/answers.h"
#include "base/result/metrics.h"
#include "command/compare/result/best.h"
#include "command/compare/show/show_published.h"
#include "command/compare/sweep/sweep.h"

/* Values of axes that are words: {"switch_point": [{"value": -1, "word": "auto"}]}. */
static enum status json_words(struct json *j, const struct result *r, const char *group, const struct series *s)
{
    json_object(j, "words");
    for (int a = 1; series_axis(s, a); a++) {
        const char *const name = series_axis(s, a)->name;
        char path[1024], *words = NULL;
        snprintf(path, sizeof path, "%s/%s", group, name);
        if (!store_has_attribute(r->store, path, "words")) continue;
        TRY(store_get_text(r->store, path, "words", &words));
        json_array(j, name);
        char *rest = words;
        for (char *line = strsep(&rest, "\n"); line && *line; line = strsep(&rest, "\n")) {
            char *word;
            const double value = strtod(line, &word);
            json_object(j, NULL);
            json_real(j, "value", value);
            json_text(j, "word", *word ? word + 1 : word);
            json_close_object(j);
        }
        json_close_array(j);
        free(words);
    }
    json_close_object(j);
    return ST_OK;
}

static enum status json_series(struct json *j, const struct result *r, const struct stored_run *run)
{
    char group[512];
    struct series s = {0};
    snprintf(group, sizeof group, "/runs/%s/series", run->name);
    if (store_has(r->store, group)) TRY(series_load(&s, r->store, group));
    if (series_axis(&s, 1)) {
        json_object(j, "series");
        for (int64_t c = 0; c < s.count; c++) {
            json_array(j, s.column[c].name);
            for (int64_t i = 0; i < s.column[c].count; i++) json_real(j, NULL, s.column[c].value[i]);
            json_close_array(j);
        }
        json_close_object(j);
    }
    const enum status st = series_axis(&s, 1) ? json_words(j, r, group, &s) : ST_OK;
    series_free(&s);
    return st;
}

static enum status json_metrics(struct json *j, const struct result *r, const struct stored_run *run)
{
    char group[512], **names;
    int64_t count;
    snprintf(group, sizeof group, "/runs/%s/metrics", run->name);
    json_object(j, "metrics");
    if (store_has(r->store, group)) {
        TRY(store_attributes(r->store, group, &names, &count));
        for (int64_t i = 0; i < count; i++) json_real(j, names[i], result_metric(r, run, names[i]));
        store_names_free(names, count);
    }
    json_close_object(j);
    return ST_OK;
}

static enum status json_answers(struct json *j, const struct result *r, const struct stored_run *run)
{
    char group[512];
    struct answers a;
    snprintf(group, sizeof group, "/runs/%s/answers", run->name);
    TRY(answers_load(&a, r->store, group));
    json_array(j, "answers");
    for (int64_t i = 0; i < a.count; i++) {
        const struct answer *const x = &a.item[i];
        json_object(j, NULL);
        json_text(j, "name", x->name);
        if (*x->subject) json_text(j, "subject", x->subject);
        json_text(j, "quantity", x->quantity);
        json_real(j, "value", x->value);
        json_text(j, "units", x->units);
        if (*x->place) json_text(j, "place", x->place);
        if (isfinite(x->error)) json_real(j, "error", x->error);
        json_close_object(j);
    }
    json_close_array(j);
    answers_free(&a);
    return ST_OK;
}

static enum status json_run(struct json *j, const struct result *r, const struct stored_run *run)
{
    json_object(j, NULL);
    json_text(j, "name", run->name);
    if (run->label) json_text(j, "label", run->label);
    json_text(j, "method", run->method);
    if (run->chosen) json_text(j, "chosen", run->chosen);
    if (run->why) json_text(j, "chosen_why", run->why);
    json_text(j, "space", run->space);
    json_text(j, "precision", run->precision);
    json_text(j, "status", run->status);
    json_text(j, "doubt", result_doubt(r, run));
    if (run->caveats) json_text(j, "caveats", run->caveats);
    json_real(j, "speedup", result_speedup(r, run));
    TRY(json_answers(j, r, run));
    TRY(json_metrics(j, r, run));
    TRY(json_series(j, r, run));
    json_close_object(j);
    return ST_OK;
}

enum status json_result(struct json *j, const struct result *r)
{
    json_object(j, NULL);
    json_text(j, "file", r->path);
    json_text(j, "app", r->app);
    json_text(j, "title", r->title);
    json_real(j, "limit_gb_s", r->limit);
    json_real(j, "device_limit_gb_s", r->device_limit);
    json_text(j, "reference", r->run[r->reference].name);
    const struct stored_run *const first = best_run(r, r->run[r->reference].precision);
    json_text(j, "best", first ? first->name : NULL);
    json_object(j, "best_by_precision");
    for (int64_t i = 0; i < r->count; i++) {
        const char *const precision = sweep_precision(r, i);
        const struct stored_run *const best = precision ? best_run(r, precision) : NULL;
        if (precision) json_text(j, precision, best ? best->name : NULL);
    }
    json_close_object(j);
    json_array(j, "runs");
    for (int64_t i = 0; i < r->count; i++) TRY(json_run(j, r, &r->run[i]));
    json_close_array(j);
    TRY(json_published(j, r));
    json_close_object(j);
    return ST_OK;
}
