/* The balance of flows into and out of each state, from a matrix or from the rates of levels, and the residual norm. */
#include "solvers/sparse/markov/balance.h"

#include <assert.h>
#include <math.h>

#include "base/memory.h"
#include "base/status.h"
#include "solvers/sparse/matrix/matrix_visit.h"

/* The balance, state by state. */
struct tally {
    const real *x;
    const int32_t *exponent;
    int64_t state;
    double in, out;     /* of this state, in units of 2^exponent */
    double flow, off;   /* sums over all states so far, plain */
    double least, most; /* rate above 0; 0: none yet */
    struct balance found;
};

static int32_t exponent_of(const struct tally *j, int64_t s)
{
    return j->exponent ? j->exponent[s] : 0;
}

/* The flow from state s into this one, in units of 2^exponent of this one. The product is formed before the exponents
 * are applied: 0 for a rate of 0, however much likelier s is, and no underflow where a large rate offsets a small x. */
static double sent(struct tally *j, int64_t s, double rate)
{
    if (rate > 0) {
        j->least = j->least > 0 && j->least < rate ? j->least : rate;
        j->most = j->most > rate ? j->most : rate;
    }
    const int64_t off = (int64_t)exponent_of(j, s) - exponent_of(j, j->state);
    const double flow = rate * (double)j->x[s];
    return off == 0 ? flow : ldexp(flow, (int)(off < -5000 ? -5000 : off > 5000 ? 5000 : off));
}

static void begin_state(struct tally *j, int64_t s)
{
    j->state = s;
    j->in = j->out = 0;
}

static void end_state(struct tally *j)
{
    const double off = fabs(j->in - j->out), worse = j->out > 0 ? off / j->out : off > 0 ? HUGE_VAL : 0;
    const int32_t e = exponent_of(j, j->state);
    if (!(worse <= j->found.worst) && !isnan(j->found.worst)) j->found.worst = worse, j->found.state = j->state;
    j->flow += e ? ldexp(j->out, e) : j->out;
    j->off += e ? ldexp(off, e) : off;
}

static void see_entry(void *to, int64_t row, int64_t column, real value)
{
    struct tally *const j = to;
    if (row != j->state) {
        end_state(j);
        begin_state(j, row);
    }
    if (row == column) j->out += (double)value * (double)j->x[row];
    else j->in += sent(j, column, -(double)value);
}

/* Rates of the levels before, at and after one. */
struct three {
    const struct qbd *l;
    double *scratch;
};

static const double *rates_of(const struct three *t, int64_t level, enum move move)
{
    return t->scratch + (level % 3 * MOVES + move) * t->l->phases;
}

static void fetch(const struct three *t, int64_t level)
{
    double *rate[MOVES];
    if (level < 0 || level >= t->l->levels) return;
    for (int m = 0; m < MOVES; m++) rate[m] = t->scratch + (level % 3 * MOVES + m) * t->l->phases;
    t->l->rates(t->l->context, level, rate);
}

static void see_state(struct tally *j, const struct three *t, int64_t level, int64_t p)
{
    const struct qbd *const l = t->l;
    const int64_t s = level * l->phases + p, fall = l->phases - l->stride;
    double out = 0;
    begin_state(j, s);
    for (int m = 0; m < MOVES; m++) out += rates_of(t, level, (enum move)m)[p];
    j->out = out * (double)j->x[s];
    if (p > 0) j->in += sent(j, s - 1, rates_of(t, level, MOVE_NEXT)[p - 1]);
    if (p + 1 < l->phases) j->in += sent(j, s + 1, rates_of(t, level, MOVE_BACK)[p + 1]);
    if (level > 0 && p + fall < l->phases) j->in += sent(j, s - l->stride, rates_of(t, level - 1, MOVE_RISE)[p + fall]);
    if (level + 1 < l->levels && p >= fall)
        j->in += sent(j, s + l->stride, rates_of(t, level + 1, MOVE_FALL)[p - fall]);
    end_state(j);
}

static void see_levels(struct tally *j, const struct three *t, int64_t from, int64_t to)
{
    fetch(t, from - 1);
    fetch(t, from);
    for (int64_t level = from; level < to; level++) {
        fetch(t, level + 1);
        for (int64_t p = 0; p < t->l->phases; p++) see_state(j, t, level, p);
    }
}

static struct balance finish(const struct tally *part, int64_t parts)
{
    struct tally all = part[0];
    for (int64_t k = 1; k < parts; k++) {
        all.flow += part[k].flow;
        all.off += part[k].off;
        if (part[k].least > 0 && !(all.least > 0 && all.least < part[k].least)) all.least = part[k].least;
        all.most = fmax(all.most, part[k].most);
        if (!(part[k].found.worst <= all.found.worst) && !isnan(all.found.worst)) all.found = part[k].found;
    }
    all.found.norm = all.flow > 0 ? all.off / all.flow : all.off;
    all.found.span = all.least > 0 ? all.most / all.least : 1;
    return all.found;
}

enum { PARTS = 64 };

int64_t balance_bytes(int64_t phases)
{
    return PARTS * 3 * MOVES * phases * (int64_t)sizeof(double);
}

void balance_levels(const struct qbd *l, const real *x, const int32_t *exponent, int threads, double *scratch,
                    struct balance *out)
{
    struct tally part[PARTS];
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (int64_t k = 0; k < PARTS; k++) {
        const struct three own = {l, scratch + k * 3 * MOVES * l->phases};
        part[k] = (struct tally){.x = x, .exponent = exponent};
        see_levels(&part[k], &own, l->levels * k / PARTS, l->levels * (k + 1) / PARTS);
    }
    *out = finish(part, PARTS);
}

static void of_matrix(const struct matrix *a, const real *x, const int32_t *exponent, struct balance *out)
{
    struct tally j = {.x = x, .exponent = exponent};
    matrix_visit(a, see_entry, &j);
    end_state(&j);
    *out = finish(&j, 1);
}

enum status balance_of(const struct matrix *matrix, const struct qbd *levels, const real *x, const int32_t *exponent,
                       int threads, struct balance *out)
{
    double *scratch;
    assert(matrix || levels);
    if (matrix) {
        of_matrix(matrix, x, exponent, out);
        return ST_OK;
    }
    TRY(mem_alloc(&scratch, HOST, balance_bytes(levels->phases)));
    balance_levels(levels, x, exponent, threads, scratch, out);
    mem_free(scratch);
    return ST_OK;
}

enum status balance_accepts(const struct balance *found, const char *method)
{
    static const double max = 64 * (double)REAL_EPS, span = 1e100;
    if (found->worst > max || isnan(found->worst))
        return fail(ST_REFUSED,
                    "%s: some paths from state to state are less likely than the least double, and state %lld is off "
                    "balance by %.1e; gth_wide has the range for this chain",
                    method, (long long)found->state, found->worst);
    if (found->span > span)
        return fail(ST_REFUSED,
                    "%s: some paths from state to state are less likely than the least double, and rates lie more than "
                    "1e100 apart, so that balance proves nothing; gth_wide has the range for this chain",
                    method);
    return ST_OK;
}

struct rest {
    const real *b, *x;
    int64_t row;
    double sum, off;
};

static void see_product(void *to, int64_t row, int64_t column, real value)
{
    struct rest *const r = to;
    for (; r->row < row; r->row++) {
        r->off += fabs((double)r->b[r->row] - r->sum);
        r->sum = 0;
    }
    r->sum += (double)value * (double)r->x[column];
}

double residual_of(const struct matrix *matrix, const real *b, const real *x)
{
    struct rest r = {.b = b, .x = x};
    double all = 0;
    matrix_visit(matrix, see_product, &r);
    see_product(&r, matrix->n, 0, 0);
    for (int64_t i = 0; i < matrix->n; i++) all += fabs((double)b[i]);
    return all > 0 ? r.off / all : r.off;
}
