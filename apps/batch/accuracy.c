/* Measures a batch chunk by chunk: each is drawn again on the host, and solved by each peer in the same precision. */
#include "apps/batch/accuracy.h"

#include <math.h>

#include "base/memory.h"

enum { CHUNK = 1 << 20 }; /* unknowns of a chunk, unless one system has more */

/* Of one system, or of all before. */
struct tally {
    double residual, error, exact; /* exact: largest |exact| */
    struct distance {
        double max, sum, largest; /* of |x - y|; largest |y| */
    } from[PEERS];
    int64_t rows, bad; /* first row whose x is not finite, or -1 */
};

struct chunk {
    const struct batch_instance *point;
    int64_t first, systems; /* at most `capacity` systems */
    int64_t capacity;
    real *v[NUMBERS]; /* lower, diag, upper, right side, exact solution */
    real *y;          /* solution by a peer */
    struct tally *tally;
};

static enum status make(struct chunk *w, const struct batch_instance *x)
{
    const int64_t n = x->flat.n, max = n < CHUNK ? CHUNK / n : 1;
    *w = (struct chunk){.point = x, .capacity = max < x->flat.batch ? max : x->flat.batch};
    for (int v = 0; v < NUMBERS; v++) TRY(mem_array(&w->v[v], HOST, w->capacity * n, sizeof(real)));
    TRY(mem_array(&w->y, HOST, w->capacity * n, sizeof(real)));
    return mem_array(&w->tally, HOST, w->capacity, sizeof *w->tally);
}

static void unmake(struct chunk *w)
{
    for (int v = 0; v < NUMBERS; v++) mem_free(w->v[v]);
    mem_free(w->y);
    mem_free(w->tally);
}

/* Into w->y. */
static enum status solve(const struct chunk *w, const struct solver *peer)
{
    const struct batch_instance *const x = w->point;
    const struct exec exec = exec_host(x->exec.threads);
    struct shape shape = shape_contiguous(x->flat.n, w->systems);
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {w->v[LOWER], w->v[DIAG], w->v[UPPER]}, .x = w->y};
    struct plan *plan;
    shape.sizes = x->form.shape.sizes ? x->form.shape.sizes + w->first : NULL;
    random_systems_fill(&x->numbers, RIGHT, w->first, w->systems, w->y, x->exec.threads);
    TRY(plan_make(&plan, peer, &shape, NULL, &exec));
    const enum status s = plan_solve(plan, &system);
    plan_free(plan);
    return s;
}

/* Row i of system q of the chunk, in double. */
struct at {
    double a, b, c, f, before, here, after;
};

static struct at at_row(const struct chunk *w, const real *x, int64_t q, int64_t i, int64_t rows)
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
    return residual_relative(fabs(off), size);
}

static const real *solution(const struct chunk *w, int64_t q)
{
    return w->point->host + (w->first + q) * w->point->flat.n;
}

static struct tally weigh(const struct chunk *w, int64_t q)
{
    const int64_t n = w->point->flat.n, rows = shape_rows(&w->point->form.flat, w->first + q);
    const real *const x = solution(w, q), *const exact = w->v[EXACT] + q * n;
    struct tally t = {.rows = rows, .bad = -1};
    for (int64_t i = 0; i < rows && t.bad < 0; i++) {
        if (!isfinite(x[i])) t.bad = i;
        const double off = residual(at_row(w, x, q, i, rows));
        if (!(off <= t.residual)) t.residual = off; /* not a number stays */
        t.error = fmax(t.error, fabs((double)x[i] - (double)exact[i]));
        t.exact = fmax(t.exact, fabs((double)exact[i]));
    }
    return t;
}

static struct distance measure(const struct chunk *w, int64_t q)
{
    const real *const x = solution(w, q), *const y = w->y + q * w->point->flat.n;
    struct distance d = {0};
    for (int64_t i = 0; i < w->tally[q].rows; i++) {
        const double off = fabs((double)x[i] - (double)y[i]);
        d.max = fmax(d.max, off);
        d.largest = fmax(d.largest, fabs((double)y[i]));
        d.sum += off;
    }
    return d;
}

static enum status add(struct tally *all, const struct tally *one, const struct batch_instance *x, int64_t system)
{
    if (one->bad >= 0)
        return fail(ST_FAILED, "%lld systems of %lld rows: row %lld of system %lld is %g", (long long)x->flat.batch,
                    (long long)x->flat.n, (long long)one->bad, (long long)system,
                    (double)x->host[system * x->flat.n + one->bad]);
    if (!isfinite(one->residual))
        return fail(ST_FAILED, "%lld systems of %lld rows: the residual of system %lld is %g, so x is no solution",
                    (long long)x->flat.batch, (long long)x->flat.n, (long long)system, one->residual);
    all->residual = fmax(all->residual, one->residual);
    all->error = fmax(all->error, one->error);
    all->exact = fmax(all->exact, one->exact);
    all->rows += one->rows;
    for (int p = 0; p < PEERS; p++) {
        all->from[p].max = fmax(all->from[p].max, one->from[p].max);
        all->from[p].largest = fmax(all->from[p].largest, one->from[p].largest);
        all->from[p].sum += one->from[p].sum;
    }
    return ST_OK;
}

static enum status measure_chunk(struct chunk *w, const struct solver *const peer[PEERS], struct tally *all)
{
    const struct batch_instance *const x = w->point;
    static const double row = 2e-8; /* seconds, in working precision and in long double */
    const int threads = exec_for(exec_host(x->exec.threads), row * (double)w->systems * (double)x->numbers.n).threads;
    for (int v = 0; v < NUMBERS; v++) random_systems_fill(&x->numbers, v, w->first, w->systems, w->v[v], threads);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t q = 0; q < w->systems; q++) w->tally[q] = weigh(w, q);
    for (int p = 0; p < PEERS; p++) {
        if (!peer[p]) continue;
        TRY(solve(w, peer[p]));
#pragma omp parallel for schedule(static) num_threads(threads)
        for (int64_t q = 0; q < w->systems; q++) w->tally[q].from[p] = measure(w, q);
    }
    for (int64_t q = 0; q < w->systems; q++) TRY(add(all, &w->tally[q], x, w->first + q));
    return ST_OK;
}

/* NULL where this build has none. */
static void find_peers(const struct solver *peer[PEERS])
{
    static const char *const names[PEERS] = {[THOMAS] = "thomas", [LAPACK] = "lapack"};
    for (int p = 0; p < PEERS; p++)
        if (solver_find(KIND_TRIDIAG, names[p], HOST, &peer[p]) != ST_OK) peer[p] = NULL;
}

static double share(double part, double whole)
{
    return whole > 0 ? part / whole : part;
}

enum status batch_accuracy_measure(const struct batch_instance *x, struct batch_accuracy *out)
{
    struct chunk w;
    struct tally all = {0};
    const struct solver *peer[PEERS];
    enum status s = make(&w, x);
    find_peers(peer);
    for (; s == ST_OK && w.first < x->flat.batch; w.first += w.capacity) {
        w.systems = x->flat.batch - w.first < w.capacity ? x->flat.batch - w.first : w.capacity;
        s = measure_chunk(&w, peer, &all);
    }
    unmake(&w);
    *out = (struct batch_accuracy){.residual = all.residual, .error = share(all.error, all.exact)};
    for (int p = 0; p < PEERS; p++) {
        const struct distance *const d = &all.from[p];
        out->from[p].max = peer[p] ? share(d->max, d->largest) : (double)NAN;
        out->from[p].mean = peer[p] ? share(d->sum / (double)all.rows, d->largest) : (double)NAN;
    }
    return s;
}
