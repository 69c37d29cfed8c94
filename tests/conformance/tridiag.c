/* Tridiagonal systems for the conformance suite: every layout, one matrix for all, sizes, cyclic, factored. */
#include "tests/conformance/conformance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/kind.h"
#include "tests/support/device_copy.h"
#include "tests/support/tridiag_cases.h"

/* Rounding must not grow with n: residuals and errors in units of eps, relative to |A| |x| + |f|. */
enum { RESIDUAL_MAX = 8, ERROR_MAX = 2 };
enum variant { SHARED = 1, SIZES = 2, CYCLIC = 4, REUSE = 8, VARIANTS = 16 };
enum { LAYOUT, VARIANT, MATRIX }; /* of kind_case.choice */
enum { LONG = LAYOUTS, EMPTY };   /* groups after those of each layout */

struct tried {
    struct tridiag_problem p;
    struct device_mirror mirror;
    struct outcome outcome;
    bool checked;
};

static const char *names[LAYOUTS + 3];

static void begin(uint64_t *seed)
{
    for (int l = 0; l < LAYOUTS; l++) names[l] = layouts[l].name;
    names[LONG] = "long", names[EMPTY] = "empty batch";
}

/* The shape of a case, but for its sizes. */
static struct shape shape_of(const struct kind_case *c)
{
    struct shape shape = layouts[c->choice[LAYOUT]].make(c->n, c->batch);
    if (c->choice[VARIANT] & SHARED) shape.matrix = matrix_layout_shared();
    shape.tridiag.cyclic = c->choice[VARIANT] & CYCLIC;
    shape.reuse = c->choice[VARIANT] & REUSE;
    return shape;
}

/* The first layout and matrix that the method takes, with one matrix each or one for all: not all take the simplest. */
static void choose_accepted(const struct solver *s, struct kind_case *c)
{
    for (int k = 0; k < 2 * LAYOUTS; k++) {
        c->choice[LAYOUT] = k / 2, c->choice[VARIANT] = k % 2 ? SHARED : 0;
        const struct shape shape = shape_of(c);
        if (shape.starts) continue; /* where ragged groups start is only known with their sizes */
        const enum status st = solver_accepts(s, &shape, NULL);
        if (st == ST_OK || st == ST_DEVICE) return; /* or a library of it is not on this machine */
    }
}

/* The kinds of matrix are used in rotation, and every third batch is tried with more threads too. */
static void take_turn(const struct solver *s, struct kind_case *c)
{
    static unsigned turn;
    const bool general = (s->can & CAN_ANY_MATRIX) && !(c->choice[VARIANT] & CYCLIC) && c->n <= 33;
    turn++;
    c->choice[MATRIX] = (int)(turn % (general ? MATRICES : GENERAL));
    c->threads = turn / 5 % 3 == 0 ? 3 : 1;
}

static bool case_of_layout(const struct solver *s, int64_t index, struct kind_case *c)
{
    static const int64_t small[] = {1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 31, 32, 33};
    static const int64_t large[] = {63, 64, 65, 97, 127, 128, 129, 255, 256, 257, 509};
    static const int64_t few[] = {1, 2, 37}, fewer[] = {1, 11};
    enum { OF_SMALL = 3 * sizeof small / sizeof *small, ALL = OF_SMALL + 2 * sizeof large / sizeof *large };
    const int64_t k = index % ALL, q = k - OF_SMALL;
    c->choice[VARIANT] = (int)(index / ALL);
    c->n = q < 0 ? small[k / 3] : large[q / 2];
    c->batch = q < 0 ? few[k % 3] : fewer[q % 2];
    if (index >= VARIANTS * ALL) return false;
    take_turn(s, c);
    return true;
}

/* Fewer systems than threads, and long enough to be shared among them. */
static bool case_of_long(int64_t index, struct kind_case *c)
{
    static const int64_t rows[] = {1023, 1024, 1025, 1999, 4097};
    const int i = (int)(index % 5), variant = (int)(index / 5);
    *c = (struct kind_case){
        .n = rows[i], .batch = 1 + i % 3, .threads = 5, .choice = {(i + variant) % LAYOUTS, variant, i % GENERAL}};
    return variant < VARIANTS;
}

static bool case_of_empty(int64_t index, struct kind_case *c)
{
    *c = (struct kind_case){.n = 5, .threads = 2, .choice = {(int)(index / VARIANTS), (int)(index % VARIANTS)}};
    return index < LAYOUTS * VARIANTS;
}

/* As the method takes them, and interleaved with sizes. */
static bool case_of_option(const struct solver *s, int64_t index, struct kind_case *c)
{
    c->n = (INT64_C(2) << index / 2) - 1, c->batch = 3, c->threads = 2;
    if (index % 2) c->choice[LAYOUT] = 2, c->choice[VARIANT] = SIZES;
    else choose_accepted(s, c);
    return c->n < 200;
}

static bool case_of_few(const struct solver *s, int64_t index, struct kind_case *c)
{
    c->n = 9, c->batch = 4, c->threads = 2;
    choose_accepted(s, c);
    if (index > 0) c->choice[VARIANT] = (int)index - 1;
    return index <= VARIANTS;
}

static bool case_of_twins(int64_t index, struct kind_case *c)
{
    static const int64_t rows[] = {1, 2, 3, 17, 64, 501};
    static int round;
    const int i = (int)(index / VARIANTS), variant = (int)(index % VARIANTS);
    round += index == 0;
    if (i >= 6) return false;
    *c = (struct kind_case){
        .n = rows[i], .batch = 7, .threads = 1, .choice = {(i + variant + round) % LAYOUTS, variant, 0}};
    return true;
}

static bool case_at(const struct solver *s, int group, int64_t index, struct kind_case *c)
{
    if (group == OPTIONS) return case_of_option(s, index, c);
    if (group == FEW) return case_of_few(s, index, c);
    if (group == TWINS) return case_of_twins(index, c);
    if (group == LONG) return case_of_long(index, c);
    if (group == EMPTY) return case_of_empty(index, c);
    c->choice[LAYOUT] = group;
    return case_of_layout(s, index, c);
}

static void describe(const struct kind_case *c, char *out, size_t size)
{
    static const char *const matrices[MATRICES] = {"row dominant", "column dominant", "Toeplitz", "general"};
    const int v = c->choice[VARIANT];
    snprintf(out, size, ", %s, %s%s%s%s%s", layouts[c->choice[LAYOUT]].name, matrices[c->choice[MATRIX]],
             v & SHARED ? ", shared" : "", v & SIZES ? ", sizes" : "", v & CYCLIC ? ", cyclic" : "",
             v & REUSE ? ", reuse" : "");
}

static void *make(const struct kind_case *c, const struct solver *s, uint64_t *seed)
{
    struct tried *const t = calloc(1, sizeof *t);
    if (!t) abort();
    const struct shape shape = shape_of(c);
    t->p = tridiag_problem_make(&shape, c->choice[VARIANT] & SIZES, (enum make)c->choice[MATRIX], seed);
    tridiag_problem_right(&t->p, seed);
    t->checked = strstr(c->options, "check = true") && !strstr(c->options, "check = false");
    return t;
}

static void release(void *problem)
{
    struct tried *const t = problem;
    if (t) tridiag_problem_free(&t->p);
    free(t);
}

static const struct shape *shape(const void *problem)
{
    return &((const struct tried *)problem)->p.shape;
}

static void renew(void *problem, uint64_t *seed)
{
    tridiag_problem_right(&((struct tried *)problem)->p, seed);
}

static enum status send(void *problem, const struct exec *exec, struct system *out)
{
    struct tried *const t = problem;
    enum status st = ST_OK;
    tridiag_problem_reset(&t->p);
    *out = tridiag_problem_system(&t->p);
    if (exec->space == DEVICE) {
        st = device_mirror_make(&t->mirror, &t->p, exec);
        *out = device_mirror_system(&t->mirror);
    }
    out->outcome = &t->outcome;
    return st;
}

static enum status fetch(void *problem, const struct exec *exec)
{
    struct tried *const t = problem;
    if (exec->space == HOST) return ST_OK;
    const enum status st = device_mirror_fetch(&t->mirror, &t->p, exec);
    device_mirror_free(&t->mirror);
    return st;
}

/* Judges a method that does not promise digits: systems that it reports as solved are solved, and so are systems of one
 * row. */
static void judge_unstable(const struct tridiag_problem *p, const struct outcome *outcome)
{
    bool solved = true;
    for (int64_t k = 0; k < p->shape.batch; k++) {
        const int64_t info = p->info[k];
        conform(!info || (shape_rows(&p->shape, k) > 1 && (info > 0 || info == INACCURATE)), "info %lld of system %lld",
                (long long)info, (long long)k);
        solved = solved && !info;
    }
    conform(solved == !outcome->info, "info %lld of the outcome", (long long)outcome->info);
    const double residual = tridiag_problem_residual(p);
    conform(residual <= BACKWARD_MAX / (double)REAL_EPS, "residual %.3g eps of a system that is called solved",
            residual);
}

static void judge(const void *problem, const struct solver *s)
{
    const struct tried *const t = problem;
    if (s->can & UNSTABLE) {
        judge_unstable(&t->p, &t->outcome);
        return;
    }
    for (int64_t k = 0; k < t->p.shape.batch; k++)
        conform(t->p.info[k] == 0 || t->p.info[k] == SOLVED_BY_FALLBACK, "info %lld of system %lld",
                (long long)t->p.info[k], (long long)k);
    conform(t->outcome.info == 0, "info %lld of the outcome", (long long)t->outcome.info);
    const double residual = tridiag_problem_residual(&t->p), error = tridiag_problem_error(&t->p);
    conform(residual <= RESIDUAL_MAX, "residual %.3g eps", residual);
    conform(error <= ERROR_MAX, "error %.3g eps", error);
    if (!t->checked) return;
    const double off = tridiag_problem_misjudged(&t->p);
    conform(off <= 3, "backward error off by %.3g eps, or a condition out of bounds", off);
    conform(isfinite(t->outcome.backward) && isfinite(t->outcome.condition), "none of the outcome");
}

static bool intact(const void *problem)
{
    return tridiag_problem_intact(&((const struct tried *)problem)->p);
}

static const real *x(const void *problem, int64_t *count)
{
    const struct tried *const t = problem;
    *count = t->p.x.count;
    return t->p.x.v;
}

static const struct outcome *outcome(const void *problem)
{
    return &((const struct tried *)problem)->outcome;
}

/* One matrix for all is written out for methods that cannot read it. */
static bool lacks(const struct solver *s, const struct shape *of)
{
    return (of->stride != 1 && !(s->can & (CAN_STRIDE | CAN_INTERLEAVED))) || (of->sizes && !(s->can & CAN_SIZES)) ||
           (of->starts && !(s->can & CAN_RAGGED));
}

static int invalid_shapes(struct shape out[INVALID_MAX])
{
    for (int i = 0; i < 5; i++) out[i] = shape_contiguous(4, 3);
    out[0].n = 0;
    out[1].batch = -1;
    out[2].dist = 3;
    out[3].inner = 0;
    out[4].dist = INT64_MAX / 2;
    return 5;
}

/* 5 flops per row, and 4 values read and 1 written. */
static struct cost least(const struct shape *of)
{
    double rows = 0;
    for (int64_t s = 0; s < of->batch; s++) rows += (double)shape_rows(of, s);
    const double matrix = shape_shared(of) ? (double)of->n : rows;
    return (struct cost){.flops = 5 * rows, .bytes = (2 * rows + 3 * matrix) * (double)sizeof(real)};
}

const struct kind_cases cases_tridiag = {
    .groups = names,
    .untried = "inputs",
    .whole_numbers = true,
    .begin = begin,
    .case_at = case_at,
    .describe = describe,
    .make = make,
    .free = release,
    .shape = shape,
    .renew = renew,
    .send = send,
    .fetch = fetch,
    .judge = judge,
    .intact = intact,
    .x = x,
    .outcome = outcome,
    .lacks = lacks,
    .invalid_shapes = invalid_shapes,
    .least = least,
};
