/* One system of 2^23 unknowns on the device of three kinds, by methods with pivots and by those without: random rows,
 * whose pivots differ from thread to thread; dominant ones, with pivots of one row; and a diagonal of zeros, with
 * pivots of two.
 *
 * L.-W. Chang, thesis, Illinois, 2014: figures 3.3, the gain of moved rows for partitions by diagonal pivoting, 3.5,
 * the further gain of dynamic tiling, and 6.1, methods with pivots beside cuSPARSE's without. */
#include "base/either_precision.h"
#include "bench/bench.h"
#include "bench/device/device_pool.h"
#include "bench/entry/peers.h"
#include "bench/entry/size.h"

enum { ROWS = 1 << 23 };

static const char *const kinds[ROWS_KINDS] = {
    [ROWS_DOMINANT] = "dominant", [ROWS_RANDOM] = "random", [ROWS_ZERO_DIAGONAL] = "zero-diagonal"};

/* Methods of the thesis as they are fastest, and the steps that led there: rows as they are given, moved, moved and
 * with tiles, and in two kernels in place of one. */
static const struct {
    const char *method, *name, *options;
} tried[] = {
    {"cusparse_gtsv2", NULL, "inputs = \"given\";"},
    {"cusparse_gtsv2_nopivot", NULL, "inputs = \"given\";"},
    {"spike_dp", NULL, NULL},
    {"spike_dp", "spike_dp_given", "scratchpad = false;"},
    {"spike_dp", "spike_dp_moved", "scratchpad = false; marshalling = \"marshalled\";"},
    {"spike_dp", "spike_dp_padded", "scratchpad = false; marshalling = \"padded\";"},
    {"spike_dp", "spike_dp_tiled", "scratchpad = false; marshalling = \"marshalled\"; tiles = 16;"},
    {"spike_dp", "spike_dp_scratchpad", "marshalling = \"marshalled\";"},
    {"spike_dp", "spike_dp_unfused", "fused = false;"},
    {"spike_thomas", NULL, NULL},
    {"spike_cr", NULL, NULL},
    {"parallel_dp", NULL, NULL},
    {"cf_lu", NULL, NULL},
    {"partition_pivot", NULL, NULL},
};
static const char *const peers[] = {"cusparse_gtsv2", "cusparse_gtsv2_nopivot", "spike_dp_given", "spike_dp_moved"};
static const struct arrangement one = {"contiguous", shape_contiguous, APART};

static enum status add_methods(struct bench *b, struct device_pool *pool, struct task task)
{
    for (size_t k = 0; k < sizeof tried / sizeof *tried; k++) {
        int index;
        if (solver_find(KIND_TRIDIAG, tried[k].method, DEVICE, &task.spec.solver) != ST_OK) continue;
        task.spec.name = tried[k].name, task.spec.options = tried[k].options;
        TRY(device_pool_add(b, pool, &task, &index));
    }
    return ST_OK;
}

static void add_peers(struct bench *b, int from, const char *kind)
{
    for (size_t p = 0; p < sizeof peers / sizeof *peers; p++) {
        const int peer = peer_find(b, from, peers[p], kind, DEVICE);
        for (int i = from; peer >= 0 && i < b->count; i++)
            if (i != peer && b->entry[i].limit >= 0) peer_add(b, i, peers[p], peer);
    }
    peers_add_precision(b, from);
}

static enum status add(struct bench *b)
{
    struct device_limit *device;
    struct device_pool *pool;
    struct task task = {.arrangement = &one,
                        .layout = kinds[b->part],
                        .n = size_first(b->rows, b->scale_n * 32, ROWS) / 2 * 2,
                        .batch = 1,
                        .kind = (enum rows_kind)b->part};
    const enum status there = device_limit_add(b, &device, &task.limit);
    if (there != ST_OK) return there == ST_DEVICE ? bench_skip(b, "%s", fail_text()) : there;
    TRY(device_pool_make(&pool, device, task.n));
    const int from = b->count;
    const enum status st = add_methods(b, pool, task);
    device_pool_release(pool);
    if (st == ST_OK) add_peers(b, from, task.layout);
    return st;
}

const struct benchmark bench_tridiag_pivots = {
    "tridiag.pivots",
    "one system of 2^23 unknowns on the GPU, random, dominant and without a diagonal, with pivots",
    add,
    .parts = ROWS_KINDS,
    .takes = TAKES_ROWS,
    .kinds = 1u << KIND_TRIDIAG};
