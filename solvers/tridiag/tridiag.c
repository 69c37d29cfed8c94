/* The kind of tridiagonal systems: copies of matrices that a method cannot read as they are, cyclic systems through
 * plans for plain ones, and info where a method does not set it. */
#include "solvers/batch/copies.h"
#include "solvers/batch/info.h"
#include "solvers/cut/cut_wrapper.h"
#include "solvers/kind.h"
#include "solvers/tridiag/check/check.h"
#include "solvers/tridiag/cut/cut.h"
#include "solvers/tridiag/cyclic/cyclic.h"

static void report(const struct plan *p, const struct system *system)
{
    if (check_is_own(p->solver, &p->shape)) return;
    info_report(&p->shape, system, p->exec.threads, (p->solver->can & SEES_GROWTH) != 0);
}

static bool is_shifted(const struct shape *s)
{
    return s->tridiag.shifted;
}

static bool is_apart(const struct shape *s)
{
    return s->tridiag.apart;
}

static const struct capability capabilities_of_tridiag[] = {
    {CAN_SHIFT, "shift", "a value per system added to the diagonal", is_shifted, "a shifted diagonal is not supported"},
    {SEES_GROWTH, "growth", "reports systems in whose elimination elements grew, so that x may be wrong", NULL, NULL},
    {CHECKS, "checks", "finds backward errors in the sweeps of a solve, where check is asked for", NULL, NULL},
    {RIGHT_APART, "apart", "right sides that lie apart from x, which are kept", is_apart,
     "right sides that lie apart from x are not supported"},
    {0}};

struct options {
    bool check, refine;
};

static const struct option options[] = {
    {.key = "check",
     .help = "true: find the backward error of each solution, and report those above 256 eps as not solved",
     .type = OPT_BOOL,
     .offset = offsetof(struct options, check),
     .default_value = "false"},
    {.key = "refine",
     .help = "true: improve each solution by one step of iterative refinement",
     .type = OPT_BOOL,
     .offset = offsetof(struct options, refine),
     .default_value = "false"},
    {0}};

static void choose(struct shape *shape, const void *values)
{
    const struct options *const o = values;
    shape->tridiag.check |= o->check;
    shape->tridiag.refine |= o->refine;
}

/* Plans that check or refine keep right sides themselves. */
static enum status check(const struct shape *shape)
{
    const struct tridiag_shape *const t = &shape->tridiag;
    if (!t->apart || !(t->check || t->refine)) return ST_OK;
    return fail(ST_REFUSED, "right sides that lie apart from x are neither checked nor refined");
}

static bool checks(const struct shape *shape)
{
    return shape->tridiag.check;
}

/* Does the method solve every regular system? On the device cyclic ones are left whose last row and column decide
 * (cyclic/cyclic.h). */
static bool solves_any(const struct solver *solver, const struct shape *shape)
{
    return solver && (solver->can & CAN_ANY_MATRIX) && !(shape->tridiag.cyclic && solver->space == DEVICE);
}

/* A cyclic system that a method without pivoting, or one on the device, has not solved may still be regular. */
static const char *info_text(const struct solver *solver, const struct shape *shape, int64_t info)
{
    if (info != PIVOTS_GREW && info != INACCURATE && info <= 0) return NULL;
    if (solves_any(solver, shape))
        return info > 0
                   ? "no pivot is left: the matrix is singular, or nearly so, or numbers are not finite or overflow"
                   : NULL;
    if (shape->tridiag.cyclic)
        return "the cyclic matrix, or what is left of it without its last row and column, is singular, or nearly, or "
               "takes pivoting; thomas_pivot_simd and other methods for any regular matrix, on the host, solve it if "
               "it is regular";
    if (info == INACCURATE) return NULL;
    return info > 0 ? "a pivot is zero or not finite, or x is not finite; thomas_pivot_simd and other methods for any "
                      "regular matrix solve the system if it is regular"
                    : "elements grew in elimination without pivoting, and x may be wrong; thomas_pivot_simd and other "
                      "methods for any regular matrix solve the system";
}

static void make_cyclic(struct shape *s)
{
    s->tridiag.cyclic = true;
}

static void make_shifted(struct shape *s)
{
    s->tridiag.shifted = true;
}

static void make_apart(struct shape *s)
{
    s->tridiag.apart = true;
}

static const struct example examples[] = {{EXAMPLE_PLAIN, NULL},
                                          {"cyclic systems", make_cyclic},
                                          {"a value per system added to the diagonal", make_shifted},
                                          {"right sides that lie apart from x", make_apart},
                                          {NULL, NULL}};

/* An answer is checked against what the caller gave. Copies are made before the ends of cyclic systems are split off:
 * once, for both solves. */
static const struct wrapper *const wrappers[] = {&cut_wrapper, &check_wrapper, &copies_wrapper, &cyclic_wrapper, NULL};

const struct kind_ops kind_tridiag = {
    .name = "tridiag",
    .capabilities = capabilities_of_tridiag,
    .options = options,
    .options_bytes = sizeof(struct options),
    .choose = choose,
    .check = check,
    .cuts = &cut_tridiag,
    .checks = checks,
    .report = report,
    .info_text = info_text,
    .examples = examples,
    .wrappers = wrappers,
};
