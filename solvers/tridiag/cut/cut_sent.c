/* Values that ranks send for systems that are cut. */
#include "solvers/tridiag/cut/cut_sent.h"

#include <math.h>

#include "solvers/tridiag/cut/reduced.h"

enum { ARRAYS = 3, CHUNK_BYTES = 2 << 20 /* of the unknowns of a thread */ };

int64_t cut_systems(const struct cut_batch *b, int rank)
{
    const struct cut_deal deal = cut_deal_make(b->batch, b->inner, b->ranks);
    if (b->scheme == CUT_TRANSPOSE) return cut_deal_count(&deal, rank);
    const bool joins = b->scheme == CUT_REDUCED || (b->scheme == CUT_TRUNCATED && !b->faded);
    return joins ? cut_count(b->batch, b->ranks, rank) : b->batch;
}

static struct cut_sent turned(const struct cut_batch *b, int rank)
{
    const int64_t n = cut_count(b->whole, b->ranks, rank), mine = cut_systems(b, rank);
    return (struct cut_sent){n * (b->batch - mine), (b->whole - n) * mine};
}

static struct cut_sent joined(const struct cut_batch *b, int rank)
{
    const int64_t mine = cut_systems(b, rank);
    return (struct cut_sent){ENDS * (b->batch - mine), ENDS * mine * (b->ranks - 1)};
}

static struct cut_sent beside(const struct cut_batch *b, int rank)
{
    return (struct cut_sent){(rank < b->ranks - 1) * b->batch, (rank > 0) * b->batch};
}

static struct cut_sent (*sent_by(const struct cut_batch *b))(const struct cut_batch *, int)
{
    struct cut_sent (*const of[CUT_SCHEMES])(const struct cut_batch *, int) = {
        [CUT_TRANSPOSE] = turned,
        [CUT_PIPELINED] = beside,
        [CUT_REDUCED] = joined,
        [CUT_TRUNCATED] = b->faded ? beside : joined,
    };
    return of[b->scheme];
}

struct cut_sent cut_sent_solve(const struct cut_batch *b, int rank)
{
    return sent_by(b)(b, rank);
}

int64_t cut_sent_factor(const struct cut_batch *b, int rank)
{
    const struct cut_sent solve = cut_sent_solve(b, rank);
    const bool last = rank == b->ranks - 1;
    if (b->scheme == CUT_PIPELINED) return last ? 0 : b->one ? 1 : b->batch;
    if (b->scheme == CUT_TRUNCATED && b->faded) return b->one ? (rank > 0) + !last : solve.out + solve.back;
    if (b->one) return 0;
    return b->scheme == CUT_TRANSPOSE ? ARRAYS * solve.out : TIPS / ENDS * solve.out;
}

static int64_t round_up(int64_t count, int64_t unit)
{
    return (count + unit - 1) / unit * unit;
}

static int64_t by_cache(const struct cut_batch *b, int threads)
{
    const int64_t rows = b->whole / b->ranks + 1,
                  systems = CHUNK_BYTES * (int64_t)threads / (int64_t)sizeof(real) / rows;
    return systems > 0 ? systems : 1;
}

int64_t cut_chunk_most(const struct cut_batch *b, int asked, int threads)
{
    const int64_t unit = cut_deal_make(b->batch, b->inner, b->ranks).unit * b->ranks;
    if (!b->one) return b->batch;
    const int64_t most = round_up(asked > 0 ? (b->batch + asked - 1) / asked : by_cache(b, threads), unit);
    return most < b->batch ? most : b->batch;
}

int64_t cut_chunks(const struct cut_batch *b, int asked, int threads)
{
    const int64_t most = cut_chunk_most(b, asked, threads);
    return most > 0 ? (b->batch + most - 1) / most : 1;
}

int64_t cut_rows_to_fade(double diagonal)
{
    const double s = diagonal / 2 + sqrt(diagonal * diagonal / 4 - 1);
    int64_t n = 1;
    while ((s - 1 / s) / (pow(s, (double)n + 1) - pow(s, -(double)n - 1)) >= SPIKE_FADED) n++;
    return n;
}

bool cut_fades(double diagonal, int64_t whole, int ranks)
{
    const int64_t enough = cut_rows_to_fade(diagonal);
    bool faded = true;
    for (int r = 0; r < ranks; r++) faded &= cut_count(whole, ranks, r) >= (r > 0 && r < ranks - 1 ? enough : 1);
    return faded;
}
