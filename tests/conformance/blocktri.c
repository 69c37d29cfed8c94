/* Block-tridiagonal systems and chains for the conformance suite: each in every format, factored, with exponents. */
#include "tests/conformance/conformance.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/config/config.h"
#include "base/device/device.h"
#include "base/memory.h"
#include "solvers/sparse/markov/fill.h"
#include "tests/support/blocktri_cases.h"

enum { RATES_ONLY = FORMAT_COUNT, FORMS, HISTORY = 50 };
enum { SYSTEM, FORM, REUSE, TAILS }; /* of kind_case.choice */

/* Methods that promise to converge on symmetric systems only. */
static const char *const symmetric_only[] = {"cg"};

/* The arrays that a solve fills, between guards. */
struct tried {
    const struct solver *solver;
    const struct blocktri_case *blocks;
    double loose; /* a tolerance that the text gives, or 0 */
    bool tails;
    struct matrix *a; /* NULL for rates only */
    int32_t *sparse;  /* an order of small fill, or NULL */
    struct shape shape;
    real *x, *there; /* there: x on the device, or NULL */
    int32_t *exponent;
    double *history;
    int64_t info, *info_there;
    struct outcome outcome;
    char text[240];
};

static struct blocktri_case cases[BLOCK_CASES];

static void begin(uint64_t *seed)
{
    for (int c = 0; c < BLOCK_CASES; c++) blocktri_case_make(&cases[c], c, seed);
}

static void end(void)
{
    for (int c = 0; c < BLOCK_CASES; c++) blocktri_case_free(&cases[c]);
}

enum { EDGE = 64 }; /* bytes of a guard */

static void *guarded(size_t bytes)
{
    char *const all = malloc(bytes + 2 * EDGE);
    assert_non_null(all);
    memset(all, 0xa5, bytes + 2 * EDGE);
    return all + EDGE;
}

static bool untouched(const void *from, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (((const unsigned char *)from)[i] != 0xa5) return false;
    return true;
}

static bool intact(const void *inside, size_t bytes)
{
    const char *const from = inside;
    return untouched(from - EDGE, EDGE) && untouched(from + bytes, EDGE);
}

static bool iterates(const struct solver *s)
{
    return s->options && option_find(s->options, "iterations_max");
}

static bool must_converge(const struct tried *t)
{
    for (size_t i = 0; i < sizeof symmetric_only / sizeof *symmetric_only; i++)
        if (!strcmp(symmetric_only[i], t->solver->method)) return t->blocks->symmetric;
    return true;
}

static void check_history(const struct tried *t)
{
    const struct outcome *const o = &t->outcome;
    const int64_t seen = o->iterations < HISTORY ? o->iterations : HISTORY;
    if (!iterates(t->solver)) return;
    conform(o->iterations >= 1, "%lld iterations", (long long)o->iterations);
    conform(untouched(t->history + seen, (size_t)(HISTORY - seen) * sizeof(double)), "history beyond its end");
    for (int64_t i = 0; i < seen; i++) conform(t->history[i] >= 0, "history: %g", t->history[i]);
    const bool last = o->iterations <= HISTORY && !strstr(t->text, "step");
    conform(!last || t->history[seen - 1] == o->residual, "history ends with %g, not with the residual %g",
            t->history[seen - 1], o->residual);
}

static void check_probabilities(const struct tried *t)
{
    const struct blocktri_case *const s = t->blocks;
    double sum = 0;
    for (int64_t i = 0; i < s->n; i++) {
        conform(t->x[i] >= 0 && !signbit(t->x[i]), "x of row %lld is %g", (long long)i, (double)t->x[i]);
        sum += ldexp((double)t->x[i], t->tails ? t->exponent[i] : 0);
    }
    conform(fabs(sum - 1) <= 4 * (double)REAL_EPS * sqrt((double)s->n), "the sum of x is 1 %+.2g", sum - 1);
}

/* The residual is the one that the method reports, and, if it reports convergence, small; then x is as near to the
 * answer as that allows. */
static void judge(const void *problem, const struct solver *solver)
{
    const struct tried *const t = problem;
    const struct blocktri_case *const s = t->blocks;
    const struct outcome *const o = &t->outcome;
    const int32_t *const exponent = t->tails ? t->exponent : NULL;
    const double eps = (double)REAL_EPS, direct = 1000 * eps;
    double scale, most = iterates(t->solver) ? (sizeof(real) == sizeof(double) ? 1e-10 : 1e-5) : direct;
    conform(solver->can & DETERMINISTIC, "the bits may depend on threads");
    check_history(t);
    conform(t->info == o->info, "info %lld, not %lld", (long long)t->info, (long long)o->info);
    if (s->question == STATIONARY) check_probabilities(t);
    conform(o->info == 0 || (!must_converge(t) && o->info == NOT_CONVERGED),
            "info %lld after %lld iterations, residual %.3g", (long long)o->info, (long long)o->iterations,
            o->residual);
    const double norm = blocktri_case_residual(s, t->x, exponent, &scale), residual = norm / scale;
    if (iterates(t->solver))
        conform(fabs(residual - o->residual) <= 0.1 * residual + direct, "residual %.3g, not %.3g", residual,
                o->residual);
    if (t->loose > 0) most = strstr(t->text, "step") ? 100 * t->loose : t->loose;
    if (o->info != 0) return;
    conform(residual <= 1.1 * most + direct, "residual %.3g, more than %.3g", residual, most);
    if (!s->exact) return;
    const double error = blocktri_case_error(s, t->x, exponent), bound = s->inverse * (norm + 8 * eps * scale);
    conform(error <= 1.1 * bound + 8 * eps, "error %.3g, more than %.3g", error, bound);
}

static bool unchanged(const struct tried *t)
{
    const struct blocktri_case *const s = t->blocks;
    if (!t->a) return true;
    int64_t *const start = calloc((size_t)s->n + 1, sizeof *start);
    int32_t *const column = calloc((size_t)t->a->entries, sizeof *column);
    real *const value = calloc((size_t)t->a->entries, sizeof *value);
    assert_true(start && column && value);
    matrix_rows(t->a, start, column, value);
    const bool same = !memcmp(start, s->start, (size_t)(s->n + 1) * sizeof *start) &&
                      !memcmp(column, s->column, (size_t)start[s->n] * sizeof *column) &&
                      !memcmp(value, s->value, (size_t)start[s->n] * sizeof *value);
    free(start);
    free(column);
    free(value);
    return same;
}

static bool all_intact(const void *problem)
{
    const struct tried *const t = problem;
    const size_t n = (size_t)t->blocks->n;
    return intact(t->x, n * sizeof *t->x) && intact(t->exponent, n * sizeof *t->exponent) &&
           intact(t->history, HISTORY * sizeof *t->history) &&
           (t->tails || untouched(t->exponent, n * sizeof *t->exponent)) && unchanged(t);
}

/* Options that stationary chains need are given if a method would refuse these by default; large chains that take many
 * sweeps are not taken to the end. */
static void case_of_options(const struct solver *s, struct kind_case *c)
{
    const bool damped = s->options && option_find(s->options, "damping");
    const bool large = c->choice[SYSTEM] == BLOCKS_LARGE && iterates(s);
    snprintf(c->options, sizeof c->options, "%s%s",
             damped && cases[c->choice[SYSTEM]].question == STATIONARY ? "damping = 0.9; " : "",
             large ? "tolerance = 1e-2; " : "");
}

static bool case_at(const struct solver *s, int group, int64_t index, struct kind_case *c)
{
    const int forms = group < 0 ? 1 : FORMS, which = (int)(index / forms), form = (int)(index % forms);
    const bool large = which == BLOCKS_LARGE;
    if (group == TWINS || which >= (group == OPTIONS ? BLOCKS_LARGE : BLOCK_CASES)) return false;
    c->n = cases[which].n, c->batch = 1;
    c->choice[SYSTEM] = which, c->choice[FORM] = group < 0 ? CSR : form;
    case_of_options(s, c);
    if (group < 0) return true;
    c->choice[REUSE] = (which + form) % 2 == 1;
    c->choice[TAILS] = (which + form) % 3 == 1;
    c->threads = large ? (s->space == DEVICE ? 0 : form == CSR ? 8 : 2) : (which + form) % 4;
    return true;
}

static void describe(const struct kind_case *c, char *out, size_t size)
{
    snprintf(out, size, ", %s, %s%s%s", cases[c->choice[SYSTEM]].name,
             c->choice[FORM] == RATES_ONLY ? "rates" : format_words[c->choice[FORM]],
             c->choice[REUSE] ? ", factored" : "", c->choice[TAILS] ? ", tails" : "");
}

/* An order of small fill for a method that makes use of one, and the flag of the shape for it. */
static void find_sparse_order(struct tried *t)
{
    if (!t->a || !(t->solver->can & SPARSE_ORDER)) return;
    t->sparse = malloc((size_t)t->a->n * sizeof *t->sparse);
    assert_non_null(t->sparse);
    const enum status st = fill_order(t->a, t->sparse, &t->shape.blocktri.fill);
    conform(st == ST_OK || st == ST_DEVICE, "%s", fail_text());
    if (st == ST_OK) return;
    free(t->sparse);
    t->sparse = NULL;
}

static void release(void *problem)
{
    struct tried *const t = problem;
    if (!t) return;
    matrix_free(t->a);
    free(t->sparse);
    if (t->x) free((char *)t->x - EDGE);
    if (t->exponent) free((char *)t->exponent - EDGE);
    if (t->history) free((char *)t->history - EDGE);
    free(t);
}

/* Only hybrid may be unable to hold a matrix. */
static void *make(const struct kind_case *c, const struct solver *solver, uint64_t *seed)
{
    const struct blocktri_case *const s = &cases[c->choice[SYSTEM]];
    const size_t n = (size_t)s->n;
    struct tried *const t = calloc(1, sizeof *t);
    assert_non_null(t);
    *t = (struct tried){.solver = solver, .blocks = s, .tails = c->choice[TAILS]};
    memcpy(t->text, c->options, sizeof t->text);
    t->loose = strstr(t->text, "tolerance = 1e-3") ? 1e-3 : strstr(t->text, "tolerance = 1e-2") ? 1e-2 : 0;
    if (c->choice[FORM] != RATES_ONLY) {
        const enum status st =
            matrix_make(&t->a, (enum format)c->choice[FORM], s->n, s->block, s->start, s->column, s->value);
        conform(st == ST_OK || (c->choice[FORM] == HYBRID && !s->tridiagonal && st == ST_REFUSED), "%s", fail_text());
    }
    if (!t->a && (c->choice[FORM] != RATES_ONLY || !s->model)) {
        free(t);
        return NULL;
    }
    t->shape = shape_blocktri(s->question, t->a, s->model ? &s->model->levels : NULL, s->band);
    t->shape.reuse = c->choice[REUSE];
    t->shape.blocktri.exponents = t->tails;
    find_sparse_order(t);
    t->x = guarded(n * sizeof *t->x);
    t->exponent = guarded(n * sizeof *t->exponent);
    t->history = guarded(HISTORY * sizeof *t->history);
    return t;
}

static const struct shape *shape(const void *problem)
{
    return &((const struct tried *)problem)->shape;
}

/* x with its guards to the device. */
static enum status send(void *problem, const struct exec *exec, struct system *out)
{
    struct tried *const t = problem;
    const struct blocktri_case *const s = t->blocks;
    const int64_t bytes = s->n * (int64_t)sizeof(real) + 2 * EDGE;
    memcpy(t->x, s->b, (size_t)s->n * sizeof *t->x);
    memset(t->history, 0xa5, HISTORY * sizeof(double));
    t->outcome = (struct outcome){.history = t->history, .capacity = HISTORY};
    t->info = -7;
    if (exec->space == DEVICE) {
        TRY(mem_alloc(&t->there, DEVICE, bytes));
        TRY(mem_alloc(&t->info_there, DEVICE, sizeof t->info));
        TRY(device_copy(t->there, DEVICE, (char *)t->x - EDGE, HOST, bytes, exec));
    }
    *out = (struct system){KIND_BLOCKTRI,
                           .blocktri = {.matrix = t->a,
                                        .levels = s->model ? &s->model->levels : NULL,
                                        .order = s->order,
                                        .sparse = t->sparse,
                                        .shift = s->shift,
                                        .exponent = t->tails ? t->exponent : NULL},
                           .x = t->there ? t->there + EDGE / (int)sizeof(real) : t->x,
                           .info = t->info_there ? t->info_there : &t->info, .outcome = &t->outcome};
    return ST_OK;
}

static enum status fetch(void *problem, const struct exec *exec)
{
    struct tried *const t = problem;
    const int64_t bytes = t->blocks->n * (int64_t)sizeof(real) + 2 * EDGE;
    enum status st = ST_OK;
    if (exec->space == HOST) return st;
    st = device_wait(exec);
    if (st == ST_OK) st = device_copy((char *)t->x - EDGE, HOST, t->there, DEVICE, bytes, exec);
    if (st == ST_OK) st = device_copy(&t->info, HOST, t->info_there, DEVICE, sizeof t->info, exec);
    t->there = mem_free(t->there);
    t->info_there = mem_free(t->info_there);
    return st;
}

static const real *x(const void *problem, int64_t *count)
{
    const struct tried *const t = problem;
    *count = t->blocks->n;
    return t->x;
}

static const struct outcome *outcome(const void *problem)
{
    return &((const struct tried *)problem)->outcome;
}

static bool lacks(const struct solver *s, const struct shape *of)
{
    return false;
}

static int invalid_shapes(struct shape out[INVALID_MAX])
{
    for (int i = 0; i < 4; i++) {
        out[i] = shape_contiguous(9, 1);
        out[i].kind = KIND_BLOCKTRI;
        out[i].blocktri = (struct blocktri_shape){.block = 3, .entries = 33, .band = 3};
    }
    out[0].n = 0;
    out[1].blocktri.block = 4;
    out[2].batch = 2;
    out[3].blocktri.band = 9;
    return 4;
}

static struct cost least(const struct shape *of)
{
    return (struct cost){.flops = (double)(of->n - 1), .bytes = (double)of->n * (double)sizeof(real)};
}

static const char *const names[] = {"cases", NULL};

const struct kind_cases cases_blocktri = {
    .groups = names,
    .refuses_late = true,
    .taken_min = FORMS,
    .begin = begin,
    .end = end,
    .case_at = case_at,
    .describe = describe,
    .make = make,
    .free = release,
    .shape = shape,
    .send = send,
    .fetch = fetch,
    .judge = judge,
    .intact = all_intact,
    .x = x,
    .outcome = outcome,
    .lacks = lacks,
    .invalid_shapes = invalid_shapes,
    .least = least,
};
