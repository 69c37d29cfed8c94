/* Computes medians, rates and ratios from the samples of a benchmark. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/timing/median.h"
#include "base/timing/sample.h"

static bool enough(const struct entry *e)
{
    return e->clean >= 3;
}

const double *bench_seconds(const struct entry *e)
{
    return enough(e) ? e->seconds : e->all;
}

double bench_median(const struct entry *e)
{
    double *const v = e->rounds ? malloc((size_t)e->rounds * sizeof *v) : NULL;
    if (!v) return (double)NAN;
    memcpy(v, bench_seconds(e), (size_t)e->rounds * sizeof *v);
    const double m = median(v, e->rounds);
    free(v);
    return m;
}

double bench_min(const struct entry *e)
{
    double min = (double)NAN;
    for (int64_t r = 0; r < e->rounds; r++) min = fmin(min, bench_seconds(e)[r]);
    return min;
}

double bench_gb_s(const struct entry *e)
{
    return e->units * e->bytes_per_unit / bench_median(e) / 1e9;
}

double bench_ratio(const struct bench *b, int a, int of)
{
    const struct entry *const x = &b->entry[a], *const y = &b->entry[of];
    const int64_t rounds = x->rounds < y->rounds ? x->rounds : y->rounds;
    double *const v = malloc((size_t)(rounds + 1) * sizeof *v);
    if (!v) return NAN;
    const bool clean = enough(x) && enough(y);
    for (int64_t r = 0; r < rounds; r++) v[r] = clean ? x->seconds[r] / y->seconds[r] : x->all[r] / y->all[r];
    const double m = median(v, rounds);
    free(v);
    return (isnan(m) ? bench_median(x) / bench_median(y) : m) * y->units / x->units;
}

double bench_ratio_min(const struct bench *b, int a, int of)
{
    const struct entry *const x = &b->entry[a], *const y = &b->entry[of];
    return bench_min(x) / bench_min(y) * y->units / x->units;
}

double bench_share(const struct bench *b, int entry)
{
    const struct entry *const e = &b->entry[entry];
    if (e->limit < 0) return 1;
    const struct entry *const limit = &b->entry[e->limit];
    return bench_ratio(b, e->limit, entry) * e->bytes_per_unit / limit->bytes_per_unit;
}

bool bench_share_clean(const struct bench *b, int entry)
{
    const struct entry *const e = &b->entry[entry];
    return e->clean > 0 && (e->limit < 0 || b->entry[e->limit].clean > 0);
}
