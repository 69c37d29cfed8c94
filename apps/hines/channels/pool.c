/* A step of the calcium inside. */
#include "apps/hines/channels/pool.h"

#include <math.h>

#include "apps/hines/channels/nodes.h"
#include "apps/hines/channels/vec_exp.h"
#include "apps/hines/channels/vec_log.h"

#define FARADAY 96485.33212 /* C/mol */
#define GAS 8.314462618     /* J/(K mol) */
#define LEAST RC(1e-9)      /* mM, below which no concentration falls */

/* Numbers of a step, the same for all channels of a set. */
struct pool_step {
    double volts, outside; /* of the potential of Nernst: mV, and ln of mM */
    real rest, left, each;
};

static struct pool_step step_of(const struct channel_run *r)
{
    const struct calcium_shell *const of = r->shell;
    const struct pool_step s = {1e3 * GAS * (of->celsius + 273.15) / (2 * FARADAY), natural_log(of->outside),
                                (real)of->rest, (real)-expm1(-(double)r->dt / of->tau),
                                (real)(-1e4 * of->gamma * of->tau / (2 * FARADAY * of->depth))};
    return s;
}

/* Advances concentrations by a step, or puts them at rest; and computes Nernst potentials. */
INLINE void advance_one(const struct pool_step *s, const struct channel_run *r, int64_t k)
{
    const vec rest = vec_all(s->rest), now = vec_load(r->gate[POOL_CONCENTRATION] + k);
    const vec current = vec_load(r->gate[POOL_CURRENT] + k) / vec_load(r->area + k);
    const vec onward = now + vec_all(s->left) * (rest + vec_all(s->each) * current - now);
    const vec next = r->dt == 0 ? rest : vec_choose((vec_bits)(onward < vec_all(LEAST)), vec_all(LEAST), onward);
    vec e = next;
    for (int l = 0; l < LANES; l++) e[l] = (real)(s->volts * (s->outside - natural_log((double)e[l])));
    vec_store(r->gate[POOL_CONCENTRATION] + k, next);
    if (r->dt == 0) vec_store(r->gate[POOL_CURRENT] + k, vec_all(0));
    nodes_store(r->calcium, r->node + k, false, next);
    nodes_store(r->calcium_e, r->node + k, false, e);
}

/* The currents of a step. */
INLINE void keep_one(const struct channel_run *r, const real *before, const real *after, int64_t k)
{
    const int32_t *const node = r->node + k;
    const vec v = vec_all(RC(0.5)) * (nodes_load(before, node, false) + nodes_load(after, node, false));
    const vec g = nodes_load(r->calcium_g, node, false), ge = nodes_load(r->calcium_ge, node, false);
    vec_store(r->gate[POOL_CURRENT] + k, g * v - ge);
}

#ifdef __cplusplus
static __global__ void advance(struct pool_step s, const __grid_constant__ struct channel_run r)
{
    if (lane_here() < r.end) advance_one(&s, &r, lane_here());
}

static __global__ void keep(const __grid_constant__ struct channel_run r, const real *before, const real *after)
{
    if (lane_here() < r.end) keep_one(&r, before, after, lane_here());
}

static void run(const struct channel_run *r)
{
    LAUNCH(advance, lane_blocks(r->end), LANE_THREADS, 0, r->stream, step_of(r), *r);
}

static void currents(const struct channel_run *r, const real *before, const real *after)
{
    LAUNCH(keep, lane_blocks(r->end), LANE_THREADS, 0, r->stream, *r, before, after);
}
#else
static void run(const struct channel_run *r)
{
    const struct pool_step s = step_of(r);
    for (int64_t k = r->first; k < r->end; k += LANES) advance_one(&s, r, k);
}

static void currents(const struct channel_run *r, const real *before, const real *after)
{
    for (int64_t k = r->first; k < r->end; k += LANES) keep_one(r, before, after, k);
}
#endif

const struct channel_type channel_pool = {
    .name = "calcium",
    .about = "concentration of calcium inside",
    .source = "Destexhe, Contreras, Sejnowski and Steriade 1994",
    .gates = 2,
    .gate = {"concentration", "current"},
    .units = {"mM", "nA"},
    .q10 = 1,
    .run = run,
    .after = currents,
};
