/* AMD, approximate minimum degree: an elimination order with little fill. */
#include <stddef.h>
#include <suitesparse/amd.h>

#include "base/library/sparse.h"
#include "base/library/sparse_open.h"

static __typeof__(&amd_l_order) find_order;

static struct sparse_file library = {
    .name = "AMD",
    .file = SPARSE_FILE("amd", AMD_MAIN_VERSION),
    .functions = {{"amd_l_order", &find_order}},
};

enum status sparse_order_ready(void)
{
    return sparse_open(&library);
}

enum status sparse_order(int64_t n, const int64_t *start, const int64_t *column, int64_t *order)
{
    TRY(sparse_order_ready());
    const int said = (int)find_order(n, start, column, order, NULL, NULL);
    if (said == AMD_OK || said == AMD_OK_BUT_JUMBLED) return ST_OK;
    if (said == AMD_OUT_OF_MEMORY) return fail(ST_NOMEM, "AMD: not enough memory to order %lld rows", (long long)n);
    return fail(ST_FAILED, "AMD: error %d", said);
}
