/* Finds runs and periods by comparing the bits of values. */
#include "base/formula/repetition.h"

#include <stdbool.h>
#include <string.h>

#include "base/memory.h"

static inline int64_t bits(double v)
{
    int64_t b;
    memcpy(&b, &v, sizeof b);
    return b;
}

static enum status grow(struct repetition *r, int64_t count)
{
    if (count <= r->capacity) return ST_OK;
    repetition_free(r);
    TRY(mem_array(&r->value, HOST, count, sizeof *r->value));
    TRY(mem_array(&r->start, HOST, count + 1, sizeof *r->start));
    r->capacity = count;
    return ST_OK;
}

static void put_runs(struct repetition *r, int64_t n, const double *v)
{
    int64_t run = 0;
    for (int64_t i = 0; i < n; i++) {
        if (i > 0 && bits(v[i]) == bits(v[i - 1])) continue;
        r->value[run] = v[i];
        r->start[run++] = i;
    }
    r->start[run] = n;
}

enum status repetition_find(struct repetition *r, int64_t n, const double *v)
{
    int64_t runs = n > 0, period = 1;
#pragma omp simd reduction(+ : runs)
    for (int64_t i = 1; i < n; i++) runs += bits(v[i]) != bits(v[i - 1]);
    while (period < n && bits(v[period]) != bits(v[0])) period++;
    const bool repeats = period <= n / REPETITION_MIN && !memcmp(v + period, v, (size_t)(n - period) * sizeof *v),
               stays = runs <= n / REPETITION_MIN;
    TRY(grow(r, stays ? runs : repeats ? period : 0));
    r->count = stays ? runs : repeats ? period : 0;
    r->kind = stays ? REPETITION_RUNS : repeats ? REPETITION_PERIOD : REPETITION_ANY;
    if (stays) put_runs(r, n, v);
    else if (repeats) memcpy(r->value, v, (size_t)period * sizeof *v);
    return ST_OK;
}

void repetition_free(struct repetition *r)
{
    mem_free(r->value);
    mem_free(r->start);
    *r = (struct repetition){0};
}

static int64_t run_of(const struct repetition *r, int64_t point)
{
    int64_t low = 0, high = r->count;
    while (high - low > 1) {
        const int64_t middle = (low + high) / 2;
        if (r->start[middle] <= point) low = middle;
        else high = middle;
    }
    return low;
}

static void spread_runs(const struct repetition *r, const double *value, int64_t first, int64_t count, double *out)
{
    for (int64_t run = run_of(r, first), i = first; i < first + count; run++) {
        const int64_t next = r->start[run + 1], end = next < first + count ? next : first + count;
        for (; i < end; i++) out[i - first] = value[run];
    }
}

static void spread_period(int64_t period, const double *value, int64_t first, int64_t count, double *out)
{
    for (int64_t i = 0, at = first % period; i < count; at = 0) {
        const int64_t more = period - at < count - i ? period - at : count - i;
        memcpy(out + i, value + at, (size_t)more * sizeof *out);
        i += more;
    }
}

void repetition_spread(const struct repetition *r, const double *value, int64_t first, int64_t count, double *out)
{
    if (r->kind == REPETITION_ANY) memcpy(out, value + first, (size_t)count * sizeof *out);
    else if (r->kind == REPETITION_RUNS) spread_runs(r, value, first, count, out);
    else spread_period(r->count, value, first, count, out);
}
