/* Takes the points of a sweep: runs of the application, whose answers become columns along the axes. */
#include "command/run/sweep/sweep_steps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "command/run/sweep/sweep_points.h"
#include "command/run/sweep/sweep_team.h"

enum { SHOWN_MAX = 25, QUANTITIES_SHOWN = 6 };

static enum status begin(struct sim *sim)
{
    TRY(mem_alloc(&sim->state, HOST, sizeof(struct sweep_team)));
    sim->steps = sim->sweep->count;
    return ST_OK;
}

static enum status put_axes(struct sim *sim, int64_t point)
{
    const struct sweep_points *const s = sim->sweep;
    for (int a = 0; a < 2 && s->key[a]; a++) {
        TRY(series_put_axis(&sim->series, s->key[a], "", s->at[a][point]));
    }
    return ST_OK;
}

/* The answers of the first point are the columns. */
static enum status make_columns(struct sim *sim, const struct answers *of)
{
    for (int64_t i = 0; i < of->count; i++) {
        const struct answer *const a = &of->item[i];
        const struct answer_name name = answer_name(a);
        TRY(a->of_method ? series_put_measured(&sim->series, name.text, a->units, a->value)
                         : series_put(&sim->series, name.text, a->units, a->value));
    }
    return ST_OK;
}

/* NaN: this point has no such answer. */
static double value_of(const struct answers *of, const char *name)
{
    for (int64_t i = 0; i < of->count; i++)
        if (!strcmp(answer_name(&of->item[i]).text, name)) return of->item[i].value;
    return (double)NAN;
}

static enum status fill_columns(struct sim *sim, const struct answers *of)
{
    for (int64_t i = 0; i < sim->series.count; i++) {
        const struct column *const c = &sim->series.column[i];
        if (!c->axis && strcmp(c->name, "seconds"))
            TRY(series_put(&sim->series, c->name, c->units, value_of(of, c->name)));
    }
    return ST_OK;
}

/* Sums of what is counted, the worst of what is promised, the last of the others. */
static void merge_metrics(struct metrics *to, const struct metrics *from, bool first)
{
    static const char *const sums[] = {"solves", "bytes_least", "bytes_estimated"}, *const most[] = {"residual",
                                                                                                     "error",
                                                                                                     "error_bound",
                                                                                                     "error_rms",
                                                                                                     "error_slope",
                                                                                                     "condition"},
                             *const least[] = {"converged", "certain"};
    for (int i = 0; i < from->count; i++) {
        const char *const name = from->item[i].name;
        const double now = from->item[i].value, before = metrics_get(to, name);
        double value = now;
        if (!strcmp(name, "seconds_steps")) continue; /* the frame's, of the whole */
        for (size_t k = 0; !first && k < sizeof sums / sizeof *sums; k++)
            if (!strcmp(name, sums[k])) value = before + now;
        for (size_t k = 0; !first && k < sizeof most / sizeof *most; k++)
            if (!strcmp(name, most[k])) value = fmax(before, now);
        for (size_t k = 0; !first && k < sizeof least / sizeof *least; k++)
            if (!strcmp(name, least[k])) value = fmin(before, now);
        metrics_put(to, name, value);
    }
}

static enum status put_point(struct sim *sim, struct sim *in, int64_t point)
{
    TRY(put_axes(sim, point));
    TRY(series_put_measured(&sim->series, "seconds", "s", metrics_get(&in->metrics, "seconds_steps")));
    TRY(point == 0 ? make_columns(sim, &in->answers) : fill_columns(sim, &in->answers));
    merge_metrics(&sim->metrics, &in->metrics, point == 0);
    if (!*sim->caveats) snprintf(sim->caveats, sizeof sim->caveats, "%s", in->caveats);
    sim->chosen = in->chosen;
    return ST_OK;
}

/* Only the steps of the runs count. */
static enum status step(struct sim *sim)
{
    const struct sweep_points *const of = sim->sweep;
    struct sim in;
    const double began = seconds_now();
    enum status s = sweep_team_take(sim->state, sim, sim->step, &in);
    if (s == ST_OK) s = put_point(sim, &in, sim->step);
    const double stepping = metrics_get(&in.metrics, "seconds_steps");
    for (int p = 0; p < PHASE_COUNT; p++) sim->clock.seconds[p] += in.clock.seconds[p];
    series_free(&in.series), answers_free(&in.answers);
    sim->untimed += seconds_now() - began - (isfinite(stepping) ? stepping : 0);
    sim->step++;
    if (s == ST_OK) return s;
    return fail_within(s, "sweep: %s = %.6g: ", of->key[0], of->at[0][sim->step - 1]);
}

static int64_t samples(const struct sim *sim, int64_t steps)
{
    (void)sim;
    return steps;
}

static void name_point(char *out, size_t size, const struct sweep_points *s, int64_t point)
{
    const int used = snprintf(out, size, "%s %.10g", s->key[0], s->at[0][point]);
    if (s->key[1]) snprintf(out + used, size - (size_t)used, ", %s %.10g", s->key[1], s->at[1][point]);
}

/* What the points found, where it is not the same at all of them. */
static bool is_answer(const struct column *c)
{
    bool varies = false;
    for (int64_t i = 1; i < c->count; i++) varies |= c->value[i] != c->value[0];
    return !c->axis && !c->measured && varies;
}

static enum status put_extremes(struct sim *sim, const struct column *c)
{
    static const char *const word[] = {"lowest", "highest"};
    for (int high = 0; high < 2; high++) {
        char quantity[192], where[192];
        int64_t best = 0;
        for (int64_t i = 1; i < c->count; i++)
            if (!isfinite(c->value[best]) || (high ? c->value[i] > c->value[best] : c->value[i] < c->value[best]))
                best = i;
        snprintf(quantity, sizeof quantity, "%s_%s", c->name, word[high]);
        name_point(where, sizeof where, sim->sweep, best);
        TRY(answers_put(&sim->answers, NULL, quantity, c->value[best], c->units));
        TRY(answers_place(&sim->answers, "at %s", where));
    }
    return ST_OK;
}

static enum status put_points(struct sim *sim)
{
    const struct sweep_points *const s = sim->sweep;
    const int64_t shown = s->count < SHOWN_MAX ? s->count : SHOWN_MAX;
    for (int64_t i = 0; i < shown; i++) {
        const int64_t point = shown > 1 ? i * (s->count - 1) / (shown - 1) : 0;
        char subject[192];
        int quantities = 0;
        name_point(subject, sizeof subject, s, point);
        for (int64_t c = 0; c < sim->series.count && quantities < QUANTITIES_SHOWN; c++) {
            const struct column *const of = &sim->series.column[c];
            if (!is_answer(of)) continue;
            quantities++;
            TRY(answers_put(&sim->answers, subject, of->name, of->value[point], of->units));
        }
    }
    return ST_OK;
}

static enum status report(struct sim *sim)
{
    for (int64_t c = 0; c < sim->series.count; c++)
        if (is_answer(&sim->series.column[c])) {
            TRY(put_extremes(sim, &sim->series.column[c]));
            break;
        }
    return put_points(sim);
}

static void end(struct sim *sim)
{
    sweep_team_free(sim->state);
    sim->state = NULL;
}

/* What the points found is in the series. */
static int arrays(struct sim *sim, struct array *out)
{
    (void)sim, (void)out;
    return 0;
}

struct app sweep_app(const struct app *inner)
{
    struct app swept = *inner;
    swept.begin = begin;
    swept.step = step;
    swept.sample = NULL;
    swept.samples = samples;
    swept.time = NULL;
    swept.finish = NULL;
    swept.report = report;
    swept.end = end;
    swept.arrays = arrays;
    swept.fetch = swept.send = NULL;
    swept.mesh = NULL;
    return swept;
}
