/* Takes the slopes of all rows. */
#include "apps/poisson/measures/gradient.h"

#include <omp.h>

#include "apps/poisson/measures/slopes.h"
#include "base/memory.h"

enum status gradient_measure(const struct instance *x, int d, real *out)
{
    const struct axis *const a = x->box.axis;
    const int64_t n = a->points, own = n + slopes_scratch(x);
    const int threads = exec_for(x->exec, (double)x->box.points * 2 * sizeof(real) / THREAD_RATE).threads;
    double *all;
    TRY(mem_array(&all, HOST, threads * own, sizeof *all));
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t q = 0; q < a[1].points * a[2].points; q++) {
        double *const slope = all + omp_get_thread_num() * own;
        slopes_row(x, d, q % a[1].points, q / a[1].points, slope + n, slope);
        for (int64_t i = 0; i < n; i++) out[q * n + i] = (real)slope[i];
    }
    mem_free(all);
    return ST_OK;
}
