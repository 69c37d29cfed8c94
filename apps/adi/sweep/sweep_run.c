/* The run of a block: its planes in the order in which a step takes them, and the values on either side of them. */
#include "apps/adi/sweep/sweep_data.h"

struct sweep_run sweep_run_of_block(const struct adi_sweep *f, int b)
{
    const struct sweep_block *const x = &f->block[b];
    const bool down = f->down;
    const struct sweep_separator wall = {.u = f->reference, .was = f->reference, .moved = f->reference};
    const struct sweep_separator *const low = b > 0 ? &f->separator[b - 1] : &wall,
                                        *const high = b + 1 < f->blocks ? &f->separator[b] : &wall,
                                        *const near = down ? high : low, *const far = down ? low : high;
    const int64_t first = down ? x->to - 1 : x->from;
    return (struct sweep_run){.first = first,
                              .count = x->to - x->from,
                              .step = down ? -1 : 1,
                              .in = sweep_eta(f, b, first, !down),
                              .out = sweep_eta(f, b, first, down),
                              .near = near->u,
                              .far = far->u,
                              .was = far->was,
                              .moved = far->moved,
                              .ends = far == &wall,
                              .sum = near->sum,
                              .old = &f->z[!down],
                              .new = &f->z[down]};
}
