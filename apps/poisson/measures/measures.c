/* Takes rows of points in a number of runs of rows, and adds up row by row in their order, so that sums have the same
 * bits for any number of threads and ranks. While a row and its neighbours are in a core's cache, all measures take it.
 */
#include "apps/poisson/measures/measures.h"

#include <math.h>
#include <omp.h>

#include "apps/poisson/measures/energy.h"
#include "apps/poisson/measures/residual.h"
#include "apps/poisson/measures/steepest.h"
#include "apps/poisson/problem/coefficients.h"
#include "apps/poisson/ranks/rows.h"
#include "apps/ranks.h"
#include "base/memory.h"

enum { RUNS = 256, SUM_OF_U = 0, SUM_OF_ENERGY, SUMS };

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
    double *sums;    /* [rows of this rank][SUMS] */
    int threads;
};

/* The findings in a run of rows. */
struct found {
    struct worst worst;
    struct extremes extremes;
    double square;        /* the largest of a gradient */
    int64_t steepest_row; /* the first row of the box that has it */
};

static enum status pass_make(struct pass *p, const struct instance *x, unsigned set, double unit)
{
    const int64_t bytes = sizeof(real) + (set & MEASURE_RESIDUAL ? sizeof(double) : 0);
    *p = (struct pass){.x = x, .set = set};
    const int64_t rows = rows_count(x->box.own_points);
    p->threads = exec_for(x->exec, (double)(rows * x->box.axis[0].points * bytes) / THREAD_RATE).threads;
    TRY(mem_array(&p->sums, HOST, rows * SUMS, sizeof *p->sums));
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
    mem_free(p->sums);
}

/* Row q of those of this rank. */
static void take_row(const struct pass *p, int64_t q, double *scratch, struct found *f)
{
    const struct axis *const a = p->x->box.axis;
    const struct row_place place = rows_place(p->x->box.own_points, q);
    double *const sums = p->sums + q * SUMS;
    const int64_t j = place.j, k = place.k, row[2] = {j - a[1].first, k - a[2].first};
    const bool unknown = row[0] >= 0 && row[0] < a[1].unknowns && row[1] >= 0 && row[1] < a[2].unknowns;
    if (p->set & MEASURE_RESIDUAL && unknown) f->worst = worst_of(f->worst, equation_row(&p->equation, row[0], row[1]));
    if (p->set & MEASURE_EXTREMES) sums[SUM_OF_U] = extremes_row(&f->extremes, p->x, j, k);
    if (p->set & MEASURE_ENERGY) sums[SUM_OF_ENERGY] = energy_row(&p->energy, j, k);
    if (!(p->set & MEASURE_STEEPEST)) return;
    const double square = steepest_row(&p->steepest, j, k, scratch);
    if (square > f->square) f->square = square, f->steepest_row = k * a[1].points + j;
}

static struct found nothing(void)
{
    return (struct found){.extremes = extremes_none};
}

static void join(struct found *f, const struct found *behind)
{
    f->worst = worst_of(f->worst, behind->worst);
    extremes_join(&f->extremes, &behind->extremes);
    if (behind->square > f->square) f->square = behind->square, f->steepest_row = behind->steepest_row;
}

static struct found take_rows(const struct pass *p)
{
    const int64_t rows = rows_count(p->x->box.own_points), runs = rows < RUNS ? rows : RUNS;
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

/* Takes the rows of all ranks. */
static enum status take_all(const struct pass *p, struct found *all)
{
    struct comm *const c = p->x->box.comm;
    const struct found mine = take_rows(p);
    struct found *each;
    TRY(ranks_collect(c, &mine, sizeof mine, &each));
    *all = nothing();
    for (int r = 0; r < comm_size(c); r++) join(all, &each[r]);
    mem_free(each);
    return ST_OK;
}

struct steep {
    double gradient;
    int64_t point;
};

static struct steep steepest_in(const struct pass *p, const struct found *f)
{
    const int64_t n = p->x->box.axis[0].points, rows = p->x->box.axis[1].points;
    const int64_t j = f->steepest_row % rows, k = f->steepest_row / rows;
    struct steep s = {.gradient = sqrt(steepest_row(&p->steepest, j, k, p->scratch)) / p->steepest.unit};
    int64_t i = 0;
    while (i < n - 1 && p->scratch[i] != f->square) i++;
    s.point = f->steepest_row * n + i;
    return s;
}

/* The rank that has the row finds the point. */
static enum status note_steepest(struct pass *p, struct found f, struct measures *m)
{
    const struct box *const b = &p->x->box;
    struct steep s = {0};
    p->set = MEASURE_STEEPEST;
    if (steepest_rescale(&p->steepest, f.square)) TRY(take_all(p, &f));
    const int64_t rows = b->axis[1].points;
    const int owner = part_owner(b, b->cut == 1 ? f.steepest_row % rows : f.steepest_row / rows);
    if (owner == comm_rank(b->comm)) s = steepest_in(p, &f);
    comm_broadcast(b->comm, &s, sizeof s, owner);
    m->steepest = s.gradient, m->steepest_point = s.point;
    return ST_OK;
}

static enum status note(struct pass *p, struct found f, struct measures *m)
{
    double sum[SUMS];
    m->known |= p->set;
    TRY(rows_sum_points(&p->x->box, p->sums, SUMS, sum));
    if (p->set & MEASURE_RESIDUAL)
        m->residual =
            (struct residual){p->equation.unit, f.worst.off, f.worst.f, f.worst.u, equation_stiffness(&p->equation)};
    if (p->set & MEASURE_EXTREMES) extremes_close(&f.extremes, sum[SUM_OF_U], p->x), m->extremes = f.extremes;
    if (p->set & MEASURE_ENERGY) m->energy = sum[SUM_OF_ENERGY];
    return p->set & MEASURE_STEEPEST ? note_steepest(p, f, m) : ST_OK;
}

/* The residual where coefficients vary along several axes. */
static void take_varying(struct measures *m, const struct instance *x)
{
    const struct worst_values v = iteration_residual(x->iteration, x->f, x->removed, x->u);
    m->known |= MEASURE_RESIDUAL;
    m->residual = (struct residual){1, v.off, v.f, v.u, x->box.varying->stiffness};
}

static enum status take(struct measures *m, const struct instance *x, unsigned set, double unit)
{
    struct pass p;
    struct found f;
    enum status s = comm_agree(x->box.comm, pass_make(&p, x, set, unit));
    if (s == ST_OK) s = take_all(&p, &f);
    if (s == ST_OK) s = note(&p, f, m);
    pass_free(&p);
    return s;
}

enum status poisson_measure(struct measures *m, const struct instance *x, unsigned set)
{
    const struct residual *const r = &m->residual;
    *m = (struct measures){0};
    if (x->iteration && set & MEASURE_RESIDUAL) take_varying(m, x), set &= ~(unsigned)MEASURE_RESIDUAL;
    TRY(take(m, x, set, 1));
    if (!(set & MEASURE_RESIDUAL) || !isfinite(r->largest_u) || isfinite(poisson_residual(r))) return ST_OK;
    return take(m, x, MEASURE_RESIDUAL, SMALL_UNIT);
}
