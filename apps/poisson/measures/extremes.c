/* Takes rows of points by vectors, in a fixed number of runs of rows, so that the bits of the mean are the same for any
 * number of threads. */
#include "apps/poisson/measures/extremes.h"

enum { RUNS = 256 };

/* The extremes of a run of rows, as places in u, and the sum of its u by volumes. */
struct run {
    int64_t lowest, highest;
    double sum;
};

static double row_sum(const struct axis *a, const real *u)
{
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int64_t i = 0; i < a->unknowns; i++) sum += a->volume[i] * (double)u[a->first + i];
    return sum + a->edge[0] * (double)u[0] + a->edge[1] * (double)u[a->points - 1];
}

/* The first place in u[n] of the largest sign u if that is above `most`, else -1. */
static int64_t beyond(int64_t n, real sign, const real *u, real most)
{
    real largest = most;
#pragma omp simd reduction(max : largest)
    for (int64_t i = 0; i < n; i++) largest = sign * u[i] > largest ? sign * u[i] : largest;
    for (int64_t i = 0; largest > most && i < n; i++)
        if (sign * u[i] == largest) return i;
    return -1;
}

static struct run take_run(const struct instance *x, int64_t from, int64_t to)
{
    const struct axis *const a = x->box.axis;
    const int64_t n = a->points;
    struct run r = {from * n, from * n, 0};
    for (int64_t q = from; q < to; q++) {
        const real *const u = x->u + q * n;
        const int64_t highest = beyond(n, 1, u, x->u[r.highest]), lowest = beyond(n, -1, u, -x->u[r.lowest]);
        if (highest >= 0) r.highest = q * n + highest;
        if (lowest >= 0) r.lowest = q * n + lowest;
        r.sum += axis_width(&a[1], q % a[1].points - a[1].first) * axis_width(&a[2], q / a[1].points - a[2].first) *
                 row_sum(a, u);
    }
    return r;
}

static double whole_width(const struct axis *a)
{
    double sum = a->edge[0] + a->edge[1];
    for (int64_t i = 0; i < a->unknowns; i++) sum += a->volume[i];
    return sum;
}

struct extremes extremes_of(const struct instance *x)
{
    const struct axis *const a = x->box.axis;
    const int64_t rows = a[1].points * a[2].points, runs = rows < RUNS ? rows : RUNS;
    const int threads = exec_for(x->exec, (double)x->box.points * sizeof(real) / THREAD_RATE).threads;
    struct run run[RUNS];
    double sum = 0;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t r = 0; r < runs; r++) run[r] = take_run(x, rows * r / runs, rows * (r + 1) / runs);
    struct extremes e = {run[0].lowest, run[0].highest, 0};
    for (int64_t r = 0; r < runs; r++) {
        if (x->u[run[r].highest] > x->u[e.highest]) e.highest = run[r].highest;
        if (x->u[run[r].lowest] < x->u[e.lowest]) e.lowest = run[r].lowest;
        sum += run[r].sum;
    }
    e.mean = sum / (whole_width(&a[0]) * whole_width(&a[1]) * whole_width(&a[2]));
    return e;
}
