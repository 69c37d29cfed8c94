/* Conjugate gradients for a network of conductances (M. R. Hestenes and E. Stiefel, J. Res. NBS 49 (1952) 409). */
#include <math.h>

#include "apps/adi/conductance/conductance.h"
#include "base/either_precision.h"
#include "base/memory.h"

enum { TOGETHER = 6 /* iterations whose changes are added up */ };

/* y += a x */
static void add(const struct conductances *w, double a, const double *restrict x, double *restrict y)
{
#pragma omp parallel for simd schedule(static) num_threads(w->exec.threads)
    for (int64_t p = 0; p < w->points; p++) y[p] += a * x[p];
}

/* p = z + b p */
static void turn(const struct conductances *w, double b, const double *restrict z, double *restrict p)
{
#pragma omp parallel for simd schedule(static) num_threads(w->exec.threads)
    for (int64_t q = 0; q < w->points; q++) p[q] = z[q] + b * p[q];
}

static double sum_of(const double change[TOGETHER])
{
    double sum = 0;
    for (int i = 0; i < TOGETHER; i++) sum += change[i];
    return sum;
}

static bool is_done(const struct conductances *w, const double *x, double energy, double first, double changed,
                    const struct limits *limits)
{
    static const double share = 1e-12;
    if (energy > fmax(limits->energy, share * first)) return false;
    return energy == 0 || changed <= limits->change || changed <= limits->share * conductance_largest(w, x);
}

/* work: [3 points] */
static void iterate(struct levels *l, const struct conductances *w, double *r, double *x, double *work,
                    const struct limits *limits, struct solution *out)
{
    double *const z = work, *const p = z + w->points, *const ap = p + w->points;
    double change[TOGETHER], before = 0, first = 0;
    for (int i = 0; i < TOGETHER; i++) change[i] = HUGE_VAL;
    conductance_apply(w, x, ap);
    add(w, -1, ap, r);
    for (int64_t k = 0; k < limits->iterations; k++) {
        levels_cycle(l, r, z);
        const double energy = conductance_dot(w, r, z), changed = sum_of(change);
        if (k == 0) first = energy;
        if (is_done(w, x, energy, first, changed, limits)) {
            out->uncertain = energy == 0 ? 0 : changed;
            return;
        }
        if (!(energy > 0) || !isfinite(energy)) return;
        turn(w, k ? energy / before : 0, z, p);
        conductance_apply(w, p, ap);
        const double a = energy / conductance_dot(w, p, ap);
        add(w, a, p, x);
        add(w, -a, ap, r);
        change[k % TOGETHER] = fabs(a) * conductance_largest(w, p);
        before = energy;
        out->iterations++;
    }
}

enum status conductance_solve(struct levels *l, double *b, double *x, const struct limits *limits, struct solution *out)
{
    const struct conductances *const w = levels_finest(l);
    double *work;
    *out = (struct solution){.uncertain = HUGE_VAL};
    TRY(mem_array(&work, HOST, 3 * w->points, sizeof *work));
    iterate(l, w, b, x, work, limits, out);
    mem_free(work);
    return ST_OK;
}
