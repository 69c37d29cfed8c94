/* The level of u where no face prescribes u: q or Robin faces fix it, or nothing does. */
#pragma once
#include "apps/poisson/problem/box.h"

struct level {
    double mean, size; /* of f and of |f| over the box, with the terms of faces and charges */
    double loss;       /* the mean of q, and the loss through Robin faces over the volume if u is 1 and 0 outside */
    bool faces;        /* are there such faces? */
};

/* f[unknowns], x fastest. Collective where ranks share the box, and agreed: ST_NOMEM. */
enum status level_measure(struct level *out, const struct box *b, const double *f);

/* Notes a caveat if the mean of f, which is to be taken out where nothing fixes the level, is a hundredth of its size:
 * u then solves another equation. `when` is "at t = 2: ", or empty. */
void level_note_removed(const struct level *l, const char *when);

/* If only q or Robin faces fix the level, the mean of u is that of -f over `loss`, by which the rounding error of f is
 * divided: a caveat if that may be more than half of the digits of u, whose largest value is given, and ST_FAILED
 * beyond a hundredth. */
enum status level_judge(const struct level *l, double largest_u, const char *when);
