/* Highest and lowest value and where they are, the flow through each face, the energy, the steepest gradient, and the
 * mean that was removed from f. */
#include "apps/poisson/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "apps/poisson/problem/faces_meet.h"
#include "apps/poisson/ranks/rows.h"
#include "base/result/caveats.h"
#include "base/result/residual.h"

/* clang-format off */
const struct answer_about poisson_answers[] = {
    {"highest_*", "*", "the highest value of u, and where it is; `quantity` names u, else it is highest_value"},
    {"lowest_*", "*", "the lowest value of u, and where it is"},
    {"mean_*", "*", "the mean of u over the box"},
    {"*", "*", "of each probe, by its name: u there"},
    {"steepest_gradient", "*", "the largest gradient of u, and where it is"},
    {"inflow", "*", "of a face: the flow in through it"},
    {"energy", "*", "the energy of the field"},
    {"charge", "*", "the sum of all charges"},
    {"removed_mean", "", "the mean of f that was removed, where nothing fixes the level of u"},
    {"iterations", "", "of conjugate gradients, where coefficients vary"},
    {"error", "of the largest value", "the largest difference to the exact answer, where that is known"},
    {"divergence_before", "*", "of a projection: the largest divergence of the velocity that was read, and where"},
    {"divergence_after", "*", "of a projection: the largest divergence that is left, and where"},
    {"relative_divergence_before", "", "the first, relative to the largest velocity over the width of its cell"},
    {"relative_divergence_after", "", "the second, relative to the same velocity over width"},
    {"courant_number", "", "of a projection: the largest distance in a step, over the width of a cell"},
    {"kinetic_energy_before", "*", "of a projection: the kinetic energy before it"},
    {"kinetic_energy_after", "*", "of a projection: the kinetic energy after it"},
    {"bulk", "*", "of each component of a projected velocity: its mean"},
    {"largest", "*", "of each component of a projected velocity: its largest value"},
    {0}};
/* clang-format on */

static double value_at(const struct instance *x, const double *at)
{
    const struct box *const b = &x->box;
    struct axis_neighbours of[3] = {{0}};
    double sum = 0;
    for (int d = 0; d < b->dim; d++) of[d] = axis_neighbours_of(&b->axis[d], 0, b->axis[d].points, at[d]);
    for (int corner = 0; corner < 8; corner++) {
        const struct axis_corner c = axis_corner_of(of, corner);
        const int64_t point = c.at[0] + c.at[1] * b->stride[1] + c.at[2] * b->stride[2];
        double u;
        if (c.weight > 0) sum += c.weight * (faces_beyond(&x->source.faces, c.at, &u) ? u : (double)x->u[point]);
    }
    return sum;
}

/* The rank that has the lower one of the points around a probe has the upper one too, or next to its own. */
static int owner_of(const struct box *b, const double *at)
{
    if (b->cut >= b->dim) return part_owner(b, 0);
    return part_owner(b, axis_neighbours_of(&b->axis[b->cut], 0, b->axis[b->cut].points, at[b->cut]).lower);
}

void probes_measure(struct instance *x)
{
    const struct poisson_probe *const probe = x->params->probes.v;
    for (int64_t i = 0; i < x->params->probes.count; i++) {
        const int owner = owner_of(&x->box, probe[i].at.v);
        if (owner == comm_rank(x->box.comm)) x->probe[i] = value_at(x, probe[i].at.v);
        comm_broadcast(x->box.comm, &x->probe[i], sizeof x->probe[i], owner);
    }
}

enum status poisson_sample(struct instance *x, double t, const struct measures *m, const struct poisson_accuracy *v,
                           struct series *out)
{
    const struct poisson_params *const p = x->params;
    const struct poisson_probe *const probe = p->probes.v;
    const struct extremes *const e = &m->extremes;
    if (p->times.count > 1) TRY(series_put_axis(out, "t", p->unit_t, t));
    TRY(series_put_measured(out, "seconds", "s", x->timing.median));
    if (p->eigenvalues == EIGENVALUES_DIFFERENCE) TRY(series_put(out, "residual", "", poisson_residual(&m->residual)));
    TRY(series_put(out, "min", p->unit_u, e->low));
    TRY(series_put(out, "max", p->unit_u, e->high));
    TRY(series_put(out, "mean", p->unit_u, e->mean));
    if (x->iteration) TRY(series_put(out, "iterations", "", (double)x->iteration->iterations));
    if (x->direct.waves.singular) TRY(series_put(out, "removed", "", x->removed));
    if (!isnan(v->error)) TRY(series_put(out, "error", "", v->error));
    for (int64_t i = 0; i < p->probes.count; i++) TRY(series_put(out, probe[i].name, p->unit_u, x->probe[i]));
    return ST_OK;
}

void poisson_metrics(const struct instance *x, const struct residual *r, const struct poisson_accuracy *v,
                     struct metrics *m)
{
    const double solves = solve_timing_counted(x->params->repeats);
    metrics_add(m, "solves", solves);
    metrics_add(m, "bytes_estimated", solves * direct_traffic(&x->direct));
    metrics_add(m, "bytes_least", solves * 2 * (double)x->box.unknowns * (double)sizeof(real));
    if (x->params->eigenvalues == EIGENVALUES_DIFFERENCE)
        metrics_put(m, "residual", fmax(poisson_residual(r), metrics_get(m, "residual"))); /* of the worst right side */
    if (x->several) metrics_put(m, "solvers_beside", x->several->team);
    if (x->iteration) {
        metrics_put(m, "residual_bound", fmax(x->iteration->tolerance, RESIDUAL_ROUNDINGS * (double)REAL_EPS));
        metrics_add(m, "iterations", (double)x->iteration->iterations);
        metrics_put(m, "tolerance", x->iteration->tolerance);
    }
    if (field_absent(x->exact)) return;
    metrics_put(m, "error", v->error);
    metrics_put(m, "error_rms", v->error_rms);
}

enum status poisson_judge_level(const struct instance *x, double t, const struct residual *r)
{
    char when[48] = "";
    if (poisson_prescribed(x->params)) return ST_OK;
    if (x->params->times.count > 1) snprintf(when, sizeof when, "at t = %g: ", t);
    if (!x->direct.waves.singular) return level_judge(&x->level, r->largest_u / r->unit, when);
    if (!x->params->projection.velocity) level_note_removed(&x->level, when);
    return ST_OK;
}

void poisson_mesh(const struct instance *x, struct mesh *out)
{
    const struct box *const b = &x->box;
    *out = (struct mesh){.dim = b->dim, .cells = true, .units = x->params->unit_x};
    for (int d = 0; d < 3; d++) {
        const struct axis *const a = &b->axis[d];
        out->n[d] = a->points, out->origin[d] = a->x[0], out->spacing[d] = a->spacing, out->lower[d] = a->ends[0];
    }
    for (int d = 0; d < b->dim; d++) {
        if (poisson_places(x->params, d)->form != FIELD_ABSENT) out->at[d] = b->axis[d].x;
        out->cells &= !b->axis[d].node;
    }
}

enum status report_place(struct answers *a, const struct instance *x, int64_t point)
{
    const struct box *const b = &x->box;
    const char *const unit = x->params->unit_x, *const blank = *unit ? " " : "";
    double at[3];
    for (int d = 2; d >= 0; d--) at[d] = b->axis[d].x[point / b->stride[d]], point %= b->stride[d];
    if (b->dim == 1) return answers_place(a, "at x = %.6g%s%s", at[0], blank, unit);
    if (b->dim == 2) return answers_place(a, "at (%.6g, %.6g)%s%s", at[0], at[1], blank, unit);
    return answers_place(a, "at (%.6g, %.6g, %.6g)%s%s", at[0], at[1], at[2], blank, unit);
}

/* highest_potential, lowest_potential, mean_potential; if u has no name, highest_value ... */
static void name_extremes(char name[3][ANSWER_NAME_BYTES], const struct poisson_params *p)
{
    static const char *const which[3] = {"highest", "lowest", "mean"};
    for (int i = 0; i < 3; i++)
        snprintf(name[i], sizeof name[i], "%s_%.100s", which[i],
                 strcmp(poisson_field(p), "u") ? poisson_field(p) : "value");
}

enum status report_extremes(struct answers *a, const struct instance *x, const struct extremes *e)
{
    const char *const unit = x->params->unit_u;
    char name[3][ANSWER_NAME_BYTES];
    name_extremes(name, x->params);
    TRY(answers_put(a, NULL, name[0], e->high, unit));
    TRY(report_place(a, x, e->highest));
    TRY(answers_put(a, NULL, name[1], e->low, unit));
    TRY(report_place(a, x, e->lowest));
    /* A pressure is known but for a constant, whose mean was given. */
    if (x->params->projection.velocity && x->direct.waves.singular) return ST_OK;
    return answers_put(a, NULL, name[2], e->mean, unit);
}

enum status report_probes(struct answers *a, const struct instance *x)
{
    const struct poisson_params *const p = x->params;
    const struct poisson_probe *const probe = p->probes.v;
    for (int64_t i = 0; i < p->probes.count; i++) TRY(answers_put(a, NULL, probe[i].name, x->probe[i], p->unit_u));
    return ST_OK;
}

void gradient_unit(char *out, size_t size, const struct poisson_params *p)
{
    *out = '\0';
    const size_t length = strlen(p->unit_x);
    if (!*p->unit_u || !length) return;
    if (!strncmp(p->unit_u, p->unit_x, length) && p->unit_u[length] == '/')
        snprintf(out, size, "1%.50s", p->unit_u + length);
    else snprintf(out, size, "%.50s/%.50s", p->unit_u, p->unit_x);
}

void right_side_unit(char *out, size_t size, const struct poisson_params *p)
{
    *out = '\0';
    if (poisson_dim(p) < 3 || !*p->unit_flux || !*p->unit_x || strpbrk(p->unit_flux, "/ ")) return;
    snprintf(out, size, "%.25s/%.25s3", p->unit_flux, p->unit_x);
}

/* The largest |grad u|. */
static enum status put_steepest(struct answers *a, const struct instance *x, const struct measures *m)
{
    char unit[128];
    gradient_unit(unit, sizeof unit, x->params);
    TRY(answers_put(a, NULL, "steepest_gradient", m->steepest, unit));
    return report_place(a, x, m->steepest_point);
}

/* The flow through each face that is not insulated. */
static enum status put_fluxes(struct answers *a, const struct instance *x, const struct flux *flux)
{
    const struct poisson_params *const p = x->params;
    char unit[128] = "";
    for (int d = 0; d < x->box.dim; d++)
        for (int side = 0; side < 2; side++) {
            const enum face_kind kind = x->box.axis[d].kind[side];
            if (kind == FACE_PERIODIC) continue;
            if (kind == FACE_NEUMANN && poisson_zero(poisson_face_field(&p->face[d][side]))) continue;
            TRY(answers_put(a, face_names[d][side], "inflow", flux->through[d][side], p->unit_flux));
        }
    if (*p->unit_energy) return answers_put(a, NULL, "energy", flux->energy, p->unit_energy);
    if (*p->unit_flux && *p->unit_u) snprintf(unit, sizeof unit, "%.60s %.60s", p->unit_flux, p->unit_u);
    return answers_put(a, NULL, "energy", flux->energy, unit);
}

enum status poisson_report(struct instance *x, const struct measures *m, const struct flux *flux, struct sim *sim)
{
    struct answers *const a = &sim->answers;
    const struct poisson_params *const p = x->params;
    const double error = metrics_get(&sim->metrics, "error");
    TRY(report_extremes(a, x, &m->extremes));
    TRY(report_probes(a, x));
    TRY(put_steepest(a, x, m));
    TRY(put_fluxes(a, x, flux));
    if (x->source.charges.density)
        TRY(answers_place(a, "includes the self-energy of each charge, which grows as cells shrink"));
    if (x->source.charges.density) TRY(answers_put(a, NULL, "charge", x->source.charges.total, p->unit_flux));
    if (x->direct.waves.singular) {
        TRY(answers_put(a, NULL, "removed_mean", x->removed, ""));
        TRY(answers_place(a, "of f with faces and charges, which must be 0 where nothing fixes the level of u"));
    }
    if (x->iteration) {
        TRY(answers_put_method(a, NULL, "iterations", (double)x->iteration->iterations, ""));
        TRY(answers_place(a, "of conjugate gradients to a residual of %.2g of the right side", x->iteration->residual));
    }
    return isfinite(error) ? answers_put_method(a, NULL, "error", error, "of the largest value") : ST_OK;
}

void poisson_doubt(const struct instance *x)
{
    struct contradiction c;
    if (!x->ready || !faces_contradict(&x->source.faces, &c)) return;
    caveat("%s and %s prescribe %.6g and %.6g where they meet: the energy, the flows through them and the steepest "
           "gradient do not converge, they grow as the grid becomes finer",
           face_names[c.axis[0]][c.side[0]], face_names[c.axis[1]][c.side[1]], c.u[0], c.u[1]);
}
