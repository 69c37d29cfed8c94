/* Cuts a large system into groups of runs, and runs elimination and substitution along them by whole steps. */
#include "solvers/tridiag/partition/lane_runs.h"

enum {
    GROUPS = 48,    /* of a large system, to balance the work of many threads */
    RUN_MIN = 2048, /* least rows of a run; fewer groups if runs would be shorter */
    PAGE = 4096 / (int)sizeof(real),
    SKEW = 5 * LINE
};

static int64_t min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Runs at distances of whole pages would fall into the same sets of a cache. */
static int64_t skewed(int64_t rows)
{
    const int64_t whole = (rows + STEP - 1) / STEP * STEP, apart = (whole + PAGE / 2) % PAGE - PAGE / 2;
    return apart > -SKEW && apart < SKEW ? whole + SKEW - apart : whole;
}

int64_t lane_cut_groups(int64_t n)
{
    int64_t groups = GROUPS;
    while (groups > 1 && n / (groups * LANES) < RUN_MIN) groups /= 2;
    return groups;
}

int64_t lane_cut_blocks(int64_t n, int64_t rows)
{
    return n / (LANES * rows) + lane_cut_groups(n) * ((STEP + 2 * SKEW) / rows + 3);
}

struct lane_cut lane_cut_of(int64_t n)
{
    const int64_t runs = lane_cut_groups(n) * LANES, rows = skewed((n + runs - 1) / runs);
    return (struct lane_cut){.groups = (n + rows * LANES - 1) / (rows * LANES), .rows = rows};
}

struct lane_runs lane_runs_of(struct line line, struct lane_cut cut, int64_t group)
{
    struct lane_runs runs = {
        .line = line, .right = line_right(&line), .first = group * cut.rows * LANES, .rows = cut.rows};
    if (group == cut.groups - 1) runs.rows = ((line.n - runs.first + LANES - 1) / LANES + STEP - 1) / STEP * STEP;
    runs.plain = 1 - runs.first;
    runs.edge = line.n - 1 - runs.first - (LANES - 1) * runs.rows;
    return runs;
}

static void load_edge(const struct lane_runs *runs, int64_t i, struct lane_block *block)
{
    for (int r = 0; r < ROWS; r++)
        for (int q = 0; q < LANES; q++) {
            const int64_t row = runs->first + q * runs->rows + i + r, n = runs->line.n;
            const bool is = row >= 0 && row < n;
            block->a[r][q] = is && row > 0 ? runs->line.a[row] : 0;
            block->b[r][q] = is ? runs->line.b[row] : 1;
            block->c[r][q] = is && row < n - 1 ? runs->line.c[row] : 0;
            block->d[r][q] = is ? runs->right[row] : 0;
        }
}

static void store_edge(const struct lane_runs *runs, int64_t i, const vec x[STEP])
{
    for (int q = 0; q < LANES; q++)
        for (int r = 0; r < STEP; r++) {
            const int64_t row = runs->first + q * runs->rows + i + r;
            if (row < runs->line.n) runs->line.x[row] = x[r][q];
        }
}

static inline void store(const struct lane_runs *runs, int64_t i, vec x[STEP])
{
    for (int r = 0; r < STEP; r += ROWS) rows_store(runs->line.x + runs->first + i + r, runs->rows, x + r);
}

void lane_runs_load(const struct lane_runs *runs, int64_t i, struct lane_block *block)
{
    if (lane_runs_plain(runs, i)) lane_block_load(runs, i, block);
    else load_edge(runs, i, block);
}

void lane_runs_step(const struct lane_runs *runs, int64_t i, struct lane_chain *chain, real *ring)
{
    for (int r = 0; r < STEP; r += ROWS, ring += ROWS * 2 * LANES) {
        struct lane_block block;
        lane_runs_load(runs, i + r, &block);
        lane_block_down(&block, chain, ring);
        if (r % CHAIN == CHAIN - ROWS) lane_chain_scale(chain);
    }
}

/* `count` steps of inner rows. */
INLINE void steps(const struct lane_runs *runs, struct lane_sweep *sweep, int64_t count, bool down, bool up)
{
    struct lane_chain chain = sweep->chain;
    vec x = sweep->x;
    int64_t i = sweep->down, j = sweep->up;
    for (int64_t t = 0; t < count; t++) {
        if (down) {
            lane_block_fetch(runs, (runs->mirror ? runs->mirror - i : i) + runs->ahead);
            for (int r = 0; r < STEP; r += ROWS) {
                struct lane_block block;
                lane_block_load(runs, i + r, &block);
                lane_block_down(&block, &chain, lane_ring_row(runs, i) + r * 2 * LANES);
                if (r % CHAIN == CHAIN - ROWS) lane_chain_scale(&chain);
            }
            i += STEP;
        }
        if (up) {
            vec out[STEP];
            lane_block_up(lane_ring_row(runs, j), &x, out);
            store(runs, j, out);
            j -= STEP;
        }
    }
    *sweep = (struct lane_sweep){chain, x, i, j, sweep->end};
}

static __attribute__((noinline)) void steps_down(const struct lane_runs *runs, struct lane_sweep *sweep, int64_t count)
{
    steps(runs, sweep, count, true, false);
}

static __attribute__((noinline)) void steps_up(const struct lane_runs *runs, struct lane_sweep *sweep, int64_t count)
{
    steps(runs, sweep, count, false, true);
}

static __attribute__((noinline)) void steps_both(const struct lane_runs *runs, struct lane_sweep *sweep, int64_t count)
{
    steps(runs, sweep, count, true, true);
}

static void edge_down(const struct lane_runs *runs, struct lane_sweep *sweep)
{
    lane_runs_step(runs, sweep->down, &sweep->chain, lane_ring_row(runs, sweep->down));
    sweep->down += STEP;
}

static void edge_up(const struct lane_runs *runs, struct lane_sweep *sweep)
{
    vec out[STEP];
    lane_block_up(lane_ring_row(runs, sweep->up), &sweep->x, out);
    store_edge(runs, sweep->up, out);
    sweep->up -= STEP;
}

static int64_t plain_down(const struct lane_runs *runs, const struct lane_sweep *sweep, int64_t to)
{
    return sweep->down < runs->plain ? 0 : (min(to, runs->edge) - sweep->down) / STEP;
}

static int64_t plain_up(const struct lane_runs *runs, const struct lane_sweep *sweep)
{
    const int64_t end = sweep->end > runs->plain ? sweep->end : runs->plain;
    return sweep->up + STEP > runs->edge || sweep->up < end ? 0 : (sweep->up - end) / STEP + 1;
}

void lane_runs_down(const struct lane_runs *runs, struct lane_sweep *sweep, int64_t to)
{
    while (sweep->down < to) {
        const int64_t down = plain_down(runs, sweep, to), up = plain_up(runs, sweep);
        if (down > 0 && up > 0) {
            steps_both(runs, sweep, min(down, up));
        } else if (down > 0 && sweep->up < sweep->end) {
            steps_down(runs, sweep, down);
        } else {
            edge_down(runs, sweep);
            if (sweep->up >= sweep->end) edge_up(runs, sweep);
        }
    }
}

void lane_runs_up(const struct lane_runs *runs, struct lane_sweep *sweep)
{
    while (sweep->up >= sweep->end) {
        const int64_t up = plain_up(runs, sweep);
        if (up > 0) steps_up(runs, sweep, up);
        else edge_up(runs, sweep);
    }
}
