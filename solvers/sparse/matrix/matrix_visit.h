/* Visits every entry of a matrix, whatever its format. */
#pragma once
#include "solvers/sparse/matrix/matrix.h"

typedef void entry_visit(void *to, int64_t row, int64_t column, real value);

/* Calls visit for the entries of row after row, by rising columns; zeros of dia and hybrid are left out. HOST. */
void matrix_visit(const struct matrix *a, entry_visit *visit, void *to);
