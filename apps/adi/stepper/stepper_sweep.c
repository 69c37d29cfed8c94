/* Complete steps in one pass over memory. Between two of them the field exists only in another form, from which it is
 * made where it is read; a sample that is due is taken by the next step. */
#include "apps/adi/stepper/state.h"

static enum status make(struct state *s, struct sim *sim)
{
    (void)sim;
    return adi_sweep_make(&s->sweep, &s->grid, &s->op.exec);
}

static enum status factor(struct state *s, double c, struct clock *clock)
{
    const double t = seconds_now();
    (void)c;
    TRY(stepper_factored(adi_sweep_factor(s->sweep, s->op.line, s->params.dt, s->theta)));
    clock_charge(clock, PHASE_FACTOR, t);
    return ST_OK;
}

/* The direction depends only on the number of the step, so that a run that continues from a field takes the same steps.
 */
static enum status step(struct state *s, const struct step_data *data, struct clock *clock)
{
    const double t = seconds_now();
    if (!s->begun) adi_sweep_begin(s->sweep, s->u, data->step % 2);
    adi_sweep_step(s->sweep, data);
    s->begun = true;
    s->fetched = false;
    clock_charge(clock, PHASE_SOLVE, t);
    return ST_OK;
}

static double bytes(const struct state *s, const struct step_data *data)
{
    return adi_sweep_bytes_per_point(s->sweep, data) * (double)s->grid.points;
}

static void read_field(struct state *s)
{
    adi_sweep_read(s->sweep, s->u);
}

static struct array beside(struct state *s)
{
    struct array a = {.name = "sweep", .type = sizeof(real) == 4 ? REAL32 : REAL64, .rank = 1};
    a.data = adi_sweep_state(s->sweep, &a.dims[0]);
    return a;
}

static enum status resume(struct state *s, int64_t step)
{
    if (step < 1) return ST_OK;
    struct clock untimed = {{0}};
    TRY(state_set_theta(s, step - 1, &untimed));
    adi_sweep_resume(s->sweep, s->u, step % 2);
    s->begun = true;
    return ST_OK;
}

static void drop(struct state *s)
{
    s->sweep = adi_sweep_free(s->sweep);
}

const struct stepper stepper_sweep = {.method = "sweep",
                                      .shows = true,
                                      .make = make,
                                      .factor = factor,
                                      .step = step,
                                      .bytes = bytes,
                                      .read = read_field,
                                      .beside = beside,
                                      .resume = resume,
                                      .free = drop};
