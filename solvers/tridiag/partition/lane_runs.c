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
    struct lane_runs f = {.line = line, .first = group * cut.rows * LANES, .rows = cut.rows};
    if (group == cut.groups - 1) f.rows = ((line.n - f.first + LANES - 1) / LANES + STEP - 1) / STEP * STEP;
    f.plain = 1 - f.first;
    f.edge = line.n - 1 - f.first - (LANES - 1) * f.rows;
    return f;
}

static void load_edge(const struct lane_runs *f, int64_t i, struct lane_block *m)
{
    for (int r = 0; r < ROWS; r++)
        for (int q = 0; q < LANES; q++) {
            const int64_t row = f->first + q * f->rows + i + r, n = f->line.n;
            const bool is = row >= 0 && row < n;
            m->a[r][q] = is && row > 0 ? f->line.a[row] : 0;
            m->b[r][q] = is ? f->line.b[row] : 1;
            m->c[r][q] = is && row < n - 1 ? f->line.c[row] : 0;
            m->d[r][q] = is ? f->line.x[row] : 0;
        }
}

static void store_edge(const struct lane_runs *f, int64_t i, const vec x[STEP])
{
    for (int q = 0; q < LANES; q++)
        for (int r = 0; r < STEP; r++) {
            const int64_t row = f->first + q * f->rows + i + r;
            if (row < f->line.n) f->line.x[row] = x[r][q];
        }
}

static inline void store(const struct lane_runs *f, int64_t i, vec x[STEP])
{
    for (int r = 0; r < STEP; r += ROWS) rows_store(f->line.x + f->first + i + r, f->rows, x + r);
}

void lane_runs_load(const struct lane_runs *f, int64_t i, struct lane_block *m)
{
    if (lane_runs_plain(f, i)) lane_block_load(f, i, m);
    else load_edge(f, i, m);
}

void lane_runs_step(const struct lane_runs *f, int64_t i, struct lane_chain *k, real *ring)
{
    for (int r = 0; r < STEP; r += ROWS, ring += ROWS * 2 * LANES) {
        struct lane_block m;
        lane_runs_load(f, i + r, &m);
        lane_block_down(&m, k, ring);
        if (r % CHAIN == CHAIN - ROWS) lane_chain_scale(k);
    }
}

/* `count` steps of inner rows. */
INLINE void steps(const struct lane_runs *f, struct lane_sweep *s, int64_t count, bool down, bool up)
{
    struct lane_chain k = s->chain;
    vec x = s->x;
    int64_t i = s->down, j = s->up;
    for (int64_t t = 0; t < count; t++) {
        if (down) {
            lane_block_fetch(f, i + f->ahead);
            for (int r = 0; r < STEP; r += ROWS) {
                struct lane_block m;
                lane_block_load(f, i + r, &m);
                lane_block_down(&m, &k, lane_ring_row(f, i) + r * 2 * LANES);
                if (r % CHAIN == CHAIN - ROWS) lane_chain_scale(&k);
            }
            i += STEP;
        }
        if (up) {
            vec out[STEP];
            lane_block_up(lane_ring_row(f, j), &x, out);
            store(f, j, out);
            j -= STEP;
        }
    }
    *s = (struct lane_sweep){k, x, i, j, s->end};
}

static __attribute__((noinline)) void steps_down(const struct lane_runs *f, struct lane_sweep *s, int64_t count)
{
    steps(f, s, count, true, false);
}

static __attribute__((noinline)) void steps_up(const struct lane_runs *f, struct lane_sweep *s, int64_t count)
{
    steps(f, s, count, false, true);
}

static __attribute__((noinline)) void steps_both(const struct lane_runs *f, struct lane_sweep *s, int64_t count)
{
    steps(f, s, count, true, true);
}

static void edge_down(const struct lane_runs *f, struct lane_sweep *s)
{
    lane_runs_step(f, s->down, &s->chain, lane_ring_row(f, s->down));
    s->down += STEP;
}

static void edge_up(const struct lane_runs *f, struct lane_sweep *s)
{
    vec out[STEP];
    lane_block_up(lane_ring_row(f, s->up), &s->x, out);
    store_edge(f, s->up, out);
    s->up -= STEP;
}

static int64_t plain_down(const struct lane_runs *f, const struct lane_sweep *s, int64_t to)
{
    return s->down < f->plain ? 0 : (min(to, f->edge) - s->down) / STEP;
}

static int64_t plain_up(const struct lane_runs *f, const struct lane_sweep *s)
{
    const int64_t end = s->end > f->plain ? s->end : f->plain;
    return s->up + STEP > f->edge || s->up < end ? 0 : (s->up - end) / STEP + 1;
}

void lane_runs_down(const struct lane_runs *f, struct lane_sweep *s, int64_t to)
{
    while (s->down < to) {
        const int64_t down = plain_down(f, s, to), up = plain_up(f, s);
        if (down > 0 && up > 0) {
            steps_both(f, s, min(down, up));
        } else if (down > 0 && s->up < s->end) {
            steps_down(f, s, down);
        } else {
            edge_down(f, s);
            if (s->up >= s->end) edge_up(f, s);
        }
    }
}

void lane_runs_up(const struct lane_runs *f, struct lane_sweep *s)
{
    while (s->up >= s->end) {
        const int64_t up = plain_up(f, s);
        if (up > 0) steps_up(f, s, up);
        else edge_up(f, s);
    }
}
