/* The reduced system by block elimination in order, or by block cyclic reduction: the blocks of partitions are joined
 * one after the other, or in pairs, pairs of pairs and so on, by all threads. (By other blocks: spike_arcr.c.) Each
 * join pivots among the four rows that have the pair of unknowns to be eliminated. Differences are those of rounding.
 */
#include "solvers/tridiag/spike/spike_reduced.h"

/* The unknown before all others is eliminated first: what is left of each step is one equation, and one of zeros. */
void spike_block_lu(const struct spike *k, struct team team)
{
    const struct spike_pair none = {0, 0};
    if (team.rank == 0) {
        struct spike_equation head = k->block[0].upper;
        struct spike_block left = {.lower = k->block[0].lower};
        spike_order_heads(&head, &left.lower);
        for (int64_t p = 1; p < k->count; p++) left = spike_join(&left, &k->block[p], &k->kept[p]);
        const struct spike_equation last = spike_exceeds(left.upper.p, left.lower.p) ? left.upper : left.lower;
        k->pair[k->count] = (struct spike_pair){last.e / last.p, 0};
        for (int64_t p = k->count - 1; p > 0; p--) k->pair[p] = spike_between(&k->kept[p], none, k->pair[p + 1]);
        k->pair[0] = (struct spike_pair){0, (head.e - head.p * k->pair[1].tail - head.q * k->pair[1].head) / head.z};
    }
    team_wait(team);
}

/* The block after that of partition p, when blocks are of `length` partitions, and the pair after both. */
static int64_t second_of(int64_t p, int64_t length)
{
    return p + length;
}

static int64_t behind_of(const struct spike *k, int64_t p, int64_t length)
{
    return p + 2 * length < k->count ? p + 2 * length : k->count;
}

/* This rank's share of the blocks of `length` partitions that have another one after them. */
static void share(const struct spike *k, int64_t length, struct team team, int64_t *from, int64_t *to)
{
    team_part(team, (k->count + length - 1) / length / 2, from, to);
    *from *= 2 * length, *to *= 2 * length;
}

static void block_cr(const struct spike *k, struct team team)
{
    int64_t length = 1, from, to;
    for (; length < k->count; length *= 2) {
        share(k, length, team, &from, &to);
        for (int64_t p = from; p < to; p += 2 * length) {
            const int64_t q = second_of(p, length);
            k->block[p] = spike_join(&k->block[p], &k->block[q], &k->kept[q]);
        }
        team_wait(team);
    }
    if (team.rank == 0) spike_ends(&k->block[0], &k->pair[0], &k->pair[k->count]);
    team_wait(team);
    for (length /= 2; length > 0; length /= 2) {
        share(k, length, team, &from, &to);
        for (int64_t p = from; p < to; p += 2 * length) {
            const int64_t q = second_of(p, length);
            k->pair[q] = spike_between(&k->kept[q], k->pair[p], k->pair[behind_of(k, p, length)]);
        }
        team_wait(team);
    }
}

static int64_t no_bytes(int64_t partitions)
{
    return 0;
}

const char *const spike_reduced_words[] = {"block_lu", "block_cr", "arcr", NULL};
const struct spike_reduced spike_reduced[] = {
    {no_bytes, spike_block_lu}, {no_bytes, block_cr}, {spike_arcr_bytes, spike_arcr}};
