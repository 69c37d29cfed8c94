/* What takes the steps of a run on one rank where another method may do so in place of the one that was asked for: of
 * `auto`, and of sweep where it has no gain. */
#pragma once
#include "apps/adi/stepper/stepper.h"

/* A row of the table of steppers, and why it is taken; `why` NULL: what was asked for takes them. */
struct stepper_choice {
    const struct stepper *stepper;
    const char *why; /* static */
};

/* Of the method sweep. */
struct stepper_choice choice_of_sweep(const struct state *s, const struct sim *sim);

/* Of a solver, of which `auto` alone is replaced. By the problem and how often the field is read, not by threads, so
 * that results have the same bits for any number of them, and a run that goes on takes the same. */
struct stepper_choice choice_of_solver(const struct state *s, const struct sim *sim);
