/* Evaluates the data of the faces, and carries their change through the stages after each axis. */
#include "apps/adi/conditions/boundary.h"

#include <math.h>

#include "base/memory.h"

static const struct field_spec *given_of(const struct face_params *p)
{
    return p->kind == FACE_DIRICHLET ? &p->value : p->kind == FACE_ROBIN ? &p->ambient : &p->flux;
}

double boundary_bytes(const struct adi_params *p)
{
    const struct grid g = params_grid(p);
    double nodes = 0;
    bool formula = false;
    for (int d = 0; d < g.dim; d++)
        for (int side = 0; side < 2 && !grid_periodic(&g, d); side++) {
            const struct face_params *const f = &p->face[d][side];
            nodes += (double)grid_plane(&g, d, side).size;
            formula |= given_of(f)->form == FIELD_EXPRESSION;
        }
    const struct face *const f = NULL;
    const double each = sizeof *f->now + sizeof *f->change + sizeof *f->rhs + sizeof *f->stage,
                 moving = sizeof *f->next + sizeof *f->end;
    return nodes * (each + (formula ? moving : 0));
}

static enum status make_face(struct boundary *b, int axis, int side, const struct face_params *p)
{
    const struct grid *const g = b->op->grid;
    const int64_t size = grid_plane(g, axis, side).size;
    struct face *const f = &b->face[axis][side];
    double number;
    TRY(grid_field(&f->field, g, given_of(p)));
    f->factor = p->kind == FACE_ROBIN ? p->h : 1;
    f->zero = field_absent(f->field) || (field_constant(f->field, &number) && number == 0);
    f->varies = !f->zero && field_uses_time(f->field);
    TRY(mem_array(&f->now, HOST, size, sizeof *f->now));
    f->next = f->now;
    if (f->varies) TRY(mem_array(&f->next, HOST, size, sizeof *f->next));
    TRY(mem_array(&f->change, HOST, size, sizeof *f->change));
    TRY(mem_array(&f->rhs, HOST, size, sizeof *f->rhs));
    return mem_array(&f->stage, HOST, size, sizeof *f->stage);
}

/* A Dirichlet face must undo what later stages add at its edges, even if its own data rests. */
static bool edges_move(const struct boundary *b, int axis)
{
    bool move = false;
    for (int e = axis + 1; b->corrected && e < b->op->grid->dim; e++)
        for (int side = 0; side < 2; side++)
            move |= b->op->grid->face[e][side] != FACE_DIRICHLET && b->face[e][side].moves;
    return move;
}

/* If data of any face vary, stages move the nodes of every Dirichlet face, also of one whose own data rest. They come
 * back to rounding only, and not at edges where faces contradict each other, so all are set to their prescribed values.
 */
static enum status make_ends(struct boundary *b)
{
    const struct grid *const g = b->op->grid;
    bool any = false;
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++) any |= b->face[d][side].varies;
    for (int d = 0; d < g->dim && any; d++)
        for (int side = 0; side < 2; side++)
            if (g->face[d][side] == FACE_DIRICHLET)
                TRY(mem_array(&b->face[d][side].end, HOST, grid_plane(g, d, side).size, sizeof(real)));
    return ST_OK;
}

enum status boundary_make(struct boundary *b, const struct stencil *op, const struct adi_params *p,
                          struct nodes_workspace *workspace)
{
    const struct grid *const g = op->grid;
    *b = (struct boundary){
        .op = op, .corrected = p->boundary_treatment == CORRECTED, .time = (double)NAN, .workspace = workspace};
    for (int d = g->dim - 1; d >= 0; d--)
        for (int side = 0; side < 2 && !grid_periodic(g, d); side++) {
            struct face *const f = &b->face[d][side];
            TRY(make_face(b, d, side, &p->face[d][side]));
            f->moves = f->varies || (g->face[d][side] == FACE_DIRICHLET && edges_move(b, d));
        }
    return make_ends(b);
}

void boundary_free(struct boundary *b)
{
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++) {
            struct face *const f = &b->face[d][side];
            field_free(f->field);
            if (f->next != f->now) mem_free(f->next);
            mem_free(f->now);
            mem_free(f->change);
            mem_free(f->rhs);
            mem_free(f->stage);
            mem_free(f->end);
        }
    *b = (struct boundary){0};
}

static enum status evaluate(struct boundary *b, int axis, int side, double t, double *out)
{
    struct face *const f = &b->face[axis][side];
    const int threads = b->op->threads;
    int64_t first;
    struct nodes w = nodes_near_face(b->op->grid, axis, side, b->workspace, &first);
    while (!f->zero && nodes_next(&w)) {
        TRY(nodes_eval(&w, f->field, t, threads));
        for (int64_t q = 0; q < w.count; q++) out[first + w.first + q] = f->factor * b->workspace->value[q];
    }
    return ST_OK;
}

/* Brings `now` to t and `next` to t_next. */
static enum status advance(struct boundary *b, double t, double t_next)
{
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++) {
            struct face *const f = &b->face[d][side];
            if (!f->now || (b->ready && !f->varies)) continue;
            double *const old = f->now;
            f->now = f->next, f->next = old;
            if (t != b->time) TRY(evaluate(b, d, side, t, f->now));
            if (f->varies) TRY(evaluate(b, d, side, t_next, f->next));
        }
    b->time = t_next;
    return ST_OK;
}

/* v := M v along one line of a face, in place; `stride` between its points, `step` between its numbers. */
static void apply_line(const struct stencil *op, int axis, double c, bool ends, int64_t point, int64_t stride,
                       double *v, int64_t step)
{
    const int64_t n = op->grid->n[axis];
    const struct grid_run own = grid_own(op->grid, axis);
    const double first = v[0];
    double before = v[(own.from > 0 ? own.from - 1 : n - 1) * step];
    for (int64_t i = own.from; i < own.end; i++) {
        const double here = v[i * step], after = i < n - 1 ? v[(i + 1) * step] : first;
        const struct stencil_row l = stencil_row(op, axis, i, point + i * stride);
        if (ends || (i > 0 && i < n - 1)) v[i * step] -= c * (l.lower * before + l.diag * here + l.upper * after);
        before = here;
    }
}

/* Takes off what the stage of axis e adds at the edges of a Dirichlet face. */
static void undo_edges(const struct boundary *b, const struct plane *f, int along, double *v)
{
    const struct grid *const g = b->op->grid;
    const int e = f->axes[along];
    const int64_t step[2] = {f->count[1], 1}, n = f->count[along];
    for (int side = 0; side < 2; side++) {
        const struct face *const edge = &b->face[e][side];
        const int64_t i = side ? n - 1 : 0;
        if (!edge->moves || g->face[e][side] == FACE_DIRICHLET || i < f->own[along].from || i >= f->own[along].end)
            continue;
        for (int64_t m = f->own[!along].from; m < f->own[!along].end; m++) {
            const int64_t number = m * step[!along] + i * step[along];
            int64_t at[3];
            grid_indices(g, plane_point(f, number / f->count[1], number % f->count[1]), at);
            v[number] -= (double)edge->stage[plane_number(g, e, at)];
        }
    }
}

/* change := the change of the data, carried through the stages after this axis at the nodes of this rank, which also
 * knows it on the planes next to them. */
static void carry(struct boundary *b, int axis, int side, double c)
{
    const struct grid *const g = b->op->grid;
    const struct plane f = grid_plane(g, axis, side);
    const int64_t step[2] = {f.count[1], 1};
    const bool dirichlet = g->face[axis][side] == FACE_DIRICHLET;
    const struct face *const face = &b->face[axis][side];
    double *const v = face->change;
    for (int64_t q = 0; q < f.size; q++) v[q] = face->next[q] - face->now[q];
    for (int along = 0; b->corrected && along < 2; along++) {
        const int e = f.axes[along];
        if (e <= axis || e >= g->dim) continue;
#pragma omp parallel for schedule(static) num_threads(b->op->exec.threads)
        for (int64_t m = f.own[!along].from; m < f.own[!along].end; m++)
            apply_line(b->op, e, c, dirichlet || grid_periodic(g, e), f.start + m * f.stride[!along], f.stride[along],
                       v + m * step[!along], step[along]);
        if (dirichlet) undo_edges(b, &f, along, v);
    }
}

/* out := factor * in, divided by the heat capacity and half a cell where a flux enters one. */
static void scale(const struct boundary *b, int axis, int side, double factor, const double *in, real *out)
{
    const struct grid *const g = b->op->grid;
    const struct plane f = grid_plane(g, axis, side);
    const double per_width = factor * 2 / g->spacing[axis];
    for (int64_t a = f.own[0].from; a < f.own[0].end; a++)
        for (int64_t n = f.own[1].from; n < f.own[1].end; n++) {
            const int64_t q = a * f.count[1] + n;
            out[q] = (real)(per_width * stencil_inverse_capacity(b->op, plane_point(&f, a, n)) * in[q]);
        }
}

static void round_to(const double *from, int64_t count, real *out)
{
    for (int64_t q = 0; q < count; q++) out[q] = (real)from[q];
}

enum status boundary_step(struct boundary *b, double t, double t_next, double theta, struct step_data *data)
{
    const struct grid *const g = b->op->grid;
    const double dt = data->dt, c = theta * dt;
    TRY(advance(b, t, t_next));
    for (int d = g->dim - 1; d >= 0; d--)
        for (int side = 0; side < 2; side++) {
            struct face *const f = &b->face[d][side];
            const bool dirichlet = g->face[d][side] == FACE_DIRICHLET;
            const int64_t size = grid_plane(g, d, side).size;
            data->end_face[d][side] = f->end;
            if (f->end && (f->varies || !b->ready)) round_to(f->next, size, f->end);
            data->rhs_face[d][side] = f->now && !dirichlet && !f->zero ? f->rhs : NULL;
            data->stage_face[d][side] = f->moves ? f->stage : NULL;
            if (data->rhs_face[d][side] && (f->varies || !b->ready)) scale(b, d, side, dt, f->now, f->rhs);
            if (!f->moves) continue;
            carry(b, d, side, c);
            if (dirichlet) round_to(f->change, size, f->stage);
            else scale(b, d, side, c, f->change, f->stage);
        }
    b->ready = true;
    return ST_OK;
}

void boundary_renew(struct boundary *b)
{
    b->ready = false;
    b->time = (double)NAN;
}

enum status boundary_begin(struct boundary *b, double t, real *u)
{
    const struct grid *const g = b->op->grid;
    TRY(advance(b, t, t));
    for (int d = 0; d < g->dim; d++)
        for (int side = 0; side < 2; side++) {
            const struct plane f = grid_plane(g, d, side);
            if (g->face[d][side] != FACE_DIRICHLET) continue;
            for (int64_t a = f.own[0].from; a < f.own[0].end; a++)
                for (int64_t n = f.own[1].from; n < f.own[1].end; n++)
                    u[plane_point(&f, a, n)] = (real)b->face[d][side].next[a * f.count[1] + n];
        }
    return ST_OK;
}
