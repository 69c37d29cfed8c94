/* The level of u where no face prescribes u: q or Robin faces fix it, or nothing does. */
#pragma once
#include "apps/poisson/problem/box.h"

struct level {
    double mean, size; /* of f and of |f| over the box, with what faces and charges add */
    double loss;       /* the mean of q, and over the volume what Robin faces let out where u is 1 and 0 outside */
    bool faces;        /* there are such faces */
};

/* f[unknowns], x fastest. Collective where ranks share the box, and agreed: ST_NOMEM. */
enum status level_measure(struct level *out, const struct box *b, const double *f);

/* Notes a caveat if the mean of f, which is to be taken out where nothing fixes the level, is a hundredth of its size:
 * u then solves another equation. `when` is "at t = 2: ", or empty. */
void level_note_removed(const struct level *l, const char *when);

/* If q or Robin faces alone fix the level, the mean of u is that of -f over `loss`, by which the rounding error of f is
 * divided: a caveat if that may be more than half of the digits of u, whose largest value is given, and ST_FAILED
 * beyond a hundredth. */
enum status level_judge(const struct level *l, double largest_u, const char *when);
