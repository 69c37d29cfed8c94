/* Residuals, backward errors and verdicts of systems. */
#include "apps/batch/quality.h"

#include <math.h>
#include <string.h>

#include "apps/batch/chunk.h"
#include "base/comm/comm_pairs.h"
#include "base/device/device.h"
#include "base/memory.h"
#include "base/result/residual.h"

enum status quality_make(struct quality *v, int64_t systems)
{
    *v = (struct quality){.systems = systems};
    TRY(mem_array(&v->backward, HOST, systems, sizeof *v->backward));
    TRY(mem_array(&v->residual, HOST, systems, sizeof *v->residual));
    TRY(mem_array(&v->reference, HOST, systems, sizeof *v->reference));
    TRY(mem_array(&v->condition, HOST, systems, sizeof *v->condition));
    TRY(mem_array(&v->verdict, HOST, systems, sizeof *v->verdict));
    return mem_array(&v->info, HOST, systems, sizeof *v->info);
}

void quality_free(struct quality *v)
{
    mem_free(v->backward);
    mem_free(v->residual);
    mem_free(v->reference);
    mem_free(v->condition);
    mem_free(v->verdict);
    mem_free(v->info);
    *v = (struct quality){0};
}

struct norms {
    double backward, of_row, residual, from_one;
};

/* Infinite where x, or one of its factors, is not finite. */
static struct norms norms_of(const struct batch_chunk *w, int64_t q, const real *x)
{
    static const struct norms none = {(double)INFINITY, (double)INFINITY, (double)INFINITY, (double)INFINITY};
    const int64_t rows = batch_chunk_rows(w, q);
    long double sum = 0, right = 0, missed = 0, row = 0, largest = 0, most = 0, one = 0, of_row = 0;
    for (int64_t i = 0; i < rows; i++) {
        const struct batch_row r = batch_row_at(w, x, q, i, rows);
        const long double a = i ? r.a : 0, c = i < rows - 1 ? r.c : 0;
        const long double left = a * r.before, here = (long double)r.b * r.here, after = c * r.after;
        const long double off = r.f - left - here - after;
        if (!isfinite(off)) return none;
        if (off != 0)
            of_row = fmaxl(of_row, fabsl(off) / (fabsl(left) + fabsl(here) + fabsl(after) + fabsl((long double)r.f)));
        sum += off * off, right += (long double)r.f * r.f;
        missed = fmaxl(missed, fabsl(off));
        row = fmaxl(row, fabsl(a) + fabsl((long double)r.b) + fabsl(c));
        largest = fmaxl(largest, fabsl((long double)r.here)), most = fmaxl(most, fabsl((long double)r.f));
        one = fmaxl(one, fabsl(r.here - 1.0L));
    }
    const long double scale = row * largest + most, norm = sqrtl(right);
    return (struct norms){missed > 0 ? (double)(missed / scale) : 0, (double)of_row,
                          (double)(norm > 0 ? sqrtl(sum) / norm : sqrtl(sum)), (double)one};
}

static bool flagged(int64_t info)
{
    return !info_is_good(info);
}

/* The ratio of residuals judges what lies between two bounds, neither of which depends on how lucky the reference is:
 * an answer that satisfies every row but for rounding is right, and one with a large backward error solves no system
 * close to the given one. */
static enum verdict judge(const struct norms *own, bool reported, double reference)
{
    const double bound = RESIDUAL_ROUNDINGS * (double)REAL_EPS;
    if (reported) return VERDICT_FLAGGED;
    if (!(own->backward <= bound)) return VERDICT_WRONG;
    if (own->of_row <= bound || !isfinite(reference)) return VERDICT_SOLVED;
    return verdict_of(false, verdict_ratio(own->residual, reference));
}

static double judge_system(struct quality *v, const struct batch_chunk *w, int64_t q)
{
    const int64_t s = w->point->deal.first + w->first + q;
    const struct norms own = norms_of(w, q, batch_chunk_solution(w, q));
    const struct norms peer = norms_of(w, q, w->y + q * w->point->flat.n);
    v->backward[s] = own.backward, v->residual[s] = own.residual;
    v->reference[s] = flagged(w->info[q]) ? (double)INFINITY : peer.residual;
    v->verdict[s] = judge(&own, flagged(v->info[s]), v->reference[s]);
    return flagged(v->info[s]) ? 0 : own.from_one;
}

bool quality_singular(const struct quality *v, int64_t s)
{
    return v->verdict[s] != VERDICT_FLAGGED && v->condition[s] * (double)REAL_EPS >= 1;
}

static void count(struct quality *v)
{
    v->worst = -1, v->singular = 0;
    for (int k = 0; k <= VERDICT_WRONG; k++) v->count[k] = 0;
    for (int64_t s = 0; s < v->systems; s++) {
        v->count[v->verdict[s]]++;
        v->singular += quality_singular(v, s);
        if (v->verdict[s] == VERDICT_FLAGGED) continue;
        if (v->worst < 0 || v->backward[s] > v->backward[v->worst]) v->worst = s;
    }
}

static enum status measure_chunk(struct quality *v, const struct batch_chunk *w, const struct solver *peer)
{
    double error = 0;
    TRY(batch_chunk_solve(w, peer));
#pragma omp parallel for schedule(static) num_threads(batch_chunk_threads(w)) reduction(max : error)
    for (int64_t q = 0; q < w->systems; q++) error = fmax(error, judge_system(v, w, q));
    v->error = fmax(v->error, error);
    return ST_OK;
}

/* Values of 8 bytes of this rank's systems. */
static enum status take(void *out, const void *values, const struct batch_instance *x)
{
    const int64_t bytes = x->deal.systems * (int64_t)sizeof(int64_t);
    if (x->exec.space == DEVICE) return device_copy(out, HOST, values, DEVICE, bytes, &x->exec);
    memcpy(out, values, (size_t)bytes);
    return ST_OK;
}

static enum status take_reports(struct quality *v, const struct batch_instance *x)
{
    const int64_t first = x->deal.first;
    for (int64_t s = 0; s < x->deal.systems; s++) v->condition[first + s] = (double)NAN;
    if (x->condition) TRY(take(v->condition + first, x->condition, x));
    return take(v->info + first, x->info, x);
}

/* Collects the findings of the other ranks. */
static enum status collect(struct quality *v, const struct batch_instance *x)
{
    void *const arrays[] = {v->backward, v->residual, v->reference, v->condition, v->verdict, v->info};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        TRY(batch_deal_collect(&x->deal, arrays[k], sizeof(int64_t)));
    comm_max(x->comm, &v->error, 1);
    return ST_OK;
}

enum status quality_measure(struct quality *v, const struct batch_instance *x)
{
    struct batch_chunk w;
    const struct solver *peer = batch_peer("lapack");
    if (!peer) peer = batch_peer("thomas_pivot");
    v->error = 0;
    enum status s = batch_chunk_make(&w, x);
    if (s == ST_OK) s = take_reports(v, x);
    for (; s == ST_OK && batch_chunk_take(&w); batch_chunk_next(&w)) s = measure_chunk(v, &w, peer);
    batch_chunk_free(&w);
    s = comm_agree(x->comm, s);
    if (s == ST_OK) s = collect(v, x);
    if (!x->given->ones) v->error = (double)NAN;
    count(v);
    return s;
}

double quality_backward(const struct quality *v)
{
    return v->worst < 0 ? 0 : v->backward[v->worst];
}
