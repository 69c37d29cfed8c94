/* Visits the entries of a matrix row by row, from the rows in csr that its format gives. */
#include "solvers/sparse/matrix/matrix_visit.h"

static void visit_csr(const struct matrix *a, entry_visit *visit, void *to)
{
    for (int64_t i = 0; i < a->n; i++)
        for (int64_t e = a->start[i]; e < a->start[i + 1]; e++) visit(to, i, a->column[e], a->value[e]);
}

static void visit_coo(const struct matrix *a, entry_visit *visit, void *to)
{
    for (int64_t e = 0; e < a->entries; e++) visit(to, a->row[e], a->column[e], a->value[e]);
}

static void visit_dia(const struct matrix *a, entry_visit *visit, void *to)
{
    for (int64_t i = 0; i < a->n; i++)
        for (int64_t d = 0; d < a->diagonals; d++)
            if (a->value[d * a->n + i] != 0) visit(to, i, i + a->offset[d], a->value[d * a->n + i]);
}

static void visit_hybrid(const struct matrix *a, entry_visit *visit, void *to)
{
    int64_t e = 0;
    const int64_t last = a->start[a->n / a->block];
    for (int64_t i = 0; i < a->n; i++) {
        for (; e < last && a->row[e] == i && a->column[e] < i; e++) visit(to, i, a->column[e], a->value[e]);
        if (a->lower[i] != 0) visit(to, i, i - 1, a->lower[i]);
        if (a->diag[i] != 0) visit(to, i, i, a->diag[i]);
        if (a->upper[i] != 0) visit(to, i, i + 1, a->upper[i]);
        for (; e < last && a->row[e] == i; e++) visit(to, i, a->column[e], a->value[e]);
    }
}

void matrix_visit(const struct matrix *a, entry_visit *visit, void *to)
{
    static void (*const visits[FORMAT_COUNT])(const struct matrix *, entry_visit *, void *) = {
        [CSR] = visit_csr, [COO] = visit_coo, [DIA] = visit_dia, [HYBRID] = visit_hybrid};
    visits[a->format](a, visit, to);
}
