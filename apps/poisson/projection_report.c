/* The report of a projection: divergences and energies before and after, means and flows of the velocity, the pressure.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "apps/poisson/measures/flux.h"
#include "apps/poisson/projection/projection.h"
#include "apps/poisson/report.h"

static double volume_of(const struct box *b)
{
    double volume = 1;
    for (int d = 0; d < b->dim; d++) volume *= b->axis[d].ends[1] - b->axis[d].ends[0];
    return volume;
}

enum status projection_sample(const struct projection *w, struct series *out)
{
    const double density = w->params->projection.density;
    TRY(series_put(out, "divergence_before", w->unit_divergence, w->before.divergence));
    TRY(series_put(out, "divergence_after", w->unit_divergence, w->after.divergence));
    TRY(series_put(out, "kinetic_energy_before", w->params->unit_energy, density * w->before.energy));
    TRY(series_put(out, "kinetic_energy_after", w->params->unit_energy, density * w->after.energy));
    return series_put(out, "courant", "", w->params->projection.dt * w->after.rate);
}

/* Puts the caveat. `left`: the mean divergence of that step, which no pressure removes. */
static void doubt(const struct projection *w, const struct instance *x, int64_t step, double left, struct sim *sim)
{
    const double flow = left * volume_of(&x->box);
    char when[64] = "";
    if (w->params->times.count > 1) snprintf(when, sizeof when, "at t = %g, ", poisson_time(w->params, step));
    snprintf(
        sim->caveats, sizeof sim->caveats,
        "%s%.6g%s%s more flows %s through the faces than %s, so that a divergence of %.6g%s%s is left in every cell",
        when, fabs(flow), *w->unit_flow ? " " : "", w->unit_flow, flow > 0 ? "out" : "in", flow > 0 ? "in" : "out",
        left, *w->unit_divergence ? " " : "", w->unit_divergence);
}

void projection_finish(const struct projection *w, const struct instance *x, struct sim *sim)
{
    const struct poisson_projection *const p = &w->params->projection;
    const struct column *const removed = series_column(&sim->series, "removed");
    const struct column *const courant = series_column(&sim->series, "courant");
    const struct column *const before = series_column(&sim->series, "divergence_before");
    for (int64_t i = 0; removed && courant && before && i < removed->count; i++) {
        const double left = removed->value[i] * p->dt / p->density, rate = courant->value[i] / p->dt;
        if (fabs(left) > 1000 * (double)REAL_EPS * fmax(rate, before->value[i])) return doubt(w, x, i, left, sim);
    }
}

/* The cell where the velocity that was read has the largest divergence. */
static int64_t steepest_before(const struct projection *w, int64_t cells)
{
    int64_t at = 0;
    for (int64_t q = 1; q < cells; q++)
        if (fabs((double)w->divergence[q]) > fabs((double)w->divergence[at])) at = q;
    return at;
}

static enum status put_divergences(struct answers *a, const struct projection *w, const struct instance *x)
{
    const int64_t cell = steepest_before(w, x->box.points);
    const double before = fabs((double)w->divergence[cell]), rate = w->after.rate > 0 ? w->after.rate : 1;
    TRY(answers_put(a, NULL, "divergence_before", before, w->unit_divergence));
    TRY(report_place(a, x, cell));
    TRY(answers_put_method(a, NULL, "divergence_after", w->after.divergence, w->unit_divergence));
    TRY(report_place(a, x, w->after.cell));
    TRY(answers_put(a, NULL, "relative_divergence_before", before / rate, ""));
    TRY(answers_place(a, "of the largest velocity over the width of its cell"));
    TRY(answers_put_method(a, NULL, "relative_divergence_after", w->after.divergence / rate, ""));
    TRY(answers_place(a, "of the largest velocity over the width of its cell; rounding is %.2g", (double)REAL_EPS));
    return answers_put(a, NULL, "courant_number", w->params->projection.dt * w->after.rate, "");
}

static double last_of(const struct series *s, const char *name)
{
    const struct column *const c = series_column(s, name);
    return c && c->count > 0 ? c->value[c->count - 1] : (double)NAN;
}

static enum status put_flows(struct answers *a, const struct projection *w, const struct instance *x)
{
    static const char *const names[3] = {"velocity x", "velocity y", "velocity z"};
    for (int d = 0; d < x->box.dim; d++)
        for (int side = 0; side < 2; side++)
            if (w->after.inflow[d][side] != 0)
                TRY(answers_put(a, face_names[d][side], "inflow", w->after.inflow[d][side], w->unit_flow));
    for (int d = 0; d < x->box.dim; d++) {
        TRY(answers_put(a, names[d], "bulk", w->after.mean[d], w->unit_velocity));
        TRY(answers_put(a, names[d], "largest", w->after.largest[d], w->unit_velocity));
    }
    return ST_OK;
}

enum status projection_report(struct projection *w, struct instance *x, const struct extremes *e, struct sim *sim)
{
    struct answers *const a = &sim->answers;
    const char *const unit = w->params->unit_energy;
    TRY(velocity_measure(&w->velocity, &w->after)); /* of a run that was resumed too */
    TRY(put_divergences(a, w, x));
    TRY(answers_put(a, NULL, "kinetic_energy_before", last_of(&sim->series, "kinetic_energy_before"), unit));
    TRY(answers_put(a, NULL, "kinetic_energy_after", last_of(&sim->series, "kinetic_energy_after"), unit));
    TRY(report_extremes(a, x, e));
    TRY(report_probes(a, x));
    return put_flows(a, w, x);
}
