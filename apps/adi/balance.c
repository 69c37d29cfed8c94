/* Makes the network of conductances that the difference operators are, and the inflow of heat into its nodes. */
#include "apps/adi/balance.h"

#include <math.h>

#include "base/memory.h"

bool balance_varies(const struct state *s)
{
    bool vary = s->source.varies;
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++) vary |= s->boundary.face[d][side].varies;
    return vary;
}

bool balance_is_prescribed(const struct grid *g, int64_t point)
{
    int64_t at[3];
    bool is = false;
    grid_indices(g, point, at);
    for (int d = 0; d < g->dim; d++) is |= grid_at(g, d, at[d], FACE_DIRICHLET);
    return is;
}

static double cell_volume(const struct grid *g, const int64_t at[3])
{
    double volume = 1;
    for (int d = 0; d < g->dim; d++) volume *= g->spacing[d] * grid_share(g, d, at[d]);
    return volume;
}

/* The conductance from p to the next node along an axis: from the row of p or, where p has a prescribed temperature
 * there and its row is zero, from the row of that node. */
static double conductance_of(const struct heat_balance *b, const struct stencil *op, int axis, int64_t i, int64_t p)
{
    const struct conductances *const w = &b->network;
    const int64_t next = conductance_after(w, axis, i, p), j = i < w->n[axis] - 1 ? i + 1 : 0;
    const double here = stencil_row(op, axis, i, p).upper;
    if (!w->periodic[axis] && j == 0) return 0;
    return here > 0 ? here * b->capacity[p] : stencil_row(op, axis, j, next).lower * b->capacity[next];
}

static void join(struct heat_balance *b, const struct stencil *op)
{
    const struct grid *const g = op->grid;
#pragma omp parallel for schedule(static) num_threads(op->exec.threads)
    for (int64_t p = 0; p < g->points; p++) {
        int64_t at[3];
        grid_indices(g, p, at);
        for (int d = 0; d < g->dim; d++) {
            double exchange = 0;
            if (b->network.link[d]) b->network.link[d][p] = conductance_of(b, op, d, at[d], p);
            if (at[d] == 0) exchange += op->exchange[d][0];
            if (at[d] == g->n[d] - 1) exchange += op->exchange[d][1];
            b->network.loss[p] += exchange * cell_volume(g, at);
        }
    }
}

/* Power, W, that sources and faces put into a node. */
static double given(const struct heat_balance *b, const struct grid *g, const struct step_data *data, int64_t p)
{
    int64_t at[3];
    grid_indices(g, p, at);
    double sum = data->source ? (double)data->source[p] : 0;
    for (int d = 0; d < g->dim; d++)
        for (int side = 0; side < 2; side++)
            if (data->rhs_face[d][side] && at[d] == (side ? g->n[d] - 1 : 0))
                sum += (double)data->rhs_face[d][side][plane_number(g, d, at)];
    return sum * b->capacity[p] / data->dt;
}

/* The heat that flows into p from its neighbours, and from outside at 0 K. */
static double conducted(const struct conductances *w, const real *u, int64_t p)
{
    double sum = -w->loss[p] * (double)u[p];
    for (int d = 0; d < 3; d++) {
        const int64_t i = p / conductance_stride(w, d) % w->n[d];
        if (!w->link[d]) continue;
        const int64_t before = conductance_before(w, d, i, p), after = conductance_after(w, d, i, p);
        sum += w->link[d][before] * ((double)u[before] - (double)u[p]);
        sum += w->link[d][p] * ((double)u[after] - (double)u[p]);
    }
    return sum;
}

static void flow(struct heat_balance *b, const struct grid *g, const struct step_data *data, const real *u)
{
    for (int64_t p = 0; p < g->points; p++) {
        if (balance_is_prescribed(g, p)) continue;
        const double in = given(b, g, data, p);
        b->inflow[p] = in + conducted(&b->network, u, p);
        b->given += in, b->amounts += fabs(in);
    }
}

/* Links to nodes with a prescribed temperature become losses of their neighbours. */
static void hold(struct conductances *w, const struct grid *g)
{
    for (int64_t p = 0; p < g->points; p++)
        for (int d = 0; d < g->dim; d++) {
            if (!w->link[d] || !(w->link[d][p] > 0)) continue;
            const int64_t next = conductance_after(w, d, p / conductance_stride(w, d) % w->n[d], p);
            const bool here = balance_is_prescribed(g, p), there = balance_is_prescribed(g, next);
            if (!here && !there) continue;
            if (!here) w->loss[p] += w->link[d][p];
            if (!there) w->loss[next] += w->link[d][p];
            w->link[d][p] = 0;
        }
    for (int64_t p = 0; p < g->points; p++)
        if (balance_is_prescribed(g, p)) w->loss[p] = 0;
}

enum status balance_make(struct heat_balance *b, struct state *s)
{
    const struct grid *const g = &s->grid;
    bool periodic[3];
    struct step_data data;
    *b = (struct heat_balance){0};
    for (int d = 0; d < 3; d++) periodic[d] = grid_periodic(g, d);
    TRY(state_fetch(s));
    TRY(state_data(s, s->params.steps, &data));
    TRY(conductance_make(&b->network, g->n, periodic, s->op.exec));
    TRY(mem_array(&b->inflow, HOST, g->points, sizeof *b->inflow));
    TRY(mem_array(&b->capacity, HOST, g->points, sizeof *b->capacity));
    for (int64_t p = 0; p < g->points; p++) {
        int64_t at[3];
        grid_indices(g, p, at);
        b->capacity[p] = cell_volume(g, at) / stencil_inverse_capacity(&s->op, p);
    }
    join(b, &s->op);
    flow(b, g, &data, s->u);
    hold(&b->network, g);
    return ST_OK;
}

void balance_free(struct heat_balance *b)
{
    conductance_free(&b->network);
    mem_free(b->inflow);
    mem_free(b->capacity);
    *b = (struct heat_balance){0};
}
