/* The shared part of the methods by MKL, which solve one system after the other, with routines that overwrite the
 * coefficients and have the same arguments. Its integers are 32 bits wide. */
#pragma once
#include "base/library/mkl.h"
#include "solvers/tridiag/gather.h"

/* The name of a routine begins with the letter of the precision. */
#ifdef BANDSTAND_FLOAT
#define MKL_ROUTINE(name) "s" name "_"
#else
#define MKL_ROUTINE(name) "d" name "_"
#endif

/* ST_DEVICE unless the library has the routine, ST_REFUSED if it cannot count the rows. */
enum status mkl_accepts(const char *method, const char *routine, const struct shape *shape);

/* Solves one system in place; returns the info of the routine, 0 or i + 1 of a row, and the solution is NaN then. */
int64_t mkl_solve_rows(const char *routine, int64_t n, struct tridiag_rows rows);
