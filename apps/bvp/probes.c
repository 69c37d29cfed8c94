/* Finds probes between nodes, chunk by chunk. */
#include "apps/bvp/probes.h"

#include "base/memory.h"

enum status probes_read(struct bvp_instance *x, const struct bvp_walk *w, struct probed *out)
{
    struct bvp_problem *const b = &x->problem;
    const struct bvp_probe_params *const probe = x->params->probes.v;
    const double *const at = b->workspace->x + 1;
    const int64_t last = w->first + w->count <= b->grid.intervals ? w->count : w->count - 1;
    for (int64_t i = 0; i < x->params->probes.count; i++) {
        int64_t low = 0, high = last;
        double share;
        if (!(probe[i].at >= at[0] && probe[i].at <= at[last])) continue;
        while (high - low > 1) {
            const int64_t middle = (low + high) / 2;
            if (at[middle] <= probe[i].at) low = middle;
            else high = middle;
        }
        TRY(problem_share(b, at[low], at[high], probe[i].at, &share));
        out[i] = (struct probed){true,
                                 (1 - share) * equations_value(&x->equations, w->first + low) +
                                     share * equations_value(&x->equations, w->first + high),
                                 {w->first + low, share}};
    }
    return ST_OK;
}

/* If two ranks have a probe, it lies on the cut between them: the value of the higher nodes is taken, as it is between
 * chunks. */
enum status probes_join(struct bvp_instance *x, const struct probed *mine, double *probe)
{
    const struct bvp_part *const part = &x->problem.part;
    const int64_t count = x->params->probes.count;
    struct probed *all;
    TRY(ranks_collect(part->comm, mine, count * (int64_t)sizeof *mine, &all));
    for (int k = 0; k < comm_size(part->comm); k++)
        for (int64_t i = 0; i < count; i++) {
            const struct probed *const p = &all[bvp_part_rank(part, k) * count + i];
            if (p->here) probe[i] = p->value, x->place[i] = p->place;
        }
    mem_free(all);
    return ST_OK;
}
