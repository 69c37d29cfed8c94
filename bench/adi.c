/* Steps of the heat equation in a box of 256^3 nodes, coefficients shared, on the host and on the GPU: the fused step
 * against the plain one, stage after stage through a registered solver of tridiagonal systems. The least traffic of
 * every one is that of two passes: 3 reads and 2 writes a point. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/app.h"
#include "base/config.h"
#include "bench/bench.h"
#include "bench/device_limit.h"
#include "bench/limit.h"
#include "bench/peers.h"

enum { EDGE = 256, ARRAYS = 5 };

/* One application under one method, ready to step. */
struct run {
    struct config *config;
    void *params;
    struct sim sim;
    struct device_limit *device; /* NULL: on the host */
};

static enum status sweep(void *context)
{
    const struct run *const r = context;
    return device_limit_sweep(r->device);
}

static enum status step(void *context)
{
    struct run *const r = context;
    return r->sim.app->step(&r->sim);
}

static void run_end(void *context)
{
    struct run *const r = context;
    if (!r) return;
    r->sim.app->end(&r->sim);
    series_free(&r->sim.series);
    config_free(r->config);
    free(r->params);
    free(r);
}

static enum status choose(struct sim *sim, const char *method)
{
    const enum space space = sim->exec.space;
    sim->method = app_method(sim->app, method, space);
    return sim->method ? ST_OK : solver_find_among(sim->app->kinds, method, space, &sim->solver);
}

static enum status run_make(struct run **out, const char *text, const char *method, struct exec exec)
{
    const char *key;
    struct run *const r = *out = calloc(1, sizeof *r);
    if (!r) return fail(ST_NOMEM, "no memory for a benchmark");
    r->sim.app = &app_adi;
    r->sim.exec = exec;
    TRY(config_parse(&r->config, "bench", text));
    r->sim.params = r->params = calloc(1, app_adi.params_bytes);
    if (!r->params) return fail(ST_NOMEM, "no memory for a benchmark");
    TRY(section_read(r->config, config_root(r->config), app_adi.options, r->params));
    TRY(app_adi.check(r->params, &key));
    TRY(choose(&r->sim, method));
    return app_adi.begin(&r->sim);
}

static void describe(struct entry *e, const char *name, int64_t n, double units)
{
    snprintf(e->name, sizeof e->name, "%s", name);
    e->kind = "adi";
    e->layout = "3D";
    e->precision = REAL_NAME;
    e->n = n;
    e->batch = n * n;
    e->units = units;
    e->bytes_per_unit = ARRAYS * sizeof(real);
}

/* On the host if `device` is NULL. *index is -1 if the method is not wanted or refuses the problem. */
static enum status add_run(struct bench *b, const char *method, int64_t n, struct device_limit *device, int limit,
                           int *index)
{
    char text[512];
    struct entry *e;
    struct run *r;
    snprintf(text, sizeof text,
             "grid = { n = %lld; upper = [1.0, 1.0, 1.0]; }; time = { dt = 2e-5; steps = 1000000000; };"
             "initial = \"x + y * (1 - y) + z * z\";"
             "boundary = { x_lower = { kind = \"dirichlet\"; value = 0.0; };"
             "             z_upper = { kind = \"robin\"; h = 10.0; ambient = 1.0; }; };",
             (long long)n);
    *index = -1;
    if (!bench_wants(b, method)) return ST_OK;
    enum status s = run_make(&r, text, method, device ? *device_limit_exec(device) : b->exec);
    if (s == ST_OK) s = bench_add(b, &e, index);
    if (s != ST_OK) {
        run_end(r);
        return s == ST_REFUSED ? bench_skip(b, "adi, %s: %s", REAL_NAME, fail_text()) : s;
    }
    describe(e, method, n, (double)(n * n * n));
    r->device = device;
    e->exec = r->sim.exec;
    e->limit = limit;
    e->prepare = device ? sweep : NULL;
    e->call = step;
    e->end = run_end;
    e->context = r;
    return ST_OK;
}

/* `fused` and `thomas` are the entries of the host. */
static enum status add_on_device(struct bench *b, int64_t n, int fused, int thomas)
{
    static const char *const methods[] = {"thomas", "fused"};
    struct device_limit *device;
    int limit, index, plain = -1;
    const enum status there = device_limit_add(b, &device, &limit);
    if (there != ST_OK) return there == ST_DEVICE ? bench_skip(b, "%s", fail_text()) : there;
    for (int m = 0; m < 2; m++) {
        TRY(add_run(b, methods[m], n, device, limit, &index));
        if (index < 0) continue;
        peer_add(b, index, "thomas", plain);
        peer_add(b, index, "host_thomas", thomas);
        peer_add(b, index, "host_fused", fused);
        plain = index;
    }
    return ST_OK;
}

static enum status add(struct bench *b)
{
    const int64_t n = b->scale_n ? b->scale_n : EDGE;
    int limit, thomas, simd, fused;
    TRY(limit_add(b, &limit));
    TRY(add_run(b, "fused", n, NULL, limit, &fused));
    TRY(add_run(b, "thomas_simd", n, NULL, limit, &simd));
    TRY(add_run(b, "thomas", n, NULL, limit, &thomas));
    peer_add(b, fused, "thomas", thomas);
    peer_add(b, fused, "thomas_simd", simd);
    peer_add(b, simd, "thomas", thomas);
    return add_on_device(b, n, fused, thomas);
}

const struct benchmark bench_adi = {"adi", "steps of the heat equation on 256^3 nodes, fused and stage by stage", add};
