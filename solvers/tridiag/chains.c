#include "solvers/tridiag/chains.h"

#include "solvers/tridiag/simd.h"

/* Chains of that many rows do not begin in the same sets of the caches. */
enum { LONG = 4096 };

enum { BESIDE = 4 }; /* chains that a thread solves together */

struct chain chain_of(const struct chains *c, int64_t s)
{
    const int64_t short_rows = c->n >> c->levels, long_chains = c->n - (short_rows << c->levels);
    struct chain chain = {.rows = short_rows + (s < long_chains)};
    if (!c->shuffled) {
        const int64_t packed = s * short_rows + (s < long_chains ? s : long_chains);
        chain.start = short_rows < LONG ? packed : s * rows_room(short_rows + 1);
        return chain;
    }
    int64_t rows = c->n;
    for (int level = 0; level < c->levels; level++) {
        const int64_t even = rows - rows / 2;
        if (s >> level & 1) chain.start += even, rows -= even;
        else rows = even;
    }
    return chain;
}

int64_t chains_room(int64_t n)
{
    return rows_room(n + n / 64);
}

struct rows chains_at(real *scratch, int64_t n)
{
    const int64_t room = chains_room(n);
    return (struct rows){scratch, scratch + room, scratch + 2 * room, scratch + 3 * room};
}

INLINE void eliminate(struct rows at, int64_t i, real *c, real *d)
{
    const real pivot = at.b[i] - *c * at.a[i];
    *c = at.c[i] / pivot;
    *d = (at.d[i] - *d * at.a[i]) / pivot;
    at.c[i] = *c;
    at.d[i] = *d;
}

/* `width` chains side by side, the first of which may have one row more than the others. Called with constants. */
INLINE void solve_beside(int width, struct rows rows, const struct chain *chain)
{
    const int64_t least = chain[width - 1].rows;
    struct rows at[BESIDE];
    real c[BESIDE] = {0}, d[BESIDE] = {0}, x[BESIDE] = {0};
    for (int w = 0; w < width; w++) {
        at[w] = rows_from(rows, chain[w].start);
        if (chain[w].rows == 0) continue;
        at[w].a[0] = 0;
        at[w].c[chain[w].rows - 1] = 0;
    }
    for (int64_t i = 0; i < least; i++)
        for (int w = 0; w < width; w++) eliminate(at[w], i, &c[w], &d[w]);
    for (int w = 0; w < width; w++) {
        if (chain[w].rows == least) continue;
        eliminate(at[w], least, &c[w], &d[w]);
        x[w] = d[w];
    }
    for (int64_t i = least - 1; i >= 0; i--)
        for (int w = 0; w < width; w++) {
            x[w] = at[w].d[i] - at[w].c[i] * x[w];
            at[w].d[i] = x[w];
        }
}

void chains_solve(const struct chains *c, struct rows rows, int64_t first, int64_t last)
{
    for (int width; first < last; first += width) {
        struct chain chain[BESIDE];
        width = last - first < BESIDE ? (int)(last - first) : BESIDE;
        for (int w = 0; w < width; w++) chain[w] = chain_of(c, first + w);
        switch (width) {
        case 1: solve_beside(1, rows, chain); break;
        case 2: solve_beside(2, rows, chain); break;
        case 3: solve_beside(3, rows, chain); break;
        default: solve_beside(BESIDE, rows, chain);
        }
    }
}

void chains_finish(const struct chains *c, struct rows rows, real *x, struct team team)
{
    const int64_t count = INT64_C(1) << c->levels, each = count / team.ranks, more = count % team.ranks;
    const int64_t first = team.rank * each + (team.rank < more ? team.rank : more);
    int64_t from, to;
    team_enter(team, "thomas");
    chains_solve(c, rows, first, first + each + (team.rank < more));
    team_wait(team);
    team_enter(team, "copy back");
    team_span(team, c->n, &from, &to);
    chains_collect(c, from, to, rows.d, x + from);
}
