/* The flows out of the ends of the interval, -p u' at the upper one and p u' at the lower one, by conservation. The
 * flow at the upper end of interval i is the flow F into the lower end plus s_j = w_j (f_j - q_j u_j) of the cells j
 * before it, and the sum of flow times resistance 1 / link over all intervals, the ends included, is the drop from
 * what is outside of the lower end to what is outside of the upper one, so that
 *
 *     F = (drop - sum_j s_j R_j) / R      R_j: the resistance above node j, R: all
 *
 * and at the upper end with the resistance below. No difference of neighbours enters, which rounding would spoil where
 * intervals are narrow or p is large. The two flows, sources and losses add up to 0. */
#include "apps/bvp/flux.h"

#include <float.h>
#include <math.h>

#include "base/either_precision.h"

const char *const bvp_flux_name[2] = {"flow_out_at_lower_end", "flow_out_at_upper_end"};

static bool open(const struct bvp_problem *b, int side)
{
    return b->params->end[side].kind == NEUMANN;
}

/* The shares of the flow that a cell adds which leave through each end. */
static void weigh(const struct flux *f, const struct bvp_problem *b, const long double resistance[2],
                  long double weight[2])
{
    for (int side = 0; side < 2; side++) {
        if (open(b, side)) weight[side] = 0;
        else if (open(b, !side)) weight[side] = 1;
        else weight[side] = resistance[!side] / f->resistance;
    }
}

void flux_begin(struct flux *f, const struct bvp_problem *b, long double resistance)
{
    const long double drop = (long double)b->end[0].outside - (long double)b->end[1].outside;
    *f = (struct flux){.resistance = resistance};
    for (int side = 0; side < 2; side++) {
        const double size = fabs(b->end[0].outside) + fabs(b->end[1].outside);
        if (open(b, side)) f->out[side] = -(long double)b->end[side].flux;
        else if (open(b, !side)) f->out[side] = (long double)b->end[!side].flux;
        else f->out[side] = (side ? drop : -drop) / resistance, f->off[side] = DBL_EPSILON * size / (double)resistance;
    }
}

void flux_add(struct flux *f, const struct bvp_problem *b, const long double resistance[2], double source, double loss,
              double u, double off)
{
    long double weight[2];
    weigh(f, b, resistance, weight);
    for (int side = 0; side < 2; side++) {
        const double w = (double)weight[side];
        f->out[side] += weight[side] * ((long double)source - (long double)loss * (long double)u);
        f->off[side] += w * (fabs(loss) * off + 2 * DBL_EPSILON * (fabs(source) + fabs(loss * u)));
    }
}
