/* Repeats a solve and summarizes its seconds. */
#include "apps/timing.h"

#include "base/memory.h"
#include "base/timing/median.h"

/* Reorders the seconds. */
static struct solve_timing summarize(double *seconds, int64_t count)
{
    struct solve_timing t = {.min = seconds[0]};
    for (int64_t i = 0; i < count; i++) {
        t.total += seconds[i];
        if (seconds[i] < t.min) t.min = seconds[i];
    }
    t.median = median(seconds, count);
    return t;
}

enum status solve_timing_take(struct solve_timing *out, int64_t repeats,
                              enum status (*once)(void *context, double *seconds), void *context)
{
    double *seconds;
    TRY(mem_array(&seconds, HOST, repeats, sizeof *seconds));
    enum status s = ST_OK;
    for (int64_t i = 0; s == ST_OK && i < repeats; i++) s = once(context, &seconds[i]);
    if (s == ST_OK) *out = summarize(seconds, repeats);
    mem_free(seconds);
    return s;
}
