/* Sets info on the host, after a solve that divided by the pivots of elimination in row order. */
#include "solvers/batch/info.h"

#include "solvers/batch/growth.h"

/* All rows of a cyclic system but the last are eliminated in order. */
static bool grew(struct line l, bool cyclic)
{
    return growth_harms(l, cyclic && l.n > 1 ? l.n - 1 : l.n, cyclic);
}

void info_report(const struct shape *shape, const struct system *system, int threads, bool noted)
{
    const bool cyclic = shape->tridiag.cyclic;
#pragma omp parallel for schedule(static) num_threads(threads) if (shape->batch > 1)
    for (int64_t s = 0; s < shape->batch; s++) {
        const struct line l = line_of(shape, system, s);
        const bool solved = isfinite(l.x[0]) && isfinite(l.x[(l.n - 1) * l.x_stride]);
        if (!solved) system->info[s] = cyclic ? info_of_cyclic(l) : info_find(l);
        else if (!noted || system->info[s] != PIVOTS_GREW || !grew(l, cyclic)) system->info[s] = 0;
    }
}
