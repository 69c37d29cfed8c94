/* Uses methods in rotation, and counts the problems that they solved and refused. */
#include "verify/poisson/turns.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "verify/trial.h"

/* Roundings of a residual: of most methods, and of those that lose digits by dividing all rows repeatedly, which
 * promise only the bound of all applications. */
enum { LIMIT = 50, LIMIT_OF_LOSSY = 1000 };
static const char *const lossy[] = {"pcr", "cr_pcr", NULL};

static const char *where(const struct turns *t)
{
    return t->exec.space == DEVICE ? ", on the device" : "";
}

static void add(struct turn *list, int *count, const char *name)
{
    if (*count < TURNS_MAX) list[(*count)++] = (struct turn){.name = name};
}

/* Does this build have the method? */
static enum status is_here(const struct solver *s)
{
    struct shape shape = shape_contiguous(64, 1);
    shape.kind = KIND_TRANSFORM;
    shape.transform.type = DCT2;
    return solver_accepts(s, &shape, NULL);
}

static bool is_lossy(const char *name)
{
    const char *const *at = lossy;
    while (*at && strcmp(*at, name)) at++;
    return *at;
}

enum status turns_make(struct turns *t, struct exec exec, struct report *r)
{
    *t = (struct turns){.exec = exec};
    for (size_t i = 0; i < solver_count(); i++) {
        const struct solver *const s = solver_at(i);
        if (s->space != exec.space) continue;
        if (s->kind == KIND_TRIDIAG) add(t->system, &t->systems, s->method);
        if (s->kind != KIND_TRANSFORM) continue;
        if (is_here(s) == ST_OK) add(t->transform, &t->transforms, s->method);
        else TRY(report_refused(r, fail_text(), "poisson, " REAL_NAME "%s: transforms by %s", where(t), s->method));
    }
    add(t->system, &t->systems, "transforms");
    return ST_OK;
}

static enum status measure(const struct turns *t, const struct poisson_problem *p, const char *metric, double *out)
{
    char text[POISSON_PROBLEM_BYTES];
    struct trial trial;
    poisson_problem_print(text, sizeof text, p);
    TRY(trial_complete(&trial, "poisson", text, NULL, p->method, t->exec));
    *out = metrics_get(&trial.sim.metrics, metric);
    trial_end(&trial);
    return ST_OK;
}

/* The first refusal, or failure, is kept. */
static void keep(struct turn *m, const char *why)
{
    if (!*m->why) snprintf(m->why, sizeof m->why, "%s", why);
}

static void count(struct turn *m, double roundings)
{
    m->solved++;
    if (!(roundings <= m->worst)) m->worst = roundings;
}

/* Judged by the residual, which all problems have. */
static enum status note(struct turn *system, struct turn *transform, enum status s, double *out, bool *taken)
{
    *taken = s != ST_REFUSED && s != ST_DEVICE;
    if (!*taken) {
        struct turn *const m = strncmp(fail_text(), "transform along", 15) ? system : transform;
        m->refused++;
        keep(m, fail_text());
        return ST_OK;
    }
    if (s == ST_FAILED) *out = HUGE_VAL, keep(system, fail_text());
    return s == ST_FAILED ? ST_OK : s;
}

enum status turns_solve(struct turns *t, int k, struct poisson_problem *p, const char *metric, double *out, bool *taken)
{
    /* Each time that the list of systems begins again, it is combined with other transforms. */
    const int64_t at = t->next++, of = (at + at / t->systems) % t->transforms;
    struct turn *const system = &t->system[k], *const transform = &t->transform[of];
    p->method = system->name, p->transform = transform->name;
    TRY(note(system, transform, measure(t, p, metric, out), out, taken));
    if (!*taken || strcmp(metric, "residual")) return ST_OK;
    count(system, *out / (double)REAL_EPS);
    if (is_lossy(system->name)) *out = 0; /* it has its own check */
    else if (p->dim > 1 || !strcmp(system->name, "transforms")) count(transform, *out / (double)REAL_EPS);
    return ST_OK;
}

enum status turns_solve_next(struct turns *t, struct poisson_problem *p, const char *metric, double *out)
{
    bool taken = false;
    for (int tries = 0; tries < t->systems * t->transforms; tries++) {
        TRY(turns_solve(t, (int)(t->next % t->systems), p, metric, out, &taken));
        if (taken) return ST_OK;
    }
    return fail(ST_REFUSED, "no method takes the problem: %s", fail_text());
}

enum status turns_solve_same(struct turns *t, const struct poisson_problem *p, const char *metric, double *out)
{
    return measure(t, p, metric, out);
}

static enum status report_turn(const struct turns *t, const struct turn *m, const char *what, struct report *r)
{
    if (m->solved)
        TRY(report_at_most(r, m->worst, is_lossy(m->name) ? LIMIT_OF_LOSSY : LIMIT,
                           "residual poisson, " REAL_NAME "%s: %s by %s, worst", where(t), what, m->name));
    TRY(report_figure(r, (double)m->solved, "poisson, " REAL_NAME "%s: %s by %s, problems solved", where(t), what,
                      m->name));
    if (!*m->why) return ST_OK;
    return report_refused(r, m->why, "poisson, " REAL_NAME "%s: %s by %s, %lld of %lld problems", where(t), what,
                          m->name, (long long)m->refused, (long long)(m->refused + m->solved));
}

enum status turns_report(const struct turns *t, struct report *r)
{
    for (int k = 0; k < t->systems; k++) TRY(report_turn(t, &t->system[k], "systems", r));
    for (int k = 0; k < t->transforms; k++) TRY(report_turn(t, &t->transform[k], "transforms", r));
    return ST_OK;
}
