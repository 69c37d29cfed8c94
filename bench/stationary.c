/* Benchmarks of the stationary distribution of a chain of 1,600 states. */
#include "bench/stationary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/cloudqueue/model/model.h"
#include "base/memory.h"

struct stationary {
    struct model *model;
    struct matrix *matrix;
    int32_t *order, *exponent;
    real *x;
    int64_t band;
    int users;
};

struct job {
    struct stationary *chain;
    struct method_spec spec;
    struct exec exec;
    struct shape shape;
    struct plan *plan;
    struct outcome outcome;
};

void stationary_release(struct stationary *s)
{
    if (!s || --s->users > 0) return;
    model_free(s->model);
    matrix_free(s->matrix);
    mem_free(s->order);
    mem_free(s->exponent);
    mem_free(s->x);
    free(s);
}

static enum status fill(struct stationary *s)
{
    struct cloud cloud = cloud_usual();
    TRY(cloud_named(&cloud, cloud_names[0].name));
    TRY(model_make(&s->model, &cloud));
    const int64_t states = model_states(s->model);
    TRY(qbd_matrix(&s->matrix, CSR, &s->model->levels, 0));
    TRY(mem_array(&s->order, HOST, states, sizeof *s->order));
    TRY(mem_array(&s->exponent, HOST, states, sizeof *s->exponent));
    TRY(mem_array(&s->x, HOST, states, sizeof *s->x));
    qbd_order(&s->model->levels, s->order);
    return matrix_band(s->matrix, s->order, &s->band);
}

enum status stationary_make(struct stationary **out)
{
    struct stationary *const s = *out = calloc(1, sizeof *s);
    if (!s) return fail(ST_NOMEM, "no memory for a benchmark");
    s->users = 1;
    const enum status st = fill(s);
    if (st != ST_OK) stationary_release(s);
    return st;
}

static enum status enter(void *context)
{
    struct job *const j = context;
    return method_spec_plan(&j->plan, &j->spec, &j->shape, &j->exec);
}

static void leave(void *context)
{
    struct job *const j = context;
    j->plan = plan_free(j->plan);
}

/* Without a guess, whatever was found before. */
static enum status solve(void *context)
{
    struct job *const j = context;
    const struct stationary *const s = j->chain;
    const struct system system = {
        .kind = KIND_BLOCKTRI,
        .blocktri = {
            .matrix = s->matrix, .order = s->order, .x = s->x, .exponent = s->exponent, .outcome = &j->outcome}};
    memset(s->x, 0, (size_t)j->shape.n * sizeof(real));
    j->outcome = (struct outcome){0};
    return plan_solve(j->plan, &system);
}

static void end(void *context)
{
    struct job *const j = context;
    stationary_release(j->chain);
    free(j);
}

enum status stationary_add(struct bench *b, struct stationary *s, const struct method_spec *spec, int limit, int *index)
{
    struct method_needs needs;
    struct entry *e;
    struct shape shape = shape_blocktri(STATIONARY, s->matrix, NULL, s->band);
    *index = -1;
    if (!bench_wants(b, spec->solver->method)) return ST_OK;
    shape.blocktri.exponents = true;
    const enum status takes = method_spec_needs(&needs, spec, &shape, &b->exec);
    if (takes == ST_REFUSED || takes == ST_DEVICE) return ST_OK;
    TRY(takes);
    struct job *const j = calloc(1, sizeof *j);
    if (!j) return fail(ST_NOMEM, "no memory for a benchmark");
    *j = (struct job){.chain = s, .spec = *spec, .exec = b->exec, .shape = shape};
    s->users++;
    enum status st = enter(j);
    if (st == ST_OK) st = solve(j);
    leave(j);
    const bool fine = st == ST_OK && j->outcome.info == 0;
    if (fine) st = bench_add(b, &e, index);
    if (!fine || st != ST_OK) {
        end(j);
        return st == ST_REFUSED ? ST_OK : st;
    }
    snprintf(e->name, sizeof e->name, "%s", method_spec_name(spec));
    e->kind = kind_name(KIND_BLOCKTRI);
    e->precision = REAL_NAME;
    e->n = shape.n;
    e->batch = 1;
    e->units = (double)e->n;
    e->bytes_per_unit = needs.cost.bytes / e->units;
    e->limit = limit;
    e->enter = enter;
    e->leave = leave;
    e->call = solve;
    e->end = end;
    e->context = j;
    return ST_OK;
}
