/* Steps of the heat equation in a box of 256^3 nodes, coefficients shared: the fused step against the plain
 * one, stage after stage through a registered solver of tridiagonal systems. The least traffic of every one is
 * that of two passes: 3 reads and 2 writes a point. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/app.h"
#include "base/config.h"
#include "bench/bench.h"
#include "bench/limit.h"
#include "bench/peers.h"

enum { EDGE = 256, ARRAYS = 5 };

/* One application under one method, ready to step. */
struct run {
    struct config *config;
    void *params;
    struct sim sim;
};

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
    sim->method = app_method(sim->app, method, HOST);
    return sim->method ? ST_OK : solver_find(sim->app->kind, method, HOST, &sim->solver);
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

static enum status add_run(struct bench *b, const char *method, int64_t n, int limit, int *index)
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
    TRY(bench_add(b, &e, index));
    describe(e, method, n, (double)(n * n * n));
    e->limit = limit;
    e->call = step;
    e->end = run_end;
    const enum status s = run_make(&r, text, method, b->exec);
    e->context = r;
    return s;
}

static enum status add(struct bench *b)
{
    const int64_t n = b->scale_n ? b->scale_n : EDGE;
    int limit, thomas, simd, fused;
    TRY(limit_add(b, &limit));
    TRY(add_run(b, "fused", n, limit, &fused));
    TRY(add_run(b, "thomas_simd", n, limit, &simd));
    TRY(add_run(b, "thomas", n, limit, &thomas));
    peer_add(b, fused, "thomas", thomas);
    peer_add(b, fused, "thomas_simd", simd);
    peer_add(b, simd, "thomas", thomas);
    return ST_OK;
}

const struct benchmark bench_adi = {"adi", "steps of the heat equation on 256^3 nodes, fused and stage by stage", add};
