/* Solves the systems of the gallery by every method, and compares residuals. */
#include "verify/gallery/judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/method_spec.h"
#include "verify/gallery/systems.h"

/* The form in which systems are passed to a method: as `runs` batches, one after the other. */
struct form {
    struct shape shape;
    int runs;
    real *const *v; /* [GALLERY_ARRAYS] */
};

/* The worst of the forms in which a system was solved. */
struct answer {
    struct gallery_residual residual;
    bool flagged;
};

struct trial {
    const struct gallery_task *task;
    const struct exec *exec;
    struct gallery_systems systems;
    struct answer *answer, *least; /* [seeds] of a method, and of the reference */
    int64_t *info;                 /* [seeds] */
    double *sorted;                /* [seeds] */
};

static enum status make(struct trial *t, const struct gallery_task *task, const struct exec *exec)
{
    *t = (struct trial){.task = task, .exec = exec};
    TRY(gallery_systems_make(&t->systems, task->rows, task->copies, task->seeds));
    TRY(mem_array(&t->answer, HOST, task->seeds, sizeof *t->answer));
    TRY(mem_array(&t->least, HOST, task->seeds, sizeof *t->least));
    TRY(mem_array(&t->info, HOST, task->seeds, sizeof *t->info));
    return mem_array(&t->sorted, HOST, task->seeds, sizeof *t->sorted);
}

static void drop(struct trial *t)
{
    gallery_systems_free(&t->systems);
    mem_free(t->answer);
    mem_free(t->least);
    mem_free(t->info);
    mem_free(t->sorted);
}

static bool has_partitions(const struct solver *s)
{
    return s->options && option_find(s->options, "partitions");
}

static enum status solve_run(const struct trial *t, struct plan *plan, const struct form *f, int run,
                             struct answer *answer)
{
    enum { RIGHT = 3, SOLUTION = 4 };
    const int64_t n = t->systems.n, first = run * f->shape.batch, at = first * n;
    real *const x = f->v[SOLUTION] + at;
    const struct system system = {
        .kind = KIND_TRIDIAG, .tridiag = {f->v[0] + at, f->v[1] + at, f->v[2] + at}, .x = x, .info = t->info};
    memcpy(x, f->v[RIGHT] + at, (size_t)shape_extent(&f->shape) * sizeof *x);
    TRY(plan_solve(plan, &system));
    for (int64_t q = 0; q < f->shape.batch; q++) {
        struct answer *const a = &answer[first + q];
        const struct gallery_residual r =
            gallery_residual_of(&t->systems, (int)(first + q), x + shape_start(&f->shape, q), f->shape.stride);
        a->residual.scaled = fmax(a->residual.scaled, r.scaled);
        a->residual.naive = fmax(a->residual.naive, r.naive);
        a->flagged |= !info_is_good(t->info[q]);
    }
    return ST_OK;
}

/* A form that the method refuses is left out; methods were chosen by the first form. */
static enum status solve_form(const struct trial *t, const struct method_spec *spec, const struct form *f,
                              struct answer *answer)
{
    struct plan *plan;
    enum status s = method_spec_plan(&plan, spec, &f->shape, t->exec);
    if (s == ST_REFUSED && f->runs == 1) return ST_OK;
    for (int run = 0; s == ST_OK && run < f->runs; run++) s = solve_run(t, plan, f, run, answer);
    plan_free(plan);
    return s;
}

static enum status solve(const struct trial *t, const struct gallery_method *m, struct answer *answer)
{
    const struct gallery_systems *const s = &t->systems;
    const struct form forms[] = {{shape_contiguous(s->n, 1), s->seeds, s->v},
                                 {shape_contiguous(s->n, s->seeds), 1, s->v},
                                 {shape_interleaved(s->n, s->seeds), 1, s->between}};
    char options[128] = "";
    const int64_t most = s->n / 2 > 1 ? s->n / 2 : 1, partitions = t->task->partitions;
    if (m->options) snprintf(options, sizeof options, "%s", m->options);
    else if (has_partitions(m->solver))
        snprintf(options, sizeof options, "partitions = %lld;", (long long)(partitions < most ? partitions : most));
    const struct method_spec spec = {.solver = m->solver, .options = options};
    memset(answer, 0, (size_t)s->seeds * sizeof *answer);
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
        if (s->seeds > 1 || f == 0) TRY(solve_form(t, &spec, &forms[f], answer));
    return ST_OK;
}

static bool is_judged(const struct answer *least)
{
    return !least->flagged && isfinite(least->residual.scaled);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts t->sorted. */
static double median(const struct trial *t, int count)
{
    qsort(t->sorted, (size_t)count, sizeof *t->sorted, by_value);
    return count ? t->sorted[count / 2] : (double)NAN;
}

static double median_of(const struct trial *t, double (*part)(const struct trial *t, int k))
{
    int count = 0;
    for (int k = 0; k < t->systems.seeds; k++)
        if (is_judged(&t->least[k])) t->sorted[count++] = part(t, k);
    return median(t, count);
}

static double scaled(const struct trial *t, int k)
{
    return t->answer[k].residual.scaled;
}

static double naive(const struct trial *t, int k)
{
    return t->answer[k].residual.naive;
}

static double ratio(const struct trial *t, int k)
{
    if (t->answer[k].flagged) return (double)INFINITY;
    return verdict_ratio(t->answer[k].residual.scaled, t->least[k].residual.scaled);
}

static struct gallery_result result_of(const struct trial *t)
{
    struct gallery_result r = {0};
    for (int k = 0; k < t->systems.seeds; k++) {
        if (!is_judged(&t->least[k])) continue;
        const double own = ratio(t, k);
        r.largest = fmax(r.largest, own);
        r.count[verdict_of(t->answer[k].flagged, own)]++;
    }
    r.median = median_of(t, ratio);
    r.scaled = median_of(t, scaled);
    r.naive = median_of(t, naive);
    return r;
}

static enum status judge_type(struct gallery_verdicts *v, struct trial *t, int type)
{
    if (gallery_dense(type) && t->task->rows > GALLERY_DENSE_ROWS) return ST_OK;
    TRY(gallery_systems_fill(&t->systems, type, t->exec->threads, t->task->kept));
    TRY(solve(t, &(struct gallery_method){.solver = v->reference}, t->least));
    for (int k = 0; k < t->systems.seeds; k++) v->judged[type - 1] += is_judged(&t->least[k]);
    for (int m = 0; m < v->methods; m++) {
        TRY(solve(t, &v->method[m], t->answer));
        v->method[m].result[type - 1] = result_of(t);
    }
    return ST_OK;
}

static void choose_one(struct gallery_verdicts *v, const struct gallery_task *task, const struct solver *s,
                       const char *options)
{
    const struct shape shape = shape_contiguous(task->rows * task->copies, 1);
    if (solver_accepts(s, &shape, NULL) != ST_OK) return;
    v->method[v->methods++] = (struct gallery_method){.solver = s, .options = options};
}

static void choose_given(struct gallery_verdicts *v, const struct gallery_task *task)
{
    const struct solver *s;
    for (int i = 0; i < task->entries; i++)
        if (solver_find(KIND_TRIDIAG, task->entry[i].method, HOST, &s) == ST_OK)
            choose_one(v, task, s, task->entry[i].options);
}

static void choose_registered(struct gallery_verdicts *v, const struct gallery_task *task, size_t all)
{
    for (size_t i = 0; i < all; i++) {
        const struct solver *const s = solver_at(i);
        if (s->kind == KIND_TRIDIAG && s->space == HOST && (s->can & task->can) == task->can)
            choose_one(v, task, s, NULL);
    }
}

static enum status choose(struct gallery_verdicts *v, const struct gallery_task *task)
{
    if (solver_find(KIND_TRIDIAG, "lapack", HOST, &v->reference) != ST_OK)
        TRY(solver_find(KIND_TRIDIAG, "thomas_pivot", HOST, &v->reference));
    size_t all = 0;
    while (solver_at(all)) all++;
    TRY(mem_array(&v->method, HOST, (int64_t)all + task->entries, sizeof *v->method));
    if (task->entry) choose_given(v, task);
    else choose_registered(v, task, all);
    return ST_OK;
}

enum status gallery_judge(struct gallery_verdicts *out, const struct gallery_task *task, const struct exec *exec)
{
    struct trial t;
    *out = (struct gallery_verdicts){0};
    enum status s = make(&t, task, exec);
    if (s == ST_OK) s = choose(out, task);
    for (int type = 1; s == ST_OK && type <= GALLERY; type++) s = judge_type(out, &t, type);
    drop(&t);
    return s;
}

void gallery_verdicts_free(struct gallery_verdicts *v)
{
    mem_free(v->method);
    *v = (struct gallery_verdicts){0};
}
