/* Cuts a system, has its partitions solved and repaired, solves the reduced system, checks the rows at the cuts, and
 * collects x. */
#include "solvers/tridiag/spike/spike.h"

#include <math.h>

#include "solvers/batch/info.h"
#include "solvers/batch/workspace.h"
#include "solvers/tridiag/pivoting/pivot_checkpointed.h"
#include "solvers/tridiag/spike/spike_bounds.h"
#include "solvers/tridiag/spike/spike_reduced.h"
#include "solvers/tridiag/spike/spike_repair.h"

/* If `partitions` is 0 there are 64, unless these would be too short or too long; all are at least that short. The most
 * is about what keeps a group in the second level of the caches, and not a power of two, so that lanes fall into
 * different sets of them. */
enum { SHORTEST = 32, LONGEST = 496, USUAL = 64, HEADER = 64 };

const struct option spike_options[] = {
    {.key = "partitions",
     .help = "partitions of equally many rows, whole fours of them; 0: 64, of 32 to 496 rows",
     .type = OPT_INT,
     .offset = offsetof(struct spike_options, partitions),
     .min = 0,
     .max = 1e9,
     .default_value = "0"},
    {.key = "reduced",
     .help = "how the reduced system is solved: in order, or, by all threads, by cyclic reduction of its blocks or by "
             "adaptive R-cyclic reduction of its rows",
     .type = OPT_WORD,
     .offset = offsetof(struct spike_options, reduced),
     .words = spike_reduced_words,
     .default_value = "\"block_lu\""},
    {.key = "repair",
     .help = "partitions that are singular or nearly so are cut elsewhere, or the system is left to thomas_pivot; else "
             "it is reported as not solved",
     .type = OPT_BOOL,
     .offset = offsetof(struct spike_options, repair),
     .default_value = "true"},
    {.key = NULL},
};

static int64_t quotient_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

static int64_t whole(int64_t rows)
{
    return quotient_up(rows, ROWS) * ROWS;
}

/* Rows of a partition to be aimed at. */
static int64_t rows_usual(int64_t n)
{
    const int64_t usual = whole(quotient_up(n, USUAL));
    return usual < SHORTEST ? SHORTEST : usual > LONGEST ? LONGEST : usual;
}

/* All partitions but the last are equally long, and the last hardly shorter where their number is not given. */
static int64_t rows_of(int64_t n, const struct spike_options *o)
{
    const int64_t count = o->partitions ? o->partitions : n / rows_usual(n);
    return whole(quotient_up(n, count > 0 ? count : 1));
}

/* Bounds that are never less for more rows: of rows, and of partitions. */
static int64_t rows_max(int64_t n, const struct spike_options *o)
{
    return o->partitions ? rows_of(n, o) : 2 * rows_usual(n) + ROWS;
}

static int64_t count_max(int64_t n, const struct spike_options *o)
{
    const int64_t of_short = n / SHORTEST + 1, of_long = n / LONGEST + 2 * USUAL;
    if (o->partitions) return o->partitions < quotient_up(n, ROWS) ? o->partitions : quotient_up(n, ROWS);
    return of_short < of_long ? of_short : of_long;
}

/* Arrays for so many partitions and rows in slots, or, without memory, their bytes. */
static int64_t take(struct spike *k, int64_t count, int64_t slots, const struct spike_options *o, void *memory)
{
    struct workspace w = {memory, 0};
    k->info = workspace_take(&w, HEADER);
    k->block = workspace_take(&w, count * (int64_t)sizeof *k->block);
    k->kept = workspace_take(&w, count * (int64_t)sizeof *k->kept);
    k->pair = workspace_take(&w, (count + 1) * (int64_t)sizeof *k->pair);
    k->start = workspace_take(&w, (count + 1) * (int64_t)sizeof *k->start);
    k->growth = workspace_take(&w, count * (int64_t)sizeof *k->growth);
    k->by_rows = workspace_take(&w, count * (int64_t)sizeof *k->by_rows);
    k->reduced = workspace_take(&w, spike_reduced[o->reduced].bytes(count));
    k->slots = workspace_take(&w, slots * SPIKE_FIELDS * (int64_t)sizeof(real));
    return w.used;
}

int64_t spike_workspace_values(int64_t n, const void *options)
{
    struct spike k;
    const int64_t slots = n + LANES * (rows_max(n, options) + ROWS);
    return take(&k, count_max(n, options), slots, options, NULL) / (int64_t)sizeof(real);
}

static struct spike cut_of(int64_t n, real *workspace, const struct spike_options *o)
{
    const int64_t rows = rows_of(n, o);
    struct spike k = {.n = n, .rows = rows, .count = quotient_up(n, rows)};
    k.groups = quotient_up(k.count, LANES);
    take(&k, k.count, k.groups * LANES * rows, o, workspace);
    return k;
}

static void groups_reduce(const struct spike *k, const struct spike_kernel *kernel, struct team team)
{
    int64_t from, to;
    team_enter(team, "reduce");
    if (team.rank == 0) {
        *k->info = 0;
        for (int64_t p = 0; p < k->count; p++) k->start[p] = p * k->rows;
        k->start[k->count] = k->n;
    }
    team_part(team, k->groups, &from, &to);
    for (int64_t g = from; g < to; g++) k->by_rows[g] = false, kernel->reduce(k, g);
    team_enter(team, NULL);
    team_wait(team);
}

/* The first partition with a spike above the bound, or `count`. */
static int64_t first_grown(const struct spike *k, double bound)
{
    int64_t p = 0;
    while (p < k->count && (double)spike_growth(k, p) <= bound) p++;
    return p;
}

/* info of a system that is not repaired: 0, or the row of the partition without a pivot, or its last row. */
static int64_t unsolved(const struct spike *k)
{
    const int64_t p = first_grown(k, GROWTH_REPORTED);
    if (p == k->count) return 0;
    const int64_t info = spike_partition(k, p);
    return info ? info : k->start[p + 1];
}

static void settle_partitions(const struct spike *k, const struct spike_kernel *kernel, const struct spike_options *o,
                              struct team team)
{
    if (team.rank == 0) {
        team_enter(team, "repair");
        if (!o->repair) *k->info = unsolved(k);
        else if (!spike_repair(k, kernel, GROWTH_REPAIRED)) *k->info = SOLVED_BY_FALLBACK;
        team_enter(team, NULL);
    }
    team_wait(team);
}

/* x of row i, which is one of partition p, or next to it. */
static double x_of(const struct spike *k, const struct spike_kernel *kernel, int64_t p, int64_t i)
{
    if (i < 0 || i >= k->n) return 0;
    if (i < k->start[p]) p--;
    if (i >= k->start[p + 1]) p++;
    return (double)(k->by_rows[p / LANES] ? spike_x(k, p, i) : kernel->x(k, p, i));
}

/* Row i of partition p. */
static bool missed(const struct spike *k, const struct spike_kernel *kernel, int64_t p, int64_t i)
{
    const double row[3] = {i > 0 ? (double)k->in.a[i] : 0, (double)k->in.b[i], i < k->n - 1 ? (double)k->in.c[i] : 0};
    const double x[3] = {x_of(k, kernel, p, i - 1), x_of(k, kernel, p, i), x_of(k, kernel, p, i + 1)};
    const double size[3] = {fabs(x[0]), fabs(x[1]), fabs(x[2])};
    return spike_row_missed(row, (double)k->in.d[i], x, size);
}

/* i + 1 of the first row i of partition p, of those at its cuts, or, where spikes have grown, of all, that is missed;
 * or 0. */
static int64_t first_missed(const struct spike *k, const struct spike_kernel *kernel, int64_t p)
{
    const bool grown = !(spike_growth(k, p) <= GROWTH_REPAIRED);
    const int64_t from = k->start[p], last = k->start[p + 1] - 1, step = grown || last == from ? 1 : last - from;
    for (int64_t i = from; i <= last; i += step)
        if (missed(k, kernel, p, i)) return i + 1;
    return 0;
}

/* info becomes the first row that is missed. */
static void check(const struct spike *k, const struct spike_kernel *kernel, struct team team)
{
    int64_t from, to, found = 0;
    team_part(team, k->count, &from, &to);
    for (int64_t p = from; p < to && !found; p++) found = first_missed(k, kernel, p);
    if (found) {
#pragma omp critical(spike_missed)
        *k->info = *k->info && *k->info < found ? *k->info : found;
    }
    team_enter(team, NULL);
    team_wait(team);
}

/* x of a group whose partitions may begin and end anywhere. */
static void collect_by_rows(const struct spike *k, int64_t group)
{
    for (int64_t p = group * LANES; p < (group + 1) * LANES && p < k->count; p++)
        for (int64_t i = k->start[p]; i < k->start[p + 1]; i++) k->x[i] = spike_x(k, p, i);
}

static void collect(const struct spike *k, const struct spike_kernel *kernel, struct team team)
{
    int64_t from, to;
    team_enter(team, "collect");
    team_part(team, k->groups, &from, &to);
    for (int64_t g = from; g < to; g++) (k->by_rows[g] ? collect_by_rows : kernel->collect)(k, g);
    team_enter(team, NULL);
    team_wait(team);
}

/* The whole system with partial pivoting in order, or, where that is not requested, NaN. Returns info. */
static int64_t give_up(const struct spike *k, const struct spike_kernel *kernel, const struct spike_options *o,
                       struct team team)
{
    team_wait(team); /* until all have read info */
    if (team.rank == 0) {
        team_enter(team, "in order");
        for (int64_t i = 0; i < k->n; i++) k->x[i] = o->repair ? k->in.d[i] : (real)NAN;
        const struct line l = {k->n, 1, 1, k->in.a, k->in.b, k->in.c, k->x, RC(-0.0)};
        const int64_t info = o->repair ? pivot_checkpointed_solve(l, k->slots) : 0;
        if (o->repair) *k->info = info ? info : SOLVED_BY_FALLBACK;
        const int64_t in_order = *k->info > 0 && !kernel->pivots ? info_of_pivots(l, k->n) : 0;
        if (in_order) *k->info = in_order;
        team_enter(team, NULL);
    }
    team_wait(team);
    return *k->info;
}

int64_t spike_solve(const struct spike_kernel *kernel, int64_t n, struct const_rows rows, real *x, real *workspace,
                    struct team team, const void *options)
{
    const struct spike_options *const o = options;
    struct spike k = cut_of(n, workspace, o);
    k.in = rows, k.x = x;
    groups_reduce(&k, kernel, team);
    settle_partitions(&k, kernel, o, team);
    if (*k.info) return give_up(&k, kernel, o, team);
    team_enter(team, "reduced system");
    spike_reduced[o->reduced].solve(&k, team);
    check(&k, kernel, team);
    if (*k.info) return give_up(&k, kernel, o, team);
    collect(&k, kernel, team);
    return 0;
}
