/* The SPIKE family on the device: options, memory, and the kernels of a solve in their order. What figures 3.3 and 3.5
 * of Chang's thesis show is to be had by options: rows as they are given or moved to where warps read whole lines;
 * dynamic tiling of threads that go by pivots, or tiles in shared memory; factorization and substitution fused or not.
 *
 * Values moved a row, each 8 bytes in double, where rows are given, through tiles, and fused: a, b, c, d read, 3
 * written, read once for the equations of partitions and once more for x, x written: 14, and about 1 for the reduced
 * system and the checks. Moved rows add 8, and 2 where x goes back without tiles; two kernels in place of one add 6. */
#pragma once
#include "solvers/batch/cost.h"
#include "solvers/tridiag/spike/device/spike_collect.cuh"
#include "solvers/tridiag/spike/device/spike_device_cut.cuh"
#include "solvers/tridiag/spike/device/spike_stages.cuh"
#include "solvers/tridiag/spike/spike_bounds.h"

struct spike_device_options {
    int64_t partitions, tiles;
    int reduced, layout;
    bool repair, scratchpad, fused;
};

enum spike_layout { SPIKE_GIVEN, SPIKE_MARSHALLED, SPIKE_PADDED };
static const char *const spike_layouts[] = {"given", "marshalled", "padded", NULL};

static const struct option spike_device_options[] = {
    {.key = "partitions",
     .help =
         "partitions of equally many rows of a system, whole fours of them; 0: as many as fill the device, of 32 to "
         "256 rows",
     .type = OPT_INT,
     .offset = offsetof(struct spike_device_options, partitions),
     .min = 0,
     .max = 1e9,
     .default_value = "0"},
    {.key = "reduced",
     .help = SPIKE_REDUCED_HELP,
     .type = OPT_WORD,
     .offset = offsetof(struct spike_device_options, reduced),
     .default_value = "\"block_lu\"",
     .words = spike_reduced_words},
    {.key = "repair",
     .help = "partitions that are singular or nearly so are eliminated with pivots among their rows and the "
             "neighbouring ones, and what that does not solve is left to thomas_pivot; else they are reported as not "
             "solved",
     .type = OPT_BOOL,
     .offset = offsetof(struct spike_device_options, repair),
     .default_value = "true"},
    {.key = "marshalling",
     .help = "rows as they are given, or moved to where the threads of a warp read whole lines, perhaps with a row of "
             "padding after those of a warp, so that no two warps are a power of two apart",
     .type = OPT_WORD,
     .offset = offsetof(struct spike_device_options, layout),
     .default_value = "\"given\"",
     .words = spike_layouts},
    {.key = "scratchpad",
     .help = "threads of a warp take rows in step from tiles in shared memory, not each its own from memory",
     .type = OPT_BOOL,
     .offset = offsetof(struct spike_device_options, scratchpad),
     .default_value = "true"},
    {.key = "tiles",
     .help = "without scratchpad: parts of a partition that no thread of a warp begins before all are there; 0: one",
     .type = OPT_INT,
     .offset = offsetof(struct spike_device_options, tiles),
     .min = 0,
     .max = 1e6,
     .default_value = "0"},
    {.key = "fused",
     .help = "factorization and substitution with its factors in one kernel",
     .type = OPT_BOOL,
     .offset = offsetof(struct spike_device_options, fused),
     .default_value = "true"},
    {.key = NULL},
};

/* Rows of a partition where their number is not given; of how many partitions the device can be full; rows of a
 * partition are whole fours. */
enum { SPIKE_SHORTEST = 32, SPIKE_LONGEST = 256, SPIKE_FULL = 1 << 17, SPIKE_ROWS = 4 };

static inline int64_t spike_rows(const struct shape *shape, int64_t partitions)
{
    const int64_t usual = spike_quotient_up(shape->n * shape->batch, SPIKE_FULL);
    const int64_t least = SPIKE_SHORTEST, most = SPIKE_LONGEST,
                  rows = usual < least  ? least
                         : usual > most ? most
                                        : usual;
    const int64_t count = partitions ? partitions : spike_quotient_up(shape->n, rows);
    return spike_quotient_up(spike_quotient_up(shape->n, count), SPIKE_ROWS) * SPIKE_ROWS;
}

static inline struct spike_cut spike_device_cut(const struct shape *shape, const void *values, void *workspace,
                                                int64_t *bytes)
{
    const struct spike_device_options *const o = (const struct spike_device_options *)values;
    *bytes = 0;
    return spike_cut_of(shape, spike_rows(shape, o->partitions), o->layout == SPIKE_PADDED, o->layout != SPIKE_GIVEN,
                        workspace, bytes);
}

static inline int64_t spike_device_bytes(const struct solver *, const struct shape *shape, const void *values,
                                         const struct exec *)
{
    int64_t bytes;
    spike_device_cut(shape, values, NULL, &bytes);
    return bytes;
}

template <class Method, int WORK>
static void spike_eliminate(const struct spike_run &r, const struct spike_device_options *o)
{
    const int64_t tiles = o->tiles < 1 ? 1 : o->tiles < r.k.rows ? o->tiles : r.k.rows;
    const unsigned grid = (unsigned)r.k.groups;
    void *const stream = r.p->exec.stream;
    if (o->scratchpad) LAUNCH((spike_eliminate_tiles<Method, WORK>), grid, SPIKE_WARP, 0, stream, r.g, r.k);
    else LAUNCH((spike_eliminate_pivots<Method, WORK>), grid, SPIKE_WARP, 0, stream, r.g, r.k, tiles);
}

template <class Method> static void spike_reduce(const struct spike_run &r, const struct spike_device_options *o)
{
    if (r.k.moved) spike_move_rows(r);
    if (o->fused) spike_eliminate<Method, SPIKE_FUSED>(r, o);
    else spike_eliminate<Method, SPIKE_FACTOR>(r, o), spike_eliminate<Method, SPIKE_SUBSTITUTE>(r, o);
}

template <bool PAIRS> static void spike_expand(const struct spike_run &r, const struct spike_device_options *o)
{
    const unsigned grid = (unsigned)r.k.groups;
    void *const stream = r.p->exec.stream;
    if (o->scratchpad) LAUNCH((spike_collect<PAIRS, SPIKE_THROUGH_TILES>), grid, SPIKE_WARP, 0, stream, r.g, r.k);
    else if (!r.k.moved) LAUNCH((spike_collect<PAIRS, SPIKE_DIRECT>), grid, SPIKE_WARP, 0, stream, r.g, r.k);
    else LAUNCH((spike_collect<PAIRS, SPIKE_IN_PLACE>), grid, SPIKE_WARP, 0, stream, r.g, r.k);
    if (r.k.moved && !o->scratchpad) spike_move_x_back(r);
}

template <class Method> static enum status spike_device_solve(struct plan *p, const struct system *system)
{
    int64_t bytes;
    const struct spike_device_options *const o = (const struct spike_device_options *)p->options;
    const struct spike_run r = {p, device_batch_of(p, system), spike_device_cut(&p->shape, o, p->workspace, &bytes)};
    spike_reduce<Method>(r, o);
    if (o->repair) spike_repair_parts(r);
    else spike_report_parts(r, GROWTH_REPORTED);
    spike_solve_reduced(r, o->reduced, 1);
    spike_solve_grown(r, o->repair, Method::PAIRS);
    spike_check_cuts(r);
    spike_expand<Method::PAIRS>(r, o);
    spike_finish(r, o->repair, Method::PAIRS);
    return ST_OK;
}

static inline enum status spike_device_accepts(const struct solver *self, const struct shape *, const void *values)
{
    return spike_accepts_reduced(self, ((const struct spike_device_options *)values)->reduced);
}

static inline struct cost spike_device_cost(const struct solver *self, const struct shape *shape, const void *values)
{
    const struct spike_device_options *const o = (const struct spike_device_options *)values;
    const bool moved = o->layout != SPIKE_GIVEN;
    struct cost c = cost_rows(shape, *(const double *)self->variant);
    const double more = 9 + (moved ? 8 : 0) + (moved && !o->scratchpad ? 2 : 0) + (o->fused ? 0 : 6);
    c.bytes += more * cost_unknowns(shape) * (double)sizeof(real);
    return c;
}

template <class Method>
static constexpr struct solver_hooks spike_device_hooks = {
    .accepts = spike_device_accepts,
    .workspace_bytes = spike_device_bytes,
    .cost = spike_device_cost,
    .solve = spike_device_solve<Method>,
};

/* `flops` of a row; `can`: in addition to what both methods can. */
template <class Method>
static constexpr struct solver spike_device_method(const char *method, const char *about, const char *source,
                                                   const double *flops, unsigned can)
{
    return {.method = method,
            .about = about,
            .source = source,
            .kind = KIND_TRIDIAG,
            .space = DEVICE,
            .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC |
                   REPORTS_INFO | can,
            .options = spike_device_options,
            .options_bytes = sizeof(struct spike_device_options),
            .variant = flops,
            .hooks = &spike_device_hooks<Method>};
}
