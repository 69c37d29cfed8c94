/* Relations between the keys of a boundary value problem, each fault one sentence and the key to blame. */
#include <math.h>

#include "apps/bvp/problem/grid.h"
#include "base/either_precision.h"
#include "base/formula/expression.h"

/* The key whose value lives at `value`. */
static const char *key_of(const struct bvp_params *p, const void *value)
{
    const size_t offset = (size_t)((const char *)value - (const char *)p);
    const struct option *row = bvp_table;
    while (row->offset != offset) row++;
    return row->key;
}

/* A formula without x is a number: E*I = "210e9*5.7e-5". */
static enum status settle(struct field_spec *spec)
{
    static const double nothing[1];
    static const double *const columns[1];
    struct expression *formula;
    if (spec->form != FIELD_EXPRESSION) return ST_OK;
    TRY(expression_make(&formula, spec->expression, "x"));
    enum status s = ST_OK;
    if (!expression_uses(formula, "x")) {
        s = expression_eval(formula, 1, columns, nothing, 1, &spec->number);
        if (s == ST_OK) spec->form = FIELD_NUMBER;
    }
    expression_free(formula);
    return s;
}

static enum status check_equation(struct bvp_params *p, const char **key)
{
    struct field_spec *const coefficient[] = {&p->p, &p->q, &p->f};
    for (int i = 0; i < 3; i++) {
        *key = key_of(p, coefficient[i]);
        TRY(settle(coefficient[i]));
        if (coefficient[i]->form == FIELD_NUMBER && !isfinite(coefficient[i]->number))
            return fail(ST_CONFIG, "%g is not finite", coefficient[i]->number);
    }
    *key = key_of(p, &p->p);
    if (p->p.form == FIELD_NUMBER && !(p->p.number > 0)) return fail(ST_CONFIG, "%g is not above 0", p->p.number);
    return ST_OK;
}

static enum status check_grid(struct bvp_params *p, const char **key)
{
    *key = "grid.spacing";
    if (p->nodes.form != FIELD_ABSENT && p->spacing != UNIFORM)
        return fail(ST_CONFIG, "does not apply with grid.nodes, which gives all nodes");
    *key = "grid.nodes";
    if (p->nodes.form == FIELD_NUMBER)
        return fail(ST_CONFIG, "must be a formula or a dataset: one number does not place all nodes");
    *key = "grid.ratio";
    if (p->ratio > 0 && p->spacing == UNIFORM) return fail(ST_CONFIG, "applies only to a stretched spacing");
    if (!(p->ratio > 1) && p->spacing != UNIFORM)
        return fail(ST_CONFIG, "a stretched grid needs the ratio of its widest to its narrowest interval, above 1");
    *key = "grid.intervals";
    for (int64_t k = 0; k < p->intervals.count; k++)
        if (bvp_unknowns(p, p->intervals.v[k]) < 1)
            return fail(ST_CONFIG, "both ends prescribe u, so one interval has no unknown");
    return ST_OK;
}

/* An end must not have keys that its kind does not use. */
static enum status check_end(struct bvp_params *p, const struct end_params *e, const char **key)
{
    const struct {
        const struct field_spec *field;
        int kind;
    } uses[] = {{&e->value, DIRICHLET}, {&e->flux, NEUMANN}, {&e->ambient, ROBIN}};
    for (int i = 0; i < 3; i++) {
        *key = key_of(p, uses[i].field);
        if (uses[i].field->form != FIELD_ABSENT && e->kind != uses[i].kind)
            return fail(ST_CONFIG, "does not apply to an end of this kind");
        if (uses[i].field->form == FIELD_DATASET) return fail(ST_CONFIG, "an end takes a number or a formula");
    }
    *key = key_of(p, &e->h);
    if (e->kind == ROBIN && !(e->h > 0)) return fail(ST_CONFIG, "a robin end needs a coefficient above 0");
    if (e->kind != ROBIN && e->h > 0) return fail(ST_CONFIG, "does not apply to an end of this kind");
    return ST_OK;
}

static enum status check_ends(struct bvp_params *p, const char **key)
{
    for (int side = 0; side < 2; side++) TRY(check_end(p, &p->end[side], key));
    *key = key_of(p, &p->end[0].kind);
    if (p->end[0].kind == NEUMANN && p->end[1].kind == NEUMANN && bvp_zero(&p->q))
        return fail(ST_CONFIG, "with neumann at both ends and q = 0 there is no solution, or one for every constant");
    return ST_OK;
}

static enum status check_probes(struct bvp_params *p, const struct bvp_grid *g, const char **key)
{
    const struct bvp_probe_params *const probe = p->probes.v;
    *key = "probes";
    for (int64_t i = 0; i < p->probes.count; i++)
        if (!(probe[i].at >= g->lower && probe[i].at <= g->upper))
            return fail(ST_CONFIG, "probe %s lies at %g, outside of the domain from %g to %g", probe[i].name,
                        probe[i].at, g->lower, g->upper);
    return ST_OK;
}

/* Ends other than the default ones were given; with grid.nodes they would have no effect. */
static enum status check_domain(const struct bvp_params *p, const struct bvp_grid *g, const char **key)
{
    const double near = 1e-12 * fmax(fabs(g->lower), fabs(g->upper));
    const double given[] = {p->lower, p->upper}, is[] = {g->lower, g->upper}, usual[] = {0, 1};
    for (int side = 0; side < 2; side++) {
        *key = side ? "grid.upper" : "grid.lower";
        if (given[side] != usual[side] && fabs(given[side] - is[side]) > near)
            return fail(ST_CONFIG, "%g differs from that end of grid.nodes, %g", given[side], is[side]);
    }
    return ST_OK;
}

static enum status check_all(struct bvp_params *p, const char **key)
{
    struct bvp_grid g;
    TRY(check_equation(p, key));
    TRY(check_ends(p, key));
    TRY(check_grid(p, key));
    *key = p->nodes.form == FIELD_ABSENT ? "grid.upper" : NULL;
    enum status s = grid_make(&g, p, p->intervals.v[0]);
    if (s == ST_OK) s = check_domain(p, &g, key);
    if (s == ST_OK) s = check_probes(p, &g, key);
    grid_free(&g);
    return s;
}

enum status bvp_check(void *params, const char **key)
{
    const enum status s = check_all(params, key);
    if (s != ST_CONFIG) *key = NULL; /* no fault of the key */
    return s;
}
