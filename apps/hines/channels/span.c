/* Finds the potentials at which gates go on by polynomials, in whole mV, so that no rounding changes them. */
#include "apps/hines/channels/channel.h"
#include "apps/hines/channels/phi.h"

/* The potentials of cells, which every span contains; the limits of its search; and the largest number of doublings of
 * a range: more take longer than an exponential. */
enum { LEAST = -90, MOST = 50, BEYOND = 150, DOUBLINGS = 8 };

static bool fits(const struct channel_type *type, const struct channel_span *s, double step, int v)
{
    bool yes = true;
    for (int g = 0; g < type->gates; g++)
        yes = yes && step * type->sum(v, g) < phis[s->length][type->speed[g]].most * (1 << s->doublings);
    return yes;
}

/* False: the span does not contain all potentials of cells. */
static bool extend(const struct channel_type *type, struct channel_span *s, double step)
{
    int low = MOST, high = MOST;
    while (low >= -BEYOND && fits(type, s, step, low)) low--;
    while (high <= BEYOND && fits(type, s, step, high)) high++;
    s->middle = (real)(low + high) / 2, s->half = (real)(high - low) / 2 - 1;
    return low < LEAST && high > MOST;
}

struct channel_span channel_span(const struct channel_type *type, double rate, double dt)
{
    struct channel_span s = {.length = PHI_SHORT};
    if (extend(type, &s, rate * dt)) return s;
    for (s.length = PHI_LONG; s.doublings <= DOUBLINGS; s.doublings++)
        if (extend(type, &s, rate * dt)) return s;
    return (struct channel_span){.half = -1};
}
