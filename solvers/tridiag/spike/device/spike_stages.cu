/* The kernels of spike_stages.cuh, and their launches. */
#include "solvers/tridiag/spike/device/spike_stages.cuh"

#include "solvers/tridiag/spike/device/spike_check.cuh"
#include "solvers/tridiag/spike/device/spike_device_cut.cuh"
#include "solvers/tridiag/spike/device/spike_levels.cuh"
#include "solvers/tridiag/spike/device/spike_move.cuh"

template <int RUN>
static __global__ void __launch_bounds__(SPIKE_JOINERS)
    spike_join_parts(struct device_batch g, struct spike_cut k, struct spike_part_sizes z)
{
    spike_join_levels<RUN>(k, spike_joins_here(k, g, z), z);
}

template <int RUN>
static __global__ void __launch_bounds__(SPIKE_JOINERS)
    spike_part_parts(struct device_batch g, struct spike_cut k, struct spike_part_sizes z)
{
    spike_part_levels<RUN>(k, spike_joins_here(k, g, z), z);
}

/* For parts that are whole systems. */
template <int RUN>
static __global__ void __launch_bounds__(SPIKE_JOINERS)
    spike_join_systems(struct device_batch g, struct spike_cut k, struct spike_part_sizes z)
{
    const struct spike_joins w = spike_joins_here(k, g, z);
    spike_join_levels<RUN>(k, w, z);
    if (w.rank == 0 && w.to > 0) {
        const struct spike_block all = k.block[w.s * k.count];
        struct spike_pair *const pair = spike_pairs(k, w.s);
        spike_ends(&all, &pair[0], &pair[w.to]);
    }
    __syncthreads();
    spike_part_levels<RUN>(k, w, z);
}

/* Parts of a level that begins with blocks of `length`. */
static inline struct spike_part_sizes spike_part_sizes_of(int64_t count, int64_t length, int run)
{
    const int64_t blocks = (count + length - 1) / length;
    struct spike_part_sizes z = {length, length * run, 1, 1};
    while (z.threads < SPIKE_JOINERS && z.threads * run < blocks) z.threads *= 2, z.span *= 2;
    z.parts = (count + z.span - 1) / z.span;
    return z;
}

template <int RUN> static void spike_reduced_level(const struct spike_run &r, int64_t length)
{
    const struct spike_part_sizes z = spike_part_sizes_of(r.k.count, length, RUN);
    const int64_t each = SPIKE_JOINERS / z.threads;
    const unsigned grid = (unsigned)spike_quotient_up(z.parts * r.g.shape.batch, each);
    void *const stream = r.p->exec.stream;
    if (z.parts == 1) {
        LAUNCH(spike_join_systems<RUN>, grid, SPIKE_JOINERS, 0, stream, r.g, r.k, z);
        return;
    }
    LAUNCH(spike_join_parts<RUN>, grid, SPIKE_JOINERS, 0, stream, r.g, r.k, z);
    spike_reduced_level<RUN>(r, z.span);
    LAUNCH(spike_part_parts<RUN>, grid, SPIKE_JOINERS, 0, stream, r.g, r.k, z);
}

enum { SPIKE_RUN = 8 };

void spike_solve_reduced(const struct spike_run &r, int reduced, int64_t length)
{
    static void (*const by_word[])(const struct spike_run &, int64_t) = {spike_reduced_level<SPIKE_RUN>,
                                                                         spike_reduced_level<2>};
    by_word[reduced](r, length);
}

void spike_part_pairs(const struct spike_run &r, int64_t length)
{
    const struct spike_part_sizes z = {1, length, spike_quotient_up(r.k.count, length), (int)(length / 2)};
    const int64_t each = SPIKE_JOINERS / z.threads;
    const unsigned grid = (unsigned)spike_quotient_up(z.parts * r.g.shape.batch, each);
    LAUNCH(spike_part_parts<2>, grid, SPIKE_JOINERS, 0, r.p->exec.stream, r.g, r.k, z);
}

/* One thread per partition. */
template <class... A>
static void on_parts(const struct spike_run &r, void (*kernel)(struct device_batch, struct spike_cut, A...), A... more)
{
    LAUNCH(kernel, (unsigned)r.k.groups, SPIKE_WARP, 0, r.p->exec.stream, r.g, r.k, more...);
}

void spike_move_rows(const struct spike_run &r)
{
    on_parts(r, spike_move);
}

void spike_move_x_back(const struct spike_run &r)
{
    on_parts(r, spike_move_back);
}

void spike_repair_parts(const struct spike_run &r)
{
    on_parts(r, spike_repair);
}

void spike_report_parts(const struct spike_run &r, double most)
{
    on_parts(r, spike_report, most);
}

void spike_solve_grown(const struct spike_run &r, bool repair, bool pairs)
{
    if (repair) on_parts(r, spike_repair_x);
    else if (pairs) on_parts(r, spike_grown_x<true>);
    else on_parts(r, spike_grown_x<false>);
}

void spike_check_cuts(const struct spike_run &r)
{
    on_parts(r, spike_check);
}

void spike_finish(const struct spike_run &r, bool repair, bool pairs)
{
    LAUNCH(spike_give_up, (unsigned)spike_quotient_up(r.g.shape.batch, SPIKE_WARP), SPIKE_WARP, 0, r.p->exec.stream,
           r.g, r.k, repair, pairs);
}
