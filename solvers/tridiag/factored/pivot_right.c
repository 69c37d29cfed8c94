/* The levels of pivot_join.c for right sides only: with its pivots, and the same bits. Going down, the pair before a
 * run of blocks is known, so that their right sides are eliminated again with it, and the pairs substituted. */
#include "solvers/tridiag/factored/pivot_right.h"

static struct pivot_right cut(int64_t parts, real *values, int64_t *used)
{
    struct pivot_right right = {0};
    *used = 0;
    for (int64_t count = parts;; count = (count + JOINED - 1) / JOINED) {
        const int64_t capacity = (count + JOIN_GROUP - 1) / JOIN_GROUP * JOIN_GROUP, pairs = capacity + BEHIND;
        struct pivot_right_level *const l = right.level + right.levels++;
        *l = (struct pivot_right_level){.count = count, .capacity = capacity};
        if (values) {
            l->upper = values + *used, l->lower = l->upper + capacity;
            l->one = l->lower + capacity, l->two = l->one + pairs;
        }
        *used += 2 * capacity + 2 * pairs;
        if (count == 1) return right;
    }
}

int64_t pivot_right_values(int64_t parts)
{
    int64_t used;
    cut(parts, NULL, &used);
    return used;
}

struct pivot_right pivot_right_of(int64_t parts, real *values)
{
    int64_t used;
    return cut(parts, values, &used);
}

struct part_ends pivot_right_ends(const struct pivot_right *right, int64_t k)
{
    const real *const one = right->level[0].one + k, *const two = right->level[0].two + k;
    return (struct part_ends){vec_load(one), vec_load(two), vec_load(one + 1), vec_load(two + 1)};
}

INLINE vec_bits taken(const struct pivot_join_kept *k, unsigned step)
{
    const vec_bits bit = (vec_bits){0} + (1u << step);
    return (vec_bits)((k->from & bit) == bit);
}

/* The right sides of the rows a, b of the blocks before and c, d of the next one, c and d being those of the pivot rows
 * afterwards. */
INLINE void eliminate(const struct pivot_join_kept *k, vec *a, vec *b, vec *c, vec *d)
{
    vec_swap(taken(k, 0), a, c), vec_swap(taken(k, 1), b, c), vec_swap(taken(k, 2), d, c);
    *a -= k->by[0] * *c, *b -= k->by[1] * *c, *d -= k->by[2] * *c;
    vec_swap(taken(k, 3), a, d), vec_swap(taken(k, 4), b, d);
    *a -= k->by[3] * *d, *b -= k->by[4] * *d;
}

/* `left`: NULL, or the known pair before; then first[1 ...] and second[1 ...] are filled. */
INLINE void join_blocks(const struct pivot_right_level *l, int64_t k, const struct pivot_join_group *g, vec *a, vec *b,
                        const vec left[2], vec *first, vec *second)
{
    for (int64_t i = 0; i < JOINED; i += ROWS) {
        vec upper[ROWS], lower[ROWS];
        rows_load(l->upper + k + i, JOINED, upper);
        rows_load(l->lower + k + i, JOINED, lower);
        for (int64_t r = 0; r < ROWS; r++) {
            vec c = upper[r], d = lower[r];
            if (i + r == 0) {
                *a = c, *b = d;
                if (left) *a = c - g->left[0] * left[0] - g->left[1] * left[1];
                if (left) *b = d - g->left[2] * left[0] - g->left[3] * left[1];
                continue;
            }
            const struct pivot_join_kept *const pair = g->pair + i + r;
            eliminate(pair, a, b, &c, &d);
            if (left) first[i + r] = c * pair->w, second[i + r] = d * pair->y;
        }
    }
}

NOINLINE void join_group(const struct pivot_right_level *l, int64_t k, const struct pivot_join_group *g)
{
    vec a = {0}, b = {0};
    join_blocks(l, k, g, &a, &b, NULL, NULL, NULL);
    vec_store(l[1].upper + k / JOINED, a);
    vec_store(l[1].lower + k / JOINED, b);
}

NOINLINE void part_group(const struct pivot_right_level *l, int64_t k, const struct pivot_join_group *g)
{
    vec a = {0}, b = {0}, first[JOINED], second[JOINED];
    real *const one = l->one + k, *const two = l->two + k;
    const vec left[2] = {join_apart(one), join_apart(two)};
    vec x = join_apart(one + JOINED), y = join_apart(two + JOINED);
    join_blocks(l, k, g, &a, &b, left, first, second);
    for (int64_t i = JOINED - 1; i > 0; i--) {
        const struct pivot_join_kept *const m = g->pair + i;
        const vec lower = second[i] - m->s2 * y - m->r2 * x, rest = first[i] - m->s * y - m->r * x;
        x = rest - m->q * lower, y = lower;
        for (int q = 0; q < LANES; q++) one[i + q * JOINED] = x[q], two[i + q * JOINED] = y[q];
    }
}

/* One level of all right sides, by groups of blocks. */
struct rights {
    const struct pivot_right *right;
    int64_t count;
    const struct pivot_join_group *groups; /* of the level */
    int level;
};

static void pad(const struct pivot_right_level *l)
{
    for (int64_t k = l->count; k < l->capacity; k++) l->upper[k] = l->lower[k] = 0;
}

static void join_up(const struct rights *f, struct team team)
{
    int64_t from, to;
    for (int64_t r = 0; team.rank == 0 && r < f->count; r++) pad(&f->right[r].level[f->level]);
    team_wait(team);
    team_part(team, f->right->level[f->level].capacity / JOIN_GROUP, &from, &to);
    for (int64_t g = from; g < to; g++)
        for (int64_t r = 0; r < f->count; r++) join_group(&f->right[r].level[f->level], g * JOIN_GROUP, f->groups + g);
    team_wait(team);
}

/* The pairs that the next level knows. */
static void spread(const struct pivot_right_level *l)
{
    const struct pivot_right_level *const next = l + 1;
    for (int64_t k = 0; k <= l->capacity / JOINED; k++) {
        const int64_t at = k < next->count ? k : next->count;
        l->one[k * JOINED] = next->one[at], l->two[k * JOINED] = next->two[at];
    }
}

static void join_down(const struct rights *f, struct team team)
{
    int64_t from, to;
    for (int64_t r = 0; team.rank == 0 && r < f->count; r++) spread(&f->right[r].level[f->level]);
    team_wait(team);
    team_part(team, f->right->level[f->level].capacity / JOIN_GROUP, &from, &to);
    for (int64_t g = from; g < to; g++)
        for (int64_t r = 0; r < f->count; r++) part_group(&f->right[r].level[f->level], g * JOIN_GROUP, f->groups + g);
    team_wait(team);
}

void pivot_right_solve(const struct pivot_right *right, int64_t count, const struct pivot_join_group *groups,
                       const struct pivot_join_top *top, struct team team)
{
    struct rights f = {right, count, groups, 0};
    const int above = right->levels - 1;
    for (; f.level < above; f.level++) {
        join_up(&f, team);
        f.groups += right->level[f.level].capacity / JOIN_GROUP;
    }
    for (int64_t r = 0; team.rank == 0 && r < count; r++) {
        const struct pivot_right_level *const l = &right[r].level[above];
        pivot_join_last(top, l->upper[0], l->lower[0], l->capacity + BEHIND, l->one, l->two);
    }
    team_wait(team);
    while (f.level-- > 0) {
        f.groups -= right->level[f.level].capacity / JOIN_GROUP;
        join_down(&f, team);
    }
}
