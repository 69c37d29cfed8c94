/* The table of steppers. */
#include "apps/adi/stepper/stepper.h"

#include <string.h>

#include "apps/adi/stepper/choice.h"
#include "apps/adi/stepper/state.h"

static const struct stepper *const table[] = {&stepper_fused, &stepper_sweep};

static const struct stepper *row_of(const struct method *method)
{
    for (size_t i = 0; method && i < sizeof table / sizeof *table; i++)
        if (!strcmp(method->name, table[i]->method)) return table[i];
    return &stepper_split;
}

enum status stepper_make(struct state *s, struct sim *sim)
{
    const struct stepper *const asked = row_of(sim->method);
    struct stepper_choice c = {asked, NULL};
    if (asked == &stepper_sweep) c = choice_of_sweep(s, sim);
    else if (asked == &stepper_split) c = choice_of_solver(s, sim);
    s->stepper = c.stepper, sim->why = c.why;
    if (c.why) sim->chosen = c.stepper->method;
    if (s->stepper == &stepper_fused && !s->op.shared) s->stepper = &stepper_pointwise;
    TRY(s->stepper->make(s, sim));
    const bool halves = s->stepper == &stepper_split && s->params.scheme == PEACEMAN_RACHFORD;
    if (!s->stepper->shows || halves || s->exec.space == DEVICE || sim->comm) return ST_OK;
    return passing_make(&s->passing, &s->op, &s->diagnostics, &s->blocks, s->stepper->read ? s->u : NULL);
}
