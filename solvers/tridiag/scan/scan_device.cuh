/* Elimination by scans on the device: options, memory and passes, for methods with pivots of two rows and without. */
#pragma once
#include "solvers/batch/cost.h"
#include "solvers/tridiag/scan/scan_finish.cuh"

enum between { BY_MESSAGES, BY_KERNELS };

struct scan_device_options {
    int normalisation, structure, between, tile;
    bool fused;
};

static const char *const scan_normalisations[] = {"a", "b", "power_of_two", NULL};
static const char *const scan_structures[] = {"group", "tree", NULL};
static const char *const scan_betweens[] = {"messages", "kernels", NULL};
static const char *const scan_tiles[] = {"256", "512", "1024", NULL}; /* one warp, two, four */

static const struct option scan_device_option_table[] = {
    {.key = "normalisation",
     .help = "leading minors are divided by pivots, by pivots that are far from 1, or by powers of two",
     .type = OPT_WORD,
     .offset = offsetof(struct scan_device_options, normalisation),
     .default_value = "power_of_two",
     .words = scan_normalisations},
    {.key = "structure",
     .help = "scans over the lanes of a warp: eight one after the other, or by doubling",
     .type = OPT_WORD,
     .offset = offsetof(struct scan_device_options, structure),
     .default_value = "tree",
     .words = scan_structures},
    {.key = "between",
     .help = "states go from block to block by messages while kernels run, or from kernel to kernel",
     .type = OPT_WORD,
     .offset = offsetof(struct scan_device_options, between),
     .default_value = "messages",
     .words = scan_betweens},
    {.key = "fused",
     .help = "with messages, minors and right sides in one pass over the rows",
     .type = OPT_BOOL,
     .offset = offsetof(struct scan_device_options, fused),
     .default_value = "true"},
    {.key = "tile",
     .help =
         "rows of the largest tile, which a block holds in shared memory and registers, 8 a thread: 128 of them are "
         "also of its neighbours, so that a larger one reads fewer rows twice, and a smaller one waits for fewer "
         "threads",
     .type = OPT_WORD,
     .offset = offsetof(struct scan_device_options, tile),
     .default_value = "\"1024\"",
     .words = scan_tiles},
    {.key = NULL},
};

enum { SCAN_TICKETS = 4 };

struct scan_memory {
    struct scan_plan plan;
    int *flags; /* tickets, then failed */
    struct pivot_memory pivot;
};

template <class Scan>
static void board_at(struct board<Scan> &k, void *workspace, int64_t *bytes, const struct shape *shape, int64_t blocks)
{
    k.blocks = blocks, k.groups = blocks / FAN, k.states = blocks / FAN_TWICE + 1;
    const int64_t values = (int64_t)(SLOT / sizeof(real)), batch = blocks > 1 ? shape->batch : 0;
    k.block = (struct message<typename Scan::map> *)device_column(workspace, bytes, batch * k.blocks * values);
    k.group = (struct message<typename Scan::map> *)device_column(workspace, bytes, batch * k.groups * values);
    k.state = (struct message<typename Scan::state> *)device_column(workspace, bytes, batch * k.states * values);
}

static struct scan_cut scan_device_cut(const struct shape *shape, const void *options)
{
    return scan_cut_of(shape->n, SCAN_WARP << ((const struct scan_device_options *)options)->tile);
}

/* x is not needed any more when partition_pivot begins: they share memory. */
static struct scan_memory scan_memory_at(void *workspace, const struct shape *shape, const void *options,
                                         int64_t *bytes)
{
    struct scan_memory m = {};
    struct scan_plan &k = m.plan;
    k.cut = scan_device_cut(shape, options);
    *bytes = 0;
    board_at(k.minors, workspace, bytes, shape, k.cut.blocks);
    board_at(k.right, workspace, bytes, shape, k.cut.blocks);
    board_at(k.unknown, workspace, bytes, shape, k.cut.blocks);
    m.flags = (int *)device_column(workspace, bytes, SCAN_TICKETS + shape->batch);
    k.failed = m.flags ? m.flags + SCAN_TICKETS : NULL;
    int64_t shared = *bytes;
    k.x = device_column(workspace, bytes, k.cut.blocks > 1 ? shape->n * shape->batch : 0);
    m.pivot = pivot_memory_at(workspace, shape, &shared);
    if (shared > *bytes) *bytes = shared;
    return m;
}

static int64_t scan_device_bytes(const struct solver *, const struct shape *shape, const void *options,
                                 const struct exec *)
{
    int64_t bytes;
    scan_memory_at(NULL, shape, options, &bytes);
    return bytes;
}

/* The passes of a solve. */
struct scan_course {
    const struct plan *p;
    const struct device_batch &g;
    const struct scan_memory &m;
    int tickets;
};

template <bool PIVOTING> static void pass(struct scan_course &c, int publishes, int takes, bool waits)
{
    const struct scan_plan &k = c.m.plan;
    const struct scan_task task = {publishes, takes, (publishes & UNKNOWN) != 0,
                                   waits ? c.m.flags + c.tickets++ : NULL};
    const unsigned blocks = (unsigned)(k.cut.blocks * c.g.shape.batch);
    const int threads = k.cut.threads, bytes = scan_shared_bytes(threads);
    void *const stream = c.p->exec.stream;
    const int how = ((const struct scan_device_options *)c.p->options)->normalisation;
    if (how == BY_PIVOT) LAUNCH((scan_pass<BY_PIVOT, PIVOTING>), blocks, threads, bytes, stream, c.g, k, task);
    else if (how == BY_FAR_PIVOT)
        LAUNCH((scan_pass<BY_FAR_PIVOT, PIVOTING>), blocks, threads, bytes, stream, c.g, k, task);
    else LAUNCH((scan_pass<BY_POWER_OF_TWO, PIVOTING>), blocks, threads, bytes, stream, c.g, k, task);
}

template <class Scan> static void reset_board(const struct scan_course &c, const struct board<Scan> &k)
{
    const int64_t batch = c.g.shape.batch;
    LAUNCH(reset<Scan>, blocks(batch * k.blocks, FINISH_THREADS), FINISH_THREADS, 0, c.p->exec.stream, k, batch);
}

template <class Scan> static void carry_board(const struct scan_course &c, const struct board<Scan> &k)
{
    const unsigned threads = k.groups > FAN ? 1024 : SCAN_WARP;
    LAUNCH(carry<Scan>, (unsigned)c.g.shape.batch, threads, 0, c.p->exec.stream, k, c.m.plan.cut, c.g.shape);
}

/* Systems of one tile take one pass. */
template <bool PIVOTING> static void run_passes(struct scan_course &c)
{
    const struct scan_plan &k = c.m.plan;
    const struct scan_device_options *const o = (const struct scan_device_options *)c.p->options;
    if (k.cut.blocks == 1) {
        pass<PIVOTING>(c, 0, 3, false);
        return;
    }
    reset_board(c, k.minors), reset_board(c, k.right), reset_board(c, k.unknown);
    if (o->between == BY_KERNELS) {
        pass<PIVOTING>(c, MINORS, 0, false), carry_board(c, k.minors);
        pass<PIVOTING>(c, RIGHT, 1, false), carry_board(c, k.right);
        pass<PIVOTING>(c, UNKNOWN, 2, false), carry_board(c, k.unknown);
        pass<PIVOTING>(c, 0, 3, false);
    } else {
        if (!o->fused) pass<PIVOTING>(c, MINORS, 0, true);
        pass<PIVOTING>(c, o->fused ? MINORS | RIGHT : RIGHT, 1, true);
        pass<PIVOTING>(c, UNKNOWN, 3, true);
    }
}

template <bool PIVOTING> static enum status scan_solve(struct plan *p, const struct system *system)
{
    int64_t bytes;
    struct scan_memory m = scan_memory_at(p->workspace, &p->shape, p->options, &bytes);
    const struct device_batch g = device_batch_of(p, system);
    const int64_t batch = g.shape.batch, seams = batch * (m.plan.cut.blocks - 1), flags = SCAN_TICKETS + batch;
    void *const stream = p->exec.stream;
    struct scan_course c = {p, g, m, 0};
    if (batch == 0) return ST_OK;
    m.plan.tree = ((const struct scan_device_options *)p->options)->structure == 1;
    LAUNCH(clear_flags, blocks(flags, FINISH_THREADS), FINISH_THREADS, 0, stream, m.flags, flags);
    run_passes<PIVOTING>(c);
    if (seams) {
        const unsigned rows = (unsigned)(batch * ((g.shape.n + FINISH_THREADS - 1) / FINISH_THREADS));
        LAUNCH(join_seams, (unsigned)seams, SCAN_WARP, 0, stream, g, m.plan);
        LAUNCH(copy_solved, rows, FINISH_THREADS, 0, stream, g, m.plan);
    }
    pivot_batch_solve(p, g, m.pivot, m.plan.failed);
    if (g.system.info)
        LAUNCH(scan_report, blocks(batch, FINISH_THREADS), FINISH_THREADS, 0, stream, g, m.plan.failed, PIVOTING);
    return ST_OK;
}

/* The caller's rows are read in each pass, and x is written once, or, of systems of several tiles, twice and read once;
 * neighbouring tiles share 2 GHOST_ROWS rows. */
static struct cost scan_device_cost(const struct solver *self, const struct shape *shape, const void *options)
{
    const struct scan_device_options *const o = (const struct scan_device_options *)options;
    const struct scan_cut cut = scan_device_cut(shape, options);
    const double passes = o->between == BY_KERNELS ? 4 : o->fused ? 2 : 3;
    const double flops = *(const double *)self->variant * (cut.blocks == 1 ? 1 : passes);
    struct cost c = cost_rows(shape, flops);
    if (cut.blocks == 1) return c;
    const double twice = 2. * GHOST_ROWS / (double)cut.advance;
    c.bytes += (4 * (passes * (1 + twice) - 1) + 2) * cost_unknowns(shape) * (double)sizeof(real);
    return c;
}

template <bool PIVOTING>
static constexpr struct solver_hooks scan_device_hooks = {
    .workspace_bytes = scan_device_bytes,
    .cost = scan_device_cost,
    .solve = scan_solve<PIVOTING>,
};

/* `flops` of a row and pass; `can`: in addition to what all scans can. */
template <bool PIVOTING>
static constexpr struct solver scan_device_method(const char *method, const char *about, const char *source,
                                                  const double *flops, unsigned can)
{
    return {.method = method,
            .about = about,
            .source = source,
            .kind = KIND_TRIDIAG,
            .space = DEVICE,
            .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC |
                   REPORTS_INFO | can,
            .options = scan_device_option_table,
            .options_bytes = sizeof(struct scan_device_options),
            .variant = flops,
            .hooks = &scan_device_hooks<PIVOTING>};
}
