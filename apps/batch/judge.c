/* Piece by piece the batch is drawn again on the host, and solved by elimination in order, in the same precision. */
#include "apps/batch/judge.h"

#include <math.h>

#include "base/memory.h"

enum { PIECE = 1 << 20 }; /* unknowns of a piece, unless one system has more */

/* Of one system, or of all so far. */
struct tally {
    double residual, error, exact, off, sum, largest; /* exact, largest: of |exact| and |y| */
    int64_t rows, bad;                                /* first row whose x is not finite, or -1 */
};

struct piece {
    const struct point *point;
    int64_t first, systems; /* at most `room` systems */
    int64_t room;
    real *v[NUMBERS]; /* lower, diag, upper, right side, exact solution */
    real *thomas;     /* solution by elimination in order */
    struct tally *tally;
};

static enum status make(struct piece *w, const struct point *x)
{
    const int64_t n = x->flat.n, most = n < PIECE ? PIECE / n : 1;
    *w = (struct piece){.point = x, .room = most < x->flat.batch ? most : x->flat.batch};
    for (int v = 0; v < NUMBERS; v++) TRY(mem_array(&w->v[v], HOST, w->room * n, sizeof(real)));
    TRY(mem_array(&w->thomas, HOST, w->room * n, sizeof(real)));
    return mem_array(&w->tally, HOST, w->room, sizeof *w->tally);
}

static void unmake(struct piece *w)
{
    for (int v = 0; v < NUMBERS; v++) mem_free(w->v[v]);
    mem_free(w->thomas);
    mem_free(w->tally);
}

static enum status eliminate(const struct piece *w)
{
    const struct point *const x = w->point;
    const struct exec exec = exec_host(x->exec.threads);
    struct shape shape = shape_contiguous(x->flat.n, w->systems);
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {w->v[LOWER], w->v[DIAG], w->v[UPPER], w->thomas}};
    const struct solver *thomas;
    struct plan *plan;
    shape.sizes = x->form.shape.sizes ? x->form.shape.sizes + w->first : NULL;
    TRY(solver_find(KIND_TRIDIAG, "thomas", HOST, &thomas));
    TRY(plan_make(&plan, thomas, &shape, NULL, &exec));
    const enum status s = plan_solve(plan, &system);
    plan_free(plan);
    return s;
}

/* Row i of system q of the piece, in double. */
struct at {
    double a, b, c, f, before, here, after;
};

static struct at at_row(const struct piece *w, const real *x, int64_t q, int64_t i, int64_t rows)
{
    const int64_t k = q * w->point->flat.n + i;
    return (struct at){(double)w->v[LOWER][k],
                       (double)w->v[DIAG][k],
                       (double)w->v[UPPER][k],
                       (double)w->v[RIGHT][k],
                       i ? (double)x[i - 1] : 0,
                       (double)x[i],
                       i < rows - 1 ? (double)x[i + 1] : 0};
}

static double residual(struct at r)
{
    const double off = r.f - r.a * r.before - r.b * r.here - r.c * r.after;
    const double size = fabs(r.a * r.before) + fabs(r.b * r.here) + fabs(r.c * r.after) + fabs(r.f);
    return off == 0 ? 0 : fabs(off) / size;
}

static struct tally weigh(const struct piece *w, int64_t q)
{
    const int64_t n = w->point->flat.n, rows = shape_rows(&w->point->form.flat, w->first + q);
    const real *const x = w->point->host + (w->first + q) * n;
    struct tally t = {.rows = rows, .bad = -1};
    for (int64_t i = 0; i < rows && t.bad < 0; i++) {
        const double here = (double)x[i], exact = (double)w->v[EXACT][q * n + i], y = (double)w->thomas[q * n + i];
        if (!isfinite(here)) t.bad = i;
        t.residual = fmax(t.residual, residual(at_row(w, x, q, i, rows)));
        t.error = fmax(t.error, fabs(here - exact));
        t.exact = fmax(t.exact, fabs(exact));
        t.off = fmax(t.off, fabs(here - y));
        t.largest = fmax(t.largest, fabs(y));
        t.sum += fabs(here - y);
    }
    return t;
}

static enum status add(struct tally *all, const struct tally *one, const struct point *x, int64_t system)
{
    if (one->bad >= 0)
        return fail(ST_FAILED, "%lld systems of %lld rows: row %lld of system %lld is %g", (long long)x->flat.batch,
                    (long long)x->flat.n, (long long)one->bad, (long long)system,
                    (double)x->host[system * x->flat.n + one->bad]);
    all->residual = fmax(all->residual, one->residual);
    all->error = fmax(all->error, one->error);
    all->exact = fmax(all->exact, one->exact);
    all->off = fmax(all->off, one->off);
    all->largest = fmax(all->largest, one->largest);
    all->sum += one->sum;
    all->rows += one->rows;
    return ST_OK;
}

static enum status judge_piece(struct piece *w, struct tally *all)
{
    const struct point *const x = w->point;
    const int threads = x->exec.threads;
    for (int v = 0; v < NUMBERS; v++) numbers_fill(&x->numbers, v, w->first, w->systems, w->v[v], threads);
    numbers_fill(&x->numbers, RIGHT, w->first, w->systems, w->thomas, threads);
    TRY(eliminate(w));
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t q = 0; q < w->systems; q++) w->tally[q] = weigh(w, q);
    for (int64_t q = 0; q < w->systems; q++) TRY(add(all, &w->tally[q], x, w->first + q));
    return ST_OK;
}

static double share(double part, double whole)
{
    return whole > 0 ? part / whole : part;
}

enum status judge(const struct point *x, struct verdict *out)
{
    struct piece w;
    struct tally all = {0};
    enum status s = make(&w, x);
    for (; s == ST_OK && w.first < x->flat.batch; w.first += w.room) {
        w.systems = x->flat.batch - w.first < w.room ? x->flat.batch - w.first : w.room;
        s = judge_piece(&w, &all);
    }
    unmake(&w);
    *out = (struct verdict){.residual = all.residual,
                            .error = share(all.error, all.exact),
                            .from_thomas = share(all.off, all.largest),
                            .mean_thomas = share(all.sum / (double)all.rows, all.largest)};
    return s;
}
