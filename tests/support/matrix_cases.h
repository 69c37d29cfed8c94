/* The layouts of a matrix that every tridiagonal method is tried on. */
#pragma once
#include "solvers/solver.h"

struct matrix_case {
    const char *name;
    struct matrix_layout (*make)(int64_t n, int64_t batch);
    bool alone; /* no two rows or systems share an element */
};
enum { MATRIX_CASES = 12 };
extern const struct matrix_case matrix_cases[MATRIX_CASES];
