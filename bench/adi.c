/* Steps of the heat equation in a box of 256^3 nodes, coefficients shared, on the host and on the GPU, there of 512^3
 * too: the fused step and that in one sweep against the plain one, stage after stage through a registered solver of
 * tridiagonal systems. The least traffic is that of two passes, 3 reads and 2 writes a point, and of `sweep` that of
 * one, a read and a write. The traffic that a method estimates of itself is reported beside it.
 *
 * A call takes eight steps where they are fast, as a run does: what a step leaves in the caches, the next one finds.
 * Steps follow each other without a look at the field, so that `sweep` neither forms it nor begins from it. What that
 * takes is how much longer a step of `sweep+start` is, which begins from the field each time, and of `sweep+read`.
 * Steps of dt / h^2 = 1.3, and in `sweep@100` of 100, where the blocks of planes feel each other farther. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/adi/state.h"
#include "apps/apps.h"
#include "bench/app_run.h"
#include "bench/device/device_limit.h"
#include "bench/limit.h"
#include "bench/peers.h"
#include "bench/size.h"

enum { EDGE = 256, ARRAYS = 5, ARRAYS_SWEEP = 2, BYTES = 4 * sizeof(double) /* of a node, at most */ };

/* A method, and the length of its steps. */
struct subject {
    const char *name, *method;
    double ratio; /* dt / h^2 */
    int arrays;   /* that a step moves at least */
    int steps;    /* of a call */
    bool starts, reads;
};

static const struct subject subjects[] = {
    {"fused", "fused", 1.3, ARRAYS, 8},
    {"sweep", "sweep", 1.3, ARRAYS_SWEEP, 8},
    {"sweep+start", "sweep", 1.3, ARRAYS_SWEEP, 8, .starts = true},
    {"sweep+read", "sweep", 1.3, ARRAYS_SWEEP, 8, .reads = true},
    {"sweep@100", "sweep", 100, ARRAYS_SWEEP, 8},
    {"thomas_simd", "thomas_simd", 1.3, ARRAYS, 1},
    {"thomas", "thomas", 1.3, ARRAYS, 1},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static const struct subject *subject_of(const char *name)
{
    const struct subject *s = subjects;
    while (strcmp(s->name, name)) s++;
    return s;
}

/* Steps, on the device beside what measures its limit. */
struct run {
    struct app_run *app;
    struct device_limit *device; /* NULL: on the host */
    double nodes, moved;         /* moved: bytes a node of a step */
    const struct subject *subject;
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

static void describe(struct entry *e, const struct subject *s, int64_t n, double units)
{
    snprintf(e->name, sizeof e->name, "%s", s->name);
    e->kind = "adi";
    e->layout = "3D";
    e->precision = REAL_NAME;
    e->n = n;
    e->batch = n * n;
    e->units = units;
    e->bytes_per_unit = (double)s->arrays * sizeof(real);
}

/* On the host if `device` is NULL. *index is -1 if the method is not wanted or refuses the problem. */
static enum status add_run(struct bench *b, const struct subject *subject, int64_t n, struct device_limit *device,
                           int limit, int *index)
{
    char text[512];
    struct entry *e;
    struct run *r;
    snprintf(text, sizeof text,
             "grid = { n = %lld; upper = [1.0, 1.0, 1.0]; }; time = { dt = %.3e; steps = 1000000000; };"
             "initial = \"x * y + z\";"
             "boundary = { x_lower = { kind = \"dirichlet\"; value = 0.0; };"
             "             z_upper = { kind = \"robin\"; h = 10.0; ambient = 1.0; }; };",
             (long long)n, subject->ratio / (double)((n - 1) * (n - 1)));
    *index = -1;
    if (!bench_wants(b, subject->method)) return ST_OK;
    enum status s = run_make(&r, text, subject->method, device ? *device_limit_exec(device) : b->exec);
    if (s == ST_OK) s = bench_add(b, &e, index);
    if (s != ST_OK) {
        run_end(r);
        return s == ST_REFUSED ? bench_skip(b, "adi, %s: %s", REAL_NAME, fail_text()) : s;
    }
    describe(e, subject, n, (double)(n * n * n) * subject->steps);
    r->subject = subject;
    r->nodes = (double)(n * n * n);
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

/* `sweep` is held against fused, all others but thomas against both of thomas. */
static bool is_peer(const struct subject *s, const struct subject *peer)
{
    if (!strcmp(s->method, "sweep")) return !strcmp(peer->name, "fused");
    return s < peer && strncmp(peer->name, "thomas", 6) == 0;
}

static enum status add_on_host(struct bench *b)
{
    int index[SUBJECTS];
    TRY(limit_add(b));
    const int limit = limit_find(b, TRAFFIC_SOLVE);
    const int64_t n = size_that_fits(b, "adi, nodes along an edge", size_first(b->rows, b->scale_n, EDGE), BYTES, 3);
    for (int i = 0; i < SUBJECTS; i++) TRY(add_run(b, &subjects[i], n, NULL, limit, &index[i]));
    for (int i = 0; i < SUBJECTS; i++)
        for (int peer = 0; peer < SUBJECTS; peer++)
            if (is_peer(&subjects[i], &subjects[peer])) peer_add(b, index[i], subjects[peer].name, index[peer]);
    return ST_OK;
}

/* An entry that was measured before; -1 if it was not. */
static int earlier(const struct bench *b, const char *method, int64_t n, enum space space)
{
    for (int i = 0; i < b->count; i++) {
        const struct entry *const e = &b->entry[i];
        if (e->exec.space == space && !strcmp(e->kind, "adi") && !strcmp(e->name, method) && e->n == n &&
            !strcmp(e->precision, REAL_NAME))
            return i;
    }
    return -1;
}

/* A part is one method on one size. */
static enum status add_on_device(struct bench *b)
{
    static const char *const methods[] = {"fused", "thomas"};
    const int64_t n = (b->scale_n ? b->scale_n / 2 : EDGE) << b->part / 2;
    struct device_limit *device;
    int limit, index;
    const enum status there = device_limit_add(b, &device, &limit);
    if (there != ST_OK) return there == ST_DEVICE ? bench_skip(b, "%s", fail_text()) : there;
    TRY(add_run(b, subject_of(methods[b->part % 2]), n, device, limit, &index));
    if (b->part % 2) peer_add(b, index, "fused", earlier(b, "fused", n, DEVICE));
    peer_add(b, index, "host_thomas", earlier(b, "thomas", n, HOST));
    peer_add(b, index, "host_fused", earlier(b, "fused", n, HOST));
    return ST_OK;
}

static const char *const measured[] = {"fused", "sweep", "thomas", "thomas_simd", NULL};
const struct benchmark bench_adi_host = {
    "adi.host", "steps of the heat equation on 256^3 nodes, in one sweep, fused and stage by stage", add_on_host,
    .takes = TAKES_ROWS, .methods = measured};
const struct benchmark bench_adi_device = {"adi.device", "the same on the GPU, on 256^3 and 512^3 nodes", add_on_device,
                                           .parts = 4, .methods = measured};
