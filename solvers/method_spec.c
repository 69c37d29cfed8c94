/* Parses options given as in a configuration, and makes, applies and prices plans from them. */
#include "solvers/method_spec.h"

#include "base/config/config.h"
#include "base/either_precision.h"
#include "base/memory.h"

/* Values of the options, with the text that they point into. */
struct values {
    struct config *text;
    void *v;
};

static void values_free(struct values *o)
{
    mem_free(o->v);
    config_free(o->text);
}

static enum status read(struct values *o, const struct method_spec *spec)
{
    *o = (struct values){0};
    if (!solver_options_bytes(spec->solver)) return ST_OK;
    TRY(mem_alloc(&o->v, HOST, (int64_t)solver_options_bytes(spec->solver)));
    if (!spec->options || !*spec->options) return solver_options_defaults(spec->solver, &o->text, o->v);
    TRY(config_parse(&o->text, spec->solver->method, spec->options));
    TRY(solver_options_read(spec->solver, o->text, config_root(o->text), o->v));
    return config_finish(o->text);
}

enum status method_spec_plan(struct plan **out, const struct method_spec *spec, const struct shape *shape,
                             const struct exec *exec)
{
    struct values o;
    enum status s = read(&o, spec);
    *out = NULL;
    if (s == ST_OK) s = plan_make(out, spec->solver, shape, o.v, exec);
    if (s == ST_OK && o.v) (*out)->defaults = o.text, o.text = NULL;
    values_free(&o);
    return s;
}

enum status method_spec_solve(const struct method_spec *spec, const struct shape *shape, const struct system *system,
                              const struct exec *exec)
{
    struct plan *plan;
    TRY(method_spec_plan(&plan, spec, shape, exec));
    const enum status s = plan_solve(plan, system);
    plan_free(plan);
    return s;
}

enum status method_spec_needs(struct method_needs *out, const struct method_spec *spec, const struct shape *shape,
                              const struct exec *exec)
{
    struct values o;
    enum status s = read(&o, spec);
    *out = (struct method_needs){0};
    if (s == ST_OK) s = solver_bytes(spec->solver, shape, o.v, exec, &out->workspace);
    if (s == ST_OK) out->cost = solver_cost(spec->solver, shape, o.v);
    values_free(&o);
    return s;
}
