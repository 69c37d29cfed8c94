/* Random steps of the heat equation without periodic axes: operators, sources and faces. A check that fails ends the
 * test. */
#pragma once
#include "apps/adi/sweep/sweep.h"

enum { HEAT_KINDS = 3 }; /* of faces: flux, dirichlet, robin */

struct heat_problem {
    struct grid grid;
    struct line_operator op[3];
    struct step_data data;
    double theta;
    real *u; /* [points] */
};

/* Numbers in (-1, 1), and an array of them; free() it. */
double heat_draw(uint64_t *seed);
real *heat_draw_array(int64_t n, uint64_t *seed);

/* Kinds of faces by the digits of `faces` to the base HEAT_KINDS; conductances up to `most`. */
struct heat_problem heat_problem_make(const int64_t n[3], int faces, double most, uint64_t seed);
void heat_problem_free(struct heat_problem *p);

/* With its factors. */
struct adi_sweep *heat_sweep_make(const struct heat_problem *p, int threads);

/* The field after so many fused steps; free() it. */
real *heat_fused_field(const struct heat_problem *p, int steps);

/* max |is - should| in units of the rounding of the largest value; infinite where one is not a number. */
double heat_distance(const struct heat_problem *p, const real *should, const real *is);
