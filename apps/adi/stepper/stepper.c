/* The table of what takes steps, and the choice of a row. */
#include "apps/adi/stepper/stepper.h"

#include <string.h>

#include "apps/adi/state.h"

static const struct stepper *const table[] = {&stepper_fused, &stepper_sweep};

static const struct stepper *row_of(const struct method *method)
{
    for (size_t i = 0; method && i < sizeof table / sizeof *table; i++)
        if (!strcmp(method->name, table[i]->method)) return table[i];
    return &stepper_split;
}

enum status stepper_make(struct state *s, struct sim *sim)
{
    s->stepper = row_of(sim->method);
    sim->why = s->stepper == &stepper_sweep ? adi_sweep_has_no_gain(&s->grid, s->params.steps, sim->read_every) : NULL;
    if (sim->why) s->stepper = &stepper_fused, sim->chosen = s->stepper->method;
    return s->stepper->make(s, sim);
}
