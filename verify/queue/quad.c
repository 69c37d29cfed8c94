/* Elimination without subtraction in quadruple precision. */
#include "verify/queue/quad.h"

#include <math.h>
#include <stddef.h>

#include "base/memory.h"

#ifdef QUAD
/* rate[from * n + to]. */
static enum status take_rates(const struct matrix *a, QUAD *rate)
{
    int64_t *start;
    int32_t *column = NULL;
    real *value = NULL;
    TRY(mem_array(&start, HOST, a->n + 1, sizeof *start));
    enum status s = mem_array(&column, HOST, a->entries, sizeof *column);
    if (s == ST_OK) s = mem_array(&value, HOST, a->entries, sizeof *value);
    if (s == ST_OK) matrix_rows(a, start, column, value);
    for (int64_t to = 0; s == ST_OK && to < a->n; to++)
        for (int64_t e = start[to]; e < start[to + 1]; e++)
            if (column[e] != to) rate[column[e] * a->n + to] = (QUAD)-value[e];
    mem_free(start);
    mem_free(column);
    mem_free(value);
    return s;
}

/* Eliminates state s: column s of the states before it becomes the expected time in s over theirs. */
static void take_out(int64_t n, int64_t s, QUAD *rate)
{
    const QUAD *const out = rate + s * n;
    QUAD sum = 0;
    for (int64_t u = 0; u < s; u++) sum += out[u];
    for (int64_t t = 0; t < s; t++) {
        QUAD *const row = rate + t * n;
        if (row[s] == 0) continue;
        row[s] /= sum;
        for (int64_t u = 0; u < s; u++)
            if (out[u] != 0) row[u] += row[s] * out[u];
    }
}

enum status quad_stationary(const struct matrix *a, QUAD *pi)
{
    const int64_t n = a->n;
    QUAD *rate, all = 0;
    TRY(mem_array(&rate, HOST, n * n, sizeof *rate));
    const enum status s = take_rates(a, rate);
    for (int64_t i = n - 1; s == ST_OK && i > 0; i--) take_out(n, i, rate);
    for (int64_t i = 0; i < n; i++) {
        pi[i] = i == 0;
        for (int64_t t = 0; t < i; t++) pi[i] += pi[t] * rate[t * n + i];
        all += pi[i];
    }
    for (int64_t i = 0; i < n; i++) pi[i] /= all;
    mem_free(rate);
    return s;
}

/* 2^exponent; long double may not reach it, quad does. */
static QUAD power_of_two(int exponent)
{
    QUAD x = 1, factor = exponent < 0 ? (QUAD)0.5 : (QUAD)2;
    for (unsigned left = exponent < 0 ? 0u - (unsigned)exponent : (unsigned)exponent; left; left /= 2) {
        if (left % 2) x *= factor;
        factor *= factor;
    }
    return x;
}

double quad_worst(int64_t n, const QUAD *pi, const real *x, const int32_t *exponent)
{
    double worst = 0;
    for (int64_t i = 0; i < n; i++) {
        const QUAD off = (QUAD)x[i] * power_of_two(exponent[i]) / pi[i] - 1;
        const double error = fabs((double)off);
        if (!(error <= worst)) worst = error;
    }
    return worst;
}
#endif
