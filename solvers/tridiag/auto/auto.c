/* The method for those who do not want to choose: it looks at the systems, takes the fastest method that is safe for
 * them, and calls no answer good that is not.
 *
 *     systems            dominant: elimination in order     others: with pivoting     (choice.c)
 *     8 or more          thomas_simd                        thomas_pivot_simd
 *     long, contiguous   windows                            partition_pivot
 *     few and short      thomas_simd                        thomas_pivot
 *
 * Diagonal dominance, by rows or by columns, and a finite x prove an answer (dominance.h). `windows` is tried where
 * diagonals of some rows exceed the sums of these rows by a sixteenth (sample.h), and proves its answers itself, or
 * restores right sides (partition.h). All others are checked: the
 * backward error |d - A x| / (|A| |x| + |d|) of each system (J. L. Rigal, J. Gaches, J. ACM 14, 1967) is computed, and
 * where it is above BACKWARD_MAX, or there is no pivot, the system is solved again by partial pivoting in order, in
 * long double (careful.h), or, of more than CAREFUL_ROWS rows, as LAPACK's gtsv (pivot_checkpointed.h), and checked
 * again. No library is needed. Systems that are not solved so either are reported: i + 1 of the row without a pivot, or
 * INACCURATE. Cyclic systems of more rows are not solved again.
 *
 * Beside the solve a look takes 12 flops and comparisons a row, a check 14 flops.
 *
 * A batch is cut into chunks that stay in a core's caches from the look at the matrix to the check, and each chunk is
 * solved by the method that serves all of its systems: all arrays still cross the memory bus once. Where it cannot be
 * cut (chunks.h), it is looked at as a whole, and right sides are kept where there are pivots, a value an unknown. Of a
 * matrix that is factored once only the matrix is looked at, by plan_factor: solves with a dominant one then are those
 * of the fast method, and x below the least normal number is not noticed; others are eliminated at each solve. */
#include <omp.h>

#include "solvers/batch/workspace.h"
#include "solvers/tridiag/auto/attempt.h"
#include "solvers/tridiag/auto/long_systems.h"
#include "solvers/tridiag/auto/look.h"

struct automatic {
    struct chunks chunks;
    const struct auto_choice *choice;
    struct exec exec;  /* of the plans for chunks */
    int workers;       /* that take chunks side by side */
    bool dominant;     /* what was factored */
    struct plan *kept; /* of the fast method, for a dominant matrix that is factored; or NULL */
    bool long_systems; /* few long systems are solved without all that */
    struct long_systems systems;
};

/* Chunks have no factors: those of a dominant matrix are kept by one plan for all. */
static struct shape without_factors(const struct shape *shape)
{
    struct shape s = *shape;
    s.reuse = false;
    return s;
}

static bool solves_long(const struct shape *shape)
{
    return auto_choice_of(shape)->is_long && long_systems_are(shape);
}

static int workers_of(const struct chunks *c, int threads)
{
    return c->count < 2 ? 1 : c->count < threads ? (int)c->count : threads;
}

/* The memory of a plan; returns its bytes. `at` NULL: they are only counted. */
static int64_t divide(struct attempt *out, void *at, const struct shape *shape, const struct chunks *c, int workers)
{
    struct workspace w = {.at = at};
    for (int k = 0; k < workers; k++) {
        const struct attempt a = attempt_take(&w, shape, c);
        if (out) out[k] = a;
    }
    return w.used;
}

/* The attempts of workers lie before their memory. */
static int64_t attempts_bytes(int workers)
{
    return (workers * (int64_t)sizeof(struct attempt) + 63) / 64 * 64;
}

static int64_t work_bytes(const struct solver *self, const struct shape *shape, const void *options,
                          const struct exec *exec)
{
    const struct shape s = without_factors(shape);
    const struct chunks c = chunks_of(&s);
    const int workers = workers_of(&c, exec->threads);
    struct workspace w = {.at = NULL};
    if (!solves_long(shape)) return attempts_bytes(workers) + divide(NULL, NULL, shape, &c, workers);
    long_systems_take(&w, shape, exec->threads);
    return w.used;
}

static bool takes_whole(const struct shape *shape)
{
    return true;
}

static void end(struct plan *p)
{
    struct automatic *const a = p->priv;
    if (a->long_systems) return;
    for (int k = 0; k < a->workers; k++) attempt_end((struct attempt *)p->work + k);
    a->kept = plan_free(a->kept);
}

static enum status make_plans(struct plan *p)
{
    struct automatic *const a = p->priv;
    struct attempt *const attempt = p->work;
    const struct shape shape = without_factors(&p->shape);
    for (int k = 0; k < a->workers; k++)
        TRY(attempt_begin(&attempt[k], &shape, &a->chunks, a->choice, &a->exec, p->shape.reuse));
    return p->shape.reuse ? plan_make(&a->kept, a->choice->fast, &p->shape, NULL, &p->exec) : ST_OK;
}

static enum status begin(struct plan *p)
{
    struct automatic *const a = p->priv;
    struct attempt *const attempt = p->work;
    const struct shape shape = without_factors(&p->shape);
    a->chunks = chunks_of(&shape);
    a->choice = auto_choice_of(&p->shape);
    a->long_systems = solves_long(&p->shape);
    if (a->long_systems) {
        struct workspace w = {.at = p->work};
        a->systems = long_systems_take(&w, &p->shape, p->exec.threads);
        return ST_OK;
    }
    a->workers = workers_of(&a->chunks, p->exec.threads);
    a->exec = p->exec;
    if (a->chunks.count > 1) a->exec.threads = 1, a->exec.trace = NULL;
    divide(attempt, (char *)p->work + attempts_bytes(a->workers), &p->shape, &a->chunks, a->workers);
    const enum status s = make_plans(p);
    if (s != ST_OK) end(p);
    return s;
}

static void report(const struct plan *p, const struct system *system, const struct attempt_found *found)
{
    const struct automatic *const a = p->priv;
    const enum chosen by = found->by[BY_FAST] && found->by[BY_SAFE] ? BY_BOTH : found->by[BY_FAST] ? BY_FAST : BY_SAFE;
    if (!system->outcome) return;
    system->outcome->chosen = a->choice->chosen[by][found->again];
    system->outcome->why = a->choice->why[by];
}

static enum status factor(struct plan *p, const struct system *system)
{
    struct automatic *const a = p->priv;
    if (a->long_systems) return ST_OK;
    a->dominant = look_at_matrices(&p->shape, system, a->choice->factor, p->exec.threads);
    return a->dominant ? plan_factor(a->kept, system) : ST_OK;
}

static void add(struct attempt_found *sum, const struct attempt_found *one)
{
    for (int k = 0; k < 2; k++) sum->by[k] |= one->by[k];
    sum->again |= one->again;
    if (one->status != ST_OK) sum->status = one->status;
}

static struct attempt_found solve_chunks(const struct plan *p, const struct system *system)
{
    const struct automatic *const a = p->priv;
    const struct attempt *const attempt = p->work;
    struct attempt_found found = {.status = ST_OK};
    if (a->chunks.count < 2) return attempt_solve(attempt, 0, p, system);
#pragma omp parallel num_threads(a->workers)
    {
        struct attempt_found own = {.status = ST_OK};
#pragma omp for schedule(static)
        for (int64_t k = 0; k < a->chunks.count; k++) {
            const struct attempt_found one = attempt_solve(&attempt[omp_get_thread_num()], k, p, system);
            add(&own, &one);
        }
#pragma omp critical(auto_found)
        add(&found, &own);
    }
    return found;
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct automatic *const a = p->priv;
    struct attempt_found found = {.by = {true, false}, .status = ST_OK};
    if (a->long_systems) {
        const struct long_found of = long_systems_solve(&a->systems, &p->shape, system, &p->exec);
        found = (struct attempt_found){.by = {of.fast, of.safe}, .again = of.again, .status = ST_OK};
    } else if (p->factored && a->dominant) {
        struct system silent = *system;
        silent.outcome = NULL;
        found.status = plan_solve(a->kept, &silent);
    } else found = solve_chunks(p, system);
    if (found.status != ST_OK) return fail_within(found.status, "auto: ");
    report(p, system, &found);
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    const struct solver *const s = auto_choice_of(shape)->fast;
    return s->hooks->cost(s, shape, options);
}

static const struct solver_hooks hooks = {
    .takes_whole = takes_whole,
    .work_bytes = work_bytes,
    .cost = cost,
    .begin = begin,
    .end = end,
    .factor = factor,
    .solve = solve,
};

const struct solver tridiag_auto = {
    .method = "auto",
    .about = "looks at the systems and takes the fastest method that is safe for them; partial pivoting in long "
             "double where that fails",
    .source = "this program; Higham 2002, section 9.6; Rigal, Gaches 1967",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | CAN_ANY_MATRIX | DETERMINISTIC |
           REPORTS_INFO,
    .priv_bytes = sizeof(struct automatic),
    .hooks = &hooks,
};
