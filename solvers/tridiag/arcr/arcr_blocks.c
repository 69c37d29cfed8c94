/* Blocks of one or two rows by the criterion of diagonal pivoting on the rows as they are, and which of them are
 * eliminated: as a rule every second one. Which block a row belongs to depends on all rows before it, through one of
 * four states: chunks are passed from each of them, and once more from the one that is found to enter. */
#include "solvers/tridiag/arcr/arcr_blocks.h"

/* From one state to the next: four bits of the mark of a row, and four of the state after it, times four; and those
 * for all states, each next to the one before, so that the next state is (these >> 4 state) & 12. */
#define TO(mark, state) ((uint32_t)(mark) << 16 | (uint32_t)(state) << 2)
#define FROM_EACH(stays, free) \
    ((stays) | (free) << 4 | TO(ARCR_PAIR | ARCR_TAIL, ARCR_FREE) << 8 | \
     TO(ARCR_PAIR | ARCR_TAIL | ARCR_GONE, ARCR_STAYS) << 12)
#define ONE_STAYS TO(0, ARCR_FREE)
#define TWO_STAY TO(ARCR_PAIR, ARCR_TAIL_STAYS)
#define ONE_GOES TO(ARCR_GONE, ARCR_STAYS)
#define TWO_GO TO(ARCR_PAIR | ARCR_GONE, ARCR_TAIL_GONE)

/* By what a block would be that begins with the row. */
static const uint32_t transitions[8] = {
    [0] = FROM_EACH(ONE_STAYS, ONE_STAYS),
    [ARCR_GOOD_TWO] = FROM_EACH(ONE_STAYS, ONE_STAYS),
    [ARCR_GOOD_ONE] = FROM_EACH(ONE_STAYS, ONE_GOES),
    [ARCR_GOOD_ONE | ARCR_GOOD_TWO] = FROM_EACH(ONE_STAYS, ONE_GOES),
    [ARCR_PAIR] = FROM_EACH(TWO_STAY, TWO_STAY),
    [ARCR_PAIR | ARCR_GOOD_ONE] = FROM_EACH(TWO_STAY, TWO_STAY),
    [ARCR_PAIR | ARCR_GOOD_TWO] = FROM_EACH(TWO_STAY, TWO_GO),
    [ARCR_PAIR | ARCR_GOOD_ONE | ARCR_GOOD_TWO] = FROM_EACH(TWO_STAY, TWO_GO),
};

/* Times four. */
static inline unsigned state_behind(unsigned state, uint32_t t)
{
    return t >> state & 12;
}

static inline unsigned mark_in(unsigned state, uint32_t t)
{
    return t >> 16 >> state & 15;
}

static inline int stays_in(unsigned state, uint32_t t)
{
    return !(t >> 16 >> state & ARCR_GONE);
}

/* One row, divided by itself. */
static inline int good_one(struct diagonal_pivot_row r, real bound)
{
    const real most = pivot_larger(pivot_magnitude(r.a), pivot_magnitude(r.c)), b = pivot_magnitude(r.b);
    return ((b > 0) & (most <= bound * b)) ? ARCR_GOOD_ONE : 0;
}

/* Two rows. */
static inline int good_two(struct diagonal_pivot_row r, struct diagonal_pivot_row next, real bound)
{
    const real size = pivot_magnitude(r.b * next.b - next.a * r.c);
    const real w = pivot_magnitude(r.a) * pivot_larger(pivot_magnitude(next.b), pivot_magnitude(next.a));
    const real v = pivot_magnitude(next.c) * pivot_larger(pivot_magnitude(r.b), pivot_magnitude(r.c));
    return ((size > 0) & (pivot_larger(w, v) <= bound * size)) ? ARCR_GOOD_TWO : 0;
}

static inline __attribute__((always_inline)) uint8_t judge(const struct arcr_level *l, int64_t i, real bound,
                                                           bool inside)
{
    const struct diagonal_pivot_row none = {0}, here = arcr_row(l, i, inside);
    const struct diagonal_pivot_row next = inside || i + 1 < l->n ? arcr_row(l, i + 1, inside) : none;
    const real behind = inside || i + 2 < l->n ? arcr_row(l, i + 2, inside).a : 0;
    const int pair = diagonal_pivot_is_pair(here.b, here, next, behind);
    return (uint8_t)(pair | good_one(here, bound) | good_two(here, next, bound));
}

static void judge_rows(const struct arcr_level *level, int64_t from, int64_t to, real bound)
{
    const struct arcr_level here = *level, *const l = &here; /* which no mark is part of, as the compiler sees */
    uint8_t *const mark = l->mark;
    const int64_t first = from > 1 ? from : 1, last = to < l->n - 3 ? to : l->n - 3;
    if (from == 0) l->mark[0] = judge(l, 0, bound, false);
#pragma omp simd
    for (int64_t i = first; i < last; i++) mark[i] = judge(l, i, bound, true);
    for (int64_t i = last > first ? last : first; i < to; i++) l->mark[i] = judge(l, i, bound, false);
}

/* From each state that may enter the chunk: rows that stay, and the state after it. */
static void summarise(const struct arcr_level *l, int64_t chunk)
{
    const int64_t end = arcr_chunk_end(l, chunk);
    struct arcr_chunk *const c = &l->chunk[chunk];
    unsigned state[ARCR_STATES];
    int kept[ARCR_STATES] = {0};
    for (unsigned k = 0; k < ARCR_STATES; k++) state[k] = 4 * k;
    for (int64_t i = chunk * ARCR_CHUNK; i < end; i++) {
        const uint32_t t = transitions[l->mark[i]];
        for (int k = 0; k < ARCR_STATES; k++) kept[k] += stays_in(state[k], t), state[k] = state_behind(state[k], t);
    }
    for (int k = 0; k < ARCR_STATES; k++) c->counts[k] = kept[k], c->exit[k] = (uint8_t)(state[k] / 4);
}

/* The rest of one chunk enters the next one. */
static void enter_next(const struct arcr_level *l, int64_t chunk)
{
    const struct arcr_chunk *const c = &l->chunk[chunk];
    struct arcr_chunk *const next = &l->chunk[chunk + 1];
    next->kept = c->kept + c->counts[c->entry], next->entry = c->exit[c->entry];
}

/* Marks become those of the chosen blocks, and what leaves the chunk is known. */
static void choose(const struct arcr_level *l, int64_t chunk)
{
    const int64_t end = arcr_chunk_end(l, chunk);
    struct arcr_chunk *const c = &l->chunk[chunk];
    unsigned state = 4u * c->entry;
    int kept = 0;
    c->poor = -1;
    for (int64_t i = chunk * ARCR_CHUNK; i < end; i++) {
        const uint32_t t = transitions[l->mark[i]];
        const unsigned mark = mark_in(state, t);
        if (state == 4 * ARCR_FREE && !(mark & ARCR_GONE) && c->poor < 0) c->poor = i;
        l->mark[i] = (uint8_t)mark, kept += !(mark & ARCR_GONE), state = state_behind(state, t);
    }
    c->counts[c->entry] = kept, c->exit[c->entry] = (uint8_t)(state / 4);
}

/* All chunks, if there is only one rank. */
static void choose_alone(const struct arcr_level *l)
{
    for (int64_t k = 0; k < l->chunks; k++) choose(l, k), enter_next(l, k);
}

static void choose_together(const struct arcr_level *l, int64_t from, int64_t to, struct team team)
{
    for (int64_t k = from; k < to; k++) summarise(l, k);
    team_wait(team);
    for (int64_t k = 0; team.rank == 0 && k < l->chunks; k++) enter_next(l, k);
    team_wait(team);
    for (int64_t k = from; k < to; k++) choose(l, k);
}

void arcr_choose_blocks(const struct arcr_level *l, const struct arcr_choice *choice, struct team team)
{
    int64_t from, to;
    team_part(team, l->chunks, &from, &to);
    for (int64_t k = from; k < to; k++) judge_rows(l, k * ARCR_CHUNK, arcr_chunk_end(l, k), choice->bound);
    if (choice->structure) {
        team_wait(team);
        if (team.rank == 0) choice->structure(l, choice->blocks);
        team_wait(team);
    }
    if (team.rank == 0) l->chunk[0].kept = 0, l->chunk[0].entry = ARCR_STAYS;
    if (team.ranks == 1) choose_alone(l);
    else choose_together(l, from, to, team);
    team_wait(team);
}

int64_t arcr_first_poor(const struct arcr_level *l)
{
    for (int64_t k = 0; k < l->chunks; k++)
        if (l->chunk[k].poor >= 0) return l->chunk[k].poor;
    return -1;
}

int64_t arcr_row_kept(const struct arcr_level *l, int64_t k)
{
    int64_t chunk = 0;
    while (l->chunk[chunk + 1].kept <= k) chunk++;
    int64_t i = chunk * ARCR_CHUNK, left = k - l->chunk[chunk].kept;
    for (;; i++)
        if (!(l->mark[i] & ARCR_GONE) && left-- == 0) return i;
}
