/* A step of channels: rates at the potentials, gates, currents, for several vectors of channels at a time. A type gives
 * its formulas.
 *
 * A gate that opens by A and relaxes by S in a step goes on exactly by gate += (A - S gate) phi(S). Where S is small
 * phi is a polynomial, elsewhere it has an exponential; and near the potentials at which a rate is 0 / 0 there are
 * series. The formula of a lane depends only on its own potential, so its bits do not depend on its neighbours: most
 * vectors need no special formula in any lane; the others evaluate all formulas and choose.  A compiler must fuse the
 * same operations in each copy of a formula: expressions have one product only, and + 0 rounds a product that several
 * of them add, or that is added after a branch, between which and the product compilers do not fuse. */
#pragma once
#include "apps/hines/channels/channel.h"
#include "apps/hines/channels/near_zero.h"
#include "apps/hines/channels/nodes.h"
#include "apps/hines/channels/phi.h"

enum { CHANNEL_RATES = 6 };

/* Numbers that are the same for all channels of a step. */
struct channel_step {
    const struct channel_run *run;
    bool rest;               /* gates are put at rest */
    vec rate[CHANNEL_RATES]; /* the factors of the type, times rate dt */
    vec g[CHANNEL_CURRENTS], ge[CHANNEL_CURRENTS];
    vec middle, half; /* of the span */
};

/* Some vectors of channels from k on. */
struct channel_block {
    int64_t k;
    int count;
    bool row; /* of adjacent nodes */
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
    UNROLLED
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
    UNROLLED
    for (int g = 0; g < t->gates; g++)
        for (int i = 0; i < count; i++) gate[g][i] = vec_load(r->gate[g] + k + i * LANES);
}

/* Stores gates and adds currents. */
INLINE void channel_store(int count, const struct channel_formulas *t, const struct channel_step *s, int64_t k,
                          bool row, vec gate[][TOGETHER])
{
    const struct channel_run *const r = s->run;
    for (int i = 0; i < count; i++) {
        const int64_t at = k + i * LANES;
        const vec area = vec_load(r->area + at);
        vec one[CHANNEL_GATES], current[CHANNEL_CURRENTS];
        UNROLLED
        for (int g = 0; g < t->gates; g++) vec_store(r->gate[g] + at, one[g] = gate[g][i]);
        t->multiply(current, one);
        vec g = current[0] * s->g[0] + 0, ge = current[0] * s->ge[0] + 0;
        UNROLLED
        for (int c = 1; c < t->currents; c++) {
            g = current[c] * s->g[c] + g;
            ge = current[c] * s->ge[c] + ge;
        }
        const vec diag = nodes_load(r->diag, r->node + at, row), right = nodes_load(r->right, r->node + at, row);
        nodes_store(r->diag, r->node + at, row, (area * g + 0) + diag);
        nodes_store(r->right, r->node + at, row, (area * ge + 0) + right);
    }
}

INLINE vec_bits channel_within(const struct channel_step *s, vec v)
{
    return (vec_bits)(vec_size(v - s->middle) < s->half);
}

/* Vectors whose lanes are all within the span. */
INLINE void channel_together(const struct channel_formulas *t, enum channel_phi by, bool zeros,
                             const struct channel_step *s, const struct channel_block *b, const vec *v)
{
    vec gate[CHANNEL_GATES][TOGETHER];
    channel_load(TOGETHER, t, s->run, b->k, gate);
    channel_gates(TOGETHER, t, by, zeros, s, v, gate);
    channel_store(TOGETHER, t, s, b->k, b->row, gate);
}

/* One vector of any potentials. */
INLINE void channel_one(const struct channel_formulas *t, enum channel_phi by, const struct channel_step *s, int64_t k,
                        vec v)
{
    const vec limited = vec_between(-t->limit, v, t->limit);
    const vec_bits within = channel_within(s, v);
    vec gate[CHANNEL_GATES][TOGETHER], other[CHANNEL_GATES][TOGETHER];
    channel_load(1, t, s->run, k, gate);
    channel_load(1, t, s->run, k, other);
    if (is_any(within)) channel_gates(1, t, by, true, s, &v, gate);
    if (s->rest) channel_gates(1, t, AT_REST, true, s, &limited, other);
    else if (!are_all(within)) channel_gates(1, t, BY_EXPONENTIAL, true, s, &limited, other);
    UNROLLED
    for (int g = 0; g < t->gates; g++) gate[g][0] = vec_choose(within, gate[g][0], other[g][0]);
    channel_store(1, t, s, k, false, gate);
}

INLINE vec_bits channel_potentials(vec *v, const struct channel_step *s, const struct channel_block *b)
{
    const struct channel_run *const r = s->run;
    const vec_bits none = {0};
    vec_bits within = ~none;
    for (int i = 0; i < TOGETHER; i++) {
        v[i] = nodes_load(r->v, r->node + b->k + i * LANES, b->row);
        within &= channel_within(s, v[i]);
    }
    return within;
}

INLINE void channel_unusual_by(const struct channel_formulas *t, enum channel_phi by, const struct channel_step *s,
                               const struct channel_block *b)
{
    const struct channel_run *const r = s->run;
    vec v[TOGETHER];
    if (b->count == TOGETHER && are_all(channel_potentials(v, s, b))) {
        channel_together(t, by, true, s, b, v);
        return;
    }
    for (int64_t k = b->k; k < b->k + b->count * LANES; k += LANES)
        channel_one(t, by, s, k, nodes_load(r->v, r->node + k, false));
}

/* Vectors near a potential at which a rate is 0 / 0, or not within the span, or too few. */
INLINE void channel_unusual(const struct channel_formulas *t, const struct channel_step *s,
                            const struct channel_block *b)
{
    const struct channel_span *const p = &s->run->span;
    if (p->doublings) channel_unusual_by(t, BY_DOUBLED, s, b);
    else if (p->length == PHI_LONG) channel_unusual_by(t, BY_LONG, s, b);
    else channel_unusual_by(t, BY_SHORT, s, b);
}

typedef void channel_function(const struct channel_step *s, const struct channel_block *b);

INLINE void channel_blocks(const struct channel_formulas *t, channel_function *unusual, enum channel_phi by,
                           const struct channel_step *s)
{
    const struct channel_run *const r = s->run;
    struct channel_block b = {.k = r->first, .count = TOGETHER};
    for (; b.k + TOGETHER * LANES <= r->end; b.k += TOGETHER * LANES) {
        vec v[TOGETHER];
        b.row = nodes_are_row(r->node + b.k, TOGETHER * LANES);
        vec_bits usual = channel_potentials(v, s, &b);
        for (int i = 0; i < TOGETHER; i++) usual &= ~t->is_near_zero(v[i]);
        if (are_all(usual)) channel_together(t, by, false, s, &b, v);
        else unusual(s, &b);
    }
    b.count = (int)((r->end - b.k) / LANES);
    unusual(s, &b);
}

INLINE struct channel_step channel_step_of(const struct channel_formulas *t, const struct channel_run *r)
{
    const bool rest = r->dt == 0;
    const double step = (double)r->rate * (rest ? 1 : (double)r->dt);
    struct channel_step s;
    s.run = r, s.rest = rest, s.middle = vec_all(r->span.middle), s.half = vec_all(rest ? -1 : r->span.half);
    for (int i = 0; i < CHANNEL_RATES; i++) s.rate[i] = vec_all((real)(step * t->factor[i]));
    for (int c = 0; c < t->currents; c++) s.g[c] = vec_all(r->g[c]), s.ge[c] = vec_all(r->g[c] * r->e[c]);
    return s;
}

/* unusual: channel_unusual, as a function. */
INLINE void channel_advance(const struct channel_formulas *t, channel_function *unusual, const struct channel_run *r)
{
    const struct channel_step s = channel_step_of(t, r);
    if (r->span.doublings) channel_blocks(t, unusual, BY_DOUBLED, &s);
    else if (r->span.length == PHI_LONG) channel_blocks(t, unusual, BY_LONG, &s);
    else channel_blocks(t, unusual, BY_SHORT, &s);
}

/* Defines `run` of a type whose formulas are in the table of this name: on the device a thread takes a channel. */
#ifdef __cplusplus
#define CHANNEL_RUN(formulas) \
    static __global__ void advance(const __grid_constant__ struct channel_run r) \
    { \
        const struct channel_block b = {lane_here(), 1, false}; \
        if (b.k >= r.end) return; \
        const struct channel_step s = channel_step_of(&formulas, &r); \
        channel_unusual(&formulas, &s, &b); \
    } \
    static void run(const struct channel_run *r) \
    { \
        LAUNCH(advance, lane_blocks(r->end), LANE_THREADS, 0, r->stream, *r); \
    }
#else
#define CHANNEL_RUN(formulas) \
    NOINLINE void unusual(const struct channel_step *s, const struct channel_block *b) \
    { \
        channel_unusual(&formulas, s, b); \
    } \
    static void run(const struct channel_run *r) \
    { \
        channel_advance(&formulas, unusual, r); \
    }
#endif
