/* The channels of cells of the hippocampus and the cortex: sodium, g m^3 h (v - e), potassium, g n^4 (v - e), and a
 * slow potassium current that adapts, g p (v - e), with the rates, 1/ms, where u = v + 63,
 *
 *     m   0.32 x / (1 - e^-x/4), x = u - 13       0.28 x / (e^x/5 - 1), x = u - 40
 *     h   0.128 e^(17-u)/18                       4 / (1 + e^(40-u)/5)
 *     n   0.032 x / (1 - e^-x/5), x = u - 15      0.5 e^(10-u)/40
 *     p   rest 1 / (1 + e^-(v+35)/10), time constant 1000 / (3.3 e^(v+35)/20 + e^-(v+35)/20) ms
 *
 * at 36 Celsius. Beyond +-250 mV rates are those at it.
 *
 * R. D. Traub, R. Miles, Neuronal Networks of the Hippocampus, 1991, in the form of A. Destexhe, D. Pare, J.
 * Neurophysiol. 81 (1999) 1531; the slow current after W. M. Yamada, C. Koch, P. R. Adams, in Methods in Neuronal
 * Modeling, 1989, in the form of M. Pospischil et al., Biol. Cybern. 99 (2008) 427. */
#include "apps/hines/channels/gate.h"

enum { M, H, N, P };
enum { SODIUM, POTASSIUM, SLOW };

INLINE void advance(const struct channel_run *r, int64_t k, vec potential, vec gate[CHANNEL_GATES])
{
    const vec v = vec_between(-250, potential, 250), u = v + 63, rate = vec_all(r->rate);
    struct quotient am = linear_over_exp(-(u - 13), 4, vec_exp_within((u - 13) * vec_all(RC(-0.25))));
    struct quotient bm = linear_over_exp(u - 40, 5, vec_exp_within((u - 40) * vec_all(RC(0.2))));
    struct quotient an = linear_over_exp(-(u - 15), 5, vec_exp_within((u - 15) * vec_all(RC(-0.2))));
    struct quotient bh = {rate * RC(4.0), 1 + vec_exp_within((40 - u) * vec_all(RC(0.2)))};
    am.above *= rate * RC(0.32), bm.above *= rate * RC(0.28), an.above *= rate * RC(0.032);
    const vec ah = rate * RC(0.128) * vec_exp_within((17 - u) * vec_all(1 / RC(18.0)));
    const vec bn = rate * RC(0.5) * vec_exp_within((10 - u) * vec_all(RC(0.025)));
    const vec slow = vec_exp_within((v + 35) * vec_all(RC(0.05))), fall = 1 / slow;
    const struct relaxation shut = relax(bh, ah), h = {1 - shut.rest, shut.sum};
    const struct relaxation p = {1 / (1 + fall * fall), rate * RC(0.001) * (RC(3.3) * slow + fall)};
    gate[M] = gate_after(gate[M], relax(am, bm.above / bm.below), r->dt);
    gate[H] = gate_after(gate[H], h, r->dt);
    gate[N] = gate_after(gate[N], relax(an, bn), r->dt);
    gate[P] = gate_after(gate[P], p, r->dt);
    for (int q = M; q <= P; q++) vec_store(r->gate[q] + k, gate[q]);
}

static void run(const struct channel_run *r)
{
    for (int64_t k = r->first; k < r->end; k += LANES) {
        const int32_t *const node = r->node + k;
        const bool neighbours = are_neighbours(node);
        vec gate[CHANNEL_GATES];
        for (int q = M; q <= P; q++) gate[q] = vec_load(r->gate[q] + k);
        advance(r, k, node_values(r->v, node, neighbours), gate);
        const vec area = vec_load(r->area + k), m = gate[M], n = gate[N];
        const vec sodium = vec_all(r->g[SODIUM]) * area * (m * m * m * gate[H]);
        const vec potassium = vec_all(r->g[POTASSIUM]) * area * (n * n * (n * n));
        const vec slow = vec_all(r->g[SLOW]) * area * gate[P];
        add_to_nodes(r->diag, node, neighbours, sodium + potassium + slow);
        add_to_nodes(r->right, node, neighbours,
                     sodium * vec_all(r->e[SODIUM]) + potassium * vec_all(r->e[POTASSIUM]) +
                         slow * vec_all(r->e[SLOW]));
    }
}

const struct channel_type channel_traub = {
    .name = "traub",
    .about = "sodium, potassium and a slow potassium current that adapts, of cells of the hippocampus and the cortex",
    .source = "Traub and Miles 1991; Yamada, Koch and Adams 1989",
    .gates = 4,
    .currents = 3,
    .gate = {"m", "h", "n", "p"},
    .current = {"na", "k", "m"},
    .g = {0.05, 0.005, 7e-5},
    .e = {50, -90, -90},
    .q10 = 3,
    .celsius = 36,
    .run = run,
};
