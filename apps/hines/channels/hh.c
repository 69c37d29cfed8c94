/* The channels of the squid axon: sodium, g m^3 h (v - e), and potassium, g n^4 (v - e), with the rates, 1/ms,
 *
 *     m   0.1 x / (1 - e^-x/10), x = v + 40        4 e^-(v+65)/18
 *     h   0.07 e^-(v+65)/20                        1 / (e^-(v+35)/10 + 1)
 *     n   0.01 x / (1 - e^-x/10), x = v + 55       0.125 e^-(v+65)/80
 *
 * at 6.3 Celsius, for a resting potential of -65 mV. Two exponentials give all of them: those of v / 10 and v / 20 are
 * powers of e^-(v+65)/80. Beyond +-250 mV rates are those at it.
 *
 * A. L. Hodgkin, A. F. Huxley, J. Physiol. 117 (1952) 500. */
#include "apps/hines/channels/gate.h"

enum { M, H, N };
enum { SODIUM, POTASSIUM };

/* Vectors that are taken through each stage one after the other: a stage is short enough for a processor to work on
 * several of them at once, the whole is not. */
enum { TOGETHER = 8 };

struct stage {
    vec v[TOGETHER], eighty[TOGETHER], eighteen[TOGETHER]; /* e^-(v+65)/80, e^-(v+65)/18 */
    struct relaxation gate[3][TOGETHER];
};

INLINE void relax_gates(struct stage *s, int i, vec rate)
{
    const vec v = s->v[i], eighty = s->eighty[i], square = eighty * eighty, twenty = square * square;
    const vec ten = twenty * twenty; /* e^-(v+65)/10 */
    struct quotient am = linear_over_exp(-(v + 40), 10, ten * vec_all(RC(12.182493960703473438)));
    struct quotient an = linear_over_exp(-(v + 55), 10, ten * vec_all(RC(2.7182818284590452354)));
    const struct quotient bh = {rate, ten * vec_all(RC(20.085536923187667741)) + 1};
    am.above *= rate * RC(0.1), an.above *= rate * RC(0.01);
    const struct relaxation shut = relax(bh, rate * RC(0.07) * twenty);
    s->gate[M][i] = relax(am, rate * RC(4.0) * s->eighteen[i]);
    s->gate[H][i] = (struct relaxation){1 - shut.rest, shut.sum};
    s->gate[N][i] = relax(an, rate * RC(0.125) * eighty);
}

/* `count` vectors of channels from k on. */
static void advance(const struct channel_run *r, int64_t k, int count)
{
    struct stage s;
    for (int i = 0; i < count; i++) {
        const int32_t *const node = r->node + k + i * LANES;
        s.v[i] = vec_between(-250, node_values(r->v, node, are_neighbours(node)), 250);
        s.eighty[i] = vec_exp_within((s.v[i] + 65) * vec_all(RC(-0.0125)));
        s.eighteen[i] = vec_exp_within((s.v[i] + 65) * vec_all(-1 / RC(18.0)));
    }
    for (int i = 0; i < count; i++) relax_gates(&s, i, vec_all(r->rate));
    for (int g = M; g <= N; g++)
        for (int i = 0; i < count; i++) {
            real *const gate = r->gate[g] + k + i * LANES;
            vec_store(gate, gate_after(vec_load(gate), s.gate[g][i], r->dt));
        }
}

INLINE void add(const struct channel_run *r, int64_t k)
{
    const int32_t *const node = r->node + k;
    const bool neighbours = are_neighbours(node);
    const vec m = vec_load(r->gate[M] + k), h = vec_load(r->gate[H] + k), n = vec_load(r->gate[N] + k);
    const vec area = vec_load(r->area + k);
    const vec sodium = vec_all(r->g[SODIUM]) * area * (m * m * m * h);
    const vec potassium = vec_all(r->g[POTASSIUM]) * area * (n * n * (n * n));
    add_to_nodes(r->diag, node, neighbours, sodium + potassium);
    add_to_nodes(r->right, node, neighbours, sodium * vec_all(r->e[SODIUM]) + potassium * vec_all(r->e[POTASSIUM]));
}

static void run(const struct channel_run *r)
{
    for (int64_t k = r->first; k < r->end; k += TOGETHER * LANES) {
        const int64_t left = (r->end - k) / LANES;
        const int count = left < TOGETHER ? (int)left : TOGETHER;
        advance(r, k, count);
        for (int i = 0; i < count; i++) add(r, k + i * LANES);
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
