/* Measures a batch chunk by chunk against the exact solution and those of peers. */
#include "apps/batch/accuracy.h"

#include <math.h>

#include "apps/batch/chunk.h"
#include "apps/ranks.h"
#include "base/field/extremes.h"
#include "base/memory.h"

/* Errors of one system, or of all so far. */
struct tally {
    double residual, error, exact; /* exact: largest |exact| */
    struct distance {
        double max, sum, largest; /* of |x - y|, sum: only of all systems; largest |y| */
        int64_t systems, rows;
    } from[PEERS];
    int64_t bad; /* first row whose x is not finite, or -1 */
};

int64_t batch_accuracy_every(int64_t systems, int64_t rows)
{
    static const double from = 1 << 23, sample = 1 << 22;
    const double unknowns = (double)systems * (double)rows;
    return unknowns > from ? (int64_t)(unknowns / sample) : 1;
}

/* Does a peer solve this chunk? */
static bool takes_part(const struct batch_chunk *w, int peer)
{
    const struct batch_instance *const x = w->point;
    if (peer != LAPACK) return true;
    if (x->part.comm && x->params->lines != CUT_TRANSPOSE) return false;
    return batch_chunk_number(w) % batch_accuracy_every(x->deal.whole, x->part.whole) == 0;
}

/* One tally for each system of the chunk. */
struct measured {
    struct batch_chunk chunk;
    struct tally *tally;
    double *sum[PEERS]; /* [systems of this rank] sums of their differences, with those in the rows of lower ranks */
};

static double residual(struct batch_row r)
{
    const double off = r.f - r.a * r.before - r.b * r.here - r.c * r.after;
    const double size = fabs(r.a * r.before) + fabs(r.b * r.here) + fabs(r.c * r.after) + fabs(r.f);
    return residual_relative(fabs(off), size);
}

static struct tally weigh(const struct batch_chunk *w, int64_t q)
{
    const int64_t n = w->point->flat.n, rows = batch_chunk_rows(w, q);
    const real *const x = batch_chunk_solution(w, q), *const exact = w->v[EXACT] + q * n;
    struct tally t = {.bad = -1};
    for (int64_t i = 0; i < rows && t.bad < 0; i++) {
        if (!isfinite(x[i])) t.bad = i;
        const double off = residual(batch_row_at(w, x, q, i, rows));
        if (!(off <= t.residual)) t.residual = off; /* NaN stays */
        t.error = extremes_max(t.error, fabs((double)x[i] - (double)exact[i]));
        t.exact = extremes_max(t.exact, fabs((double)exact[i]));
    }
    return t;
}

static struct distance measure(const struct batch_chunk *w, int64_t q, double *sum)
{
    const real *const x = batch_chunk_solution(w, q), *const y = w->y + q * w->point->flat.n;
    struct distance d = {.systems = 1, .rows = batch_chunk_rows(w, q)};
    for (int64_t i = 0; i < d.rows; i++) {
        const double off = fabs((double)x[i] - (double)y[i]);
        d.max = extremes_max(d.max, off);
        d.largest = extremes_max(d.largest, fabs((double)y[i]));
        *sum += off;
    }
    return d;
}

static void merge(struct tally *all, const struct tally *one)
{
    all->residual = fmax(all->residual, one->residual);
    all->error = fmax(all->error, one->error);
    all->exact = fmax(all->exact, one->exact);
    for (int p = 0; p < PEERS; p++) {
        all->from[p].max = fmax(all->from[p].max, one->from[p].max);
        all->from[p].largest = fmax(all->from[p].largest, one->from[p].largest);
        all->from[p].systems += one->from[p].systems;
        all->from[p].rows += one->from[p].rows;
    }
}

static enum status add(struct tally *all, const struct tally *one, const struct batch_instance *x, int64_t system)
{
    if (one->bad >= 0)
        return fail(ST_FAILED, "%lld systems of %lld rows: row %lld of system %lld is %g", (long long)x->deal.whole,
                    (long long)x->part.whole, (long long)(x->part.first + one->bad),
                    (long long)(x->deal.first + system), (double)x->host[system * x->flat.n + one->bad]);
    if (!isfinite(one->residual))
        return fail(ST_FAILED, "%lld systems of %lld rows: the residual of system %lld is %g, and must be finite",
                    (long long)x->deal.whole, (long long)x->part.whole, (long long)(x->deal.first + system),
                    one->residual);
    merge(all, one);
    return ST_OK;
}

/* Sums of systems whose rows are cut pass from rank to rank, so that they are those of one rank. */
static void compare(struct measured *m, int peer, int threads)
{
    const struct batch_chunk *const w = &m->chunk;
    double *const sum = m->sum[peer] + w->first;
    ranks_take(w->point->part.comm, UPWARD, sum, w->systems * (int64_t)sizeof *sum);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t q = 0; q < w->systems; q++) m->tally[q].from[peer] = measure(w, q, &sum[q]);
    ranks_give(w->point->part.comm, UPWARD, sum, w->systems * (int64_t)sizeof *sum);
}

/* Over all systems in their order, from rank to rank where these are dealt. The last rank has the complete sums. */
static void sum_up(const struct measured *m, struct tally *all)
{
    const struct batch_instance *const x = m->chunk.point;
    for (int p = 0; p < PEERS; p++) {
        double *const sum = &all->from[p].sum;
        ranks_take(x->deal.comm, UPWARD, sum, sizeof *sum);
        for (int64_t s = 0; s < x->flat.batch; s++) *sum += m->sum[p][s];
        ranks_give(x->deal.comm, UPWARD, sum, sizeof *sum);
    }
}

static enum status add_all(const struct measured *m, struct tally *all)
{
    const struct batch_chunk *const w = &m->chunk;
    for (int64_t q = 0; q < w->systems; q++) TRY(add(all, &m->tally[q], w->point, w->first + q));
    return ST_OK;
}

static enum status measure_chunk(struct measured *m, const struct solver *const peer[PEERS], struct tally *all)
{
    const struct batch_chunk *const w = &m->chunk;
    const int threads = batch_chunk_threads(w);
    TRY(batch_chunk_join(w));
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t q = 0; q < w->systems; q++) m->tally[q] = weigh(w, q);
    for (int p = 0; p < PEERS; p++) {
        if (!peer[p] || !takes_part(w, p)) continue;
        TRY(batch_chunk_solve(w, peer[p]));
        compare(m, p, threads);
    }
    return comm_agree(w->point->part.comm, add_all(m, all));
}

/* Over all ranks. Where these have rows of all systems, each has counted all. */
static enum status merge_ranks(const struct batch_instance *x, struct tally *all)
{
    struct tally *each;
    const int last = comm_size(x->comm) - 1;
    if (!x->comm) return ST_OK;
    TRY(ranks_collect(x->comm, all, sizeof *all, &each));
    *all = each[last];
    for (int r = 0; r < last; r++) {
        for (int k = 0; x->part.comm && k < PEERS; k++) each[r].from[k].systems = 0;
        merge(all, &each[r]);
    }
    mem_free(each);
    return ST_OK;
}

static double share(double part, double whole)
{
    return whole > 0 ? part / whole : part;
}

enum status batch_accuracy_measure(const struct batch_instance *x, struct batch_accuracy *out)
{
    struct measured m = {0};
    struct tally all = {0};
    const struct solver *const peer[PEERS] = {[THOMAS] = batch_peer("thomas"), [LAPACK] = batch_peer("lapack")};
    enum status s = batch_chunk_make(&m.chunk, x);
    if (s == ST_OK) s = mem_array(&m.tally, HOST, m.chunk.capacity, sizeof *m.tally);
    for (int p = 0; s == ST_OK && p < PEERS; p++) s = mem_array(&m.sum[p], HOST, x->flat.batch, sizeof *m.sum[p]);
    s = comm_agree(x->comm, s);
    for (; s == ST_OK && batch_chunk_take(&m.chunk); batch_chunk_next(&m.chunk)) s = measure_chunk(&m, peer, &all);
    s = comm_agree(x->comm, s);
    if (s == ST_OK) {
        sum_up(&m, &all);
        s = merge_ranks(x, &all);
    }
    mem_free(m.tally);
    for (int p = 0; p < PEERS; p++) mem_free(m.sum[p]);
    batch_chunk_free(&m.chunk);
    *out = (struct batch_accuracy){.residual = all.residual, .error = share(all.error, all.exact)};
    for (int p = 0; p < PEERS; p++) {
        const struct distance *const d = &all.from[p];
        const bool known = d->systems > 0;
        out->from[p].max = known ? share(d->max, d->largest) : (double)NAN;
        out->from[p].mean = known ? share(d->sum / (double)d->rows, d->largest) : (double)NAN;
        out->from[p].systems = d->systems;
    }
    return s;
}
