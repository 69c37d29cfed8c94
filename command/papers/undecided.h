/* Why a condition is neither true nor false: a part of it is not a number, or its sides have no point in common. */
#pragma once
#include "command/papers/evaluate.h"

struct undecided {
    const struct formula *part; /* the innermost that is not a number, or NULL */
    bool measured;              /* it is a number of a run, or what was published of it */
    char place[100];            /* the first point where it is not; "" of a number for all */
};

/* `whole`: what `f` evaluates to. */
void undecided_find(struct undecided *out, struct evaluation *e, const struct formula *f, const struct numbers *whole);

/* Has some operation of `f` points on each side, but none on both? */
bool undecided_split(struct evaluation *e, const struct formula *f);
