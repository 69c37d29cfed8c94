/* Parallel cyclic reduction of one system, for methods that end with it. */
#pragma once
#include "solvers/tridiag/rows.h"

/* Solution into rows.d; `scratch` holds 4 rows_room(n) values. */
void pcr_rows(int64_t n, struct rows rows, real *scratch, struct team team);
