/* No wrong answer is reported as good: ten thousand small systems of each kind (small_systems.h) by `auto`, and by
 * every method with `check = true`, one by one, as a contiguous batch and as an interleaved one. An answer is reported
 * as good if info is 0 or SOLVED_BY_FALLBACK. It is wrong where its backward error in long double is above the bound of
 * the check; and where the matrix is exactly singular, unless the backward error shows that it is the solution of a
 * matrix that differs by rounding. `auto` must solve the systems that partial pivoting in long double solves, and
 * report that a matrix is singular where rounding does not hide it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/method_spec.h"
#include "verify/gallery/small_systems.h"
#include "verify/verify.h"

enum { SYSTEMS = 250 /* of each number of rows */, METHODS_MAX = 64 };

/* The check is computed in double, and errs by some roundings. */
static const double wrong_above = BACKWARD_MAX + 8 * (double)REAL_EPS;

/* The tally of one method, over all systems of a kind. */
struct tally {
    struct method_spec spec;
    char name[64];
    int64_t wrong, missed, given_up; /* missed: singular, and not reported; given_up: although solvable */
    double worst;                    /* backward error of an answer that is reported as good */
};

struct trial {
    struct small_systems systems;
    real *v;       /* [4 count SMALL_ROWS] in the layout of the batch */
    int64_t *info; /* [count] */
    struct tally tally[METHODS_MAX];
    int methods;
};

static void add(struct trial *t, const struct solver *s, const char *options)
{
    struct tally *const m = &t->tally[t->methods++];
    *m = (struct tally){.spec = {.solver = s, .options = options}};
    snprintf(m->name, sizeof m->name, "%s%s", s->method, *options ? ", checked" : "");
}

static enum status choose(struct trial *t)
{
    const struct shape shape = shape_contiguous(2, 1);
    const struct solver *automatic;
    TRY(solver_find(KIND_TRIDIAG, "auto", HOST, &automatic));
    add(t, automatic, "");
    for (size_t i = 0; i < solver_count() && t->methods < METHODS_MAX; i++) {
        const struct solver *const s = solver_at(i);
        if (s->kind != KIND_TRIDIAG || s->space != HOST) continue;
        if (solver_accepts(s, &shape, NULL) == ST_OK) add(t, s, "check = true;");
    }
    return ST_OK;
}

static enum status make(struct trial *t, int64_t count)
{
    *t = (struct trial){0};
    TRY(choose(t));
    TRY(small_systems_make(&t->systems, count));
    TRY(mem_array(&t->v, HOST, 4 * count * SMALL_ROWS, sizeof *t->v));
    return mem_array(&t->info, HOST, count, sizeof *t->info);
}

static void drop(struct trial *t)
{
    small_systems_free(&t->systems);
    mem_free(t->v);
    mem_free(t->info);
}

static void judge(const struct trial *t, struct tally *m, const struct shape *shape, int64_t from, const real *x)
{
    const struct small_systems *const s = &t->systems;
    for (int64_t q = 0; q < shape->batch; q++) {
        const int64_t k = from + q;
        const bool good = info_is_good(t->info[q]);
        const double backward = small_systems_backward(s, k, x + shape_start(shape, q), shape->stride);
        m->wrong += good && !(backward <= wrong_above);
        m->missed += good && s->singular[k];
        m->given_up += !good && s->solvable[k];
        if (good) m->worst = fmax(m->worst, backward);
    }
}

/* Systems from ... from + batch - 1. */
static enum status solve(const struct trial *t, struct tally *m, struct plan *plan, int64_t from)
{
    const struct shape *const shape = &plan->shape;
    const real *const source[] = {t->systems.a, t->systems.b, t->systems.c, t->systems.d};
    const int64_t stride = t->systems.count * SMALL_ROWS, n = shape->n;
    for (int k = 0; k < 4; k++)
        for (int64_t q = 0; q < shape->batch; q++)
            for (int64_t i = 0; i < n; i++)
                t->v[k * stride + shape_start(shape, q) + i * shape->stride] = source[k][(from + q) * n + i];
    const struct system system = {.kind = KIND_TRIDIAG,
                                  .tridiag = {t->v, t->v + stride, t->v + 2 * stride},
                                  .x = t->v + 3 * stride,
                                  .info = t->info};
    TRY(plan_solve(plan, &system));
    judge(t, m, shape, from, system.x);
    return ST_OK;
}

static enum status try_method(const struct trial *t, struct tally *m, const struct exec *exec)
{
    const int64_t n = t->systems.n, count = t->systems.count;
    const struct shape forms[] = {shape_contiguous(n, count), shape_interleaved(n, count), shape_contiguous(n, 1)};
    struct plan *plan;
    enum status s = method_spec_plan(&plan, &m->spec, &forms[n % 3], exec);
    if (s == ST_REFUSED) s = method_spec_plan(&plan, &m->spec, &forms[2], exec);
    for (int64_t from = 0; s == ST_OK && from < count; from += plan->shape.batch) s = solve(t, m, plan, from);
    plan_free(plan);
    return s;
}

static enum status put(struct report *r, const struct trial *t, int which, int64_t systems)
{
    const char *const kind = small_kind_name(which);
    for (int k = 0; k < t->methods; k++) {
        const struct tally *const m = &t->tally[k];
        TRY(report_at_most(r, (double)m->wrong, 0, "small, %s, %s: wrong answers that are called good", kind, m->name));
        TRY(report_figure(r, m->worst, "small, %s, %s: largest backward error that is called good", kind, m->name));
        TRY(report_figure(r, (double)m->missed, "small, %s, %s: singular, not said", kind, m->name));
        TRY(report_figure(r, (double)m->given_up, "small, %s, %s: solvable, given up", kind, m->name));
        if (strcmp(m->name, "auto")) continue;
        TRY(report_at_most(r, (double)m->given_up, 0, "small, %s, auto: not solved, though by long double", kind));
        if (small_kind_exact(which))
            TRY(report_at_most(r, (double)m->missed, 0, "small, %s, auto: singular, called solved", kind));
        report_line(r, "%-28s %7lld systems; auto: largest backward error %8.2g, solvable but given up %lld", kind,
                    (long long)systems, m->worst, (long long)m->given_up);
    }
    return ST_OK;
}

static enum status try_kind(struct report *r, struct trial *t, int kind, const struct exec *exec)
{
    for (int k = 0; k < t->methods; k++) {
        struct tally *const m = &t->tally[k];
        m->wrong = m->missed = m->given_up = 0, m->worst = 0;
    }
    for (int64_t n = 1; n <= SMALL_ROWS; n++) {
        small_systems_draw(&t->systems, kind, n, (uint64_t)(kind * SMALL_ROWS + n));
        for (int k = 0; k < t->methods; k++) TRY(try_method(t, &t->tally[k], exec));
    }
    return put(r, t, kind, SMALL_ROWS * t->systems.count);
}

static enum status run(struct report *r, struct exec exec, const struct verify_size *size)
{
    struct trial t;
    enum status s = make(&t, size->seeds ? size->seeds : SYSTEMS);
    for (int kind = 0; s == ST_OK && kind < SMALL_KINDS; kind++) s = try_kind(r, &t, kind, &exec);
    drop(&t);
    return s;
}

const struct verification verify_gallery_small = {
    .topic = "gallery",
    .subject = "small",
    .about = "no wrong answer to 110,000 small systems is called good by auto, or by any method that checks",
    .run_sized = run,
};
