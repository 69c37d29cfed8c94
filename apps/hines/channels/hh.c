/* The channels of the squid axon: sodium, g m^3 h (v - e), and potassium, g n^4 (v - e), with the rates, 1/ms,
 *
 *     m   0.1 x / (1 - e^-x/10), x = v + 40        4 e^-(v+65)/18
 *     h   0.07 e^-(v+65)/20                        1 / (e^-(v+35)/10 + 1)
 *     n   0.01 x / (1 - e^-x/10), x = v + 55       0.125 e^-(v+65)/80
 *
 * at 6.3 Celsius, for a resting potential of -65 mV. Three exponentials give all of them: those of v / 10 differ by
 * constants, and e^-(v+65)/20 is the fourth power of e^-(v+65)/80.
 *
 * A. L. Hodgkin, A. F. Huxley, J. Physiol. 117 (1952) 500. */
#include "apps/hines/channels/gate.h"

enum { M, H, N };
enum { SODIUM, POTASSIUM };

INLINE void advance(const struct channel_run *r, int64_t k, vec v, vec *m, vec *h, vec *n)
{
    const vec ten = vec_exp((v + 40) * vec_all(RC(-0.1))), eighty = vec_exp((v + 65) * vec_all(RC(-0.0125)));
    const vec square = eighty * eighty, rate = vec_all(r->rate);
    const vec am = RC(0.1) * linear_over_exp(-(v + 40), 10, ten);
    const vec an = RC(0.01) * linear_over_exp(-(v + 55), 10, ten * vec_all(RC(0.22313016014842982893)));
    const vec bh = 1 / (ten * vec_all(RC(1.6487212707001281468)) + 1);
    const vec bm = RC(4.0) * vec_exp((v + 65) * vec_all(-1 / RC(18.0)));
    *m = gate_after(vec_load(r->gate[M] + k), rate * am, rate * bm, r->dt);
    *h = gate_after(vec_load(r->gate[H] + k), rate * RC(0.07) * (square * square), rate * bh, r->dt);
    *n = gate_after(vec_load(r->gate[N] + k), rate * an, rate * RC(0.125) * eighty, r->dt);
    vec_store(r->gate[M] + k, *m), vec_store(r->gate[H] + k, *h), vec_store(r->gate[N] + k, *n);
}

static void run(const struct channel_run *r)
{
    for (int64_t k = r->first; k < r->end; k += LANES) {
        const int32_t *const node = r->node + k;
        const bool neighbours = are_neighbours(node);
        vec m = vec_load(r->gate[M] + k), h = vec_load(r->gate[H] + k), n = vec_load(r->gate[N] + k);
        advance(r, k, node_values(r->v, node, neighbours), &m, &h, &n);
        const vec area = vec_load(r->area + k);
        const vec sodium = vec_all(r->g[SODIUM]) * area * (m * m * m * h);
        const vec potassium = vec_all(r->g[POTASSIUM]) * area * (n * n * (n * n));
        add_to_nodes(r->diag, node, neighbours, sodium + potassium);
        add_to_nodes(r->right, node, neighbours, sodium * vec_all(r->e[SODIUM]) + potassium * vec_all(r->e[POTASSIUM]));
    }
}

const struct channel_type channel_hh = {
    .name = "hh",
    .about = "sodium and potassium of the squid axon",
    .source = "Hodgkin and Huxley 1952",
    .gates = 3,
    .currents = 2,
    .gate = {"m", "h", "n"},
    .current = {"na", "k"},
    .g = {0.12, 0.036},
    .e = {50, -77},
    .q10 = 3,
    .celsius = 6.3,
    .run = run,
};
