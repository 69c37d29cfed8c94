/* Reads and checks numbers of a paper. */
#include "command/run/published/published.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"
#include "command/run/workload/workload.h"

static const char prefix[] = "published";

static const char *const not_solved[] = {"no", NULL};

#define AT(field) offsetof(struct published, field)
const struct option published_table[] = {
    {"quantity",
     "an answer, a metric or a column, in its units; speedup: over the first run; longer: percentage by which a run "
     "takes longer",
     OPT_TEXT, AT(quantity), .older = "name"},
    {"run", "label or method of the runs; default all", OPT_TEXT, AT(run), .optional = true},
    {"precision", "precision; default both", OPT_TEXT, AT(precision), .optional = true},
    {"source", "the place where it is printed", OPT_TEXT, AT(source), .optional = true},
    {"points", "names of the points of `values`, in any order, as [\"Cloud16-100\", \"Cloud16-500\"]", OPT_TEXTS,
     AT(points), .optional = true, .count_min = 1},
    {"along",
     "axes of the values in `at`, as \"systems,rows\"; absent, without `points`: one value for each point, in order",
     OPT_TEXT, AT(along), .optional = true},
    {"at", "for each value its coordinates on these axes, one value after the other", OPT_REALS, AT(at),
     .optional = true},
    {"best_of", "an axis of options, as switch_point: each run is taken at its fastest value", OPT_TEXT, AT(best_of),
     .optional = true},
    {"against", "label or method of the run that speedup and longer compare with; absent: the first", OPT_TEXT,
     AT(against), .optional = true},
    {"values",
     "a single number, or one for each point; 0 where none was published; \"no\", in a list ( ... ), where it was not "
     "solved",
     OPT_REALS, AT(value), -1e300, 1e300, .words = not_solved, .count_min = 1},
    {"units", "accepted for older configurations, and not used: units are those of the quantity", OPT_TEXT, AT(units),
     .optional = true},
    {0},
};
#undef AT

static const struct published *item(const struct workload *w, int64_t i)
{
    return &((const struct published *)w->settings.published.v)[i];
}

static enum status fault(const struct workload *w, int64_t i, const char *key, const char *sentence)
{
    char name[64];
    snprintf(name, sizeof name, "%s.%lld.%s", prefix, (long long)item(w, i)->place, key);
    return section_fault(w->config, config_root(w->config), name, "%s", sentence);
}

/* Runs that --solvers chose may have no published values. */
static enum status check_run(const struct workload *w, int64_t i, const char *key, const char *name)
{
    enum { NAMES_MAX = 64 };
    const char *names[NAMES_MAX];
    char advice[512], sentence[1024];
    size_t count = 0;
    struct published of = *item(w, i);
    of.run = (char *)name;
    for (int k = 0; k < w->count; k++)
        if (published_is_of(&of, &w->job[k])) return ST_OK;
    if (w->from_command_line || !name) return ST_OK;
    for (int k = 0; k < w->count && count < NAMES_MAX; k++) names[count++] = job_title(&w->job[k]);
    snprintf(sentence, sizeof sentence, "no run is called '%.60s'%s", name,
             spelling_advice(name, names, count, advice, sizeof advice));
    return fault(w, i, key, sentence);
}

static int64_t axes_of(const struct published *p)
{
    int64_t count = p->along ? 1 : 0;
    for (const char *c = p->along ? p->along : ""; *c; c++) count += *c == ',';
    return count;
}

/* Names must be those of the application; whether a run has them is known when it has begun. */
static enum status check_points(const struct workload *w, int64_t i)
{
    const struct published *const p = item(w, i);
    const struct app *const app = w->app;
    char advice[512], sentence[1024];
    if (!p->points.count) return ST_OK;
    if (!app->point_names) return fault(w, i, "points", "points have no names in this application: give along and at");
    if (p->along && !published_along_options(w, i))
        return fault(w, i, "along", "with points, which names the points of values, it may name only lists of options");
    snprintf(sentence, sizeof sentence, "%lld names for %lld values", (long long)p->points.count,
             (long long)p->value.count);
    if (p->points.count != p->value.count) return fault(w, i, "points", sentence);
    size_t known = 0;
    while (app->point_names[known]) known++;
    for (int64_t k = 0; k < p->points.count; k++) {
        size_t n = 0;
        while (n < known && strcmp(app->point_names[n], p->points.v[k])) n++;
        if (n < known) continue;
        snprintf(sentence, sizeof sentence, "no point is called '%.60s'%s", p->points.v[k],
                 spelling_advice(p->points.v[k], app->point_names, known, advice, sizeof advice));
        return fault(w, i, "points", sentence);
    }
    return ST_OK;
}

/* Does it belong to missing runs, or is its point in a run with axes ambiguous? */
static bool is_of_others(const struct workload *w, int64_t i)
{
    const struct published *const p = item(w, i);
    if (check_run(w, i, "run", p->run) != ST_OK || check_run(w, i, "against", p->against) != ST_OK) return true;
    return published_check_axes(w, i) != ST_OK;
}

/* A group from the command line belongs to the runs from there. */
static void leave_out(struct workload *w)
{
    struct groups *const g = &w->settings.published;
    struct published *const all = g->v;
    int64_t kept = 0;
    for (int64_t i = 0; i < g->count; i++) all[i].place = i;
    if (!w->replaced || section_assigned(config_root(w->config), prefix)) return;
    for (int64_t i = 0; i < g->count; i++)
        if (!is_of_others(w, i)) all[kept++] = all[i];
    w->left_out |= kept < g->count;
    g->count = kept;
}

enum status published_check(struct workload *w)
{
    leave_out(w);
    for (int64_t i = 0; i < w->settings.published.count; i++) {
        const struct published *const p = item(w, i);
        char sentence[256];
        TRY(check_run(w, i, "run", p->run));
        TRY(check_run(w, i, "against", p->against));
        TRY(published_check_axes(w, i));
        TRY(check_points(w, i));
        if (p->precision && strcmp(p->precision, "double") && strcmp(p->precision, "float"))
            return fault(w, i, "precision", "expected double or float");
        snprintf(sentence, sizeof sentence, "%lld places for %lld values along %lld axes", (long long)p->at.count,
                 (long long)p->value.count, (long long)axes_of(p));
        if (p->at.count != axes_of(p) * p->value.count) return fault(w, i, "at", sentence);
    }
    return ST_OK;
}

enum status published_fits(const struct workload *w, int job, const struct sim *sim)
{
    for (int64_t i = 0; i < w->settings.published.count; i++) {
        const struct published *const p = item(w, i);
        char sentence[160];
        const bool named = sim->app->point_name && sim->app->point_name(sim, 0);
        if (p->along || p->points.count || p->value.count == 1 || !published_is_of(p, &w->job[job])) continue;
        if (!named && p->value.count == published_points(sim)) continue;
        snprintf(sentence, sizeof sentence, "%lld values for %lld points; %s the points of the values",
                 (long long)p->value.count, (long long)published_points(sim),
                 named ? "`points` must name" : "`along` and `at` must give");
        return fault(w, i, "values", sentence);
    }
    return ST_OK;
}
