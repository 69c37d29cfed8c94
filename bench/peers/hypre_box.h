/* Poisson's equation on a cube of cells as hypre holds it: structured grid, matrix, two vectors, and conjugate
 * gradients with a cycle of the multigrid method PFMG before each step. Only after hypre_ready has found hypre. */
#pragma once
#include <stdbool.h>

#include "base/status.h"

struct hypre_box {
    int n;
    bool periodic;
    struct hypre_grid *grid;
    struct hypre_stencil *stencil;
    struct hypre_matrix *matrix;
    struct hypre_vector *b, *x;
    struct hypre_solver *pfmg, *pcg;
};

/* Approximate bytes that hypre allocates per cell. */
enum { HYPRE_BOX_BYTES = 150 };

/* ST_DEVICE and a sentence if a function is missing. */
enum status hypre_box_find(void);

/* The matrix: minus the Laplacian times the square of the width of a cell, n^3 cells, periodic or with no flux through
 * the faces. n >= 4. On failure hypre_box_free still cleans up. */
enum status hypre_box_make(struct hypre_box *h, int n, bool periodic);
void hypre_box_free(struct hypre_box *h);

/* The right side and the solution in the plane k, n * n values. The plans of the solver are made by hypre_box_setup,
 * after which the right side may change. */
void hypre_box_set(struct hypre_box *h, int k, double *values);
void hypre_box_get(const struct hypre_box *h, int k, double *values);
enum status hypre_box_setup(struct hypre_box *h);

/* Sets the solution to 0, where the iteration begins. */
enum status hypre_box_reset(struct hypre_box *h);

/* Iterates until the norm of the residual is 1e-10 of that of the right side, whose mean is 0. ST_FAILED if that takes
 * more than 200 iterations. */
enum status hypre_box_solve(struct hypre_box *h, int *iterations);
