/* Repeats a solve and summarizes its times. */
#include "apps/timing.h"

#include "base/either_precision.h"
#include "base/memory.h"
#include "base/timing/median.h"

/* Reorders the times. */
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

/* A first solve does not change the times of solves longer than BRIEF seconds. */
static const double brief = 0.1, enough = 0.01;
enum { AUTO_MOST = 50 };

static enum status take_auto(struct solve_timing *out, enum status (*once)(void *context, double *seconds),
                             void *context)
{
    double seconds[AUTO_MOST], sum = 0;
    int64_t count = 0;
    TRY(once(context, &seconds[0]));
    if (seconds[0] >= brief) count = 1;
    while (count == 0 || (count < AUTO_MOST && sum < enough && seconds[0] < brief)) {
        TRY(once(context, &seconds[count]));
        sum += seconds[count++];
    }
    *out = summarize(seconds, count);
    out->total = out->median;
    return ST_OK;
}

enum status solve_timing_take(struct solve_timing *out, int64_t repeats,
                              enum status (*once)(void *context, double *seconds), void *context)
{
    double *seconds;
    if (repeats == REPEATS_AUTO) return take_auto(out, once, context);
    TRY(mem_array(&seconds, HOST, repeats, sizeof *seconds));
    enum status s = ST_OK;
    for (int64_t i = 0; s == ST_OK && i < repeats; i++) s = once(context, &seconds[i]);
    if (s == ST_OK) *out = summarize(seconds, repeats);
    mem_free(seconds);
    return s;
}
