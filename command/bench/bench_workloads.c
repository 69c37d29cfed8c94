/* Cells of neurons, a box, a plate and points of a sweep: configurations that are run as they would be from a file,
 * except that less is recorded. */
#include "command/bench/bench_workloads.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/device/device.h"
#include "bench/ranks/alone.h"
#include "command/run/jobs/jobs.h"
#include "command/run/worker.h"
#include "command/run/workload/execution.h"

/* %lld is the size, one for the benchmark and one for tests. A call takes `steps` steps, 0: all. A single rank takes
 * the solver `alone`, NULL: the same solver. */
#define HINES \
    "app = \"hines\"; dt = 0.025; duration = 1e5; record_every = 40;" \
    "cells = ({ name = \"c\"; form = \"ball_and_stick\"; count = %lld; length = 200.0; compartments = 50; });" \
    "membranes = ({ leak = 3e-4; reversal = -54.3; }); channels = ({ type = \"hh\"; region = \"soma\"; });" \
    "synapses = ({ name = \"e\"; section = 1; tau = 3.0; });" \
    "inputs = ({ synapse = \"e\"; rate = 60.0; weight = 0.012; seed = 11; });" \
    "connections = ({ from = \"c\"; to = \"e\"; form = \"random\"; degree = 20; weight = 0.001; delay = 1.0; seed = " \
    "1; });"
#define BOX \
    "app = \"poisson\"; grid = { n = %lld; upper = [1.0, 1.0, 1.0]; }; f = \"x*y + z\"; times = [0, 1, 2, 3];" \
    "boundary = { x_lower = { kind = \"dirichlet\"; }; };"
#define GRID \
    "app = \"adi\"; grid = { n = %lld; upper = [1.0, 1.0, 1.0]; }; time = { dt = 1e-4; steps = 1000000; };" \
    "initial = \"x*y + z\";"
#define POINTS \
    "app = \"adi\"; grid = { n = %lld; upper = [0.1, 0.1]; }; time = { dt = 0.01; steps = 20; }; initial = \"x*y\";" \
    "boundary = { x_upper = { kind = \"robin\"; h = 10.0; ambient = 1.0; }; };" \
    "sweep = { key = \"boundary.x_upper.h\"; from = 1.0; to = 100.0; points = 64; };"
#define SIMD "method = \"thomas_simd\";"
#define PIPELINED "method = \"thomas\"; lines = \"pipelined\";"
static const struct work {
    const char *name, *text, *solver, *alone;
    int64_t size, small, steps;
} works[] = {
    {"hines", HINES, "method = \"hines_simd\";", NULL, 4000, 40, 1},
    {"poisson", BOX, SIMD, NULL, 256, 32, 1},
    {"poisson, pipelined", BOX, PIPELINED, SIMD, 256, 32, 1},
    {"adi", GRID, SIMD, NULL, 256, 32, 8},
    {"adi, reduced", GRID, SIMD " lines = \"reduced\";", SIMD, 256, 32, 8},
    {"points of a sweep", POINTS, SIMD, NULL, 128, 16, 0},
};
enum { WORKS = sizeof works / sizeof *works, TEXT = 1024 };

/* One workload, on all ranks or on a single one. */
struct run {
    const struct work *work;
    char text[TEXT];
    int threads;
    bool alone, begun;
    struct workload workload;
    struct work_shared shared;
    struct sim sim;
};

static enum status read(struct run *r)
{
    struct config *config;
    TRY(config_parse(&config, "bench", r->text));
    return workload_read(&r->workload, config, NULL, r->threads);
}

/* Drops the run that the last call has begun. */
static void end_run(struct run *r)
{
    if (r->begun) r->sim.app->end(&r->sim);
    device_exec_end(&r->sim.exec);
    series_free(&r->sim.series);
    answers_free(&r->sim.answers), answers_free(&r->sim.columns);
    r->begun = false;
}

static enum status enter(void *context)
{
    struct run *const r = context;
    static char none[1];
    const struct origin origin = {.sets = none, .methods = none};
    TRY(read(r));
    return r->alone ? ST_OK : worker_share(&r->workload, &origin, &r->shared);
}

static void leave(void *context)
{
    struct run *const r = context;
    end_run(r);
    workload_free(&r->workload);
    worker_over(&r->shared);
    r->workload = (struct workload){0};
}

static int64_t steps_of(const struct run *r)
{
    return r->work->steps ? r->work->steps : r->sim.steps;
}

/* Begins a run, unless the one that was begun has steps left. */
static enum status prepare(void *context)
{
    struct run *const r = context;
    if (r->begun && r->sim.step + steps_of(r) <= r->sim.steps) return ST_OK;
    end_run(r);
    TRY(job_begin(&r->sim, &r->workload, 0, NULL));
    r->sim.again = true, r->begun = true;
    return sim_begin(&r->sim);
}

static enum status call(void *context)
{
    struct run *const r = context;
    const int64_t until = r->sim.step + steps_of(r);
    while (r->sim.step < until) TRY(r->sim.app->step(&r->sim));
    return ST_OK;
}

/* Does `run` share it? */
static bool is_shared(struct run *r, enum status *st)
{
    *st = read(r);
    const bool shared = *st == ST_OK && (r->workload.job[0].sweep || shared_run_can(&r->workload));
    workload_free(&r->workload);
    r->workload = (struct workload){0};
    return shared;
}

static enum status add(struct bench *b, struct run *r, const struct exec *exec, int64_t size, const char *precision,
                       int *index)
{
    struct entry *e;
    const enum status st = bench_add(b, &e, index);
    if (st != ST_OK) return free(r), st;
    snprintf(e->name, sizeof e->name, r->alone ? "%s, one rank" : "%s", r->work->name);
    e->kind = "workload", e->precision = precision, e->layout = ranks_text(b);
    e->n = size, e->batch = 1, e->units = 1;
    e->exec = *exec;
    e->limit = b->first; /* the first entry of a part is one; units are calls, so that no share follows */
    e->enter = enter, e->leave = leave, e->prepare = prepare, e->call = call, e->end = free;
    e->context = r;
    return ST_OK;
}

static struct run *make(const struct work *w, int64_t size, const char *precision, int threads, bool alone)
{
    struct run *const r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->work = w, r->threads = threads, r->alone = alone;
    const int length = snprintf(r->text, sizeof r->text, w->text, (long long)size);
    snprintf(r->text + length, sizeof r->text - (size_t)length, " solvers = ({ %s }); precision = [\"%s\"];",
             alone && w->alone ? w->alone : w->solver, precision);
    return r;
}

static enum status add_work(struct bench *b, const struct work *w, const char *precision)
{
    const int64_t size = b->scale_n ? w->small : w->size;
    struct exec all;
    int shared = -1, one = -1;
    struct run *r = make(w, size, precision, b->exec.threads, false);
    enum status st = r ? ST_OK : fail(ST_NOMEM, "no memory for a benchmark");
    if (r && !is_shared(r, &st)) {
        free(r);
        return st == ST_OK ? bench_skip(b, "mpi, %s: ranks do not share it", w->name) : st;
    }
    if (st == ST_OK) st = add(b, r, &b->exec, size, precision, &shared);
    if (st != ST_OK || !alone_can(b, &all)) return st;
    r = make(w, size, precision, all.threads, true);
    if (!r) return fail(ST_NOMEM, "no memory for a benchmark");
    TRY(add(b, r, &all, size, precision, &one));
    struct entry *const e = &b->entry[shared];
    e->peer[e->peer_count].name = "one_rank", e->peer[e->peer_count++].entry = one;
    return ST_OK;
}

enum status bench_workloads_add(struct bench *b, const struct precision *precision)
{
    for (int k = 0; k < WORKS; k++) TRY(add_work(b, &works[k], precision->name));
    return ST_OK;
}
