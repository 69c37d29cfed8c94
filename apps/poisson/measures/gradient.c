/* Takes the slopes of all rows, and finds the steepest gradient by their squares. */
#include "apps/poisson/measures/gradient.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#include "apps/poisson/measures/slopes.h"
#include "base/memory.h"

/* Gradients are scaled with this unit, or its inverse, where their squares overflow or have fewer digits below
 * SQUARE_MIN. */
#define UNIT 0x1p-600
#define SQUARE_MIN 0x1p-900

/* The workspace of one thread. */
struct scratch {
    double *slope, *square, *sides; /* [points along x], [points along x], for slopes_row */
};

static int64_t scratch_values(const struct instance *x)
{
    return 2 * x->box.axis[0].points + slopes_scratch(x);
}

static struct scratch scratch_of(const struct instance *x, double *all, int thread)
{
    const int64_t n = x->box.axis[0].points;
    double *const own = all + thread * scratch_values(x);
    return (struct scratch){own, own + n, own + 2 * n};
}

/* The number of threads that a pass over u is worth. */
static int team(const struct instance *x)
{
    return exec_for(x->exec, (double)x->box.points * 2 * sizeof(real) / THREAD_RATE).threads;
}

static int64_t row_count(const struct instance *x)
{
    return x->box.axis[1].points * x->box.axis[2].points;
}

enum status gradient_measure(const struct instance *x, int d, real *out)
{
    const struct axis *const a = x->box.axis;
    const int threads = team(x);
    double *all;
    TRY(mem_array(&all, HOST, threads * scratch_values(x), sizeof *all));
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t q = 0; q < row_count(x); q++) {
        const struct scratch s = scratch_of(x, all, omp_get_thread_num());
        slopes_row(x, d, q % a[1].points, q / a[1].points, s.sides, s.slope);
        for (int64_t i = 0; i < a->points; i++) out[q * a->points + i] = (real)s.slope[i];
    }
    mem_free(all);
    return ST_OK;
}

/* s.square := the squares of unit |grad u| in row q. Returns the largest. */
static double weigh_row(const struct instance *x, int64_t q, double unit, struct scratch s)
{
    const struct axis *const a = x->box.axis;
    const int64_t n = a->points;
    double most = 0;
    memset(s.square, 0, (size_t)n * sizeof *s.square);
    for (int d = 0; d < x->box.dim; d++) {
        slopes_row(x, d, q % a[1].points, q / a[1].points, s.sides, s.slope);
#pragma omp simd
        for (int64_t i = 0; i < n; i++) s.square[i] += unit * s.slope[i] * (unit * s.slope[i]);
    }
#pragma omp simd reduction(max : most)
    for (int64_t i = 0; i < n; i++) most = s.square[i] > most ? s.square[i] : most;
    return most;
}

static int64_t first_largest(int64_t count, const double *v)
{
    int64_t most = 0;
    for (int64_t i = 1; i < count; i++)
        if (v[i] > v[most]) most = i;
    return most;
}

/* largest[rows]: of each row. Returns the row with the largest of all. */
static int64_t weigh(const struct instance *x, double unit, double *largest, double *all, int threads)
{
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t q = 0; q < row_count(x); q++)
        largest[q] = weigh_row(x, q, unit, scratch_of(x, all, omp_get_thread_num()));
    return first_largest(row_count(x), largest);
}

enum status gradient_steepest(const struct instance *x, double *steepest, int64_t *point)
{
    const int64_t rows = row_count(x), n = x->box.axis[0].points;
    const int threads = team(x);
    double unit = 1, *largest;
    TRY(mem_array(&largest, HOST, rows + threads * scratch_values(x), sizeof *largest));
    int64_t row = weigh(x, unit, largest, largest + rows, threads);
    if (!(largest[row] >= SQUARE_MIN) || !isfinite(largest[row])) {
        unit = isfinite(largest[row]) ? 1 / UNIT : UNIT;
        row = weigh(x, unit, largest, largest + rows, threads);
    }
    const struct scratch s = scratch_of(x, largest + rows, 0);
    *steepest = sqrt(weigh_row(x, row, unit, s)) / unit;
    *point = row * n + first_largest(n, s.square);
    mem_free(largest);
    return ST_OK;
}
