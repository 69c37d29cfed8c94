/* Channels of neurons at many potentials, and their rates in long double by the formulas of the papers. */
#pragma once
#include "apps/hines/channels/channel.h"
#include "apps/hines/channels/phi.h"
#include "apps/hines/model/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 7, CHANNELS = 24 * 64, ALL_GATES = CHANNEL_GATES };

static inline double uniform(int64_t place)
{
    return random_fraction(random_stream(SEED, place));
}

/* x / (1 - e^(-x / y)) */
static inline long double linear(long double x, long double y)
{
    return x == 0 ? y : x / -expm1l(-x / y);
}

struct rate {
    long double opens, closes;
};

static inline struct rate hh_rate(long double v, int gate)
{
    if (gate == 0) return (struct rate){0.1L * linear(v + 40, 10), 4 * expl(-(v + 65) / 18)};
    if (gate == 1) return (struct rate){0.07L * expl(-(v + 65) / 20), 1 / (expl(-(v + 35) / 10) + 1)};
    return (struct rate){0.01L * linear(v + 55, 10), 0.125L * expl(-(v + 65) / 80)};
}

static inline struct rate traub_rate(long double v, int gate)
{
    const long double u = v + 63, tau = 1000 / (3.3L * expl((v + 35) / 20) + expl(-(v + 35) / 20));
    if (gate == 0) return (struct rate){0.32L * linear(u - 13, 4), 0.28L * linear(40 - u, 5)};
    if (gate == 1) return (struct rate){0.128L * expl((17 - u) / 18), 4 / (1 + expl((40 - u) / 5))};
    if (gate == 2) return (struct rate){0.032L * linear(u - 15, 5), 0.5L * expl((10 - u) / 40)};
    const long double rest = 1 / (1 + expl(-(v + 35) / 10));
    return (struct rate){rest / tau, (1 - rest) / tau};
}

static const struct {
    const struct channel_type *type;
    long double limit;
    struct rate (*rate)(long double v, int gate);
    double zeros[3];
} types[] = {{&channel_hh, 250, hh_rate, {-40, -55, -55}}, {&channel_traub, 200, traub_rate, {-50, -48, -23}}};
enum { TYPES = sizeof types / sizeof *types };

/* Channels of one type, each at its own node. */
struct membranes {
    int32_t node[CHANNELS];
    real area[CHANNELS], v[CHANNELS], diag[CHANNELS], right[CHANNELS], gate[ALL_GATES][CHANNELS];
    struct channel_run run;
};

/* Runs of 64 potentials of one kind: of cells at rest, near those at which a rate is 0 / 0, at many distances, near the
 * ends of the span, or any. So vectors that are taken together are alike in some places, and differ in others. */
static inline real potential(int type, const struct channel_span *s, int64_t i)
{
    const double sign = uniform(5 * i) < 0.5 ? -1 : 1, distance = pow(10, 0.7 - 12 * uniform(5 * i + 1));
    const double end = (double)s->middle + sign * (double)s->half;
    switch (i / 64 % 4) {
    case 0: return (real)(uniform(5 * i + 2) * 20 - 80);
    case 1: return (real)(types[type].zeros[i % 3] + sign * distance);
    case 2: return (real)(end + (uniform(5 * i + 3) - 0.5) * distance);
    default: return (real)(uniform(5 * i + 2) * 560 - 280);
    }
}

static inline struct membranes *membranes_make(int type, double rate, double dt)
{
    const struct channel_type *const t = types[type].type;
    struct membranes *const m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->run =
        (struct channel_run){.end = CHANNELS, .node = m->node, .area = m->area, .rate = (real)rate, .dt = (real)dt};
    m->run.span = channel_span(t, (double)m->run.rate, (double)m->run.dt);
    m->run.v = m->v, m->run.diag = m->diag, m->run.right = m->right;
    for (int c = 0; c < t->currents; c++) m->run.g[c] = (real)t->g[c], m->run.e[c] = (real)t->e[c];
    for (int g = 0; g < t->gates; g++) m->run.gate[g] = m->gate[g];
    for (int64_t i = 0; i < CHANNELS; i++) {
        m->node[i] = (int32_t)i, m->area[i] = (real)(0.01 + uniform(i)), m->v[i] = potential(type, &m->run.span, i);
        m->diag[i] = (real)(1 + uniform(CHANNELS + i)), m->right[i] = (real)uniform(2 * CHANNELS + i);
        for (int g = 0; g < t->gates; g++) m->gate[g][i] = (real)uniform((3 + g) * CHANNELS + i);
    }
    return m;
}

static inline struct rate rate_at(int type, const struct membranes *m, int64_t i, int gate)
{
    const long double v = fmaxl(-types[type].limit, fminl((long double)m->v[i], types[type].limit));
    const struct rate r = types[type].rate(v, gate);
    return (struct rate){r.opens * (long double)m->run.rate, r.closes * (long double)m->run.rate};
}

/* From short steps at 6.3 degrees to long ones of warm cells, and those beyond any polynomial. */
static const struct {
    double rate, dt;
} steps[] = {{1, 1e-3}, {1, 0.025}, {1, 0.05}, {1, 0.1}, {3.8, 0.025}, {26, 0.05}, {1, 5}, {1, 1e3}};
enum { STEPS = sizeof steps / sizeof *steps };
