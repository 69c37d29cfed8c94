/* Allocates the state of a run on the device, and sends operators, face planes and source there. */
#include "apps/adi/stepper/device_state.h"

#include <string.h>

#include "base/device/device.h"
#include "base/memory.h"

/* A copy of `count` values on the device; NULL of NULL. */
static enum status copy(real **out, const real *from, int64_t count, const struct exec *exec)
{
    *out = NULL;
    if (!from) return ST_OK;
    TRY(mem_array(out, DEVICE, count, sizeof *from));
    return device_copy(*out, DEVICE, from, HOST, count * (int64_t)sizeof *from, exec);
}

static enum status copy_line(struct line_operator *out, const struct line_operator *from, int64_t n,
                             const struct exec *exec)
{
    real *block;
    const enum status s = copy(&block, from->l_lower, 6 * n, exec);
    if (block) *out = line_operator_at(block, n);
    return s;
}

static enum status copy_operator(struct stencil *out, const struct stencil *op, struct exec exec)
{
    const struct grid *const g = op->grid;
    *out = *op;
    out->exec = exec;
    out->inverse_capacity = NULL;
    for (int d = 0; d < 3; d++) out->line[d] = (struct line_operator){0}, out->link[d] = out->weight[d] = NULL;
    for (int d = 0; d < 3; d++) {
        TRY(copy(&out->weight[d], op->weight[d], g->n[d], &exec));
        TRY(copy(&out->link[d], op->link[d], g->points, &exec));
        TRY(copy_line(&out->line[d], &op->line[d], g->n[d], &exec));
    }
    return copy(&out->inverse_capacity, op->inverse_capacity, g->points, &exec);
}

/* The planes of step_data in one order. */
static const real **plane_of(struct step_data *data, int p)
{
    const real *(*const kind)[2] = p < 6 ? data->rhs_face : p < 12 ? data->stage_face : data->end_face;
    return &kind[p / 2 % 3][p % 2];
}

/* Will boundary_step give this plane? */
static bool given(const struct device_state *m, const struct boundary *b, int p)
{
    const int kind = p / 6, axis = p / 2 % 3, side = p % 2;
    const struct face *const f = &b->face[axis][side];
    if (!f->now) return false;
    return kind == 1   ? f->moves
           : kind == 2 ? f->end != NULL
                       : !f->zero && m->op.grid->face[axis][side] != FACE_DIRICHLET;
}

/* Are fluxes, or values of a Dirichlet face, the same in all steps? Stages are there because something moves. */
static bool rests(const struct boundary *b, int p)
{
    return p / 6 != 1 && !b->face[p / 2 % 3][p % 2].varies;
}

/* Planes that are constant lie before those that are sent in each step. */
static int64_t lay_out(struct device_state *m, const struct boundary *b)
{
    int64_t used = 0;
    for (int moves = 0; moves < 2; moves++)
        for (int p = 0; p < PLANES; p++) {
            if (rests(b, p) == moves) continue;
            m->at[p] = used;
            m->size[p] = given(m, b, p) ? grid_plane(m->op.grid, p / 2 % 3, p % 2).size : 0;
            used += m->size[p];
        }
    return used;
}

enum status device_state_make(struct device_state *m, const struct stencil *op, const struct boundary *b,
                              const struct heat_source *s, struct exec exec)
{
    const int64_t points = op->grid->points;
    *m = (struct device_state){0};
    TRY(copy_operator(&m->op, op, exec));
    TRY(mem_array(&m->u, DEVICE, points, sizeof *m->u));
    if (s->resting || s->moving) TRY(mem_array(&m->source, DEVICE, points, sizeof *m->source));
    const int64_t used = lay_out(m, b);
    TRY(mem_array(&m->planes, DEVICE, used, sizeof *m->planes));
    return mem_array(&m->packed, HOST, used, sizeof *m->packed);
}

void device_state_free(struct device_state *m)
{
    stencil_free(&m->op);
    mem_free(m->u);
    mem_free(m->source);
    mem_free(m->planes);
    mem_free(m->packed);
    *m = (struct device_state){0};
}

enum status device_state_implicit(struct device_state *m, const struct stencil *op)
{
    for (int d = 0; d < 3; d++)
        TRY(device_copy(m->op.line[d].l_lower, DEVICE, op->line[d].l_lower, HOST,
                        6 * op->grid->n[d] * (int64_t)sizeof(real), &m->op.exec));
    return ST_OK;
}

/* The memory from the first plane that changed to the last one. */
static enum status send_planes(struct device_state *m, const struct boundary *b, struct step_data *data)
{
    int64_t from = 0, to = 0;
    for (int p = 0; p < PLANES; p++) {
        const real *const plane = *plane_of(data, p);
        if (!plane || (m->sent && rests(b, p))) continue;
        memcpy(m->packed + m->at[p], plane, (size_t)m->size[p] * sizeof *plane);
        from = to == 0 || m->at[p] < from ? m->at[p] : from;
        to = m->at[p] + m->size[p] > to ? m->at[p] + m->size[p] : to;
    }
    return device_copy(m->planes + from, DEVICE, m->packed + from, HOST, (to - from) * (int64_t)sizeof(real),
                       &m->op.exec);
}

enum status device_state_step(struct device_state *m, const struct boundary *b, const struct heat_source *s,
                              const struct step_data *data, struct step_data *there)
{
    *there = *data;
    TRY(send_planes(m, b, there));
    for (int p = 0; p < PLANES; p++)
        if (*plane_of(there, p)) *plane_of(there, p) = m->planes + m->at[p];
    if (data->source && (s->varies || !m->sent))
        TRY(device_copy(m->source, DEVICE, data->source, HOST, m->op.grid->points * (int64_t)sizeof(real),
                        &m->op.exec));
    if (data->source) there->source = m->source;
    m->sent = true;
    return ST_OK;
}
