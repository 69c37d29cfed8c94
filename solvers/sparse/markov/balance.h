/* Checks a solution by the balance of flows, only from the matrix or the rates, whatever the method. */
#pragma once
#include "solvers/sparse/matrix/matrix.h"

struct balance {
    double norm;   /* the sum of |in - out| over that of out, all states */
    double worst;  /* the largest |in - out| / out of one state, however unlikely */
    int64_t state; /* the state of `worst` */
    double span;   /* the largest rate over the least, of those above 0; 1 without any */
};

/* The balance of the flows into each state and out of it, x [n] and exponent [n] (or NULL: all 0) being a stationary
 * solution of the chain of `matrix` (A = -Q^T) or, if that is NULL, of `levels`. In double, by mantissa and exponent;
 * of states with x = 0 only a flow into one counts. HOST, the same bits for any number of threads. ST_NOMEM. */
enum status balance_of(const struct matrix *matrix, const struct qbd *levels, const real *x, const int32_t *exponent,
                       int threads, struct balance *out);

/* The balance of levels, in `scratch` of balance_bytes bytes instead of allocated memory. */
int64_t balance_bytes(int64_t phases);
void balance_levels(const struct qbd *levels, const real *x, const int32_t *exponent, int threads, double *scratch,
                    struct balance *out);

/* ||b - A x||_1 / ||b||_1 in double, b and x [n]; ||A x||_1 if b is 0. HOST. */
double residual_of(const struct matrix *matrix, const real *b, const real *x);

/* Digits may have been lost where double was too narrow for an elimination. Balance shows it, but proves nothing where
 * flows that decide a probability vanish against others in the balance of each state: rates must lie within 1e100. The
 * sentence begins with `method`. ST_REFUSED. */
enum status balance_accepts(const struct balance *found, const char *method);
