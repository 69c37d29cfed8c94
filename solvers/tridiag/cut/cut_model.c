/* The model of lines that are cut over ranks: formulas as in docs/cluster.md. */
#include "solvers/tridiag/cut/cut_model.h"

#include <math.h>

/* Two transpositions, in each of which a rank sends to all others one after the other, `chunks` messages to each. It
 * takes as long as the more of what it sends and what it receives. */
static double turns(const struct cut_model *m, const struct cut_batch *b, int rank, int64_t chunks)
{
    const struct cut_sent s = cut_sent_solve(b, rank);
    const double most = (double)(s.out > s.back ? s.out : s.back) * sizeof(real);
    return 2 * ((double)(chunks * (b->ranks - 1)) * m->network.each + m->network.byte * most);
}

static double transposed(const struct cut_model *m, const struct cut_batch *b, int rank)
{
    return (double)(b->whole * cut_systems(b, rank)) * m->row[CUT_TRANSPOSE] + turns(m, b, rank, 1);
}

/* Both sweeps are chunks + ranks - 1 stages, the first and the last of which wait for a chunk to come from the other
 * end; a stage is as long as that of the most rows. */
static double pipelined(const struct cut_model *m, const struct cut_batch *b, int rank)
{
    const double chunks = fmax(1, fmin(m->chunks, (double)b->batch)), lines = (double)b->batch / chunks;
    const double rows = (double)cut_count(b->whole, b->ranks, rank);
    const double message = b->ranks > 1 ? m->network.alpha + m->network.beta * lines * sizeof(real) : 0;
    return 2 * (chunks + b->ranks - 1) * (rows * lines * m->row[CUT_PIPELINED] / 2 + message);
}

static double own_rows(const struct cut_model *m, const struct cut_batch *b, int rank, enum cut_scheme scheme)
{
    return (double)(cut_count(b->whole, b->ranks, rank) * b->batch) * m->row[scheme];
}

static double reduced(const struct cut_model *m, const struct cut_batch *b, int rank)
{
    return own_rows(m, b, rank, CUT_REDUCED) + (double)(cut_systems(b, rank) * b->ranks) * m->join +
           turns(m, b, rank, cut_chunks(b, 0, 1));
}

/* A message to either side, one after the other. */
static double truncated(const struct cut_model *m, const struct cut_batch *b, int rank)
{
    const double chunks = (double)cut_chunks(b, 0, 1);
    const double message = chunks * m->network.alpha + m->network.beta * (double)b->batch * sizeof(real);
    const double alone = own_rows(m, b, rank, CUT_TRUNCATED);
    return !b->faded ? reduced(m, b, rank) : b->ranks > 1 ? alone + 2 * message : alone;
}

double cut_model_seconds(const struct cut_model *m, const struct cut_batch *b)
{
    static double (*const of[CUT_SCHEMES])(const struct cut_model *, const struct cut_batch *, int) = {
        [CUT_TRANSPOSE] = transposed,
        [CUT_PIPELINED] = pipelined,
        [CUT_REDUCED] = reduced,
        [CUT_TRUNCATED] = truncated,
    };
    double slowest = 0;
    for (int r = 0; r < b->ranks; r++) slowest = fmax(slowest, of[b->scheme](m, b, r));
    return slowest;
}

struct cut_batch cut_scaling_batch(const struct cut_scaling *s, int k, enum cut_scheme scheme)
{
    const int64_t beside = (int64_t)1 << k / 2, along = (int64_t)1 << (k - k / 2);
    const int64_t rows = s->weak ? s->rows * along : s->rows, lines = s->weak ? s->lines : s->lines / beside;
    return (struct cut_batch){.scheme = scheme,
                              .whole = rows,
                              .batch = lines,
                              .inner = lines,
                              .ranks = (int)along,
                              .one = true,
                              .faded = cut_fades(s->diagonal, rows, (int)along)};
}

enum cut_scheme cut_fastest(const struct cut_model *m, const struct cut_scaling *s, int k, int schemes)
{
    enum cut_scheme best = CUT_SCHEMES;
    double least = (double)INFINITY;
    for (int scheme = 0; scheme < CUT_SCHEMES; scheme++) {
        if (!(schemes >> scheme & 1)) continue;
        const struct cut_batch b = cut_scaling_batch(s, k, (enum cut_scheme)scheme);
        const double seconds = cut_model_seconds(m, &b);
        if (best == CUT_SCHEMES || seconds < least) best = (enum cut_scheme)scheme, least = seconds;
    }
    return best;
}

int cut_crossovers(const struct cut_model *m, const struct cut_scaling *s, int most, int schemes,
                   struct cut_crossover *out)
{
    int count = 0;
    enum cut_scheme before = cut_fastest(m, s, 1, schemes);
    for (int k = 2; k <= most; k++) {
        const enum cut_scheme now = cut_fastest(m, s, k, schemes);
        if (now != before) out[count++] = (struct cut_crossover){k, before, now};
        before = now;
    }
    return count;
}
