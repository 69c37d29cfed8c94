/* Two equations between neighbouring pairs of unknowns are an almost block diagonal matrix. JOINED blocks become one:
 * the two equations that are left over, A and B, and those of the next block are four rows for the two unknowns of the
 * pair between them; these are eliminated with the largest of three, then of three, as pivots. Groups of blocks are
 * joined in parallel lanes. The levels are as those of H. H. Wang 1981 applied again and again; with pivoting among
 * all rows that have the unknown, as in R. C. Diaz, G. Fairweather, P. Keast, ACM Trans. Math. Softw. 9, 1983. */
#include "solvers/tridiag/partition/pivot_join.h"

#include <math.h>

static int64_t capacity_of(int64_t count)
{
    return (count + JOIN_GROUP - 1) / JOIN_GROUP * JOIN_GROUP;
}

static struct pivot_join cut(int64_t parts, real *values, int64_t *used)
{
    struct pivot_join j = {0};
    *used = 0;
    for (int64_t count = parts;; count = (count + JOINED - 1) / JOINED) {
        const int64_t capacity = capacity_of(count), pairs = capacity + BEHIND;
        struct pivot_join_level *const l = j.level + j.levels++;
        *l = (struct pivot_join_level){.count = count, .capacity = capacity};
        if (values) l->field = values + *used, l->one = l->field + FIELDS * capacity, l->two = l->one + pairs;
        *used += FIELDS * capacity + 2 * pairs;
        if (count == 1) return j;
    }
}

int64_t pivot_join_values(int64_t parts)
{
    int64_t used;
    cut(parts, NULL, &used);
    return used;
}

struct pivot_join pivot_join_of(int64_t parts, real *values)
{
    int64_t used;
    return cut(parts, values, &used);
}

static inline real *join_at(const struct pivot_join_level *l, int64_t k)
{
    return l->field + k / ROWS * (FIELDS * ROWS) + k % ROWS;
}

INLINE void put(const struct pivot_join_level *l, int64_t k, const struct part_equations *e)
{
    const struct part_equation *const u = &e->upper, *const w = &e->lower;
    const vec field[FIELDS] = {u->l, u->z, u->p, u->q, u->e, w->l, w->z, w->p, w->q, w->e};
    for (int q = 0; q < LANES; q++)
        for (int f = 0; f < FIELDS; f++) join_at(l, k + q)[f * ROWS] = field[f][q];
}

void pivot_join_put(const struct pivot_join *j, int64_t k, const struct part_equations *e)
{
    put(&j->level[0], k, e);
}

struct part_ends pivot_join_ends(const struct pivot_join *j, int64_t k)
{
    const real *const one = j->level[0].one + k, *const two = j->level[0].two + k;
    return (struct part_ends){vec_load(one), vec_load(two), vec_load(one + 1), vec_load(two + 1)};
}

/* Fills the blocks after the last one: their equations say that the next pair equals the pair before. */
static void pad(const struct pivot_join_level *l)
{
    for (int64_t k = l->count; k < l->capacity; k++) {
        real *const field = join_at(l, k);
        for (int f = 0; f < FIELDS; f++) field[f * ROWS] = 0;
        field[0] = field[6 * ROWS] = 1;
        field[2 * ROWS] = field[8 * ROWS] = -1;
    }
}

/* JOINED blocks in each lane, from block k on. `left`: NULL, or the known pair before; then kept[1 ...] is filled.
 * `keep`: NULL, or what right sides need. */
INLINE void join_blocks(const struct pivot_join_level *l, int64_t k, struct join_row *a, struct join_row *b,
                        const vec left[2], struct join_pair *kept, struct pivot_join_group *keep, vec_bits *strange)
{
    const vec none = vec_all(0);
    for (int64_t i = 0; i < JOINED; i += ROWS) {
        vec g[FIELDS][ROWS];
        for (int f = 0; f < FIELDS; f++) rows_load(join_at(l, k + i) + f * ROWS, JOINED * FIELDS, g[f]);
        for (int64_t r = 0; r < ROWS; r++) {
            struct join_row c = {none, none, g[0][r], g[1][r], g[2][r], g[3][r], g[4][r]};
            struct join_row d = {none, none, g[5][r], g[6][r], g[7][r], g[8][r], g[9][r]};
            if (i + r > 0) {
                const struct join_pair pair =
                    join_eliminate(a, b, &c, &d, !left, strange, keep ? keep->pair + i + r : NULL);
                if (left) kept[i + r] = pair;
                continue;
            }
            *a = (struct join_row){c.p, c.q, c.r, c.s, none, none, c.e};
            *b = (struct join_row){d.p, d.q, d.r, d.s, none, none, d.e};
            if (keep) keep->left[0] = c.p, keep->left[1] = c.q, keep->left[2] = d.p, keep->left[3] = d.q;
            if (left) a->e = c.e - c.p * left[0] - c.q * left[1], b->e = d.e - d.p * left[0] - d.q * left[1];
        }
    }
}

INLINE void join_kept_group(const struct pivot_join_level *l, int64_t k, struct pivot_join_group *keep,
                            vec_bits *strange)
{
    struct join_row a = {0}, b = {0};
    join_blocks(l, k, &a, &b, NULL, NULL, keep, strange);
    const struct part_equations e = {{a.l, a.z, a.p, a.q, a.e}, {b.l, b.z, b.p, b.q, b.e}};
    put(l + 1, k / JOINED, &e);
}

NOINLINE void join_group(const struct pivot_join_level *l, int64_t k, vec_bits *strange)
{
    join_kept_group(l, k, NULL, strange);
}

NOINLINE void factor_group(const struct pivot_join_level *l, int64_t k, struct pivot_join_group *keep,
                           vec_bits *strange)
{
    join_kept_group(l, k, keep, strange);
}

/* Pairs 1 ... JOINED - 1 of each lane from those before and after its blocks. */
NOINLINE void part_group(const struct pivot_join_level *l, int64_t k, vec_bits *strange)
{
    struct join_row a = {0}, b = {0};
    struct join_pair kept[JOINED];
    real *const one = l->one + k, *const two = l->two + k;
    const vec left[2] = {join_apart(one), join_apart(two)};
    vec x = join_apart(one + JOINED), y = join_apart(two + JOINED);
    join_blocks(l, k, &a, &b, left, kept, NULL, strange);
    for (int64_t i = JOINED - 1; i > 0; i--) {
        const struct join_pair *const m = kept + i;
        const vec second = m->e2 - m->s2 * y - m->r2 * x, rest = m->e - m->s * y - m->r * x;
        x = rest - m->q * second, y = second;
        *strange |= vec_not_finite(x) | vec_not_finite(y);
        for (int q = 0; q < LANES; q++) one[i + q * JOINED] = x[q], two[i + q * JOINED] = y[q];
    }
}

/* The last two equations, z first + p last = e, by pivoting. */
static struct pivot_join_top top_of(const struct pivot_join_level *l)
{
    const real *const f = l->field;
    const bool swap = fabs((double)f[6 * ROWS]) > fabs((double)f[ROWS]);
    const real *const u = swap ? f + 5 * ROWS : f, *const v = swap ? f : f + 5 * ROWS;
    const real z = u[ROWS], p = u[2 * ROWS], by = v[ROWS] / z;
    return (struct pivot_join_top){z, p, by, v[2 * ROWS] - by * p, swap};
}

/* Is there a pivot? */
static bool top(const struct pivot_join_level *l)
{
    const struct pivot_join_top t = top_of(l);
    const real *const e = l->field + 4 * ROWS;
    pivot_join_last(&t, e[0], e[5 * ROWS], l->capacity + BEHIND, l->one, l->two);
    return t.z != 0 && t.pivot != 0 && isfinite(l->one[1]) && isfinite(l->two[0]);
}

static void fail_here(int64_t *failed)
{
#pragma omp atomic write
    *failed = 1;
}

/* `keep`: NULL, or of the groups of this level. */
static void join_up(const struct pivot_join_level *l, struct pivot_join_group *keep, struct team team,
                    vec_bits *strange)
{
    int64_t from, to;
    if (team.rank == 0) pad(l);
    team_wait(team);
    team_part(team, l->capacity / JOIN_GROUP, &from, &to);
    for (int64_t g = from; g < to; g++)
        if (keep) factor_group(l, g * JOIN_GROUP, keep + g, strange);
        else join_group(l, g * JOIN_GROUP, strange);
    team_wait(team);
}

/* The pairs that the next level knows, then those between them. */
static void join_down(const struct pivot_join *j, int i, struct team team, vec_bits *strange)
{
    const struct pivot_join_level *const l = &j->level[i], *const next = l + 1;
    int64_t from, to;
    if (team.rank == 0)
        for (int64_t k = 0; k <= l->capacity / JOINED; k++) {
            const int64_t at = k < next->count ? k : next->count;
            l->one[k * JOINED] = next->one[at], l->two[k * JOINED] = next->two[at];
        }
    team_wait(team);
    team_part(team, l->capacity / JOIN_GROUP, &from, &to);
    for (int64_t g = from; g < to; g++) part_group(l, g * JOIN_GROUP, strange);
    team_wait(team);
}

void pivot_join_solve(const struct pivot_join *j, struct team team, int64_t *failed)
{
    vec_bits strange = {0};
    for (int i = 0; i + 1 < j->levels; i++) join_up(&j->level[i], NULL, team, &strange);
    if (team.rank == 0 && !top(&j->level[j->levels - 1])) fail_here(failed);
    team_wait(team);
    for (int i = j->levels - 2; i >= 0; i--) join_down(j, i, team, &strange);
    if (vec_any(strange)) fail_here(failed);
    team_wait(team);
}

int64_t pivot_join_groups(int64_t parts)
{
    int64_t groups = 0;
    for (int64_t count = parts; count > 1; count = (count + JOINED - 1) / JOINED)
        groups += capacity_of(count) / JOIN_GROUP;
    return groups;
}

void pivot_join_factor(const struct pivot_join *j, struct pivot_join_group *groups, struct pivot_join_top *kept,
                       struct team team, int64_t *failed)
{
    vec_bits strange = {0};
    for (int i = 0; i + 1 < j->levels; i++) {
        join_up(&j->level[i], groups, team, &strange);
        groups += j->level[i].capacity / JOIN_GROUP;
    }
    if (team.rank == 0) {
        *kept = top_of(&j->level[j->levels - 1]);
        if (kept->z == 0 || !(kept->pivot != 0) || !isfinite(kept->pivot) || !isfinite(kept->p / kept->z))
            fail_here(failed);
    }
    if (vec_any(strange)) fail_here(failed);
    team_wait(team);
}
