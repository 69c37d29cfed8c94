/* Sets info on the host, after a solve that divided by the pivots of elimination in row order. */
#include "solvers/batch/info.h"

void info_report(const struct shape *shape, const struct system *system, int threads)
{
#pragma omp parallel for schedule(static) num_threads(threads) if (shape->batch > 1)
    for (int64_t s = 0; s < shape->batch; s++) {
        const struct line l = line_of(shape, system, s);
        const bool solved = isfinite(l.x[0]) && isfinite(l.x[(l.n - 1) * l.x_step]);
        system->info[s] = solved ? 0 : shape->tridiag.cyclic ? info_of_cyclic(l) : info_find(l);
    }
}
