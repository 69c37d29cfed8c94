/* Two equations between neighbouring pairs of unknowns are an almost block diagonal matrix. JOINED blocks become one:
 * the two equations that are left over, A and B, and those of the next block are four rows for the two unknowns of the
 * pair between them; these are eliminated with the largest of three, then of three, as pivots. Groups of blocks are
 * joined side by side in lanes. The levels are as those of H. H. Wang 1981 applied again and again; with pivoting among
 * all rows that have the unknown, as in R. C. Diaz, G. Fairweather, P. Keast, ACM Trans. Math. Softw. 9, 1983. */
#include "solvers/tridiag/partition/pivot_join.h"

#include <math.h>

enum { JOINED = 32, BEHIND = 8 /* pairs kept behind the last block */ };

static int64_t capacity_of(int64_t count)
{
    const int64_t group = LANES * JOINED;
    return (count + group - 1) / group * group;
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

/* Fills the blocks behind the last one: their equations say that the pair behind equals the pair before. */
static void pad(const struct pivot_join_level *l)
{
    for (int64_t k = l->count; k < l->capacity; k++) {
        real *const field = join_at(l, k);
        for (int f = 0; f < FIELDS; f++) field[f * ROWS] = 0;
        field[0] = field[6 * ROWS] = 1;
        field[2 * ROWS] = field[8 * ROWS] = -1;
    }
}

/* Elements at the pair before the first block, at the pair to be eliminated, at the pair behind; right side. */
struct wide_row {
    vec l, z, p, q, r, s, e;
};

/* Exchanges where the element of a at the first (or second) unknown of the pair is larger than that of the pivot. */
INLINE void order(struct wide_row *pivot, struct wide_row *a, bool first, bool spikes)
{
    const vec own = first ? pivot->p : pivot->q, other = first ? a->p : a->q;
    const vec_bits mask = vec_above(vec_magnitude(other), vec_magnitude(own));
    if (spikes) vec_swap(mask, &a->l, &pivot->l), vec_swap(mask, &a->z, &pivot->z);
    if (first) vec_swap(mask, &a->p, &pivot->p);
    vec_swap(mask, &a->q, &pivot->q), vec_swap(mask, &a->r, &pivot->r), vec_swap(mask, &a->s, &pivot->s);
    vec_swap(mask, &a->e, &pivot->e);
}

INLINE void subtract(struct wide_row *a, const struct wide_row *pivot, vec w, bool first, bool spikes)
{
    const vec m = (first ? a->p : a->q) * w;
    if (spikes) a->l -= m * pivot->l, a->z -= m * pivot->z;
    if (first) a->q -= m * pivot->q;
    a->r -= m * pivot->r, a->s -= m * pivot->s, a->e -= m * pivot->e;
}

/* A pair by the pair behind it: first = e - q second - r one - s two, second = e2 - r2 one - s2 two. */
struct kept {
    vec q, r, s, e, r2, s2, e2;
};

/* Eliminates the pair between the rows a and b and the rows c and d of the next block. */
INLINE struct kept eliminate(struct wide_row *a, struct wide_row *b, struct wide_row *c, struct wide_row *d,
                             bool spikes, vec_bits *strange)
{
    const vec none = vec_all(0);
    order(c, a, true, spikes), order(c, b, true, spikes), order(c, d, true, spikes);
    const vec w = 1 / c->p;
    subtract(a, c, w, true, spikes), subtract(b, c, w, true, spikes), subtract(d, c, w, true, spikes);
    order(d, a, false, spikes), order(d, b, false, spikes);
    const vec y = 1 / d->q;
    subtract(a, d, y, false, spikes), subtract(b, d, y, false, spikes);
    *strange |= vec_not_finite(w) | vec_not_finite(y);
    a->p = a->r, a->q = a->s, a->r = a->s = none;
    b->p = b->r, b->q = b->s, b->r = b->s = none;
    return (struct kept){c->q * w, c->r * w, c->s * w, c->e * w, d->r * y, d->s * y, d->e * y};
}

/* JOINED blocks in each lane, from block k on. `left`: NULL, or the known pair before; then kept[1 ...] is filled. */
INLINE void join_blocks(const struct pivot_join_level *l, int64_t k, struct wide_row *a, struct wide_row *b,
                        const vec left[2], struct kept *kept, vec_bits *strange)
{
    const vec none = vec_all(0);
    for (int64_t i = 0; i < JOINED; i += ROWS) {
        vec g[FIELDS][ROWS];
        for (int f = 0; f < FIELDS; f++) rows_load(join_at(l, k + i) + f * ROWS, JOINED * FIELDS, g[f]);
        for (int64_t r = 0; r < ROWS; r++) {
            struct wide_row c = {none, none, g[0][r], g[1][r], g[2][r], g[3][r], g[4][r]};
            struct wide_row d = {none, none, g[5][r], g[6][r], g[7][r], g[8][r], g[9][r]};
            if (i + r > 0) {
                const struct kept pair = eliminate(a, b, &c, &d, !left, strange);
                if (left) kept[i + r] = pair;
                continue;
            }
            *a = (struct wide_row){c.p, c.q, c.r, c.s, none, none, c.e};
            *b = (struct wide_row){d.p, d.q, d.r, d.s, none, none, d.e};
            if (left) a->e = c.e - c.p * left[0] - c.q * left[1], b->e = d.e - d.p * left[0] - d.q * left[1];
        }
    }
}

NOINLINE void join_group(const struct pivot_join_level *l, int64_t k, const struct pivot_join_level *next,
                         vec_bits *strange)
{
    struct wide_row a = {0}, b = {0};
    join_blocks(l, k, &a, &b, NULL, NULL, strange);
    const struct part_equations e = {{a.l, a.z, a.p, a.q, a.e}, {b.l, b.z, b.p, b.q, b.e}};
    put(next, k / JOINED, &e);
}

/* Every JOINED-th value from p on, one in each lane. */
INLINE vec apart(const real *p)
{
    vec v;
    for (int q = 0; q < LANES; q++) v[q] = p[q * JOINED];
    return v;
}

/* Pairs 1 ... JOINED - 1 of each lane from those before and behind its blocks. */
NOINLINE void part_group(const struct pivot_join_level *l, int64_t k, vec_bits *strange)
{
    struct wide_row a = {0}, b = {0};
    struct kept kept[JOINED];
    real *const one = l->one + k, *const two = l->two + k;
    const vec left[2] = {apart(one), apart(two)};
    vec x = apart(one + JOINED), y = apart(two + JOINED);
    join_blocks(l, k, &a, &b, left, kept, strange);
    for (int64_t i = JOINED - 1; i > 0; i--) {
        const struct kept *const m = kept + i;
        const vec second = m->e2 - m->s2 * y - m->r2 * x, rest = m->e - m->s * y - m->r * x;
        x = rest - m->q * second, y = second;
        *strange |= vec_not_finite(x) | vec_not_finite(y);
        for (int q = 0; q < LANES; q++) one[i + q * JOINED] = x[q], two[i + q * JOINED] = y[q];
    }
}

/* The last two equations, z first + p last = e, by pivoting. Is there a pivot? */
static bool top(const struct pivot_join_level *l)
{
    const real *const f = l->field;
    const bool swap = fabs((double)f[6 * ROWS]) > fabs((double)f[ROWS]);
    const real *const u = swap ? f + 5 * ROWS : f, *const v = swap ? f : f + 5 * ROWS;
    const real z = u[ROWS], p = u[2 * ROWS], e = u[4 * ROWS], m = v[ROWS] / z;
    const real pivot = v[2 * ROWS] - m * p, last = (v[4 * ROWS] - m * e) / pivot;
    l->one[0] = 0, l->two[0] = (e - p * last) / z;
    for (int64_t k = 1; k < l->capacity + BEHIND; k++) l->one[k] = last, l->two[k] = 0;
    return z != 0 && pivot != 0 && isfinite(last) && isfinite(l->two[0]);
}

static void fail_here(int64_t *failed)
{
#pragma omp atomic write
    *failed = 1;
}

static void join_up(const struct pivot_join *j, int i, struct team team, vec_bits *strange)
{
    const struct pivot_join_level *const l = &j->level[i];
    const int64_t group = LANES * JOINED;
    int64_t from, to;
    if (team.rank == 0) pad(l);
    team_wait(team);
    team_part(team, l->capacity / group, &from, &to);
    for (int64_t g = from; g < to; g++) join_group(l, g * group, l + 1, strange);
    team_wait(team);
}

/* The pairs that the next level knows, then those between them. */
static void join_down(const struct pivot_join *j, int i, struct team team, vec_bits *strange)
{
    const struct pivot_join_level *const l = &j->level[i], *const next = l + 1;
    const int64_t group = LANES * JOINED;
    int64_t from, to;
    if (team.rank == 0)
        for (int64_t k = 0; k <= l->capacity / JOINED; k++) {
            const int64_t at = k < next->count ? k : next->count;
            l->one[k * JOINED] = next->one[at], l->two[k * JOINED] = next->two[at];
        }
    team_wait(team);
    team_part(team, l->capacity / group, &from, &to);
    for (int64_t g = from; g < to; g++) part_group(l, g * group, strange);
    team_wait(team);
}

void pivot_join_solve(const struct pivot_join *j, struct team team, int64_t *failed)
{
    vec_bits strange = {0};
    for (int i = 0; i + 1 < j->levels; i++) join_up(j, i, team, &strange);
    if (team.rank == 0 && !top(&j->level[j->levels - 1])) fail_here(failed);
    team_wait(team);
    for (int i = j->levels - 2; i >= 0; i--) join_down(j, i, team, &strange);
    if (vec_any(strange)) fail_here(failed);
    team_wait(team);
}
