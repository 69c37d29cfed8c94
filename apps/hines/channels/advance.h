/* A step of channels: rates at the potentials, gates, currents, for several vectors of channels side by side. A type
 * gives its formulas.
 *
 * A gate that opens by A and relaxes by S in a step goes on exactly by gate += (A - S gate) phi(S). Where S is small
 * phi is a polynomial, elsewhere it has an exponential; and near the potentials at which a rate is 0 / 0 there are
 * series. What a lane takes depends on its own potential alone, so its bits do not depend on its neighbours: vectors
 * that need nothing of the kind in any lane are usual, and others take all and choose. Each expression has one product
 * only, so that it has the same bits wherever it is compiled. */
#pragma once
#include "apps/hines/channels/channel.h"
#include "apps/hines/channels/near_zero.h"
#include "apps/hines/channels/phi.h"

enum { CHANNEL_RATES = 6 };

/* What is the same for all channels of a step. */
struct channel_step {
    const struct channel_run *run;
    bool rest;               /* gates are put at rest */
    vec rate[CHANNEL_RATES]; /* the factors of the type, times rate dt */
    vec g[CHANNEL_CURRENTS], ge[CHANNEL_CURRENTS];
    vec middle, half; /* of the span */
};

/* Some vectors of channels from k on; potentials and what is added to, of the first of them on. */
struct channel_block {
    int64_t k;
    int count;
    const real *v;
    real *diag, *right;
};

/* The formulas of a type, constants to the compiler. Of the rates of a step, `opens` and the sum of both; zeros: with
 * series for the potentials of is_near_zero. */
struct channel_formulas {
    int gates, currents;
    int speed[CHANNEL_GATES];
    real limit; /* mV; beyond it rates are those at it */
    double factor[CHANNEL_RATES];
    void (*rates)(int count, bool zeros, const vec *rate, const vec *v, vec opens[][TOGETHER], vec sum[][TOGETHER]);
    vec_bits (*is_near_zero)(vec v);
    void (*multiply)(vec *current, const vec *gate); /* the product of gates of each current */
    void (*unusual)(const struct channel_step *s, const struct channel_block *b); /* channel_unusual, as a function */
};

enum channel_phi { BY_SHORT, BY_LONG, BY_DOUBLED, BY_EXPONENTIAL, AT_REST };

INLINE void channel_phi_of(int count, enum channel_phi by, int speed, int doublings, vec *phi, const vec *sum)
{
    if (by == BY_SHORT) phi_near(count, phi, sum, PHI_SHORT, speed);
    else if (by == BY_LONG) phi_near(count, phi, sum, PHI_LONG, speed);
    else if (by == BY_DOUBLED) phi_doubled(count, phi, sum, doublings, speed);
    else
        for (int i = 0; i < count; i++) phi[i] = by == AT_REST ? 1 / sum[i] : phi_far(sum[i]);
}

INLINE void channel_gates(int count, const struct channel_formulas *t, enum channel_phi by, bool zeros,
                          const struct channel_step *s, const vec *v, vec gate[][TOGETHER])
{
    vec opens[CHANNEL_GATES][TOGETHER], sum[CHANNEL_GATES][TOGETHER], phi[TOGETHER];
    t->rates(count, zeros, s->rate, v, opens, sum);
#pragma GCC unroll 4
    for (int g = 0; g < t->gates; g++) {
        channel_phi_of(count, by, t->speed[g], s->run->span.doublings, phi, sum[g]);
        for (int i = 0; i < count; i++) {
            const vec off = opens[g][i] - sum[g][i] * gate[g][i];
            gate[g][i] = by == AT_REST ? opens[g][i] * phi[i] : phi[i] * off + gate[g][i];
        }
    }
}

INLINE void channel_load(int count, const struct channel_formulas *t, const struct channel_run *r, int64_t k,
                         vec gate[][TOGETHER])
{
#pragma GCC unroll 4
    for (int g = 0; g < t->gates; g++)
        for (int i = 0; i < count; i++) gate[g][i] = vec_load(r->gate[g] + k + i * LANES);
}

/* Stores gates and adds currents. */
INLINE void channel_store(int count, const struct channel_formulas *t, const struct channel_step *s,
                          const struct channel_block *b, int64_t from, vec gate[][TOGETHER])
{
    for (int i = 0; i < count; i++) {
        const int64_t at = from + i * LANES;
        const vec area = vec_load(s->run->area + b->k + at);
        vec one[CHANNEL_GATES], open[CHANNEL_CURRENTS];
#pragma GCC unroll 4
        for (int g = 0; g < t->gates; g++) vec_store(s->run->gate[g] + b->k + at, one[g] = gate[g][i]);
        t->multiply(open, one);
        vec g = open[0] * s->g[0], ge = open[0] * s->ge[0];
#pragma GCC unroll 4
        for (int c = 1; c < t->currents; c++) {
            g = open[c] * s->g[c] + g;
            ge = open[c] * s->ge[c] + ge;
        }
        vec_store(b->diag + at, area * g + vec_load(b->diag + at));
        vec_store(b->right + at, area * ge + vec_load(b->right + at));
    }
}

INLINE vec_bits channel_within(const struct channel_step *s, vec v)
{
    return (vec_bits)(vec_size(v - s->middle) < s->half);
}

/* One vector, at v and `from` channels into the block. */
INLINE void channel_one(const struct channel_formulas *t, enum channel_phi by, const struct channel_step *s,
                        const struct channel_block *b, int64_t from)
{
    const vec v = vec_load(b->v + from), limited = vec_between(-t->limit, v, t->limit);
    const vec_bits within = channel_within(s, v);
    vec gate[CHANNEL_GATES][TOGETHER], other[CHANNEL_GATES][TOGETHER];
    channel_load(1, t, s->run, b->k + from, gate);
    channel_load(1, t, s->run, b->k + from, other);
    if (is_any(within)) channel_gates(1, t, by, true, s, &v, gate);
    if (s->rest) channel_gates(1, t, AT_REST, true, s, &limited, other);
    else if (!are_all(within)) channel_gates(1, t, BY_EXPONENTIAL, true, s, &limited, other);
#pragma GCC unroll 4
    for (int g = 0; g < t->gates; g++) gate[g][0] = vec_choose(within, gate[g][0], other[g][0]);
    channel_store(1, t, s, b, from, gate);
}

/* Any vectors, one after the other. */
INLINE void channel_unusual(const struct channel_formulas *t, const struct channel_step *s,
                            const struct channel_block *b)
{
    for (int64_t from = 0; from < b->count * LANES; from += LANES) {
        const struct channel_span *const p = &s->run->span;
        if (p->doublings) channel_one(t, BY_DOUBLED, s, b, from);
        else if (p->length == PHI_LONG) channel_one(t, BY_LONG, s, b, from);
        else channel_one(t, BY_SHORT, s, b, from);
    }
}

INLINE void channel_block(const struct channel_formulas *t, enum channel_phi by, const struct channel_step *s,
                          const struct channel_block *b)
{
    vec v[TOGETHER], gate[CHANNEL_GATES][TOGETHER];
    vec_bits usual = ~(vec_bits){0};
    if (b->count == TOGETHER)
        for (int i = 0; i < TOGETHER; i++) {
            v[i] = vec_load(b->v + i * LANES);
            usual &= channel_within(s, v[i]) & ~t->is_near_zero(v[i]);
        }
    if (b->count < TOGETHER || !are_all(usual)) {
        t->unusual(s, b);
        return;
    }
    channel_load(TOGETHER, t, s->run, b->k, gate);
    channel_gates(TOGETHER, t, by, false, s, v, gate);
    channel_store(TOGETHER, t, s, b, 0, gate);
}

/* Copies of the values at nodes that do not lie side by side, of which those of the last may be repeated. */
struct channel_copies {
    real v[TOGETHER * LANES], diag[TOGETHER * LANES], right[TOGETHER * LANES];
};

/* Are these the nodes of channels that lie side by side? They rise, but for repetitions of the last. */
INLINE bool channel_is_row(const int32_t *node, int64_t count)
{
    return node[count - 1] == node[0] + count - 1 && node[count - 2] < node[count - 1];
}

static inline void channel_gather(const struct channel_run *r, const int32_t *node, int64_t count,
                                  struct channel_copies *c)
{
    for (int64_t l = 0; l < count; l++)
        c->v[l] = r->v[node[l]], c->diag[l] = r->diag[node[l]], c->right[l] = r->right[node[l]];
}

/* Repetitions have no area, and are left out. */
static inline void channel_scatter(const struct channel_run *r, const int32_t *node, int64_t count,
                                   const struct channel_copies *c)
{
    for (int64_t l = 0; l < count; l++)
        if (l == 0 || node[l] != node[l - 1]) r->diag[node[l]] = c->diag[l], r->right[node[l]] = c->right[l];
}

INLINE void channel_blocks(const struct channel_formulas *t, enum channel_phi by, const struct channel_step *s)
{
    const struct channel_run *const r = s->run;
    for (int64_t k = r->first; k < r->end; k += TOGETHER * LANES) {
        const int64_t left = r->end - k, count = left < TOGETHER * LANES ? left : TOGETHER * LANES;
        const int32_t *const node = r->node + k;
        const bool row = channel_is_row(node, count);
        struct channel_copies c;
        struct channel_block b = {k, (int)(count / LANES), r->v + node[0], r->diag + node[0], r->right + node[0]};
        if (!row) {
            channel_gather(r, node, count, &c);
            b.v = c.v, b.diag = c.diag, b.right = c.right;
        }
        channel_block(t, by, s, &b);
        if (!row) channel_scatter(r, node, count, &c);
    }
}

INLINE void channel_advance(const struct channel_formulas *t, const struct channel_run *r)
{
    const bool rest = r->dt == 0;
    const double step = (double)r->rate * (rest ? 1 : (double)r->dt);
    struct channel_step s = {.run = r, .rest = rest, .middle = vec_all(r->span.middle)};
    s.half = vec_all(rest ? -1 : r->span.half);
    for (int i = 0; i < CHANNEL_RATES; i++) s.rate[i] = vec_all((real)(step * t->factor[i]));
    for (int c = 0; c < t->currents; c++) s.g[c] = vec_all(r->g[c]), s.ge[c] = vec_all(r->g[c] * r->e[c]);
    if (r->span.doublings) channel_blocks(t, BY_DOUBLED, &s);
    else if (r->span.length == PHI_LONG) channel_blocks(t, BY_LONG, &s);
    else channel_blocks(t, BY_SHORT, &s);
}
