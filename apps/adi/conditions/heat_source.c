/* Evaluates the source formula, and adds the constant power of the floor plan. */
#include "apps/adi/conditions/heat_source.h"

#include <string.h>

#include "apps/adi/material/averages.h"
#include "apps/adi/problem/floor_plan.h"
#include "base/memory.h"

/* out += dt / C f(t) */
static enum status add(struct heat_source *s, double t, double dt, real *out)
{
    const int64_t first = grid_own_points(s->op->grid).from;
    for (struct nodes w = nodes_of_grid(s->op->grid, s->workspace); nodes_next(&w);) {
        TRY(nodes_eval(&w, s->field, t, s->op->threads));
        for (int64_t i = 0; i < w.count; i++) {
            const int64_t p = first + w.first + i;
            out[p] += (real)(dt * stencil_inverse_capacity(s->op, p) * s->workspace->value[i]);
        }
    }
    return ST_OK;
}

/* out += dt / C f of a source that is constant in time, averaged over the cell of each node where it jumps. */
static enum status add_resting(struct heat_source *s, const struct adi_params *p, real *out)
{
    const struct grid_run own = grid_own_points(s->op->grid);
    struct material m;
    struct averages a = {0};
    enum status st = material_make(&m, s->op->grid, &p->source, NULL, s->op->threads);
    m.any_sign = true;
    if (st == ST_OK) st = averages_make(&a, &m, OF_CELLS, s->workspace);
    for (int64_t q = own.from; st == ST_OK && q < own.end; q++)
        out[q] += (real)(p->dt * stencil_inverse_capacity(s->op, q) * a.cell[averages_number(&a, q)]);
    averages_free(&a);
    material_free(&m);
    return st;
}

/* out += dt / C times the watts of each block over its volume. */
static enum status add_floor_plan(struct heat_source *s, const struct adi_params *p, real *out)
{
    const struct grid *const g = s->op->grid;
    const struct grid_run own = grid_own_points(g);
    struct floor_plan plan;
    double *density = NULL;
    TRY(floor_plan_read(&plan, p->floor_plan, params_floor_plan_unit(p)));
    enum status st = floor_plan_place(&plan, g, &s->covered);
    if (st == ST_OK) st = grid_array(&density, g, sizeof *density);
    if (st == ST_OK) st = floor_plan_deposit(&plan, g, p->floor_plan_z.v, density);
    for (int64_t q = own.from; st == ST_OK && q < own.end; q++)
        out[q] += (real)(p->dt * stencil_inverse_capacity(s->op, q) * density[q]);
    mem_free(density);
    floor_plan_free(&plan);
    return st;
}

enum status heat_source_make(struct heat_source *s, const struct stencil *op, const struct adi_params *p,
                             struct nodes_workspace *workspace)
{
    double number;
    *s = (struct heat_source){.op = op, .workspace = workspace};
    TRY(grid_field(&s->field, op->grid, &p->source));
    const bool zero = field_absent(s->field) || (field_constant(s->field, &number) && number == 0);
    s->varies = !zero && field_uses_time(s->field);
    if (s->varies) TRY(grid_array(&s->moving, op->grid, sizeof(real)));
    if (p->floor_plan || (!zero && !s->varies)) TRY(grid_array(&s->resting, op->grid, sizeof(real)));
    if (!zero && !s->varies) TRY(add_resting(s, p, s->resting));
    return p->floor_plan ? add_floor_plan(s, p, s->resting) : ST_OK;
}

void heat_source_free(struct heat_source *s)
{
    field_free(s->field);
    mem_free(s->resting);
    mem_free(s->moving);
    *s = (struct heat_source){0};
}

enum status heat_source_at(struct heat_source *s, double t, double dt, const real **out)
{
    *out = s->varies ? s->moving : s->resting;
    if (!s->varies) return ST_OK;
    const struct grid_run own = grid_own_points(s->op->grid);
    const size_t bytes = (size_t)(own.end - own.from) * sizeof(real);
    if (s->resting) memcpy(s->moving + own.from, s->resting + own.from, bytes);
    else memset(s->moving + own.from, 0, bytes);
    return add(s, t, dt, s->moving);
}
