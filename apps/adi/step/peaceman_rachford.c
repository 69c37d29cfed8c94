/* Peaceman-Rachford in two dimensions:
 *
 *     (I - dt/2 L_x) v = (I + dt/2 L_y) u + dt/2 f
 *     (I - dt/2 L_y) u = (I + dt/2 L_x) v + dt/2 f
 *
 * D. W. Peaceman and H. H. Rachford, J. SIAM 3 (1955) 28. Unconditionally stable, second order. Eliminating
 * v gives Douglas-Gunn's delta form exactly, with V_x = 2 (v - u); so v at the faces of x is what they
 * prescribe at the beginning of the step plus half of the plane that V_x takes there. */
#include "apps/adi/step/split.h"
#include "base/comm/comm.h"

enum status peaceman_rachford_step(struct split *s, real *u, const struct step_data *data, struct clock *clock)
{
    static const struct terms first = {.keep = 1, .axis = {0, 0.5, 0}, .faces = 0.5, .source = 0.5};
    static const struct terms second = {.keep = 1, .axis = {0.5, 0, 0}, .faces = 0.5, .source = 0.5};
    const struct stencil *const op = s->lines.op;
    real *const v = s->work;
    double t = seconds_now();
    s->backend->evaluate(op, &first, data, u, v);
    split_add(s, 0, 0.5, data, v);
    split_prescribe(s, 0, 0.5, data, u, v);
    clock_charge(clock, PHASE_ASSEMBLE, t);
    const enum status first_solved = lines_solve(&s->lines, 0, v, clock);
    t = seconds_now();
    split_prescribe(s, 1, 0, data, u, v); /* v means nothing at these faces, so it holds u there */
    s->backend->evaluate(op, &second, data, v, u);
    split_add(s, 0, 0.5, data, u);
    split_add(s, 1, 1, data, u);
    split_prescribe(s, 1, 1, data, v, u);
    clock_charge(clock, PHASE_ASSEMBLE, t);
    const enum status second_solved = lines_solve(&s->lines, 1, u, clock);
    TRY(comm_agree(op->grid->comm, first_solved == ST_OK ? second_solved : first_solved));
    split_prescribe(s, 0, -0.5, data, v, u);
    return ST_OK;
}
