/* Sums, normalization and conversion of numbers with an exponent of their own. */
#include "solvers/sparse/markov/extended_exponent.h"

#include <limits.h>
#include <string.h>

#define EXTENDED_NORMAL \
    (sizeof(real) == sizeof(double) ? EXTENDED_SAFE : 0x1p-100) /* far from the least normal number */

static const int32_t none = INT32_MIN / 4; /* of 0: less than any */

/* x = value 2^exponent with |value| in [1/2, 1). */
static struct extended split(double x, int32_t exponent)
{
    int e;
    const double value = frexp(x, &e);
    return (struct extended){value, value != 0 ? exponent + e : none};
}

static double scaled(double x, int64_t exponent)
{
    const int e = exponent < -100000 ? -100000 : (int)exponent;
    return ldexp(x, e);
}

struct extended extended_dot(int64_t count, const double *value, const int32_t *exponent, const double *factor)
{
    int32_t max = none;
    double sum = 0;
    for (int64_t q = 0; q < count; q++) {
        const struct extended v = split(value[q], exponent[q]), f = split(factor[q], v.exponent);
        if (v.value > 0 && f.exponent > max) max = f.exponent;
    }
    for (int64_t q = 0; q < count; q++) {
        const struct extended v = split(value[q], exponent[q]), f = split(factor[q], v.exponent);
        if (v.value > 0 && f.value > 0) sum += scaled(v.value * f.value, f.exponent - (int64_t)max);
    }
    return split(sum, max);
}

struct extended extended_times_rescaled(struct extended a, double factor)
{
    const struct extended v = split(a.value, a.exponent), f = split(factor, v.exponent);
    if (v.value == 0 || f.value == 0) return (struct extended){0, a.exponent};
    return (struct extended){v.value * f.value, f.exponent};
}

/* In the units of the larger. */
struct extended extended_plus_rescaled(struct extended a, struct extended b)
{
    if (a.value == 0) return b;
    if (b.value == 0) return a;
    const struct extended x = split(a.value, a.exponent), y = split(b.value, b.exponent);
    const struct extended more = x.exponent >= y.exponent ? x : y, less = x.exponent >= y.exponent ? y : x;
    return (struct extended){more.value + scaled(less.value, (int64_t)less.exponent - more.exponent), more.exponent};
}

struct extended extended_settle(struct extended x, int32_t *now)
{
    if (x.exponent == *now && extended_is_safe(x.value)) return x;
    if (x.value == 0) return (struct extended){0, *now};
    const struct extended v = split(x.value, x.exponent);
    const int64_t off = (int64_t)v.exponent - *now;
    if (off > -EXTENDED_DIGITS && off < EXTENDED_DIGITS) return (struct extended){scaled(v.value, off), *now};
    *now = v.exponent;
    return v;
}

/* (high + low) 2^exponent, low being the rounding error of high. */
struct part {
    double high, low;
    int64_t exponent;
};

static struct part add(struct part a, struct part b)
{
    if (a.exponent < b.exponent) return add(b, a);
    const int64_t down = b.exponent - a.exponent < -4000 ? -4000 : b.exponent - a.exponent;
    const double high = ldexp(b.high, (int)down), sum = a.high + high, was = sum - high;
    return (struct part){sum, a.low + ldexp(b.low, (int)down) + (a.high - was) + (high - (sum - was)), a.exponent};
}

/* Most values share one exponent: they are added up before they are added to the rest. */
static struct part sum_piece(int64_t from, int64_t to, const real *value, const int32_t *exponent)
{
    struct part all = {0, 0, none}, run = all;
    for (int64_t i = from; i < to; i++) {
        if (exponent[i] != run.exponent) {
            if (value[i] == 0) continue;
            if (run.high > 0) all = add(all, run);
            run = (struct part){0, 0, exponent[i]};
        }
        const double v = (double)value[i], sum = run.high + v, was = sum - v;
        run.low += (run.high - was) + (v - (sum - was));
        run.high = sum;
    }
    return run.high > 0 ? add(all, run) : all;
}

/* In chunks that depend on n only; the result has its high part in [1/2, 1). */
static struct part sum_all(int64_t n, const real *value, const int32_t *exponent, int threads)
{
    enum { CHUNKS = 1024 };
    struct part part[CHUNKS], all = {0, 0, none};
    const int64_t chunks = n > 1 << 16 ? CHUNKS : 1, share = n / chunks, rest = n % chunks;
#pragma omp parallel for num_threads(threads) schedule(static) if (n > 1 << 16)
    for (int64_t k = 0; k < chunks; k++) {
        const int64_t from = k * share + (k < rest ? k : rest);
        part[k] = sum_piece(from, from + share + (k < rest), value, exponent);
    }
    for (int64_t k = 0; k < chunks; k++)
        if (part[k].high > 0) all = add(all, part[k]);
    int e;
    all.high = frexp(all.high + all.low, &e);
    all.exponent += e;
    return all;
}

static double power_of_two(int e)
{
    const uint64_t bits = (uint64_t)(1023 + e) << 52;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void divide(real *value, int32_t *exponent, struct part sum)
{
    const int64_t off = *exponent - sum.exponent;
    const double near = off > -500 && off < 500 ? (double)*value / sum.high * power_of_two((int)off) : 0;
    if (near >= EXTENDED_NORMAL) {
        *value = (real)near, *exponent = 0;
        return;
    }
    int e;
    const double quotient = frexp((double)*value / sum.high, &e);
    const int64_t at = *exponent - sum.exponent + e;
    const bool plain = at >= EXTENDED_MIN || quotient == 0;
    *value = (real)(plain ? ldexp(quotient, quotient == 0 ? 0 : (int)at) : quotient);
    *exponent = plain ? 0 : (int32_t)at;
}

static void divide_all(int64_t n, real *value, int32_t *exponent, int threads, struct part sum)
{
#pragma omp parallel for num_threads(threads) schedule(static) if (n > 1 << 16)
    for (int64_t i = 0; i < n; i++) divide(value + i, exponent + i, sum);
}

bool extended_normalize(int64_t n, real *value, int32_t *exponent, int threads)
{
    const struct part sum = sum_all(n, value, exponent, threads);
    if (!(sum.high > 0 && isfinite(sum.high))) return false;
    divide_all(n, value, exponent, threads, sum);
    return true;
}

void extended_reduce(int64_t n, real *value, int32_t *exponent, int threads)
{
    divide_all(n, value, exponent, threads, (struct part){1, 0, 0});
}

void extended_flush(int64_t n, real *value, const int32_t *exponent, int threads)
{
#pragma omp parallel for num_threads(threads) schedule(static) if (n > 1 << 16)
    for (int64_t i = 0; i < n; i++)
        if (exponent[i] != 0) value[i] = 0;
}
