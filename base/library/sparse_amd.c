/* AMD, approximate minimum degree: an elimination order with little fill. */
#include <stddef.h>
#include <suitesparse/amd.h>

#include "base/library/sparse.h"

enum status sparse_order(int64_t n, const int64_t *start, const int64_t *column, int64_t *order)
{
    const int said = (int)amd_l_order(n, start, column, order, NULL, NULL);
    if (said == AMD_OK || said == AMD_OK_BUT_JUMBLED) return ST_OK;
    if (said == AMD_OUT_OF_MEMORY) return fail(ST_NOMEM, "AMD: not enough memory to order %lld rows", (long long)n);
    return fail(ST_FAILED, "AMD: error %d", said);
}
