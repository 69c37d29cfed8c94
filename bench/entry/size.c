/* Chooses the size of a benchmark: the requested one, or as large as a third of free memory allows. */
#include "bench/entry/size.h"

#include <math.h>

#include "base/either_precision.h"

int64_t size_that_fits(struct bench *b, const char *what, int64_t wanted, int64_t bytes, int dim)
{
    const double most = (double)bench_space(b) / 2;
    int64_t n = wanted;
    while (n > 1 && pow((double)n, dim) * (double)bytes > most) n /= 2;
    if (n == wanted) return n;
    if (bench_skip(b, "%s: %lld instead of %lld, to take at most a third of the free memory", what, (long long)wanted,
                   (long long)n) != ST_OK)
        return 1;
    return n;
}
