/* Calcium inside, a step of it. */
#include "apps/hines/channels/pool.h"

#include <math.h>

#include "apps/hines/channels/nodes.h"
#include "apps/hines/channels/vec_exp.h"

#define FARADAY 96485.33212 /* C/mol */
#define GAS 8.314462618     /* J/(K mol) */
#define LEAST RC(1e-9)      /* mM, below which no concentration falls */

void pool_currents(const struct channel_run *r, const real *before, const real *after)
{
    for (int64_t k = r->first; k < r->end; k += LANES) {
        const int32_t *const node = r->node + k;
        const vec v = RC(0.5) * (nodes_load(before, node, false) + nodes_load(after, node, false));
        const vec g = nodes_load(r->calcium_g, node, false), ge = nodes_load(r->calcium_ge, node, false);
        vec_store(r->gate[POOL_CURRENT] + k, g * v - ge);
    }
}

/* Concentrations go on by a step, or are put at rest; potentials of Nernst. */
static void run(const struct channel_run *r)
{
    const struct calcium_shell *const of = r->shell;
    const vec rest = vec_all((real)of->rest), left = vec_all((real)-expm1(-(double)r->dt / of->tau));
    const vec each = vec_all((real)(-1e4 * of->gamma * of->tau / (2 * FARADAY * of->depth)));
    const double volts = 1e3 * GAS * (of->celsius + 273.15) / (2 * FARADAY), outside = log(of->outside);
    for (int64_t k = r->first; k < r->end; k += LANES) {
        const vec now = vec_load(r->gate[POOL_CONCENTRATION] + k);
        const vec current = vec_load(r->gate[POOL_CURRENT] + k) / vec_load(r->area + k);
        vec next = r->dt == 0 ? rest : now + left * (rest + each * current - now), e;
        next = vec_choose((vec_bits)(next < LEAST), vec_all(LEAST), next);
        for (int l = 0; l < LANES; l++) e[l] = (real)(volts * (outside - log((double)next[l])));
        vec_store(r->gate[POOL_CONCENTRATION] + k, next);
        if (r->dt == 0) vec_store(r->gate[POOL_CURRENT] + k, vec_all(0));
        nodes_store(r->calcium, r->node + k, false, next);
        nodes_store(r->calcium_e, r->node + k, false, e);
    }
}

const struct channel_type channel_pool = {
    .name = "calcium",
    .about = "concentration of calcium inside",
    .source = "Destexhe, Contreras, Sejnowski and Steriade 1994",
    .gates = 2,
    .gate = {"concentration", "current"},
    .units = {"mM", "nA"},
    .q10 = 1,
    .run = run,
};
