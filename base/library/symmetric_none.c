/* Symmetric eigenproblems in a build without LAPACK: absent. */
#include "base/library/symmetric.h"

static enum status absent(void)
{
    return fail(ST_DEVICE, "this binary was built without LAPACK, which finds eigenvectors");
}

enum status symmetric_eigen_tridiagonal(int64_t n, double *value, double *beside, double *vector)
{
    (void)n, (void)value, (void)beside, (void)vector;
    return absent();
}

enum status symmetric_eigen(int64_t n, double *value, double *vector)
{
    (void)n, (void)value, (void)vector;
    return absent();
}
