/* The step in one pass: its factors and its threads. Blocks of planes are independent of each other but for the
 * separators between them, which are solved for when all blocks are done. */
#include <omp.h>
#include <string.h>

#include "apps/adi/sweep/sweep_data.h"

/* Padding: a row of the identity. */
static void keep_x(const struct adi_sweep *f)
{
    const struct direction *const x = &f->axis[0].direction[0];
    for (int64_t i = 0; i < f->row; i++) {
        const bool there = i < f->n[0];
        f->x.l[i] = there ? x->l[i] : 0;
        f->x.h[i] = there ? x->h[i] : 0;
        f->x.w[i] = there ? x->w[i] : 1;
    }
}

static void keep_y(const struct adi_sweep *f, bool down, double theta)
{
    const real *const before = (down ? f->upper : f->lower)[1], *const after = (down ? f->lower : f->upper)[1];
    const struct sweep_lines *const y = &f->y[down];
    for (int64_t j = 0; j < f->rows; j++) {
        const double w = j < f->n[1] ? (double)f->axis[1].direction[down].w[j] : 1;
        y->l[j] = (real)(theta * (double)before[j] * w);
        y->h[j] = (real)(theta * (double)after[j] * w);
        y->w[j] = (real)(-w / theta);
    }
}

enum status adi_sweep_factor(struct adi_sweep *f, const struct line_operator op[3], double dt, double theta)
{
    for (int d = 0; d < 3; d++) {
        struct fused_axis *const a = &f->axis[d];
        const int axis = d && f->turned ? 3 - d : d; /* of the grid */
        TRY(axis_factor(a, &op[axis], "xyz"[axis]));
        for (int64_t i = 0; i < f->n[d]; i++) {
            f->lower[d][i] = (real)(dt * (double)a->lower[i]);
            f->upper[d][i] = (real)(dt * (double)a->upper[i]);
            f->rest[d][i] = (real)(dt * (double)a->rest[i]);
        }
    }
    f->theta = (real)theta;
    keep_x(f);
    for (int down = 0; down < 2; down++) keep_y(f, down, theta);
    return sweep_factor_z(f, theta);
}

/* The data of a step by the axes of the sweep, without the planes of faces that the grid does not have. */
static struct step_data faces_only(const struct adi_sweep *f, const struct step_data *given)
{
    struct step_data data = *given;
    for (int side = 0; side < 2 && f->turned; side++) {
        data.rhs_face[2][side] = given->rhs_face[1][side];
        data.stage_face[2][side] = given->stage_face[1][side];
        data.end_face[2][side] = given->end_face[1][side];
    }
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++)
            if (f->n[d] == 1) data.rhs_face[d][side] = data.stage_face[d][side] = data.end_face[d][side] = NULL;
    return data;
}

static struct sweep_run run_of_separator(const struct adi_sweep *f, int b)
{
    const struct sweep_separator *const s = &f->separator[b];
    return (struct sweep_run){.first = f->block[b].to,
                              .count = 1,
                              .step = 1,
                              .in = s->u,
                              .out = s->right,
                              .near = s->below,
                              .far = s->above,
                              .was = s->was,
                              .moved = s->moved,
                              .old = &f->z[!f->down],
                              .new = &f->z[f->down]};
}

static void hold(struct adi_sweep *f, const struct step_data *data)
{
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++)
            if (f->fixed[d][side] && data->end_face[d][side])
                memcpy(f->held[d][side], data->end_face[d][side],
                       (size_t)(f->n[0] * f->n[1] * f->n[2] / f->n[d]) * sizeof(real));
    for (int b = 0; b + 1 < f->blocks; b++) {
        const struct sweep_separator *const s = &f->separator[b];
        const int64_t k = f->block[b].to;
        sweep_hold(f, k - 1, 0, f->rows, s->below, f->row);
        sweep_hold(f, k, 0, f->rows, s->u, f->row);
        sweep_hold(f, k + 1, 0, f->rows, s->above, f->row);
    }
}

void adi_sweep_step(struct adi_sweep *f, const struct step_data *given)
{
    const struct step_data data = faces_only(f, given);
    const int64_t vectors = f->plane / LANES;
    void (*const pass)(const struct adi_sweep *, const struct step_data *, const struct sweep_run *, real *) =
        f->rowwise ? sweep_rowwise : sweep_planes;
#pragma omp parallel num_threads(f->threads)
    {
        const int64_t t = omp_get_thread_num(), all = omp_get_num_threads();
        real *const scratch = f->scratch + t * f->scratch_size;
        for (int64_t b = f->blocks * t / all; b < f->blocks * (t + 1) / all; b++) {
            const struct sweep_run run = sweep_run_of_block(f, (int)b);
            pass(f, &data, &run, scratch);
            if (b + 1 == f->blocks) continue;
            const struct sweep_run between = run_of_separator(f, (int)b);
            pass(f, &data, &between, scratch);
        }
#pragma omp barrier
        sweep_join(f, f->down, vectors * t / all * LANES, vectors * (t + 1) / all * LANES);
    }
    hold(f, &data);
    f->down = !f->down;
}

double adi_sweep_bytes_per_point(const struct adi_sweep *f, const struct step_data *data)
{
    const double padding = (double)f->plane / (double)(f->n[0] * f->n[1]),
                 beside = 1 + 5.0 * (f->blocks - 1) / (double)f->n[2];
    return (2 * padding * beside + (data->source ? 1 : 0)) * (double)sizeof(real);
}
