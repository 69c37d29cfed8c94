/* Eigenvalues and eigenvectors of symmetric matrices, in double. */
#pragma once
#include <stdint.h>

#include "base/status.h"

/* The matrix has value[n] on the diagonal and beside[n - 1] next to it. Out: value[n], rising; vector[k][i], element i
 * of the k-th of the orthonormal eigenvectors; `beside` is lost. ST_FAILED if the iteration does not converge,
 * ST_REFUSED beyond order 16384, ST_DEVICE in a build without LAPACK. */
enum status symmetric_eigen_tridiagonal(int64_t n, double *value, double *beside, double *vector);

/* The matrix is vector[n][n], only vector[i][j], j >= i, is read. Out: value and vector, as above. */
enum status symmetric_eigen(int64_t n, double *value, double *vector);
