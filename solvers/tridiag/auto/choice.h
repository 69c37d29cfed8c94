/* The methods among which `auto` chooses, by the form of a batch, and how its choice is reported. */
#pragma once
#include "solvers/solver.h"

/* By whom systems were solved. */
enum chosen { BY_FAST, BY_SAFE, BY_BOTH };

struct auto_choice {
    const struct solver *fast, *safe; /* where elimination in order will do, and where pivots are needed */
    bool is_long;                     /* long systems, few of them, with contiguous rows */
    bool is_short;                    /* few short systems, neither cyclic nor shifted nor factored before */
    const char *chosen[3][2];         /* [1]: and some systems were solved again */
    const char *why[3];               /* half a sentence */
};

/* It depends only on sizes and strides. */
const struct auto_choice *auto_choice_of(const struct shape *shape);
