/* Estimates condition and error by solves with the factors and their transpose. */
#include "solvers/sparse/direct/error_bound.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The 1-norms of |b| + |A| |x|, of f, and of x; and the largest |x|. */
struct sizes {
    double terms, f, x, largest;
};

struct estimate {
    const struct pinned *a;
    const struct inverse *inverse;
    const double *x; /* of STATIONARY, else NULL */
    double sum;      /* of x */
    const double *f, *leak;
    double *w;
};

/* By how much the sum of each column differs from the shift: the stored diagonal is rounded, which amounts to solving
 * another chain. */
static void find_leaks(const struct pinned *a, enum question question, double shift, double *leak)
{
    const int64_t n = a->rows.n;
    memset(leak, 0, (size_t)n * sizeof *leak);
    if (question == LINEAR) return;
    for (int64_t e = 0; e < a->rows.start[n]; e++) leak[a->rows.column[e]] += (double)a->rows.value[e];
    for (int64_t i = 0; i < n; i++) leak[i] = fabs(leak[i] - (question == SHIFTED ? shift : 0));
}

static struct sizes weigh(const struct pinned *a, const real *right, const double *x, const double *leak, double *f)
{
    struct sizes s = {0};
    for (int64_t i = 0; i < a->rows.n; i++) {
        double rest = right ? (double)right[i] : 0, terms = fabs(rest);
        for (int64_t e = a->rows.start[i]; e < a->rows.start[i + 1]; e++) {
            const double term = (double)a->rows.value[e] * x[a->rows.column[e]];
            rest -= term;
            terms += fabs(term);
        }
        const double rounded = 0.5 * DBL_EPSILON * (double)(1 + a->rows.start[i + 1] - a->rows.start[i]);
        f[i] = i == a->pin ? 0 : fabs(rest) + rounded * terms + leak[i] * fabs(x[i]);
        s.f += f[i];
        s.terms += terms;
        s.x += fabs(x[i]);
        s.largest = fmax(s.largest, fabs(x[i]));
    }
    return s;
}

/* w becomes diag(f) A^-T P^T w, P = I - x 1^T of a chain. */
static enum status apply(const struct estimate *t, double *size)
{
    double along = 0;
    const int64_t n = t->a->rows.n;
    for (int64_t i = 0; t->x && i < n; i++) along += t->w[i] * t->x[i] / t->sum;
    for (int64_t i = 0; i < n; i++) t->w[i] -= along;
    if (t->a->pin >= 0) t->w[t->a->pin] = 0;
    TRY(t->inverse->solve_transposed(t->inverse->context, t->w));
    *size = 0;
    for (int64_t i = 0; i < n; i++) *size += fabs(t->w[i] *= t->f[i]);
    return ST_OK;
}

/* The transpose: w becomes P A^-1 diag(f) w, the gradient of the size if w is the signs. */
static enum status climb(const struct estimate *t)
{
    double sum = 0;
    const int64_t n = t->a->rows.n;
    for (int64_t i = 0; i < n; i++) t->w[i] = (t->w[i] < 0 ? -1 : 1) * t->f[i];
    TRY(t->inverse->solve(t->inverse->context, t->w));
    for (int64_t i = 0; t->x && i < n; i++) sum += t->w[i];
    for (int64_t i = 0; t->x && i < n; i++) t->w[i] -= sum * t->x[i] / t->sum;
    return ST_OK;
}

static int64_t steepest(int64_t n, const double *w)
{
    int64_t best = 0;
    for (int64_t i = 1; i < n; i++)
        if (!(fabs(w[i]) <= fabs(w[best]))) best = i;
    return best;
}

/* A vector of alternating signs and growing elements, for matrices on which the steps before underestimate. */
static enum status last_try(const struct estimate *t, double *size)
{
    const int64_t n = t->a->rows.n;
    for (int64_t i = 0; i < n; i++)
        t->w[i] = (i % 2 ? -1 : 1) * (1 + (double)i / (double)(n > 1 ? n - 1 : 1)) / (double)n;
    TRY(apply(t, size));
    *size *= 2.0 / 3;
    return ST_OK;
}

/* The largest element of |P A^-1| f. */
static enum status largest_error(const struct estimate *t, double *out)
{
    enum { STEPS = 5 };
    const int64_t n = t->a->rows.n;
    double size, more;
    int64_t at = -1;
    for (int64_t i = 0; i < n; i++) t->w[i] = 1 / (double)n;
    TRY(apply(t, &size));
    for (int step = 0; step < STEPS; step++) {
        TRY(climb(t));
        const int64_t to = steepest(n, t->w);
        if (to == at || !(fabs(t->w[to]) > size)) break;
        at = to;
        memset(t->w, 0, (size_t)n * sizeof *t->w);
        t->w[at] = 1;
        TRY(apply(t, &more));
        if (!(more > size)) break;
        size = more;
    }
    TRY(last_try(t, &more));
    *out = more > size || isnan(more) ? more : size;
    return ST_OK;
}

/* A'^-1 f; infinite where it is negative, since the factors then consist of rounding errors. */
static enum status sum_of_errors(const struct estimate *t, double *out)
{
    const int64_t n = t->a->rows.n;
    double sum = 0, min = 0, max = 0;
    memcpy(t->w, t->f, (size_t)n * sizeof *t->w);
    TRY(t->inverse->solve(t->inverse->context, t->w));
    for (int64_t i = 0; i < n; i++) {
        sum += fabs(t->w[i]);
        min = fmin(min, t->w[i]);
        max = fmax(max, t->w[i]);
    }
    *out = -min > 1e-3 * max ? (double)INFINITY : sum;
    return ST_OK;
}

/* The largest T_j (eps a_jj / 2 + leak_j), T_j being the time in which the chain reaches the pin from state j: how
 * much rounding of the diagonal, stored or in elimination, changes the factors. */
static enum status longest_passage(const struct estimate *t, double eps, double *out)
{
    const struct pinned *const a = t->a;
    for (int64_t i = 0; i < a->rows.n; i++) t->w[i] = i != a->pin;
    TRY(t->inverse->solve_transposed(t->inverse->context, t->w));
    *out = 0;
    for (int64_t i = 0; i < a->rows.n; i++) {
        const double passage = i == a->pin ? 0 : fabs(t->w[i]) * (0.5 * eps * fabs((double)a->diag[i]) + t->leak[i]);
        if (!(passage <= *out)) *out = passage;
    }
    return ST_OK;
}

/* A bound below SMALL is not refined. Where rounding moves the factors by more than SHAKEN they belong to another
 * chain, and error estimates from them are meaningless. */
static const double SMALL = 1e-6, SHAKEN = 0.1;

static enum status of_chain(const struct estimate *t, const struct sizes *s, double eps, double *out)
{
    double projected, moved;
    TRY(longest_passage(t, eps, &moved));
    if (!(moved <= SHAKEN)) {
        *out = 1;
        return ST_OK;
    }
    TRY(sum_of_errors(t, out));
    *out *= 2 / s->x; /* normalizing x takes from the others what one state has in excess */
    if (*out <= SMALL) return ST_OK;
    TRY(largest_error(t, &projected));
    *out = fmin(*out, projected / s->largest);
    return ST_OK;
}

enum status error_bound(const struct pinned *a, const struct system *system, enum question question, const real *right,
                        const double *x, double eps, const struct inverse *inverse, double *const workspace[3])
{
    const bool chain = question == STATIONARY;
    double *const f = workspace[0], *const leak = workspace[1];
    find_leaks(a, question, system->blocktri.shift, leak);
    const struct sizes s = weigh(a, chain ? NULL : right, x, leak, f);
    const struct estimate t = {a, inverse, chain ? x : NULL, s.x, f, leak, workspace[2]};
    double error = 0;
    if (chain) TRY(of_chain(&t, &s, eps, &error));
    if (question == SHIFTED) error = s.f / system->blocktri.shift / s.x;
    if (question == LINEAR) TRY(largest_error(&t, &error));
    if (question == LINEAR) error /= s.largest;
    if (s.f == 0) error = 0; /* also of x = 0 */
    system->outcome->condition = error == 0 ? 0 : error * (s.terms / s.f);
    system->outcome->error = error + (double)REAL_EPS;
    return ST_OK;
}

double error_sum(int64_t n, const real *x)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += fabs((double)x[i]);
    return sum;
}

void error_without_subtraction(const struct shape *shape, const struct system *system, double right)
{
    const bool shifted = shape->blocktri.question == SHIFTED && right > 0;
    const double grown = shifted ? right / system->blocktri.shift / error_sum(shape->n, system->x) : 1;
    const double each = 4 * (double)shape->n * DBL_EPSILON + (sizeof(real) == sizeof(double) ? 0 : (double)REAL_EPS);
    system->outcome->condition = grown;
    system->outcome->error = each * fmax(grown, 1);
    error_judge(system->outcome);
}

void error_judge(struct outcome *o)
{
    if (o->info == 0 && o->error > NO_DIGITS) o->info = NOT_CONVERGED;
}
