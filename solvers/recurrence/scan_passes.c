/* The two passes over the rows of a scan in two levels: sums of blocks, and the rows from the blocks' start values. */
#include "base/timing/trace.h"
#include "base/tuning/tuning.h"
#include "solvers/batch/simd_transpose.h"
#include "solvers/recurrence/scan.h"

enum {
    SUMS = 4, /* independent vectors of sums */
    CACHE_LINE = 64
};

/* Weights by row i of a block. */
struct table {
    real own_y[SCAN_BLOCK], own_x[SCAN_BLOCK];  /* f^{B-1-i}, sum_{j >= i} g^j f^{j-i}: of d, without a scale */
    real down[SCAN_BLOCK], up[SCAN_BLOCK];      /* f^{i+1} of Y, g^{B-i} of X */
    real power[SCAN_BLOCK], couple[SCAN_BLOCK]; /* g^i, g^i f^{i+1}: of the scale */
    struct scan_fine block_down, block_up, coupled;
};

/* One system. Groups are counted from the end: in front of the first row there are `missing` zeros, in a copy. */
struct scan {
    const struct table *t;
    int64_t groups, missing;
    real *x;
    const real *scale;
    real *first, *first_scale; /* group 0 if rows are missing */
    struct scan_blocks blocks;
    real *coupling;
    real *ring; /* this rank's: two groups */
    real f, g;
    int64_t ahead; /* bytes from a use to its prefetch */
};

static struct scan_fine fine_of(long double v)
{
    const real high = (real)v;
    return (struct scan_fine){high, (real)(v - (long double)high)};
}

int64_t scan_table(const struct shape *shape, const void *options)
{
    return (int64_t)(sizeof(struct table) / sizeof(real));
}

void scan_prepare(const struct plan *plan, const struct recurrence *r, real *table)
{
    struct table *const t = (struct table *)table;
    const long double f = (long double)(real)r->forward, g = (long double)(real)r->backward;
    long double down = 1, up = 1, coupled = 0, own = 0, power[SCAN_BLOCK];
    for (int i = 0; i < SCAN_BLOCK; i++) {
        t->own_y[SCAN_BLOCK - 1 - i] = (real)down;
        t->power[i] = (real)(power[i] = up);
        t->down[i] = (real)(down *= f);
        t->couple[i] = (real)(up * down);
        coupled += up * down;
        t->up[SCAN_BLOCK - 1 - i] = (real)(up *= g);
    }
    for (int i = SCAN_BLOCK - 1; i >= 0; i--) t->own_x[i] = (real)(own = power[i] + f * own);
    t->block_down = fine_of(down);
    t->block_up = fine_of(up);
    t->coupled = fine_of(coupled);
}

const struct option scan_ahead_table[] = {
    TUNING_ROW("ahead", "bytes from their use back to their prefetch; auto: what suits the processor",
               struct scan_ahead_options, ahead, 1 << 30),
    {.key = NULL},
};

static int64_t groups_of(int64_t n)
{
    return (n - 1) / SCAN_GROUP + 1;
}

int64_t scan_workspace_values(const struct shape *shape, const void *options, int ranks)
{
    const int64_t rows = 1 + shape->recurrence.scaled, values = 2 + shape->recurrence.scaled;
    return SCAN_GROUP * (rows + 2 * ranks) + groups_of(shape->n) * LANES * values;
}

/* `workspace` is laid out as scan_workspace_values counts. */
static struct scan scan_of(const struct recurrence_line *c, const struct scan_ahead_options *o, const struct table *t,
                           real *workspace, struct team team)
{
    const int64_t groups = groups_of(c->n), count = groups * LANES;
    struct scan s = {.t = t, .groups = groups, .missing = groups * SCAN_GROUP - c->n, .x = c->x, .scale = c->scale};
    s.f = c->forward, s.g = c->backward, s.ahead = tuning_chosen(o->ahead, TUNING_SCAN_AHEAD);
    s.first = workspace, workspace += SCAN_GROUP;
    if (c->scale) s.first_scale = workspace, workspace += SCAN_GROUP;
    s.ring = workspace + 2 * SCAN_GROUP * team.rank, workspace += 2 * SCAN_GROUP * team.ranks;
    s.blocks = (struct scan_blocks){count, workspace, workspace + count, NULL, t->block_down, t->block_up, t->coupled};
    if (c->scale) s.blocks.coupling = s.coupling = workspace + 2 * count;
    return s;
}

static real *rows_of(const struct scan *s, int64_t group)
{
    return group == 0 && s->missing ? s->first : s->x + (group * SCAN_GROUP - s->missing);
}

static const real *scale_of(const struct scan *s, int64_t group)
{
    if (!s->scale) return NULL;
    return group == 0 && s->missing ? s->first_scale : s->scale + (group * SCAN_GROUP - s->missing);
}

static void fill_first(const struct scan *s)
{
    for (int64_t i = 0; s->missing && i < SCAN_GROUP; i++) {
        s->first[i] = i < s->missing ? 0 : s->x[i - s->missing];
        if (s->scale) s->first_scale[i] = i < s->missing ? 0 : s->scale[i - s->missing];
    }
}

static void drain_first(const struct scan *s)
{
    for (int64_t i = s->missing; s->missing && i < SCAN_GROUP; i++) s->x[i - s->missing] = s->first[i];
}

/* Prefetches the cache lines of `bytes` at this distance from p. */
INLINE void prefetch_span(const real *p, int64_t away, int64_t bytes)
{
    for (int64_t k = 0; k < bytes; k += CACHE_LINE) prefetch((const void *)((const char *)p + away + k));
}

INLINE real lanes_sum(const vec v[SUMS])
{
    const vec all = (v[0] + v[1]) + (v[2] + v[3]);
    real sum = 0;
    for (int q = 0; q < LANES; q++) sum += all[q];
    return sum;
}

/* Two weighted sums over one block. */
static void sum_block(const struct table *t, const real *d, int64_t ahead, real *y, real *x)
{
    vec u[SUMS] = {{0}}, v[SUMS] = {{0}};
    for (int i = 0; i < SCAN_BLOCK; i += SUMS * LANES) {
        prefetch_span(d + i, ahead, SUMS * VECTOR_BYTES);
        for (int k = 0; k < SUMS; k++) {
            const vec r = vec_load(d + i + k * LANES);
            u[k] += r * vec_load(t->own_y + i + k * LANES);
            v[k] += r * vec_load(t->own_x + i + k * LANES);
        }
    }
    *y = lanes_sum(u);
    *x = lanes_sum(v);
}

/* Own x and coupling of the blocks of a group in which every row has a scale. */
static void couple_group(const struct scan *s, int64_t group)
{
    const struct table *const t = s->t;
    const real *const d = rows_of(s, group), *const scale = scale_of(s, group);
    vec u = {0}, own[ROWS] = {{0}}, coupling[ROWS] = {{0}};
    for (int i = 0; i < SCAN_BLOCK; i += ROWS) {
        vec r[ROWS], z[ROWS];
        rows_load(d + i, SCAN_BLOCK, r);
        rows_load(scale + i, SCAN_BLOCK, z);
        for (int q = 0; q < ROWS; q++) {
            u = r[q] + s->f * u;
            own[q] += t->power[i + q] * (z[q] * u);
            coupling[q] += t->couple[i + q] * z[q];
        }
    }
    vec_store(s->blocks.x + group * LANES, (own[0] + own[1]) + (own[2] + own[3]));
    vec_store(s->coupling + group * LANES, (coupling[0] + coupling[1]) + (coupling[2] + coupling[3]));
}

static void sum_group(const struct scan *s, int64_t group)
{
    const real *const d = rows_of(s, group);
    for (int q = 0; q < LANES; q++)
        sum_block(s->t, d + q * SCAN_BLOCK, s->ahead, &s->blocks.y[group * LANES + q], &s->blocks.x[group * LANES + q]);
    if (s->scale) couple_group(s, group);
}

/* The blocks of a group, one in each lane, in the pass down or up. */
struct lanes {
    real *x;
    const real *scale;
    real *ring; /* s_i y_i by rows */
    vec sum;    /* u or v */
    vec start;  /* Y or X */
};

/* Rows i ... i + ROWS - 1. */
INLINE void go_down(const struct scan *s, struct lanes *a, int i, bool ones, bool scaled)
{
    vec r[ROWS], z[ROWS];
    rows_load(a->x + i, SCAN_BLOCK, r);
    if (scaled) rows_load(a->scale + i, SCAN_BLOCK, z);
    for (int q = 0; q < ROWS; q++) {
        a->sum = ones ? r[q] + a->sum : r[q] + s->f * a->sum;
        const vec y = a->sum + (ones ? a->start : s->t->down[i + q] * a->start);
        vec_store(a->ring + (i + q) * LANES, scaled ? z[q] * y : y);
    }
}

INLINE void go_up(const struct scan *s, struct lanes *a, int i, bool ones)
{
    vec r[ROWS];
    for (int q = ROWS - 1; q >= 0; q--) {
        const vec y = vec_load(a->ring + (i + q) * LANES);
        a->sum = ones ? y + a->sum : y + s->g * a->sum;
        r[q] = a->sum + (ones ? a->start : s->t->up[i + q] * a->start);
    }
    rows_store(a->x + i, SCAN_BLOCK, r);
}

static struct lanes lanes_of(const struct scan *s, int64_t group, const real *starts)
{
    return (struct lanes){.x = rows_of(s, group),
                          .scale = scale_of(s, group),
                          .ring = s->ring + group % 2 * SCAN_GROUP,
                          .start = vec_load(starts + group * LANES)};
}

/* The groups from ... to - 1, the last one first: it was summed last, and is still in the caches. */
INLINE void finish(const struct scan *s, int64_t from, int64_t to, bool ones, bool scaled)
{
    if (from == to) return;
    struct lanes down = lanes_of(s, to - 1, s->blocks.y);
    for (int i = 0; i < SCAN_BLOCK; i += ROWS) go_down(s, &down, i, ones, scaled);
    for (int64_t group = to - 1; group > from; group--) {
        struct lanes up = lanes_of(s, group, s->blocks.x);
        down = lanes_of(s, group - 1, s->blocks.y);
        for (int i = 0; i < SCAN_BLOCK; i += ROWS) {
            prefetch_span(down.x + i * LANES, -s->ahead, ROWS * VECTOR_BYTES);
            go_down(s, &down, i, ones, scaled);
            go_up(s, &up, SCAN_BLOCK - ROWS - i, ones);
        }
    }
    struct lanes up = lanes_of(s, from, s->blocks.x);
    for (int i = SCAN_BLOCK - ROWS; i >= 0; i -= ROWS) go_up(s, &up, i, ones);
}

static void finish_groups(const struct scan *s, int64_t from, int64_t to)
{
    const bool ones = s->f == 1 && s->g == 1;
    if (s->scale && ones) finish(s, from, to, true, true);
    else if (s->scale) finish(s, from, to, false, true);
    else if (ones) finish(s, from, to, true, false);
    else finish(s, from, to, false, false);
}

void scan_solve(const struct plan *plan, const struct recurrence_line *c, const real *table, real *workspace,
                struct team team, struct trace *trace)
{
    const struct scan_method *const method = plan->solver->variant;
    const struct scan s = scan_of(c, plan->options, (const struct table *)table, workspace, team);
    int64_t from, to;
    team_part(team, s.groups, &from, &to);
    trace_enter(trace, team.rank, "sums");
    if (team.rank == 0) fill_first(&s);
    for (int64_t group = from; group < to; group++) sum_group(&s, group);
    trace_enter(trace, team.rank, team.rank ? NULL : "blocks");
    team_wait(team);
    if (team.rank == 0) method->over(&s.blocks);
    team_wait(team);
    trace_enter(trace, team.rank, "rows");
    finish_groups(&s, from, to);
    if (team.rank == 0) drain_first(&s);
}
