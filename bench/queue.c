/* The stationary distribution of the ten chains of table 2, W. Yang, K. Li, K. Li (2017): every registered method and
 * variants with options, from the matrix to the probabilities. Each works until it reaches its promised accuracy: the
 * residual of its stopping rule, or every digit. On the device the matrix is factored before, and only the solve is
 * timed, since transfers from pageable memory wait for each array. */
#include <stdlib.h>
#include <string.h>

#include "base/device/device.h"
#include "base/memory.h"
#include "base/timer.h"
#include "bench/bench.h"
#include "bench/data/queue_data.h"
#include "bench/device/device_limit.h"
#include "bench/entry/limit.h"
#include "bench/entry/method_job.h"
#include "bench/entry/peers.h"

static const double patience = 0.3; /* seconds per call */

/* Methods that took too long, or did not converge, on a chain: they are not measured on chains of this size or larger.
 */
struct given_up {
    int count;
    struct {
        const char *spec;
        enum space space;
        const struct cloud_name *on;
    } of[256];
};

/* Measured in addition to each method with its default options. */
static const struct {
    const char *method, *name, *options;
    bool levels; /* no matrix: rates when they are needed */
} others[] = {
    {"gth_band", "gth_band, levels", NULL, true},
    {"hbisa_jacobi", "hbisa_jacobi 0.9", "damping = 0.9;"},
    {"hbisa_gs", "hbisa_gs, aggregated", "aggregation = true;"},
    {"hbisa_redblack", "hbisa_redblack, aggregated", "aggregation = true;"},
    {"bicgstab", "bicgstab, block_jacobi", "preconditioner = \"block_jacobi\";"},
    {"gmres", "gmres, ilut", "preconditioner = \"ilut\";"},
    {"sparse_lu", "sparse_lu, umfpack", "library = \"umfpack\";"},
};

/* One chain, shared by all that solve it, and in memory while one of them is called. */
struct subject {
    const struct cloud_name *name;
    int64_t n; /* its capacity; 0: that of its name */
    bool device;
    struct queue_data data;
    real *device_x; /* NULL without a GPU */
    int users;
};

struct job {
    struct method_job method;
    struct subject *subject;
    bool levels;
    const struct device_limit *device;
    struct outcome outcome;
};

/* The space of methods, and the entry of their memory limit. */
struct place {
    struct exec exec;
    struct device_limit *device; /* NULL: the host */
    int limit;
    struct given_up *given_up;
};

static void drop(void *of)
{
    struct subject *const s = of;
    queue_data_free(&s->data);
    s->device_x = mem_free(s->device_x);
}

static void release(struct subject *s)
{
    if (--s->users == 0) free(s);
}

static enum status load(void *of)
{
    struct subject *const s = of;
    struct cloud cloud = cloud_usual();
    TRY(cloud_named(&cloud, s->name->name));
    if (s->n) cloud.preset = PRESET_EQ8_OPEN, cloud.n = s->n, cloud.entries = 0;
    TRY(queue_data_make(&s->data, &cloud));
    return s->device ? mem_array(&s->device_x, DEVICE, model_states(s->data.model), sizeof *s->device_x) : ST_OK;
}

static struct system system_of(struct job *j)
{
    const struct subject *const s = j->subject;
    return (struct system){.kind = KIND_BLOCKTRI,
                           .blocktri = {.matrix = j->levels ? NULL : s->data.matrix,
                                        .levels = j->levels ? &s->data.model->levels : NULL,
                                        .order = j->levels ? NULL : s->data.order,
                                        .exponent = s->data.exponent},
                           .x = j->device ? s->device_x : s->data.x,
                           .outcome = &j->outcome};
}

static enum status enter(void *context)
{
    struct job *const j = context;
    const struct system system = system_of(j);
    TRY(method_job_enter(&j->method));
    return j->method.shape.reuse ? plan_factor(j->method.plan, &system) : ST_OK;
}

static enum status prepare(void *context)
{
    const struct job *const j = context;
    const struct subject *const s = j->subject;
    const int64_t bytes = j->method.shape.n * (int64_t)sizeof(real);
    memset(s->data.x, 0, (size_t)bytes);
    if (!j->device) return ST_OK;
    TRY(device_copy(s->device_x, DEVICE, s->data.x, HOST, bytes, &j->method.exec));
    return device_limit_sweep(j->device);
}

static enum status solve(void *context)
{
    struct job *const j = context;
    const struct system system = system_of(j);
    j->outcome = (struct outcome){0};
    return plan_solve(j->method.plan, &system);
}

static void end(void *context)
{
    struct job *const j = context;
    release(j->subject);
    free(j);
}

static enum status describe(struct bench *b, struct job *j, const struct cloud_name *name, const struct place *at)
{
    struct entry *e;
    int index;
    TRY(bench_add(b, &e, &index));
    method_job_describe(e, &j->method, b->scale_n ? "eq8-open" : name->name, plan_cost(j->method.plan).bytes,
                        at->limit);
    e->exec = at->exec;
    e->data = (struct data){j->subject, load, drop};
    e->enter = enter;
    e->prepare = prepare;
    e->call = solve;
    e->end = end;
    return ST_OK;
}

static bool is_given_up(const struct place *at, const struct method_spec *spec, const struct cloud_name *name)
{
    const struct given_up *const g = at->given_up;
    for (int i = 0; i < g->count; i++)
        if (g->of[i].space == at->exec.space && !strcmp(g->of[i].spec, method_spec_name(spec)) &&
            g->of[i].on->n <= name->n && g->of[i].on->k <= name->k)
            return true;
    return false;
}

static enum status give_up(struct bench *b, const struct place *at, const struct method_spec *spec,
                           const struct cloud_name *name, const char *why)
{
    struct given_up *const g = at->given_up;
    if (g->count < (int)(sizeof g->of / sizeof *g->of)) {
        g->of[g->count].spec = method_spec_name(spec), g->of[g->count].space = at->exec.space;
        g->of[g->count++].on = name;
    }
    return bench_skip(b, "%s, %s and larger, %s: %s", method_spec_name(spec), name->name, REAL_NAME, why);
}

/* One call before all others, for its time. */
static enum status try_once(struct job *j, double *seconds)
{
    TRY(prepare(j));
    const double began = seconds_now();
    TRY(solve(j));
    if (j->device) TRY(device_wait(&j->method.exec));
    *seconds = seconds_now() - began;
    return ST_OK;
}

/* The methods that refuse the chain are left out, and those that take too long. */
static enum status add_method(struct bench *b, const struct place *at, struct subject *s, const struct cloud_name *name,
                              const struct method_spec *spec, bool levels)
{
    if (is_given_up(at, spec, name)) return ST_OK;
    struct job *const j = calloc(1, sizeof *j);
    if (!j) return fail(ST_NOMEM, "no memory for a benchmark");
    const struct queue_data *const q = &s->data;
    *j = (struct job){{.spec = *spec, .exec = at->exec}, .subject = s, .levels = levels, .device = at->device};
    j->method.shape = shape_blocktri(STATIONARY, levels ? NULL : q->matrix, levels ? &q->model->levels : NULL, q->band);
    j->method.shape.blocktri.exponents = true;
    j->method.shape.reuse = j->device != NULL;
    s->users++;
    double seconds = 0;
    enum status st = enter(j);
    const bool refused = st == ST_REFUSED;
    if (st == ST_OK) st = try_once(j, &seconds);
    const bool fine = st == ST_OK && j->outcome.info == 0 && (seconds <= patience || b->scale_n);
    if (fine) st = describe(b, j, name, at);
    method_job_leave(j);
    if (fine) return st;
    if (st == ST_OK) st = give_up(b, at, spec, name, j->outcome.info ? "did not converge" : "takes more than 0.3 s");
    end(j);
    return refused || st == ST_REFUSED ? ST_OK : st;
}

static enum status add_all(struct bench *b, const struct place *at, struct subject *s, const struct cloud_name *name)
{
    for (size_t i = 0; i < solver_count(); i++) {
        const struct solver *const solver = solver_at(i);
        if (solver->kind != KIND_BLOCKTRI || solver->space != at->exec.space || !bench_wants(b, solver->method))
            continue;
        TRY(add_method(b, at, s, name, &(struct method_spec){.solver = solver}, false));
        for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
            const struct method_spec spec = {solver, others[k].name, others[k].options};
            if (!strcmp(others[k].method, solver->method)) TRY(add_method(b, at, s, name, &spec, others[k].levels));
        }
    }
    return ST_OK;
}

static enum status add_chain(struct bench *b, const struct place *place, int places, const struct cloud_name *name)
{
    const int from = b->count;
    struct subject *const s = calloc(1, sizeof *s);
    if (!s) return fail(ST_NOMEM, "no memory for a benchmark");
    *s = (struct subject){.name = name, .n = b->scale_n, .device = places > 1, .users = 1};
    enum status st = load(s);
    for (int p = 0; st == ST_OK && p < places; p++) st = add_all(b, &place[p], s, name);
    drop(s);
    release(s);
    peer_add_all(b, from, "gth_band");
    return st;
}

static enum status add(struct bench *b)
{
    const int start = b->count;
    struct given_up given_up = {0};
    struct place place[2] = {{.exec = b->exec, .given_up = &given_up}, {.limit = -1, .given_up = &given_up}};
    int places = 1;
    TRY(limit_add(b));
    place[0].limit = limit_find(b, TRAFFIC_IN_PLACE);
    const enum status there = device_limit_add(b, &place[1].device, &place[1].limit);
    if (there == ST_OK) place[1].exec = *device_limit_exec(place[1].device), places = 2;
    else if (there != ST_DEVICE) return there;
    for (int c = 0; c < (b->scale_n ? 1 : CLOUD_NAMES); c++) TRY(add_chain(b, place, places, &cloud_names[c]));
    peers_add_precision(b, start);
    return ST_OK;
}

const struct benchmark bench_queue = {
    "queue.table2", "stationary distribution of the ten chains of table 2: every method, to its promised accuracy", add,
    .kinds = 1u << KIND_BLOCKTRI};
