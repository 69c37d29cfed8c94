/* Point charges from a table, laid onto the unknowns next to them, and onto faces that prescribe u. */
#pragma once
#include "apps/poisson/problem/box.h"

/* A charge on a face that prescribes u does not change u anywhere: it only flows out through that face. */
struct charges {
    double *density;         /* [unknowns] charge over volume, x fastest, of this rank's; NULL: there is no table */
    double on_face[3][2];    /* sums of the charges on each face */
    double total;            /* of all charges */
    int64_t count, capacity; /* of them */
    double *at[3], *charge;  /* [count] their coordinates along the existing axes, and their values */
};

/* Reads the table, whose columns are x, y, z, as far as there are axes, and charge. ST_CONFIG, with the line, for a
 * point outside of the box. On failure charges_free still cleans up. */
enum status charges_make(struct charges *c, const char *path, const struct box *b);
void charges_free(struct charges *c);
