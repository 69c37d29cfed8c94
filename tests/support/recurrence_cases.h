/* Recurrences to try methods on, with the expected results. */
#pragma once
#include "tests/support/tridiag_cases.h"

/* Integers are added without rounding while they are small, so that every method must find the same. */
enum { COEFFICIENTS = 10, WHOLE = 5 /* the first ones, with which results are whole numbers if the data are */ };
extern const struct coefficients {
    real forward, backward;
} coefficients[COEFFICIENTS];

struct recurrence_case {
    struct shape shape;
    struct coefficients coefficients;
    int64_t *sizes, *starts;
    struct guarded x, scale; /* x: d, and after a solve the solution */
    double *exact, *bound;   /* by position in x: the solution, and the same of the absolute values */
    bool whole;
};

/* Draws d and, if the shape is scaled, a scale: whole numbers if `whole`, and numbers from -1 to 1 otherwise, or, if
 * `smooth`, positive ones that change slowly. `varied` systems get sizes; shapes with starts get their own. */
enum draw { DRAW_WHOLE, DRAW_RANDOM, DRAW_SMOOTH };
struct recurrence_case recurrence_case_make(const struct shape *shape, bool varied, struct coefficients c,
                                            enum draw draw, uint64_t *seed);
void recurrence_case_free(struct recurrence_case *c);

/* Puts d back into x. */
void recurrence_case_reset(struct recurrence_case *c);
struct system recurrence_case_system(const struct recurrence_case *c);

/* Largest |x - exact| over eps and the bound; for whole numbers infinity unless all are exact. */
double recurrence_case_error(const struct recurrence_case *c);
/* Largest |x - exact| over eps and the largest |exact|. */
double recurrence_case_error_max(const struct recurrence_case *c);
/* Is everything unchanged but the solution? */
bool recurrence_case_intact(const struct recurrence_case *c);
