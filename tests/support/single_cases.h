/* A gallery of large tridiagonal systems for methods that solve one at a time. */
#pragma once
#include "solvers/solver.h"

struct single_rows {
    int64_t n;
    real *a, *b, *c, *f, *x;
};

/* Fills row i of n; `eps` is given by the entry of the gallery. */
typedef void single_row_maker(struct single_rows *r, int64_t i, double eps, uint64_t *seed);

/* Some that tests request by name. */
single_row_maker single_dominant, single_toeplitz, single_indefinite, single_fading, single_spikes, single_small_row;

/* info of each method: solved, solved otherwise, either of them, or a row. */
enum said { DONE, FELL_BACK, EITHER, FAILS };
struct single_case {
    const char *name;
    single_row_maker *make;
    double eps;
    enum said partition, windows;
};
enum { SINGLE_CASES = 29 };
extern const struct single_case single_cases[SINGLE_CASES];
