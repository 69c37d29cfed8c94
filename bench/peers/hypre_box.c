/* Calls hypre's structured interface for Poisson's equation on a cube.
 *
 * Ashby and Falgout, A parallel multigrid preconditioned conjugate gradient algorithm for groundwater flow simulations,
 * Nuclear Science and Engineering 124, 1996: PFMG coarsens one axis at a time. Relaxation is two sweeps of
 * red-black Gauss-Seidel, in reverse order after the coarse correction, so that the cycle is symmetric. With one sweep,
 * or with Jacobi's method, hypre's default, 256^3 cells take longer. */
#include "bench/peers/hypre_box.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/either_precision.h"
#include "base/library/hypre.h"

enum { ENTRIES = 4, ITERATIONS_MAX = 200, RED_BLACK_SYMMETRIC = 2, SWEEPS = 2 };
static const double tolerance = 1e-10;

typedef int apply(struct hypre_solver *s, struct hypre_matrix *a, struct hypre_vector *b, struct hypre_vector *x);
typedef int count_set(struct hypre_solver *s, int value);
typedef int number_set(struct hypre_solver *s, double value);
typedef int solver_make(struct ompi_communicator_t *comm, struct hypre_solver **s);
typedef int solver_free(struct hypre_solver *s);
typedef int box_values(struct hypre_vector *v, int *lower, int *upper, double *values);
typedef int vector_do(struct hypre_vector *v);
typedef int matrix_do(struct hypre_matrix *a);
typedef int grid_do(struct hypre_grid *g);

/* As HYPRE_struct_mv.h and HYPRE_struct_ls.h declare them, with HYPRE_Int int and HYPRE_Complex double. */
static struct {
    int (*grid_make)(struct ompi_communicator_t *comm, int dim, struct hypre_grid **g);
    int (*grid_extents)(struct hypre_grid *g, int *lower, int *upper);
    int (*grid_periodic)(struct hypre_grid *g, int *period);
    grid_do *grid_assemble, *grid_free;
    int (*stencil_make)(int dim, int entries, struct hypre_stencil **s);
    int (*stencil_set)(struct hypre_stencil *s, int entry, int *offset);
    int (*stencil_free)(struct hypre_stencil *s);
    int (*matrix_make)(struct ompi_communicator_t *comm, struct hypre_grid *g, struct hypre_stencil *s,
                       struct hypre_matrix **a);
    int (*matrix_symmetric)(struct hypre_matrix *a, int yes);
    int (*matrix_set)(struct hypre_matrix *a, int *lower, int *upper, int entries, int *entry, double *values);
    matrix_do *matrix_initialize, *matrix_assemble, *matrix_free;
    int (*vector_make)(struct ompi_communicator_t *comm, struct hypre_grid *g, struct hypre_vector **v);
    int (*vector_constant)(struct hypre_vector *v, double value);
    box_values *vector_set, *vector_get;
    vector_do *vector_initialize, *vector_assemble, *vector_free;
    solver_make *pcg_make, *pfmg_make;
    solver_free *pcg_free, *pfmg_free;
    number_set *pcg_tolerance, *pfmg_tolerance;
    count_set *pcg_iterations, *pcg_two_norm, *pfmg_iterations, *pfmg_relaxation, *pfmg_before, *pfmg_after;
    int (*pfmg_zero_guess)(struct hypre_solver *s);
    int (*pcg_precondition)(struct hypre_solver *s, apply *solve, apply *setup, struct hypre_solver *by);
    apply *pcg_setup, *pcg_solve, *pfmg_setup, *pfmg_solve;
    int (*pcg_count)(struct hypre_solver *s, int *iterations);
    int (*pcg_residual)(struct hypre_solver *s, double *norm);
    int (*error)(void), (*error_clear)(void);
} call;

#define ROUTINE(field, name) \
    { \
        offsetof(__typeof__(call), field), "HYPRE_" name \
    }
static const struct {
    size_t at;
    const char *name;
} routines[] = {ROUTINE(grid_make, "StructGridCreate"),
                ROUTINE(grid_extents, "StructGridSetExtents"),
                ROUTINE(grid_periodic, "StructGridSetPeriodic"),
                ROUTINE(grid_assemble, "StructGridAssemble"),
                ROUTINE(grid_free, "StructGridDestroy"),
                ROUTINE(stencil_make, "StructStencilCreate"),
                ROUTINE(stencil_set, "StructStencilSetElement"),
                ROUTINE(stencil_free, "StructStencilDestroy"),
                ROUTINE(matrix_make, "StructMatrixCreate"),
                ROUTINE(matrix_symmetric, "StructMatrixSetSymmetric"),
                ROUTINE(matrix_set, "StructMatrixSetBoxValues"),
                ROUTINE(matrix_initialize, "StructMatrixInitialize"),
                ROUTINE(matrix_assemble, "StructMatrixAssemble"),
                ROUTINE(matrix_free, "StructMatrixDestroy"),
                ROUTINE(vector_make, "StructVectorCreate"),
                ROUTINE(vector_constant, "StructVectorSetConstantValues"),
                ROUTINE(vector_set, "StructVectorSetBoxValues"),
                ROUTINE(vector_get, "StructVectorGetBoxValues"),
                ROUTINE(vector_initialize, "StructVectorInitialize"),
                ROUTINE(vector_assemble, "StructVectorAssemble"),
                ROUTINE(vector_free, "StructVectorDestroy"),
                ROUTINE(pcg_make, "StructPCGCreate"),
                ROUTINE(pfmg_make, "StructPFMGCreate"),
                ROUTINE(pcg_free, "StructPCGDestroy"),
                ROUTINE(pfmg_free, "StructPFMGDestroy"),
                ROUTINE(pcg_tolerance, "StructPCGSetTol"),
                ROUTINE(pfmg_tolerance, "StructPFMGSetTol"),
                ROUTINE(pcg_iterations, "StructPCGSetMaxIter"),
                ROUTINE(pcg_two_norm, "StructPCGSetTwoNorm"),
                ROUTINE(pfmg_iterations, "StructPFMGSetMaxIter"),
                ROUTINE(pfmg_relaxation, "StructPFMGSetRelaxType"),
                ROUTINE(pfmg_before, "StructPFMGSetNumPreRelax"),
                ROUTINE(pfmg_after, "StructPFMGSetNumPostRelax"),
                ROUTINE(pfmg_zero_guess, "StructPFMGSetZeroGuess"),
                ROUTINE(pcg_precondition, "StructPCGSetPrecond"),
                ROUTINE(pcg_setup, "StructPCGSetup"),
                ROUTINE(pcg_solve, "StructPCGSolve"),
                ROUTINE(pfmg_setup, "StructPFMGSetup"),
                ROUTINE(pfmg_solve, "StructPFMGSolve"),
                ROUTINE(pcg_count, "StructPCGGetNumIterations"),
                ROUTINE(pcg_residual, "StructPCGGetFinalRelativeResidualNorm"),
                ROUTINE(error, "GetError"),
                ROUTINE(error_clear, "ClearAllErrors")};
enum { ROUTINES = sizeof routines / sizeof *routines };
_Static_assert(ROUTINES * sizeof(void *) == sizeof call, "every function has its name");

enum status hypre_box_find(void)
{
    for (int r = 0; r < ROUTINES; r++) {
        void *const function = hypre_function(routines[r].name);
        if (!function) return fail(ST_DEVICE, "hypre on this machine has no %s", routines[r].name);
        memcpy((char *)&call + routines[r].at, &function, sizeof function);
    }
    return ST_OK;
}

/* hypre gathers its errors until they are cleared. */
static enum status judge(const char *what)
{
    const int error = call.error();
    call.error_clear();
    return error == 0 ? ST_OK : fail(ST_FAILED, "hypre's error after %s is %d", what, error);
}

/* values[n][n][ENTRIES] of the plane k: a cell couples to each neighbour with -1, and has their number. */
static void couple(double *values, int n, bool periodic, int k)
{
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            const int at[3] = {i, j, k};
            double *const v = values + ENTRIES * ((ptrdiff_t)j * n + i);
            v[0] = 0;
            for (int d = 0; d < 3; d++) {
                const int lower = periodic || at[d] > 0, upper = periodic || at[d] < n - 1;
                v[0] += lower + upper;
                v[1 + d] = -lower;
            }
        }
    }
}

static enum status matrix_fill(struct hypre_box *h)
{
    int entry[ENTRIES] = {0, 1, 2, 3};
    double *const values = malloc((size_t)h->n * (size_t)h->n * ENTRIES * sizeof *values);
    if (!values) return fail(ST_NOMEM, "no memory for a benchmark");
    call.matrix_symmetric(h->matrix, 1);
    call.matrix_initialize(h->matrix);
    for (int k = 0; k < h->n; k++) {
        int lower[3] = {0, 0, k}, upper[3] = {h->n - 1, h->n - 1, k};
        couple(values, h->n, h->periodic, k);
        call.matrix_set(h->matrix, lower, upper, ENTRIES, entry, values);
    }
    call.matrix_assemble(h->matrix);
    free(values);
    return judge("the assembly");
}

static void vector_make(struct hypre_vector **out, struct hypre_grid *g)
{
    call.vector_make(hypre_communicator(), g, out);
    call.vector_initialize(*out);
    call.vector_constant(*out, 0);
    call.vector_assemble(*out);
}

enum status hypre_box_make(struct hypre_box *h, int n, bool periodic)
{
    static int offsets[ENTRIES][3] = {{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}; /* half of a symmetric matrix */
    struct ompi_communicator_t *const alone = hypre_communicator();
    int lower[3] = {0, 0, 0}, upper[3] = {n - 1, n - 1, n - 1}, period[3] = {n, n, n};
    *h = (struct hypre_box){.n = n, .periodic = periodic};
    call.error_clear();
    call.grid_make(alone, 3, &h->grid);
    call.grid_extents(h->grid, lower, upper);
    if (periodic) call.grid_periodic(h->grid, period);
    call.grid_assemble(h->grid);
    call.stencil_make(3, ENTRIES, &h->stencil);
    for (int e = 0; e < ENTRIES; e++) call.stencil_set(h->stencil, e, offsets[e]);
    call.matrix_make(alone, h->grid, h->stencil, &h->matrix);
    TRY(matrix_fill(h));
    vector_make(&h->b, h->grid);
    vector_make(&h->x, h->grid);
    return judge("making vectors");
}

void hypre_box_free(struct hypre_box *h)
{
    if (h->pcg) call.pcg_free(h->pcg);
    if (h->pfmg) call.pfmg_free(h->pfmg);
    if (h->x) call.vector_free(h->x);
    if (h->b) call.vector_free(h->b);
    if (h->matrix) call.matrix_free(h->matrix);
    if (h->stencil) call.stencil_free(h->stencil);
    if (h->grid) call.grid_free(h->grid);
    *h = (struct hypre_box){0};
}

static void plane(const struct hypre_box *h, box_values *move, struct hypre_vector *v, int k, double *values)
{
    int lower[3] = {0, 0, k}, upper[3] = {h->n - 1, h->n - 1, k};
    move(v, lower, upper, values);
}

void hypre_box_set(struct hypre_box *h, int k, double *values)
{
    plane(h, call.vector_set, h->b, k, values);
}

void hypre_box_get(const struct hypre_box *h, int k, double *values)
{
    plane(h, call.vector_get, h->x, k, values);
}

enum status hypre_box_setup(struct hypre_box *h)
{
    struct ompi_communicator_t *const alone = hypre_communicator();
    call.pfmg_make(alone, &h->pfmg);
    call.pfmg_iterations(h->pfmg, 1);
    call.pfmg_tolerance(h->pfmg, 0);
    call.pfmg_zero_guess(h->pfmg);
    call.pfmg_relaxation(h->pfmg, RED_BLACK_SYMMETRIC);
    call.pfmg_before(h->pfmg, SWEEPS);
    call.pfmg_after(h->pfmg, SWEEPS);
    call.pcg_make(alone, &h->pcg);
    call.pcg_iterations(h->pcg, ITERATIONS_MAX);
    call.pcg_tolerance(h->pcg, tolerance);
    call.pcg_two_norm(h->pcg, 1);
    call.pcg_precondition(h->pcg, call.pfmg_solve, call.pfmg_setup, h->pfmg);
    call.pcg_setup(h->pcg, h->matrix, h->b, h->x);
    return judge("the setup of PFMG");
}

enum status hypre_box_reset(struct hypre_box *h)
{
    call.vector_constant(h->x, 0);
    return judge("filling a vector");
}

enum status hypre_box_solve(struct hypre_box *h, int *iterations)
{
    double residual = 1;
    call.pcg_solve(h->pcg, h->matrix, h->b, h->x);
    call.pcg_count(h->pcg, iterations);
    call.pcg_residual(h->pcg, &residual);
    TRY(judge("the solution"));
    if (residual <= tolerance) return ST_OK;
    return fail(ST_FAILED, "hypre's residual is %.1e of the right side after %d iterations", residual, *iterations);
}
