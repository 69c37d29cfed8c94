/* Douglas-Gunn in delta form: M_x M_y M_z D = R, u := u + D, in two or three dimensions.
 *
 * J. Douglas and J. E. Gunn, Numer. Math. 6 (1964) 428, section 3. theta = 1/2 is second order in time and
 * unconditionally stable where the operators commute; the amplification 1 - 2 sum a / prod(1 + a) tends
 * to 1 for modes rough along several axes, so rough data wants a few steps with theta = 1 first. */
#include "apps/adi/step/split.h"
#include "base/comm/comm.h"

enum status douglas_gunn_step(struct split *s, real *u, const struct step_data *data, struct clock *clock)
{
    static const struct terms whole = {.axis = {1, 1, 1}, .faces = 1, .source = 1};
    const struct stencil *const op = s->lines.op;
    enum status st = ST_OK;
    double t = seconds_now();
    s->backend->evaluate(op, &whole, data, u, s->work);
    for (int d = 0; d < op->grid->dim; d++) {
        split_add(s, d, 1, data, s->work);
        split_prescribe(s, d, 1, data, NULL, s->work);
        clock_charge(clock, PHASE_ASSEMBLE, t);
        const enum status solved = lines_solve(&s->lines, d, s->work, clock);
        if (st == ST_OK) st = solved;
        t = seconds_now();
    }
    TRY(comm_agree(op->grid->comm, st));
    s->backend->add(op, s->work, u);
    clock_charge(clock, PHASE_SOLVE, t);
    return ST_OK;
}
