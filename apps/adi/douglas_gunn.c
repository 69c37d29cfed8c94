/* Douglas-Gunn in delta form: M_x M_y M_z D = R, u := u + D, in two or three dimensions.
 *
 * J. Douglas and J. E. Gunn, Numer. Math. 6 (1964) 428, section 3. theta = 1/2 is second order in time and
 * unconditionally stable where the operators commute; the amplification 1 - 2 sum a / prod(1 + a) tends
 * to 1 for modes rough along several axes, so rough data wants a few steps with theta = 1 first. */
#include "apps/adi/split.h"

static void add(int threads, int64_t points, const real *restrict d, real *restrict u)
{
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t p = 0; p < points; p++) u[p] += d[p];
}

enum status douglas_gunn_step(struct split *s, real *u, const struct step_data *data, struct clock *clock)
{
    static const struct terms whole = {.axis = {1, 1, 1}, .faces = 1, .source = 1};
    const struct grid *const g = s->lines.op->grid;
    double t = seconds_now();
    rhs_evaluate(s->lines.op, &whole, data, u, s->work);
    for (int d = 0; d < g->dim; d++) {
        split_add(g, d, 1, data, s->work);
        split_prescribe(g, d, 1, data, NULL, s->work);
        clock_charge(clock, PHASE_ASSEMBLE, t);
        TRY(lines_solve(&s->lines, d, s->work, clock));
        t = seconds_now();
    }
    add(s->threads, g->points, s->work, u);
    clock_charge(clock, PHASE_SOLVE, t);
    return ST_OK;
}
