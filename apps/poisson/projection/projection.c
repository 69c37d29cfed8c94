/* Reads a velocity, and corrects it by the gradient of the pressure. */
#include "apps/poisson/projection/projection.h"

#include <stdio.h>
#include <string.h>

#include "apps/poisson/measures/flux.h"
#include "base/memory.h"

static const char *const component[3] = {"u", "v", "w"};

/* Does the name of the pressure differ from the other fields of a projection? */
static enum status check_name(const char *name)
{
    static const char *const taken[] = {"u", "v", "w", "divergence", "velocity_x", "velocity_y", "velocity_z"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (!strcmp(name, taken[i])) return fail(ST_CONFIG, "a projection already has a field '%s'", name);
    return ST_OK;
}

enum status projection_check(const struct poisson_params *p, const char **key)
{
    if (!p->projection.velocity) return ST_OK;
    for (int d = 0; d < poisson_dim(p); d++) {
        *key = p->centering == CENTERED_AT_NODES ? "grid.centering" : "grid.nodes_along";
        if (poisson_at_nodes(p, d)) return fail(ST_CONFIG, "a projection needs cells along all axes");
    }
    *key = "f";
    if (!poisson_zero(&p->f))
        return fail(ST_CONFIG, "does not apply to a projection, whose right side is only the divergence");
    *key = "charges";
    if (p->charges) return fail(ST_CONFIG, "does not apply to a projection, whose right side is only the divergence");
    *key = "q";
    if (!poisson_zero(&p->q)) return fail(ST_CONFIG, "a projection needs q = 0 to leave no divergence");
    *key = "eigenvalues";
    if (p->eigenvalues != EIGENVALUES_DIFFERENCE)
        return fail(ST_CONFIG, "a projection needs eigenvalues of differences to leave no divergence");
    *key = "projection.velocity";
    for (int d = 0; d < poisson_dim(p); d++)
        for (int side = 0; side < 2; side++) {
            if (p->face[d][side].kind == FACE_NEUMANN && !poisson_zero(&p->face[d][side].flux))
                return fail(ST_CONFIG, "the flux of %s must be 0: this face keeps the given velocity",
                            face_names[d][side]);
            if (p->face[d][side].kind == FACE_ROBIN)
                return fail(ST_CONFIG, "%s is a robin face: a projection allows only neumann and dirichlet faces",
                            face_names[d][side]);
        }
    *key = "quantity";
    return check_name(p->quantity);
}

/* "m/s", "1/s", "m3/s"; nothing if a part is not known. */
static void name_units(struct projection *w, int dim)
{
    const char *const x = w->params->unit_x, *const t = w->params->unit_t;
    if (!*t) return;
    snprintf(w->unit_divergence, sizeof w->unit_divergence, "1/%.40s", t);
    if (!*x) return;
    snprintf(w->unit_velocity, sizeof w->unit_velocity, "%.30s/%.30s", x, t);
    if (dim > 1) snprintf(w->unit_flow, sizeof w->unit_flow, "%.25s%d/%.25s", x, dim, t);
    else strcpy(w->unit_flow, w->unit_velocity);
}

enum status projection_make(struct projection *w, const struct poisson_params *p, struct instance *x)
{
    *w = (struct projection){.params = p};
    name_units(w, x->box.dim);
    TRY(velocity_make(&w->velocity, &x->box));
    TRY(velocity_file_open(&w->file, p, &w->velocity));
    TRY(mem_array(&w->divergence, HOST, x->box.points, sizeof *w->divergence));
    for (int d = 0; d < x->box.dim; d++) TRY(mem_array(&w->centred[d], HOST, x->box.points, sizeof *w->centred[d]));
    x->source.velocity = &w->velocity;
    x->source.factor = p->projection.density / p->projection.dt;
    return ST_OK;
}

void projection_free(struct projection *w)
{
    velocity_file_close(&w->file);
    velocity_free(&w->velocity);
    mem_free(w->divergence);
    for (int d = 0; d < 3; d++) mem_free(w->centred[d]);
    *w = (struct projection){0};
}

enum status projection_read(struct projection *w, int64_t step)
{
    const struct axis *const a = w->velocity.box->axis;
    const int64_t size = a[0].points * a[1].points;
    double *plane;
    TRY(velocity_file_read(&w->file, step, &w->velocity));
    TRY(velocity_measure(&w->velocity, &w->before));
    TRY(mem_array(&plane, HOST, size, sizeof *plane));
    for (int64_t k = 0; k < a[2].points; k++) {
        memset(plane, 0, (size_t)size * sizeof *plane);
        velocity_divergence(&w->velocity, k, 1, plane);
        for (int64_t q = 0; q < size; q++) w->divergence[k * size + q] = (real)plane[q];
    }
    mem_free(plane);
    return ST_OK;
}

static const double SECONDS = 1e-8; /* that one face takes */

static void correct(struct velocity *w, int d, const struct instance *x, double ratio)
{
    const int64_t *const n = w->n[d], *const stride = w->stride[d];
    const int threads = exec_for(x->exec, SECONDS * (double)w->count[d]).threads;
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads)
    for (int64_t k = 0; k < n[2]; k++)
        for (int64_t j = 0; j < n[1]; j++)
            for (int64_t i = 0; i < n[0]; i++) {
                const int64_t at[3] = {i, j, k};
                real *const v = w->v[d] + i + j * stride[1] + k * stride[2];
                *v = (real)((double)*v - ratio * flux_across(x, d, at[d], at));
            }
}

enum status projection_apply(struct projection *w, const struct instance *x)
{
    const double ratio = w->params->projection.dt / w->params->projection.density;
    for (int d = 0; d < x->box.dim; d++) {
        correct(&w->velocity, d, x, ratio);
        velocity_centred(&w->velocity, d, w->centred[d]);
    }
    return velocity_measure(&w->velocity, &w->after);
}

static int add_faces(const struct projection *w, int d, struct array field, struct array *out)
{
    static const char *const about[3] = {"velocity x on faces", "velocity y on faces", "velocity z on faces"};
    static const char *const places[3] = {"x_u", "y_v", "z_w"};
    const int dim = w->velocity.box->dim;
    field.name = component[d], field.about = about[d], field.units = w->unit_velocity, field.data = w->velocity.v[d];
    for (int e = 0; e < dim; e++) field.dims[e] = w->velocity.n[d][dim - 1 - e];
    out[0] = field;
    out[1] = (struct array){.name = places[d],
                            .type = REAL64,
                            .rank = 1,
                            .dims = {w->velocity.n[d][d]},
                            .data = w->velocity.place[d],
                            .units = w->params->unit_x,
                            .no_difference = true};
    return 2;
}

int projection_arrays(const struct projection *w, struct array field, struct array *out)
{
    static const char *const names[3] = {"velocity_x", "velocity_y", "velocity_z"};
    int count = 0;
    field.name = "divergence", field.about = "divergence before";
    field.units = w->unit_divergence, field.data = w->divergence;
    out[count++] = field;
    field.about = NULL, field.units = w->unit_velocity;
    for (int d = 0; d < w->velocity.box->dim; d++) {
        field.name = names[d], field.data = w->centred[d];
        out[count++] = field;
    }
    for (int d = 0; d < w->velocity.box->dim; d++) count += add_faces(w, d, field, out + count);
    return count;
}
