#include "solvers/method_spec.h"

#include "base/config/config.h"
#include "base/memory.h"

/* Values of the options, with the text that they point into. */
struct values {
    struct config *text;
    void *v;
};

static void drop(struct values *o)
{
    mem_free(o->v);
    config_free(o->text);
}

static enum status read(struct values *o, const struct way *way)
{
    *o = (struct values){0};
    if (!way->solver->options) return ST_OK;
    TRY(config_parse(&o->text, way->solver->method, way->options ? way->options : ""));
    TRY(mem_alloc(&o->v, HOST, (int64_t)way->solver->options_bytes));
    TRY(section_read(o->text, config_root(o->text), way->solver->options, o->v));
    return config_finish(o->text);
}

enum status way_plan(struct plan **out, const struct way *way, const struct shape *shape, const struct exec *exec)
{
    struct values o;
    enum status s = read(&o, way);
    *out = NULL;
    if (s == ST_OK) s = plan_make(out, way->solver, shape, o.v, exec);
    drop(&o);
    return s;
}

enum status way_solve(const struct way *way, const struct shape *shape, const struct system *system,
                      const struct exec *exec)
{
    struct plan *plan;
    TRY(way_plan(&plan, way, shape, exec));
    const enum status s = plan_solve(plan, system);
    plan_free(plan);
    return s;
}

enum status way_needs(struct needs *out, const struct way *way, const struct shape *shape, const struct exec *exec)
{
    struct values o;
    enum status s = read(&o, way);
    *out = (struct needs){0};
    if (s == ST_OK) s = solver_bytes(way->solver, shape, o.v, exec, &out->scratch);
    if (s == ST_OK) out->cost = solver_cost(way->solver, shape, o.v);
    drop(&o);
    return s;
}
