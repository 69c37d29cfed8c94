/* Takes the slopes of all rows. */
#include "apps/poisson/measures/gradient.h"

#include <omp.h>

#include "apps/poisson/measures/slopes.h"
#include "apps/poisson/ranks/rows.h"
#include "base/memory.h"

enum status gradient_measure(const struct instance *x, int d, real *out)
{
    const struct axis *const a = x->box.axis;
    const int64_t n = a->points, own = n + slopes_scratch(x);
    const int threads = exec_for(x->exec, (double)x->box.points * 2 * sizeof(real) / THREAD_RATE).threads;
    double *all;
    TRY(mem_array(&all, HOST, threads * own, sizeof *all));
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t q = 0; q < rows_count(x->box.own_points); q++) {
        const struct row_place row = rows_place(x->box.own_points, q);
        double *const slope = all + omp_get_thread_num() * own;
        slopes_row(x, d, row.j, row.k, slope + n, slope);
        for (int64_t i = 0; i < n; i++) out[(row.k * a[1].points + row.j) * n + i] = (real)slope[i];
    }
    mem_free(all);
    return ST_OK;
}
