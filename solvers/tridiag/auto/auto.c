/* The method for those who do not want to choose: it looks at some rows, takes the method that is likely to be fastest,
 * and calls no answer good that is not.
 *
 *     systems            dominant: elimination in order     others: with pivoting     (choice.c)
 *     8 or more          thomas_simd                        thomas_pivot_simd
 *     long, contiguous   windows                            partition_pivot
 *     few and short      twisted                            thomas_pivot
 *     others             thomas_simd                        thomas_pivot
 *
 * The rows looked at, 256 at most (sample.h), and all of few short systems, decide only about speed, since every
 * answer is judged by all rows: by factors that prove it good, if the rows looked at are dominant
 * (thomas_simd_bound.h); where they do not, by the backward error |d - A x| / (|A| |x| + |d|) (J. L. Rigal, J. Gaches,
 * J. ACM 14, 1967), which is found in the sweeps of the solve; or, of `windows`, by pivots that have not grown
 * (partition.h). Where the backward error is above BACKWARD_MAX, or a pivot is missing, the right side is restored and
 * the system solved again: many of them with pivoting, few, and what is not good then, by partial pivoting in order in
 * long double (again.h, careful.h). Systems that are not solved so either are reported: i + 1 of the row without a
 * pivot, or INACCURATE. No library is needed.
 *
 * Where one matrix is that of all systems, or matrices are factored once, a look at the matrix is cheaper than checks:
 * if it proves that elimination in order answers well (proof.h), the fast method solves without checks. All others are
 * solved with pivoting; so are they, at each solve, where plan_factor finds no proof. What overflows in a solve without
 * checks, as x is near the largest number, is reported and not solved again. */
#include <string.h>

#include "solvers/batch/workspace.h"
#include "solvers/tridiag/auto/again.h"
#include "solvers/tridiag/auto/choice.h"
#include "solvers/tridiag/auto/long_systems.h"
#include "solvers/tridiag/auto/proof.h"
#include "solvers/tridiag/auto/right.h"
#include "solvers/tridiag/auto/sample.h"
#include "solvers/tridiag/auto/short_systems.h"

/* Expected from the rows looked at: the fast method suits, and its factors prove the answers. */
struct forecast {
    bool suits, bound;
};

struct automatic {
    const struct auto_choice *choice;
    struct plan *plan[2];     /* by BY_FAST, BY_SAFE */
    bool proves;              /* the fast method is for matrices with a proof, and does not check */
    struct forecast forecast; /* of what was factored */
    struct again again;
    int64_t *info;                 /* of each system */
    struct long_systems long_ones; /* in place of all that, if one by one */
    struct short_systems short_ones;
    bool one_by_one;
};

static bool solves_one_by_one(const struct shape *shape)
{
    const struct auto_choice *const choice = auto_choice_of(shape);
    return choice->is_short || (choice->is_long && long_systems_are(shape));
}

/* The memory of a plan; returns its bytes. `at` NULL: they are only counted. */
static int64_t divide(struct automatic *a, void *at, const struct shape *shape, int threads)
{
    struct workspace w = {.memory = at};
    if (solves_one_by_one(shape)) {
        if (auto_choice_of(shape)->is_short) a->short_ones = short_systems_take(&w, shape);
        else a->long_ones = long_systems_take(&w, shape, threads);
        return w.used;
    }
    a->again = again_take(&w, shape, threads);
    a->info = workspace_take(&w, shape->batch * (int64_t)sizeof *a->info);
    return w.used;
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    struct automatic a;
    return divide(&a, NULL, shape, exec->threads);
}

static bool takes_whole(const struct shape *shape)
{
    return true;
}

static void end(struct plan *p)
{
    struct automatic *const a = p->priv;
    if (a->one_by_one) return;
    for (int by = 0; by < 2; by++) a->plan[by] = plan_free(a->plan[by]);
    again_end(&a->again);
}

/* Factors are kept by the plan of the fast method; that with pivots has none. */
static enum status make_plans(struct automatic *a, const struct plan *p)
{
    struct shape shape = p->shape;
    shape.tridiag.apart = false;
    shape.tridiag.check = shape.tridiag.restore = !a->proves;
    TRY(plan_make(&a->plan[BY_FAST], a->choice->fast, &shape, NULL, &p->exec));
    shape.tridiag.check = shape.tridiag.restore = true, shape.reuse = false;
    TRY(plan_make(&a->plan[BY_SAFE], a->choice->safe, &shape, NULL, &p->exec));
    return again_begin(&a->again, &shape);
}

static bool proves(const struct auto_choice *choice, const struct shape *shape)
{
    return (shape_shared(shape) || shape->reuse) && !shape->tridiag.cyclic && !choice->is_long;
}

static enum status begin(struct plan *p)
{
    struct automatic *const a = p->priv;
    a->choice = auto_choice_of(&p->shape);
    a->one_by_one = solves_one_by_one(&p->shape);
    a->proves = proves(a->choice, &p->shape);
    divide(a, p->workspace, &p->shape, p->exec.threads);
    if (a->one_by_one) return ST_OK;
    const enum status s = make_plans(a, p);
    if (s != ST_OK) end(p);
    return s;
}

static struct forecast forecast_of(const struct plan *p, const struct system *system)
{
    const struct automatic *const a = p->priv;
    if (a->proves) return (struct forecast){proof_of_matrices(&p->shape, system, p->exec.threads), false};
    const struct sample s = sample_systems(&p->shape, system);
    if (a->choice->is_long) return (struct forecast){sample_decays(&s), false};
    return (struct forecast){s.by_rows || s.by_columns, s.by_rows};
}

static enum status factor(struct plan *p, const struct system *system)
{
    struct automatic *const a = p->priv;
    if (a->one_by_one) return ST_OK;
    a->forecast = forecast_of(p, system);
    return a->forecast.suits ? plan_factor(a->plan[BY_FAST], system) : ST_OK;
}

/* By whom systems were solved. */
struct found {
    bool by[2], again;
};

static const char *const proofs[] = {"pivots of the matrix do not grow",
                                     "pivots of the matrix may grow, or right sides are small"};

static void report(const struct automatic *a, const struct system *system, const struct found *found)
{
    const enum chosen by = found->by[BY_FAST] && found->by[BY_SAFE] ? BY_BOTH : found->by[BY_FAST] ? BY_FAST : BY_SAFE;
    if (!system->outcome) return;
    system->outcome->chosen = a->choice->chosen[by][found->again];
    system->outcome->why = a->proves ? proofs[by] : a->choice->why[by];
}

/* Growth that is within the proof is none. */
static void clear_growth(const struct automatic *a, int64_t batch)
{
    for (int64_t s = 0; s < batch; s++)
        if (a->info[s] == PIVOTS_GREW) a->info[s] = 0;
}

static enum status solve_batch(const struct plan *p, const struct system *system, struct found *found)
{
    const struct automatic *const a = p->priv;
    const struct forecast expected = p->factored ? a->forecast : forecast_of(p, system);
    const bool fast = expected.suits && (!a->proves || proof_of_rights(&p->shape, system, p->exec.threads));
    struct system own = *system;
    struct again_found again = {.status = ST_OK};
    own.info = a->info, own.outcome = NULL, own.backward = own.condition = NULL, own.tridiag.bound = expected.bound;
    TRY(plan_solve(a->plan[fast ? BY_FAST : BY_SAFE], &own));
    if (fast && a->proves) clear_growth(a, p->shape.batch);
    else again = again_solve(&a->again, &p->shape, &own);
    TRY(again.status);
    *found = (struct found){.by = {fast, !fast || again.with_pivots}, .again = again.in_order};
    if (system->info) memcpy(system->info, a->info, (size_t)p->shape.batch * sizeof *a->info);
    return ST_OK;
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct automatic *const a = p->priv;
    struct found found;
    if (p->shape.tridiag.apart && !(a->one_by_one && a->choice->is_long)) right_take(&p->shape, system);
    if (a->choice->is_short) {
        const struct short_found of = short_systems_solve(&a->short_ones, &p->shape, system);
        found = (struct found){.by = {of.fast, of.safe}, .again = of.again};
    } else if (a->one_by_one) {
        const struct long_found of = long_systems_solve(&a->long_ones, &p->shape, system, &p->exec);
        found = (struct found){.by = {of.fast, of.safe}, .again = of.again};
    } else {
        const enum status s = solve_batch(p, system, &found);
        if (s != ST_OK) return fail_within(s, "auto: ");
    }
    report(a, system, &found);
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    const struct solver *const s = auto_choice_of(shape)->fast;
    return s->hooks->cost(s, shape, options);
}

static const struct solver_hooks hooks = {
    .takes_whole = takes_whole,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .begin = begin,
    .end = end,
    .factor = factor,
    .solve = solve,
};

const struct solver tridiag_auto = {
    .method = "auto",
    .about =
        "looks at some rows and takes the method that is likely to be fastest; every answer is judged by all rows, "
        "and partial pivoting in long double solves what is not good",
    .source = "this program; Higham 2002, section 9.6; Rigal, Gaches 1967",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | CAN_ANY_MATRIX | DETERMINISTIC |
           REPORTS_INFO | RIGHT_APART,
    .priv_bytes = sizeof(struct automatic),
    .hooks = &hooks,
};
