/* a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i for a batch, by elimination in order with partial pivoting, a system in
 * each vector lane: see thomas_pivot_simd.h for the equations.
 *
 * J. H. Wilkinson, Error analysis of direct methods of matrix inversion, J. ACM 8, 1961; many interleaved systems as
 * in P. Valero-Lara et al., cuThomasBatch and cuThomasVBatch, CCPE 30 (2018) e4909; the recurrence from L.-W. Chang,
 * thesis, Illinois, 2014, section 4.1. Stable for any regular matrix. 19 flops a row, one of them a division, and least
 * traffic: every array crosses the memory bus once, 40 bytes an unknown in double, 16 if one matrix is shared. */
#include <omp.h>

#include "base/tuning/tuning.h"
#include "solvers/batch/cost.h"
#include "solvers/tridiag/pivoting/pivot_checkpointed.h"
#include "solvers/tridiag/pivoting/thomas_pivot_simd_checked.h"

/* The memory of a thread, in values. */
struct layout {
    struct simd_parts in;
    int64_t row;                          /* of the ring, for interleaved systems */
    int64_t ring, state, scratch, thread; /* with the starts of matrices at the end */
    int64_t right, probe;                 /* where there are checks; the probe is of all threads */
};

/* All but factors that are kept: there are none. */
static bool checks(const struct shape *shape)
{
    return !shape->tridiag.cyclic && !shape->reuse;
}

/* The tile fills half of a core's own cache: for each row and system it holds u, v, y and z, x, the matrix, and the
 * right side. */
static struct layout layout_checked(const struct shape *shape, const struct simd_options *o, int threads)
{
    const int64_t values = tuning_chosen(o->tile, TUNING_CHECKED_TILE) / (9 * (int64_t)sizeof(real));
    struct layout l = {.in = simd_parts_of(shape, threads, values)};
    const int64_t tile = pivot_checked_lane_values(true) * l.in.tile, lanes = pivot_checked_lane_values(true) * LANES;
    l.row = round_up(tile > lanes ? tile : lanes, LINE);
    l.ring = l.row * (l.in.padded + 2);
    l.state = PIVOT_CHECKED * l.in.tile;
    l.scratch = round_up(pivot_checkpointed_values(shape->n), LINE);
    l.right = l.in.padded * (l.in.tile > LANES ? l.in.tile : LANES);
    l.thread = round_up(l.ring + l.state + l.scratch + l.right + l.in.starts, LINE) + LINE;
    l.probe = round_up(l.in.padded, LINE);
    return l;
}

/* The ring of a tile takes three quarters of a core's own cache, as far as that goes. A tile of twice the width is a
 * fifth faster on interleaved systems. */
static struct layout layout_of(const struct shape *shape, const struct simd_options *o, int threads)
{
    if (shape->tridiag.check) return layout_checked(shape, o, threads);
    const int64_t values = tuning_chosen(o->tile, TUNING_PIVOT_TILE) / (PIVOT_ROW * (int64_t)sizeof(real));
    struct layout l = {.in = simd_parts_of(shape, threads, values)};
    l.row = round_up(PIVOT_ROW * (l.in.tile > LANES ? l.in.tile : LANES), LINE);
    l.ring = l.row * (l.in.padded + 2);
    l.state = PIVOT_REST * l.in.tile;
    l.scratch = round_up(pivot_checkpointed_values(shape->n), LINE);
    l.thread = l.ring + l.state + l.scratch + l.in.starts + LINE;
    return l;
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    if (shape->batch == 0) return 0;
    const struct layout l = layout_of(shape, options, exec->threads);
    return (l.probe + l.thread * exec->threads) * (int64_t)sizeof(real);
}

static struct batch batch_of(const struct plan *p, const struct layout *l, const struct system *system)
{
    return (struct batch){
        .shape = l->in.shape,
        .stage = FRESH,
        .source = l->in.source,
        .system = *system,
        .shift = l->in.shape.tridiag.shifted ? system->tridiag.shift : NULL,
        .kept = p->workspace, /* nothing is */
        .padded = l->in.padded,
        .ahead = simd_ahead_of(p->options),
    };
}

static void solve_checked(struct batch *b, const struct layout *l, int64_t lo, int64_t hi, real *ring)
{
    struct check_own own = check_own_begin(&b->shape, &b->system);
    b->right = b->scratch + l->scratch, b->own = &own;
    if (l->in.tile) pivot_simd_checked(b, l->in.tile, lo, hi, ring, (int64_t *)(void *)(b->right + l->right));
    else pivot_simd_checked_lanes(b, lo, hi, ring);
    check_own_end(&own);
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct layout l = layout_of(&p->shape, p->options, p->exec.threads);
    const bool check = p->shape.tridiag.check;
    real *const probe = p->workspace;
    struct batch all = batch_of(p, &l, system);
    if (check && system->condition) all.probe = probe;
    for (int64_t i = 0; all.probe && i < l.in.padded; i++) probe[i] = check_probe(i);
#pragma omp parallel num_threads(p->exec.threads)
    {
        const int64_t rank = omp_get_thread_num(), ranks = omp_get_num_threads();
        const int64_t lo = l.in.parts * rank / ranks, hi = l.in.parts * (rank + 1) / ranks;
        real *const workspace = probe + l.probe + rank * l.thread, *const ring = workspace + l.row;
        struct batch b = all;
        b.state = workspace + l.ring, b.scratch = b.state + l.state;
        if (check) solve_checked(&b, &l, lo, hi, ring);
        else if (l.in.tile) pivot_simd_rows(&b, l.in.tile, lo, hi, ring, (int64_t *)(void *)(b.scratch + l.scratch));
        else pivot_simd_lanes(&b, lo, hi, ring);
    }
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    return cost_rows(shape, shape->tridiag.check ? 33 : 19);
}

static const struct solver_hooks hooks = {
    .checks = checks,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .solve = solve,
};

const struct solver tridiag_thomas_pivot_simd = {
    .method = "thomas_pivot_simd",
    .about = "elimination in order with partial pivoting, a system in each lane of a vector",
    .source = "Wilkinson 1961; Valero-Lara et al. 2018; Chang 2014, section 4.1",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | CAN_ANY_MATRIX | DETERMINISTIC |
           REPORTS_INFO | CHECKS,
    .options = simd_option_table,
    .options_bytes = sizeof(struct simd_options),
    .hooks = &hooks,
};
