/* A conductance without gates: the leak, g (v - e), where it differs from place to place. */
#include "apps/hines/channels/plain.h"

INLINE void rates(const struct plain_membrane *m, vec *opens, vec *sum)
{
    (void)m, (void)opens, (void)sum;
}

INLINE void multiply(vec *current, const vec *gate)
{
    (void)gate;
    current[0] = vec_all(1);
}

FORMULA_TABLE struct plain_formulas formulas = {
    .gates = 0, .currents = 1, .limit = 250, .rates = rates, .multiply = multiply};

PLAIN_RUN(formulas)

const struct channel_type channel_leak = {
    .name = "leak",
    .about = "conductance without gates",
    .source = "Hodgkin and Huxley 1952",
    .gates = 0,
    .currents = 1,
    .current = {"leak"},
    .g = {3e-4},
    .e = {-54.3},
    .q10 = 1,
    .celsius = 6.3,
    .run = run,
};
