/* The least traffic of a tridiagonal solve, as struct cost. */
#pragma once
#include "solvers/unknowns.h"

/* Rows of the matrix that are at different addresses, by its layout: n of one that all systems share, one a system if
 * it is Toeplitz, half of the unknowns if pairs of systems share theirs. */
static inline double cost_matrix_rows(const struct shape *shape)
{
    const struct matrix_layout *const m = &shape->matrix;
    const double unknowns = cost_unknowns(shape), batch = (double)shape->batch;
    if (m->inner == 0 || shape->batch == 0) return unknowns;
    const double lanes = m->dist == 0 ? 1 : shape->batch < m->inner ? batch : (double)m->inner;
    const double groups = m->outer == 0 && !m->starts ? 1 : (double)shape_matrix_groups(shape);
    const double matrices = lanes * groups < batch ? lanes * groups : batch;
    if (m->stride == 0) return matrices;
    return shape_shared(shape) ? (double)shape->n : unknowns * (matrices / batch);
}

/* The right side is read and the solution written, three values a row are read of the matrix, or of the factors that
 * stand for it, and a shift a system: 5 values an unknown, 2 if a matrix shared by many systems stays in the caches. */
static inline struct cost cost_rows(const struct shape *shape, double flops_per_row)
{
    const double unknowns = cost_unknowns(shape), shifts = shape->tridiag.shifted ? (double)shape->batch : 0;
    return (struct cost){
        .flops = flops_per_row * unknowns,
        .bytes = (2 * unknowns + 3 * cost_matrix_rows(shape) + shifts) * (double)sizeof(real),
    };
}
