/* Takes the answers of a run from its series or its state: how exact each point is, or each given system. Times are
 * taken again in rounds, after this. */
#include "apps/batch/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "apps/batch/state.h"
#include "solvers/tridiag/gallery/gallery.h"

/* clang-format off */
const struct answer_about batch_answers[] = {
    {"residual", "", "the largest of a row, relative to its terms; of each given system: relative to the right side"},
    {"error", "", "the largest difference to the exact solution, relative to the largest unknown"},
    {"solved", "", "of given systems: how many are solved, about as well as by partial pivoting"},
    {"degraded", "", "of given systems: how many have more than 100 times the residual of partial pivoting"},
    {"flagged", "", "of given systems: how many the method reports as not solved"},
    {"wrong", "", "of given systems: how many are wrong without such a report"},
    {"backward_error", "", "the largest backward error of those not flagged; and of each given system"},
    {"residual_pivoting", "", "of a given system: the residual of partial pivoting"},
    {"condition", "", "of a given system: an estimate of the condition number of its matrix"},
    {"verdict", "", "of a given system: 0 solved, 1 degraded, 2 flagged, 3 wrong"},
    {0}};
/* clang-format on */

enum { LISTED = 64 }; /* most systems that are answers each */

static double at(const struct series *s, const char *column, int64_t point)
{
    return series_column(s, column)->value[point];
}

static enum status put_point(struct answers *a, const struct series *s, const char *subject, int64_t k)
{
    TRY(answers_put_method(a, subject, "residual", at(s, "residual", k), ""));
    return answers_put_method(a, subject, "error", at(s, "error", k), "");
}

/* "13 Dorr", "13 Dorr, system 30" where systems are more than types, or "system 30". */
static void name_system(const struct batch_state *s, int64_t k, char *out, size_t size)
{
    const struct given *const g = &s->given;
    int64_t alike = 0;
    for (int64_t q = 0; g->type && q < g->batch; q++) alike += g->type[q] == g->type[k];
    if (!g->type) snprintf(out, size, "system %lld", (long long)k);
    else if (alike == 1) snprintf(out, size, "%s", gallery_name((int)g->type[k]));
    else snprintf(out, size, "%s, system %lld", gallery_name((int)g->type[k]), (long long)k);
}

enum { SINGULAR = VERDICT_WRONG + 1, FINDINGS }; /* counts of systems, other than the verdicts */

static bool is_found(const struct quality *v, int finding, int64_t k)
{
    return finding == SINGULAR ? quality_singular(v, k) : v->verdict[k] == finding;
}

/* "system 3; system 7; and 12 more" */
static void name_systems(const struct batch_state *s, int finding, int64_t all, char *out, size_t size)
{
    enum { NAMED = 4 };
    const struct quality *const v = &s->quality;
    int64_t named = 0;
    size_t used = 0;
    for (int64_t k = 0; k < v->systems && named < NAMED && used < size; k++) {
        char name[80];
        if (!is_found(v, finding, k)) continue;
        name_system(s, k, name, sizeof name);
        used += (size_t)snprintf(out + used, size - used, "%s%s", named++ ? "; " : "", name);
    }
    if (all > named && used < size) snprintf(out + used, size - used, "; and %lld more", (long long)(all - named));
}

enum status batch_finish(struct sim *sim)
{
    static const char *const words[] = {[VERDICT_DEGRADED] =
                                            "have more than 100 times the residual of partial pivoting",
                                        [VERDICT_FLAGGED] = "are reported as not solved by the method",
                                        [VERDICT_WRONG] = "are wrong, and the method does not report it",
                                        [SINGULAR] = "are singular to rounding (condition number at least 1 / eps), "
                                                     "so that no digit of their solutions is certain"};
    const struct batch_state *const s = sim->state;
    if (!batch_is_given(sim->params)) return ST_OK;
    for (int finding = VERDICT_DEGRADED; finding < FINDINGS; finding++) {
        char names[360] = "";
        const int64_t count = finding == SINGULAR ? s->quality.singular : s->quality.count[finding];
        if (!count) continue;
        name_systems(s, finding, count, names, sizeof names);
        caveat("%lld of %lld systems %s: %s", (long long)count, (long long)s->quality.systems, words[finding], names);
    }
    return ST_OK;
}

static enum status report_system(struct answers *a, const struct batch_state *s, int64_t k)
{
    const struct quality *const v = &s->quality;
    char name[80];
    name_system(s, k, name, sizeof name);
    TRY(answers_put_method(a, name, "backward_error", v->backward[k], ""));
    TRY(answers_put_method(a, name, "residual", v->residual[k], ""));
    TRY(answers_put_method(a, name, "residual_pivoting", v->reference[k], ""));
    if (!isnan(v->condition[k])) TRY(answers_put_method(a, name, "condition", v->condition[k], ""));
    return answers_put_method(a, name, "verdict", (double)v->verdict[k], "");
}

/* The number of systems that are solved, and how well; then, if there are few, each of them. */
static enum status report_given(struct sim *sim, const struct batch_state *s)
{
    static const char *const words[] = {"solved", "degraded", "flagged", "wrong"};
    struct answers *const a = &sim->answers;
    const struct quality *const v = &s->quality;
    for (int k = VERDICT_SOLVED; k <= VERDICT_WRONG; k++) {
        TRY(answers_put_method(a, NULL, words[k], (double)v->count[k], ""));
        TRY(answers_place(a, "of %lld", (long long)v->systems));
    }
    TRY(answers_put_method(a, NULL, "backward_error", quality_backward(v), ""));
    if (v->worst >= 0) {
        char name[80];
        name_system(s, v->worst, name, sizeof name);
        TRY(answers_place(a, "%s, the largest of those not flagged", name));
    }
    if (s->given.ones) TRY(answers_put_method(a, NULL, "error", v->error, ""));
    for (int64_t k = 0; v->systems <= LISTED && k < v->systems; k++) TRY(report_system(a, s, k));
    return ST_OK;
}

enum status batch_report(struct sim *sim)
{
    if (batch_is_given(sim->params)) return report_given(sim, sim->state);
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

const char *batch_subject(int64_t i)
{
    return i < GALLERY ? gallery_name((int)i + 1) : NULL;
}
