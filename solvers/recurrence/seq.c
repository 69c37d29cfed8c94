/* The two recurrences, row by row: the reference of all other methods.
 *
 *     y_0 = d_0         y_i = d_i + f y_{i-1}
 *     x_{n-1} = s_{n-1} y_{n-1}         x_i = s_i y_i + g x_{i+1}
 *
 * P. Stpiczynski, Solving a kind of boundary value problem for ordinary differential equations using novel data formats
 * for dense matrices, IMCSIT 2008, section II, (16) and (17), where f = g = s = 1. Stable for |f|, |g| <= 1: the error
 * is that of sums of n terms. Each row waits for the one before, so that the time is that of 2 n dependent additions,
 * or fused multiply-adds where a coefficient is not 1. 4 flops a row, 5 with a scale, 2 if f = g = 1. The rows cross
 * the bus twice, there and back: 32 bytes each in double precision. */
#include "base/timing/trace.h"
#include "solvers/recurrence/lines/recurrence_line.h"

static void solve_chain(const struct plan *plan, const struct recurrence_line *c, const real *table, real *workspace,
                        struct team team, struct trace *trace)
{
    trace_enter(trace, team.rank, "forward");
    recurrence_down(c, 0);
    trace_enter(trace, team.rank, "backward");
    recurrence_up(c, 0);
}

static const struct recurrence_method method = {.flops = 4, .scaled_flops = 5, .solve = solve_chain};

const struct solver recurrence_seq = {
    .method = "seq",
    .about = "row by row, down and up: the reference",
    .source = "Stpiczynski 2008, section II",
    .kind = KIND_RECURRENCE,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SCALE | DETERMINISTIC,
    .variant = &method,
    .hooks = &recurrence_hooks,
};
