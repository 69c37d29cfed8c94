/* Adaptive R-cyclic reduction: the rows of a level are taken as blocks of one or two, chosen by the criterion of
 * diagonal pivoting; every second block is eliminated, and what is left is a tridiagonal system whose blocks are chosen
 * anew, until one block is left. Then the unknowns are substituted level by level. With blocks of one row it is cyclic
 * reduction (R = 2), with blocks of one row that stay and of two that go tricyclic reduction (R = 3).
 *
 * Row i begins a block of two if
 *
 *     kappa |a_{i+1} c_i| > |b_i| sigma      sigma = max(|a_{i+1}|, |a_{i+2}|, |b_{i+1}|, |c_i|, |c_{i+1}|)
 *
 * on the rows of the level as they are: elimination in order tests b_i after what the rows before have left of it, but
 * here b_i itself is divided by. The operations are in arcr_operations.c.
 *
 * L.-W. Chang, Scalable parallel tridiagonal algorithms with diagonal pivoting and their optimization for many-core
 * architectures, thesis, Illinois, 2014, chapter 5. The criterion looks at the couplings behind a block alone; so a
 * block whose spikes exceed GROWTH stays here, beside others that stay, and where fewer rows than a third are
 * eliminated what is left is solved in order with partial pivoting. Rows are divided by powers of two wherever they are
 * read. All rows of the solution are checked. About 60 flops a row, 5 values of scratch, up to 9. */
#include "solvers/tridiag/arcr/arcr_blocks.h"
#include "solvers/tridiag/arcr/arcr_check.h"
#include "solvers/tridiag/arcr/arcr_operations.h"

#include <math.h>
#include <string.h>

#include "solvers/batch/info.h"
#include "solvers/batch/workspace.h"
#include "solvers/tridiag/pivot_checkpointed.h"

/* Blocks with spikes above GROWTH stay. Rows that miss their right sides by more than TRUST, are not
 * accepted; without repair x is INACCURATE where they miss by more than BACKWARD_MAX. Rests are reported as a fallback
 * if they have more rows than SMALL_REST, and than one of SMALL_SHARE of the system's. */
#define GROWTH RC(8.0)
#define TRUST (16 * REAL_EPS)
enum { SMALL_REST = 64, SMALL_SHARE = 16 };

struct arcr_options {
    bool repair;
};

static const struct option option_table[] = {
    {.key = "repair",
     .help = "blocks that are nearly singular stay, and what cannot be reduced is left to thomas_pivot; else every "
             "second block is eliminated, and the system is reported as not solved if one is singular",
     .type = OPT_BOOL,
     .offset = offsetof(struct arcr_options, repair),
     .fallback = "true"},
    {.key = NULL},
};

/* All ranks have the same. */
struct arcr {
    int64_t n;
    int count;
    struct arcr_level level[ARCR_LEVELS];
    struct workspace memory;
    real *scratch;   /* of pivot_checkpointed */
    int64_t *answer; /* info, and whether a row is missed */
    bool *missed;
};

/* The most rows that stay of n, where each second block goes. */
static int64_t kept_max(int64_t n)
{
    return n > 2 ? (2 * n + 2) / 3 : 1;
}

static void take_marks(struct arcr_level *l, struct workspace *memory)
{
    l->chunks = arcr_chunks(l->n);
    l->mark = workspace_take(memory, l->n);
    l->chunk = workspace_take(memory, (l->chunks + 1) * (int64_t)sizeof *l->chunk);
}

static struct tridiag_rows take_rows(int64_t n, struct workspace *memory)
{
    const int64_t bytes = padded_length(n) * (int64_t)sizeof(real);
    struct tridiag_rows r;
    r.a = workspace_take(memory, bytes), r.b = workspace_take(memory, bytes);
    r.c = workspace_take(memory, bytes), r.d = workspace_take(memory, bytes);
    return r;
}

static void begin(struct arcr *k, int64_t n)
{
    k->n = n, k->count = 1;
    k->answer = workspace_take(&k->memory, (int64_t)sizeof *k->answer);
    k->missed = workspace_take(&k->memory, (int64_t)sizeof *k->missed);
    k->scratch = workspace_take(&k->memory, pivot_checkpointed_values(n) * (int64_t)sizeof(real));
    k->level[0] = (struct arcr_level){.n = n};
    k->level[0].x = workspace_take(&k->memory, padded_length(n) * (int64_t)sizeof(real));
    take_marks(&k->level[0], &k->memory);
}

static int64_t scratch(int64_t n, const void *options)
{
    struct arcr k = {.memory = {0}};
    begin(&k, n);
    while (n > 1) {
        struct arcr_level l = {.n = n = kept_max(n)};
        take_rows(n, &k.memory);
        take_marks(&l, &k.memory);
    }
    return k.memory.used / (int64_t)sizeof(real);
}

/* Adds a level of the blocks that stay. */
static void reduce(struct arcr *k, struct team team)
{
    const struct arcr_level *const l = &k->level[k->count - 1];
    struct arcr_level *const next = &k->level[k->count++];
    *next = (struct arcr_level){.n = arcr_kept(l)};
    const struct tridiag_rows rows = take_rows(next->n, &k->memory);
    take_marks(next, &k->memory);
    next->rows = const_rows_of(rows), next->x = rows.d;
    int64_t from, to;
    team_part(team, l->chunks, &from, &to);
    for (int64_t c = from; c < to; c++) arcr_reduce(l, c, rows);
    team_wait(team);
}

/* Row i of a level, in the system. */
static int64_t row_in_system(const struct arcr *k, int level, int64_t i)
{
    while (level-- > 0) i = arcr_row_kept(&k->level[level], i);
    return i;
}

/* Levels until one block is left, or too few rows could be eliminated. Returns info of a block that is singular, where
 * nothing is repaired. */
static int64_t down(struct arcr *k, const struct arcr_options *o, struct team team)
{
    for (;;) {
        const struct arcr_level *const l = &k->level[k->count - 1];
        arcr_choose_blocks(l, o->repair ? GROWTH : REAL_MAX, team);
        const int64_t poor = o->repair ? -1 : arcr_first_poor(l);
        if (poor >= 0) return row_in_system(k, k->count - 1, poor) + 1;
        if (l->n == 1 || arcr_kept(l) > kept_max(l->n)) return 0;
        reduce(k, team);
    }
}

/* What is left, in order. Returns info. */
static int64_t solve_rest(const struct arcr *k)
{
    const struct arcr_level *const l = &k->level[k->count - 1];
    if (l->x != l->rows.d) memcpy(l->x, l->rows.d, (size_t)l->n * sizeof *l->x);
    const struct line line = {l->n, 1, 1, l->rows.a, l->rows.b, l->rows.c, l->x, RC(-0.0)};
    const int64_t info = pivot_checkpointed_solve(line, k->scratch);
    if (info) return row_in_system(k, k->count - 1, info - 1) + 1;
    return l->n > SMALL_REST && l->n > k->n / SMALL_SHARE ? SOLVED_BY_FALLBACK : 0;
}

static void up(const struct arcr *k, struct team team)
{
    for (int level = k->count - 2; level >= 0; level--) {
        const struct arcr_level *const l = &k->level[level];
        int64_t from, to;
        team_part(team, l->chunks, &from, &to);
        for (int64_t c = from; c < to; c++) arcr_substitute(l, c, k->level[level + 1].x);
        team_wait(team);
    }
}

/* The whole system with partial pivoting in order, or, where that is not wanted, NaN. */
static void give_up(const struct arcr *k, const struct arcr_options *o, real *x)
{
    const struct const_rows r = k->level[0].rows;
    for (int64_t i = 0; i < k->n; i++) x[i] = o->repair ? r.d[i] : (real)NAN;
    if (!o->repair) return;
    const struct line line = {k->n, 1, 1, r.a, r.b, r.c, x, RC(-0.0)};
    const int64_t info = pivot_checkpointed_solve(line, k->scratch);
    *k->answer = info ? info : SOLVED_BY_FALLBACK;
}

static int64_t row_or_end(int64_t n, int64_t chunk)
{
    return chunk * ARCR_CHUNK < n ? chunk * ARCR_CHUNK : n;
}

static int64_t read_rows(int64_t n, struct const_rows rows, real *x, real *work, struct team team, const void *options)
{
    const struct arcr_options *const o = options;
    struct arcr k = {.memory = {(char *)work, 0}};
    int64_t from, to;
    begin(&k, n);
    k.level[0].rows = rows;
    team_enter(team, "reduce");
    const int64_t poor = down(&k, o, team);
    if (team.rank == 0) {
        team_enter(team, "rest");
        *k.missed = false, *k.answer = poor ? poor : solve_rest(&k);
    }
    team_wait(team);
    team_enter(team, "substitute");
    if (*k.answer <= 0) up(&k, team);
    team_enter(team, "check");
    team_part(team, k.level[0].chunks, &from, &to);
    from = row_or_end(n, from), to = row_or_end(n, to);
    if (*k.answer <= 0 && arcr_misses(&k.level[0], from, to, o->repair ? TRUST : (real)BACKWARD_MAX)) {
#pragma omp atomic write
        *k.missed = true;
    }
    team_wait(team);
    if (*k.answer <= 0 && (!*k.missed || !o->repair)) {
        memcpy(x + from, k.level[0].x + from, (size_t)(to - from) * sizeof *x);
        return *k.missed ? INACCURATE : *k.answer;
    }
    team_wait(team);
    if (team.rank == 0) give_up(&k, o, x);
    team_wait(team);
    return *k.answer;
}

static const struct row_method method = {.splits = true, .flops = 60, .scratch = scratch, .read = read_rows};

const struct solver tridiag_arcr = {
    .method = "arcr",
    .about = "adaptive R-cyclic reduction: by blocks of one or two rows, chosen anew on each level; thomas_pivot where "
             "rows do not hold",
    .source = "Chang 2014, chapter 5",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | CAN_ANY_MATRIX | DETERMINISTIC |
           REPORTS_INFO,
    .options = option_table,
    .options_bytes = sizeof(struct arcr_options),
    .variant = &method,
    .hooks = &gather_hooks,
};
