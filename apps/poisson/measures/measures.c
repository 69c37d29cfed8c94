/* Takes rows of points in a fixed number of runs of rows, so that sums have the same bits for any number of threads.
 * While a row and those beside it are in a core's cache, all measures take it. */
#include "apps/poisson/measures/measures.h"

#include <math.h>
#include <omp.h>

#include "apps/poisson/measures/energy.h"
#include "apps/poisson/measures/residual.h"
#include "apps/poisson/measures/steepest.h"
#include "base/memory.h"

enum { RUNS = 256 };

/* The unit of u and f if u times eps / h^2 would overflow. */
#define SMALL_UNIT 0x1p-600

/* The data of one pass: the solution, and tables and scratch of each measure in the set. */
struct pass {
    const struct instance *x;
    unsigned set;
    struct equation equation;
    struct energy energy;
    struct steepest steepest;
    double *scratch; /* [threads][steepest_scratch] */
    int threads;
};

/* The findings in a run of rows. */
struct found {
    struct worst worst;
    struct extremes extremes;
    double energy, square; /* square: the largest of a gradient */
    int64_t steepest_row;  /* the first row that has it */
};

static enum status pass_make(struct pass *p, const struct instance *x, unsigned set, double unit)
{
    const int64_t bytes = sizeof(real) + (set & MEASURE_RESIDUAL ? sizeof(double) : 0);
    *p = (struct pass){.x = x, .set = set};
    p->threads = exec_for(x->exec, (double)(x->box.points * bytes) / THREAD_RATE).threads;
    if (set & MEASURE_RESIDUAL) TRY(equation_make(&p->equation, x, unit));
    if (set & MEASURE_ENERGY) TRY(energy_make(&p->energy, x));
    if (!(set & MEASURE_STEEPEST)) return ST_OK;
    TRY(steepest_make(&p->steepest, x));
    return mem_array(&p->scratch, HOST, p->threads * steepest_scratch(x), sizeof *p->scratch);
}

static void pass_free(struct pass *p)
{
    equation_free(&p->equation);
    energy_free(&p->energy);
    steepest_free(&p->steepest);
    mem_free(p->scratch);
}

static void take_row(const struct pass *p, int64_t q, double *scratch, struct found *f)
{
    const struct axis *const a = p->x->box.axis;
    const int64_t j = q % a[1].points, k = q / a[1].points, row[2] = {j - a[1].first, k - a[2].first};
    const bool unknown = row[0] >= 0 && row[0] < a[1].unknowns && row[1] >= 0 && row[1] < a[2].unknowns;
    if (p->set & MEASURE_RESIDUAL && unknown) f->worst = worst_of(f->worst, equation_row(&p->equation, row[0], row[1]));
    if (p->set & MEASURE_EXTREMES) extremes_row(&f->extremes, p->x, j, k);
    if (p->set & MEASURE_ENERGY) f->energy += energy_row(&p->energy, j, k);
    if (!(p->set & MEASURE_STEEPEST)) return;
    const double square = steepest_row(&p->steepest, j, k, scratch);
    if (square > f->square) f->square = square, f->steepest_row = q;
}

static struct found nothing(void)
{
    return (struct found){.extremes = extremes_none};
}

static void join(struct found *f, const struct found *behind)
{
    f->worst = worst_of(f->worst, behind->worst);
    extremes_join(&f->extremes, &behind->extremes);
    f->energy += behind->energy;
    if (behind->square > f->square) f->square = behind->square, f->steepest_row = behind->steepest_row;
}

static struct found take_rows(const struct pass *p)
{
    const struct axis *const a = p->x->box.axis;
    const int64_t rows = a[1].points * a[2].points, runs = rows < RUNS ? rows : RUNS;
    const int64_t own = p->set & MEASURE_STEEPEST ? steepest_scratch(p->x) : 0;
    struct found run[RUNS], all = nothing();
#pragma omp parallel for schedule(static) num_threads(p->threads)
    for (int64_t r = 0; r < runs; r++) {
        run[r] = nothing();
        for (int64_t q = rows * r / runs; q < rows * (r + 1) / runs; q++)
            take_row(p, q, p->scratch + omp_get_thread_num() * own, &run[r]);
    }
    for (int64_t r = 0; r < runs; r++) join(&all, &run[r]);
    return all;
}

static void note_steepest(struct pass *p, struct found f, struct measures *m)
{
    const struct axis *const a = p->x->box.axis;
    p->set = MEASURE_STEEPEST;
    if (steepest_rescale(&p->steepest, f.square)) f = take_rows(p);
    const int64_t j = f.steepest_row % a[1].points, k = f.steepest_row / a[1].points;
    int64_t i = 0;
    m->steepest = sqrt(steepest_row(&p->steepest, j, k, p->scratch)) / p->steepest.unit;
    while (i < a->points - 1 && p->scratch[i] != f.square) i++;
    m->steepest_point = f.steepest_row * a->points + i;
}

static void note(struct pass *p, struct found f, struct measures *m)
{
    m->known |= p->set;
    if (p->set & MEASURE_RESIDUAL)
        m->residual =
            (struct residual){p->equation.unit, f.worst.off, f.worst.f, f.worst.u, equation_stiffness(&p->equation)};
    if (p->set & MEASURE_EXTREMES) extremes_close(&f.extremes, p->x), m->extremes = f.extremes;
    if (p->set & MEASURE_ENERGY) m->energy = f.energy;
    if (p->set & MEASURE_STEEPEST) note_steepest(p, f, m);
}

static enum status take(struct measures *m, const struct instance *x, unsigned set, double unit)
{
    struct pass p;
    const enum status s = pass_make(&p, x, set, unit);
    if (s == ST_OK) note(&p, take_rows(&p), m);
    pass_free(&p);
    return s;
}

enum status poisson_measure(struct measures *m, const struct instance *x, unsigned set)
{
    const struct residual *const r = &m->residual;
    *m = (struct measures){0};
    TRY(take(m, x, set, 1));
    if (!(set & MEASURE_RESIDUAL) || !isfinite(r->largest_u) || isfinite(poisson_residual(r))) return ST_OK;
    return take(m, x, MEASURE_RESIDUAL, SMALL_UNIT);
}
