/* Sums by chunks, N. J. Higham, The accuracy of floating point summation, SIAM J. Sci. Comput. 14 (1993), section 5:
 * the error of a sum grows with n / chunks + chunks instead of n. One pass over each vector, 2 flops an element. */
#include "solvers/sparse/vectors_internal.h"

static const struct vectors_table *const tables[SPACE_COUNT] = {
    [HOST] = &vectors_host,
#ifdef BANDSTAND_CUDA
    [DEVICE] = &vectors_device,
#endif
};

static double reduce(const struct vectors *v, enum vector_term of, const real *x, const real *y)
{
    const int64_t chunk = vector_chunk(v->n), chunks = (v->n + chunk - 1) / chunk;
    double partial[PIECES_MAX], all = 0;
    if (!tables[v->exec.space]->partials(v, of, x, y, partial)) return NAN;
    for (int64_t p = 0; p < chunks; p++) all = vector_join(of, all, partial[p]);
    return all;
}

double vector_sum(const struct vectors *v, const real *x)
{
    return reduce(v, TERM_X, x, x);
}

double vector_dot(const struct vectors *v, const real *x, const real *y)
{
    return reduce(v, TERM_DOT, x, y);
}

double vector_norm1(const struct vectors *v, const real *x)
{
    return reduce(v, TERM_ABS, x, x);
}

double vector_dot_abs(const struct vectors *v, const real *x, const real *y)
{
    return reduce(v, TERM_DOT_ABS, x, y);
}

double vector_max(const struct vectors *v, const real *x)
{
    return reduce(v, TERM_MAX, x, x);
}

void vector_axpy(const struct vectors *v, double a, const real *x, real *y)
{
    tables[v->exec.space]->combine(v, (real)a, x, 1, y);
}

void vector_xpay(const struct vectors *v, const real *x, double a, real *y)
{
    tables[v->exec.space]->combine(v, 1, x, (real)a, y);
}

void vector_scale(const struct vectors *v, double a, const real *x, real *y)
{
    tables[v->exec.space]->combine(v, (real)a, x, 0, y);
}

void vector_clear(const struct vectors *v, real *x)
{
    tables[v->exec.space]->combine(v, 0, NULL, 0, x);
}

void vector_clip(const struct vectors *v, real *x)
{
    tables[v->exec.space]->clip(v, x);
}

double vector_get(const struct vectors *v, const real *x, int64_t i)
{
    real value = (real)NAN;
    tables[v->exec.space]->copy(v, &value, x + i, 1, true);
    return (double)value;
}

void vector_set(const struct vectors *v, real *x, int64_t i, double value)
{
    const real set = (real)value;
    tables[v->exec.space]->copy(v, x + i, &set, 1, false);
}
