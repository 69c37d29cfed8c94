/* Symmetric eigenproblems by LAPACK: divide and conquer, whose vectors are orthogonal to a few units of rounding times
 * the order.
 *
 * M. Gu, S. C. Eisenstat, SIAM J. Matrix Anal. Appl. 16 (1995) 172; LAPACK Users' Guide, 3rd ed., 1999, section 2.3.4.
 */
#include "base/library/symmetric.h"

#include <stddef.h>

#include "base/library/blas.h"
#include "base/memory.h"

/* Fortran passes the lengths of texts last. */
void dstevd_(const char *job, const int32_t *n, double *d, double *e, double *z, const int32_t *ldz, double *work,
             const int32_t *lwork, int32_t *iwork, const int32_t *liwork, int32_t *info, size_t job_length);
void dsyevd_(const char *job, const char *half, const int32_t *n, double *a, const int32_t *lda, double *w,
             double *work, const int32_t *lwork, int32_t *iwork, const int32_t *liwork, int32_t *info,
             size_t job_length, size_t half_length);

enum { ORDER_MAX = 16384 }; /* whose workspace is counted in 32 bits */

/* beside NULL: the matrix is dense, in `vector`. */
static enum status find(int64_t n, double *value, double *beside, double *vector)
{
    if (n > ORDER_MAX)
        return fail(ST_REFUSED, "eigenvectors of matrices of order %lld are not computed; at most %d", (long long)n,
                    ORDER_MAX);
    const int64_t numbers = 1 + 6 * n + (beside ? 1 : 2) * n * n, integers = 3 + 5 * n;
    const int32_t order = (int32_t)n, lwork = (int32_t)numbers, liwork = (int32_t)integers;
    double *work = NULL;
    int32_t *iwork = NULL, info = 0;
    enum status s = mem_array(&work, HOST, numbers, sizeof *work);
    if (s == ST_OK) s = mem_array(&iwork, HOST, integers, sizeof *iwork);
    if (s == ST_OK) {
        blas_begin();
        if (beside) dstevd_("V", &order, value, beside, vector, &order, work, &lwork, iwork, &liwork, &info, 1);
        else dsyevd_("V", "L", &order, vector, &order, value, work, &lwork, iwork, &liwork, &info, 1, 1);
        blas_end();
    }
    mem_free(iwork);
    mem_free(work);
    if (s == ST_OK && info)
        return fail(ST_FAILED, "the eigenvalues of a matrix of order %lld do not converge", (long long)n);
    return s;
}

enum status symmetric_eigen_tridiagonal(int64_t n, double *value, double *beside, double *vector)
{
    return find(n, value, beside, vector);
}

enum status symmetric_eigen(int64_t n, double *value, double *vector)
{
    return find(n, value, NULL, vector);
}
