/* Gives the rows of a matrix in csr, borrowed or copied. */
#include "solvers/sparse/matrix/csr.h"

#include "solvers/sparse/matrix/matrix.h"

struct csr csr_of(const struct shape *shape, const struct matrix *a, struct workspace *workspace)
{
    struct csr own = {.n = shape->n};
    own.start = workspace_take(workspace, (shape->n + 1) * (int64_t)sizeof *own.start);
    own.column = workspace_take(workspace, shape->blocktri.entries * (int64_t)sizeof *own.column);
    own.value = workspace_take(workspace, shape->blocktri.entries * (int64_t)sizeof *own.value);
    return a && a->format == CSR ? (struct csr){a->n, a->start, a->column, a->value} : own;
}

void csr_fill(const struct csr *rows, const struct matrix *a)
{
    if (rows->start != a->start) matrix_rows(a, (int64_t *)rows->start, (int32_t *)rows->column, (real *)rows->value);
}
