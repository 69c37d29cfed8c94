/* The Rallpacks by several solvers next to each other: ours, and other simulators where a Python has them
 * (bench/peers/hines/README.md). Errors over time steps are those in the middle of the outermost compartments, the
 * larger of both. Accuracy as the authors define it is against the ends of the cable, from which compartments keep half
 * of their length: the asymptotic error is that to which the potentials of a solver tend as dt goes to 0, and the
 * semi-accurate step is the longest with an error of at most twice that; if none of these steps has such an error, it
 * follows from the error of the shortest and the order. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "apps/hines/peers/peers.h"
#include "base/memory.h"
#include "verify/rallpack_courses.h"
#include "verify/trial.h"
#include "verify/verify.h"

/* Steps, us: the last three give the order and the limit, and are sampled at the same times. */
static const double steps_us[] = {800, 400, 200, 100, 50, 25, 12.5};
enum { STEPS = sizeof steps_us / sizeof *steps_us, SAMPLE_US = 50, PATIENCE = 600 /* s */ };

/* One solver: ours by a scheme, or a peer by one of its own. */
struct subject {
    const struct hines_peer *peer; /* or NULL */
    const char *scheme;
    char name[2 * PEER_WORD];
};

/* One Rallpack; index [step], and of limits [end]. */
struct found {
    double error[STEPS], at_ends[STEPS];
    double asymptotic, semi; /* us; NaN: unknown */
    bool estimated;          /* shorter than all steps */
};

static enum status copy_course(const struct trial *t, struct peer_course *out)
{
    const struct series *const s = &t->sim.series;
    const int64_t count = series_column(s, "time")->count;
    *out = (struct peer_course){.count = count, .columns = RALLPACK_ENDS};
    TRY(mem_array(&out->time, HOST, count, sizeof *out->time));
    TRY(mem_array(&out->value, HOST, count * RALLPACK_ENDS, sizeof *out->value));
    memcpy(out->time, series_column(s, "time")->value, (size_t)count * sizeof *out->time);
    for (int end = 0; end < RALLPACK_ENDS; end++)
        memcpy(out->value + end * count, series_column(s, rallpack_names[end])->value,
               (size_t)count * sizeof *out->value);
    return ST_OK;
}

/* The course of a solver at one step; empty if a peer fails, which is then reported. */
static enum status take(struct report *r, const struct subject *of, enum rallpack which, double us, struct exec exec,
                        struct peer_course *out)
{
    char text[2048];
    struct trial t;
    const int every = us < SAMPLE_US ? (int)(SAMPLE_US / us) : 1;
    *out = (struct peer_course){0};
    snprintf(text, sizeof text, "%s dt = %.17g; record_every = %d; scheme = \"%s\";", rallpack_text[which], us / 1e3,
             every, of->peer ? "crank_nicolson" : of->scheme);
    TRY(trial_begin(&t, "hines", text, NULL, "hines", exec));
    enum status s;
    if (of->peer) {
        const struct peer_job job = {.params = t.params,
                                     .scheme = of->scheme,
                                     .variant = of->peer->variants.word[of->peer->variants.count - 1],
                                     .choice = of->peer->choices.count ? of->peer->choices.word[0] : NULL,
                                     .threads = 1,
                                     .steps = hines_steps(t.params),
                                     .repeats = 1,
                                     .seconds = PATIENCE};
        s = hines_peer_trace(of->peer, &job, out);
        if (s == ST_DEVICE) report_line(r, "%s: %s", of->name, fail_text()), s = ST_OK;
    } else {
        s = trial_run(&t);
        if (s == ST_OK) s = copy_course(&t, out);
    }
    trial_end(&t);
    return s;
}

static struct rallpack_course at_end(const struct peer_course *c, int end)
{
    return (struct rallpack_course){c->count, c->time, c->value + end * c->count};
}

/* The time of the last spike; NaN if their number is another one. */
static double last_spike(const struct peer_course *c, int end)
{
    const struct rallpack_course course = at_end(c, end);
    double spikes;
    const double at = rallpack_last_spike(&course, &spikes);
    return spikes == rallpack_counts[end] ? at : (double)NAN;
}

/* The larger error of both ends, NaN if one is. */
static double larger(const double error[RALLPACK_ENDS])
{
    return error[0] >= error[1] || isnan(error[0]) ? error[0] : error[1];
}

static double error_of(const struct peer_course *c, enum rallpack which, enum rallpack_place place)
{
    double error[RALLPACK_ENDS];
    if (!c->count) return (double)NAN;
    for (int end = 0; end < RALLPACK_ENDS; end++) {
        const struct rallpack_course course = at_end(c, end);
        error[end] = which == RALLPACK_SPIKES ? fabs(last_spike(c, end) - rallpack_limits[place][end])
                                              : rallpack_deviation(&course, which, end, place, 0);
    }
    return larger(error);
}

/* The share of the last change, by halving the step, that is still to come: 1 of order 1, 1/3 of order 2, by the
 * changes of the last two halvings. */
static double to_come(double before, double last)
{
    return before / last > 2.8 ? 1.0 / 3 : 1;
}

/* The error of the limits of both last spikes; and the share. */
static double tends_spikes(const struct peer_course *c, double *share)
{
    double error[RALLPACK_ENDS];
    for (int end = 0; end < RALLPACK_ENDS; end++) {
        const double coarse = last_spike(&c[0], end), middle = last_spike(&c[1], end), fine = last_spike(&c[2], end);
        *share = to_come(fabs(middle - coarse), fabs(fine - middle));
        error[end] = fabs(fine + (fine - middle) * *share - rallpack_limits[RALLPACK_END][end]);
    }
    return larger(error);
}

static double distance(const struct peer_course *a, const struct peer_course *b)
{
    double sum = 0;
    for (int64_t i = 0; i < a->count * a->columns; i++)
        sum += (a->value[i] - b->value[i]) * (a->value[i] - b->value[i]);
    return sqrt(sum);
}

/* The error of the limit of the potentials; the finest course becomes that limit. */
static double tends_passive(struct peer_course *c, enum rallpack which, double *share)
{
    *share = to_come(distance(&c[0], &c[1]), distance(&c[1], &c[2]));
    for (int64_t i = 0; i < c[2].count * c[2].columns; i++) c[2].value[i] += (c[2].value[i] - c[1].value[i]) * *share;
    return error_of(&c[2], which, RALLPACK_END);
}

static void conclude(struct peer_course *course, enum rallpack which, struct found *out)
{
    struct peer_course *const last = &course[STEPS - 3];
    double share;
    out->asymptotic = out->semi = (double)NAN;
    for (int k = 0; k < STEPS; k++) {
        out->error[k] = error_of(&course[k], which, RALLPACK_MIDDLE);
        out->at_ends[k] = error_of(&course[k], which, RALLPACK_END);
    }
    if (!last[0].count || last[0].count != last[1].count || last[1].count != last[2].count) return;
    out->asymptotic = which == RALLPACK_SPIKES ? tends_spikes(last, &share) : tends_passive(last, which, &share);
    for (int k = STEPS - 1; k >= 0; k--)
        if (out->at_ends[k] <= 2 * out->asymptotic) out->semi = steps_us[k];
    out->estimated = isnan(out->semi);
    if (out->estimated)
        out->semi = steps_us[STEPS - 1] * pow(2 * out->asymptotic / out->at_ends[STEPS - 1], share == 1 ? 1 : 1.0 / 2);
}

static enum status find(struct report *r, const struct subject *of, enum rallpack which, struct exec exec,
                        struct found *out)
{
    struct peer_course course[STEPS] = {{0}};
    enum status s = ST_OK;
    for (int k = 0; k < STEPS && s == ST_OK; k++) s = take(r, of, which, steps_us[k], exec, &course[k]);
    if (s == ST_OK) conclude(course, which, out);
    for (int k = 0; k < STEPS; k++) peer_course_free(&course[k]);
    return s;
}

static const char *const units[RALLPACKS] = {"deviation, %", "deviation, %", "last spike, ms off"};

static void say(struct report *r, const struct subject *of, const struct found *f)
{
    char row[256];
    size_t used = (size_t)snprintf(row, sizeof row, "%-36s", of->name);
    for (int k = 0; k < STEPS; k++)
        used +=
            (size_t)snprintf(row + used, sizeof row - used, isnan(f->error[k]) ? "         -" : " %9.2g", f->error[k]);
    used += (size_t)snprintf(row + used, sizeof row - used, isnan(f->asymptotic) ? "          -" : " %10.3g",
                             f->asymptotic);
    if (isnan(f->semi)) snprintf(row + used, sizeof row - used, "             -");
    else snprintf(row + used, sizeof row - used, "%s%8.3g us", f->estimated ? " about" : "      ", f->semi);
    report_line(r, "%s", row);
}

static enum status put(struct report *r, const struct subject *of, enum rallpack which, const struct found *f)
{
    for (int k = 0; k < STEPS; k++)
        TRY(report_figure(r, f->error[k], "rallpack %d, %s, %g us: %s", which + 1, of->name, steps_us[k],
                          units[which]));
    TRY(report_figure(r, f->asymptotic, "rallpack %d, %s: asymptotic error", which + 1, of->name));
    return report_figure(r, f->semi, "rallpack %d, %s: semi-accurate step, us", which + 1, of->name);
}

static void say_heading(struct report *r, enum rallpack which)
{
    char row[256];
    size_t used = (size_t)snprintf(row, sizeof row, "rallpack %d: %-23s", which + 1, units[which]);
    for (int k = 0; k < STEPS; k++) used += (size_t)snprintf(row + used, sizeof row - used, " %6g us", steps_us[k]);
    snprintf(row + used, sizeof row - used, " asymptotic  semi-accurate");
    report_line(r, "%s", row);
}

static enum status run_subject(struct report *r, const struct subject *of, enum rallpack which, struct exec exec,
                               double semi)
{
    struct found f = {0};
    TRY(find(r, of, which, exec, &f));
    say(r, of, &f);
    TRY(put(r, of, which, &f));
    if (of->peer) return ST_OK;
    return report_at_least(r, isnan(f.semi) ? 0 : f.semi, semi, "rallpack %d, %s: semi-accurate step, us", which + 1,
                           of->name);
}

/* Ours, and the semi-accurate step that each of them has at least. */
static const struct {
    const char *scheme;
    double semi[RALLPACKS];
} own[] = {{"sdirk2", {400, 400, 3}}, {"crank_nicolson", {400, 400, 3}}, {"backward_euler", {100, 100, 0.2}}};

static enum status run_all(struct report *r, const struct hines_peers *peers, enum rallpack which, struct exec exec)
{
    say_heading(r, which);
    for (size_t k = 0; k < sizeof own / sizeof *own; k++) {
        struct subject of = {NULL, own[k].scheme, ""};
        snprintf(of.name, sizeof of.name, "bandstand, %s", of.scheme);
        TRY(run_subject(r, &of, which, exec, own[k].semi[which]));
    }
    for (int i = 0; i < peers->count; i++) {
        const struct hines_peer *const p = &peers->of[i];
        if (*p->missing) report_line(r, "%s: not installed: %s", p->name, p->missing);
        for (int k = 0; k < p->schemes.count && !*p->missing; k++) {
            struct subject of = {p, p->schemes.word[k], ""};
            snprintf(of.name, sizeof of.name, "%.24s %.10s, %.24s", p->name, p->version, of.scheme);
            TRY(run_subject(r, &of, which, exec, 0));
        }
    }
    return ST_OK;
}

static enum status run_peers(struct report *r, struct exec exec)
{
    struct hines_peers peers;
    TRY(hines_peers_find(&peers));
    enum status s = ST_OK;
    if (!peers.count) report_line(r, "%s", hines_peers_none);
    for (int which = 0; which < RALLPACKS && s == ST_OK; which++) s = run_all(r, &peers, (enum rallpack)which, exec);
    hines_peers_free(&peers);
    return s;
}

const struct verification verify_rallpack_peers = {
    .topic = "rallpack",
    .subject = "peers",
    .application = "hines",
    .about = "accuracy over time steps, next to NEURON, CoreNEURON and Arbor where a Python has them",
    .run = run_peers,
};
