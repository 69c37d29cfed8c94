/* Steps of the heat equation as entries: a call takes some steps of a run, one after the other as in a run. */
#include "bench/adi_steps.h"

#include <stdio.h>
#include <stdlib.h>

#include "apps/adi/stepper/state.h"
#include "apps/apps.h"
#include "bench/entry/app_run.h"

/* Steps, on the device together with the measurement of its limit. */
struct run {
    struct app_run *app;
    struct device_limit *device; /* NULL: on the host */
    double nodes, moved;         /* moved: bytes per node and step */
    const struct adi_subject *subject;
};

static enum status sweep(void *context)
{
    const struct run *const r = context;
    return device_limit_sweep(r->device);
}

static enum status step(void *context)
{
    struct run *const r = context;
    const struct sim *const sim = &r->app->sim;
    for (int i = 0; i < r->subject->steps; i++) {
        if (r->subject->starts) TRY(state_send(sim->state));
        TRY(app_run_step(r->app));
        if (r->subject->reads) TRY(state_fetch(sim->state));
        if (r->subject->samples) TRY(sim_sample(&r->app->sim));
    }
    r->moved = metrics_get(&sim->metrics, "bytes_estimated") / (double)sim->step / r->nodes;
    return ST_OK;
}

static double moved(const void *context)
{
    const struct run *const r = context;
    return r->moved;
}

static void run_end(void *context)
{
    struct run *const r = context;
    if (r && r->app && r->device) app_run_drop(r->app);
    if (r) free(r->app);
    free(r);
}

/* Refused or not, nothing stays in memory. */
static enum status run_make(struct run **out, const char *text, const char *method, struct exec exec)
{
    struct run *const r = *out = calloc(1, sizeof *r);
    if (!r) return fail(ST_NOMEM, "no memory for a benchmark");
    return app_run_make(&r->app, &app_adi, text, method, exec);
}

static void describe(struct entry *e, const struct adi_problem *p, const struct adi_subject *s, int64_t n)
{
    snprintf(e->name, sizeof e->name, "%s", s->name);
    e->kind = "adi";
    e->layout = p->layout;
    e->precision = REAL_NAME;
    e->n = n;
    e->batch = p->dim == 3 ? n * n : n;
    e->units = (double)(n * e->batch) * s->steps;
    e->bytes_per_unit = (double)s->arrays * sizeof(real);
}

static void write_text(char *text, size_t size, const struct adi_problem *p, const struct adi_subject *s, int64_t n)
{
    static const char *const boxes[] = {"upper = [1.0, 1.0]", "upper = [1.0, 1.0, 1.0]"},
                             *const robin[] = {"y_upper", "z_upper"}, *const initial[] = {"x * y", "x * y + z"};
    const int at = p->dim - 2;
    snprintf(text, size,
             "grid = { n = %lld; %s; }; time = { dt = %.3e; steps = 1000000000; }; initial = \"%s\"; %s"
             "boundary = { x_lower = { kind = \"dirichlet\"; value = 0.0; };"
             "             %s = { kind = \"robin\"; h = 10.0; ambient = 1.0; }; };",
             (long long)n, boxes[at], s->ratio / (double)((n - 1) * (n - 1)), initial[at], p->keys, robin[at]);
}

enum status adi_steps_add(struct bench *b, const struct adi_problem *problem, const struct adi_subject *subject,
                          int64_t n, struct device_limit *device, int limit, int *index)
{
    char text[512];
    struct entry *e;
    struct run *r;
    write_text(text, sizeof text, problem, subject, n);
    *index = -1;
    if (!bench_wants(b, subject->method)) return ST_OK;
    enum status s = run_make(&r, text, subject->method, device ? *device_limit_exec(device) : b->exec);
    if (s == ST_OK) s = bench_add(b, &e, index);
    if (s != ST_OK) {
        run_end(r);
        return s == ST_REFUSED ? bench_skip(b, "adi, %s: %s", REAL_NAME, fail_text()) : s;
    }
    describe(e, problem, subject, n);
    r->subject = subject;
    r->nodes = (double)(n * e->batch);
    r->device = device;
    e->moved = moved;
    e->exec = r->app->exec;
    e->limit = limit;
    if (!device) e->data = (struct data){r->app, app_run_load, app_run_drop};
    e->prepare = device ? sweep : NULL;
    e->call = step;
    e->end = run_end;
    e->context = r;
    return device ? app_run_load(r->app) : ST_OK; /* kept while the part is measured: making fields takes seconds */
}
