/* Sparse systems with known answers: dense elimination in long double, without subtraction for chains. */
#pragma once
#include "apps/cloudqueue/model/model.h"
#include "solvers/solver.h"

typedef long double exact;

/* A system and its answer, found densely. */
struct sparse_problem {
    enum question question;
    int64_t n, block;
    double shift;
    exact *dense; /* [n][n] A, by rows */
    double *x;    /* [n] answer */
    real *b;      /* [n] */
    struct matrix *a;
};

/* From 0 to 1, the next of a sequence, which begins with a seed. */
double sparse_uniform(void);
void sparse_seed(uint64_t seed);

/* From the rows of a matrix in csr, which is taken over. */
struct sparse_problem sparse_problem_of(struct matrix *a, enum question question, double shift);
void sparse_problem_free(struct sparse_problem *p);

/* table2: about 0.8 k links between two levels. */
struct cloud sparse_cloud(enum cloud_preset preset, int64_t k, int64_t n, double load);
struct matrix *sparse_chain(const struct cloud *of, double shift);

/* Blocks of a random tridiagonal matrix, dominant by rows, each row coupled to one of either neighbour. Symmetric: -1
 * and a diagonal of 4.5 instead, coupled to the same row of the neighbour. */
struct matrix *sparse_random(int64_t n, int64_t block, bool symmetric);

/* The plan of a method with the options that a text gives. */
enum status sparse_plan(struct plan **plan, const char *method, const char *text, const struct shape *shape,
                        int threads);

/* Solves with the matrix `a`, that of the problem in any format; fails if the method does, or allocates. */
struct outcome sparse_solve(const struct sparse_problem *p, const struct matrix *a, const char *method,
                            const char *text, int threads, real *x);

/* The residual as struct outcome defines it, in long double; the error in the sum norm. */
double sparse_residual(const struct sparse_problem *p, const real *x);
double sparse_error(const struct sparse_problem *p, const real *x);

/* False if this build does not have a library that the method needs. */
bool sparse_is_here(const char *method);

#define BLOCKS "preconditioner = \"block_jacobi\";"
#define FACTORS "preconditioner = \"ilut\";"

/* Methods with options, and their purposes. */
struct sparse_method {
    const char *method, *text;
    bool direct, stationary_only;
};
enum { SPARSE_METHODS = 13 };
extern const struct sparse_method sparse_methods[SPARSE_METHODS];

/* Solves in that format, and fails unless outcome, residual and error are as good as the method promises. */
void sparse_check(const struct sparse_problem *p, enum format format, const struct sparse_method *w);
