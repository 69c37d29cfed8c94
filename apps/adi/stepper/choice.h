/* Chooses the stepper of a run on one rank. `auto` leaves its steps to another method, and so does sweep where it has
 * no gain. */
#pragma once
#include "apps/adi/stepper/stepper.h"

/* A row of the table of steppers, and why it is taken; `why` NULL: what was asked for takes them. */
struct stepper_choice {
    const struct stepper *stepper;
    const char *why; /* static */
};

/* The stepper of a run by the method sweep. */
struct stepper_choice choice_of_sweep(const struct state *s, const struct sim *sim);

/* The stepper of a run by a solver: only `auto` is replaced. The choice depends on the problem and on how often the
 * field is read, but not on threads, so that results have the same bits for any number of them, and a run that goes on
 * takes the same. */
struct stepper_choice choice_of_solver(const struct state *s, const struct sim *sim);
