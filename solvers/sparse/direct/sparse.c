/* Hooks of the sparse direct methods: forms A' of pin.h by columns, has a library factor it, and solves. */
#include "solvers/sparse/direct/sparse.h"

#include <float.h>
#include <string.h>

struct parts {
    struct direct d;
    struct sparse_columns a; /* A' */
};

static const struct sparse_library *library_of(const struct plan *p)
{
    const struct sparse_method *const method = p->solver->variant;
    const struct sparse_options *const o = p->options;
    return method->library[o->library];
}

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    const struct sparse_method *const method = self->variant;
    const struct sparse_options *const o = options;
    const enum status s = method->library[o->library]->ready();
    if (s != ST_OK) return fail_within(s, "%s: ", self->method);
    return pin_accepts(self->method, shape, o->pin);
}

static struct parts parts_of(const struct shape *shape, const struct matrix *matrix, int64_t pin, int threads,
                             struct workspace *workspace)
{
    struct parts s = {.d = direct_of(shape, matrix, pin, threads, workspace), .a.n = shape->n};
    s.a.start = workspace_take(workspace, (shape->n + 1) * (int64_t)sizeof *s.a.start);
    s.a.row = workspace_take(workspace, shape->blocktri.entries * (int64_t)sizeof *s.a.row);
    s.a.value = workspace_take(workspace, shape->blocktri.entries * (int64_t)sizeof *s.a.value);
    return s;
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    const struct sparse_options *const o = options;
    struct workspace workspace = {0};
    parts_of(shape, NULL, o->pin, 1, &workspace);
    return workspace.used;
}

static void end(struct plan *p)
{
    struct sparse_kept *const kept = p->priv;
    kept->factors = library_of(p)->free(kept->factors);
}

/* Does the entry belong to A', or is it the 1 at the pin? Then *value becomes its value there. */
static bool kept(const struct pinned *a, int64_t row, int64_t column, double *value)
{
    if (row == a->pin && column == a->pin) *value = 1;
    return (row == a->pin) == (column == a->pin);
}

/* Rows are taken in order, so that those of a column rise. */
static void turn(const struct pinned *a, struct sparse_columns *t)
{
    const struct csr *const r = &a->rows;
    memset(t->start, 0, (size_t)(t->n + 1) * sizeof *t->start);
    for (int fill = 0; fill < 2; fill++) {
        for (int64_t i = 0; i < t->n; i++)
            for (int64_t e = r->start[i]; e < r->start[i + 1]; e++) {
                double value = (double)r->value[e];
                const int64_t column = r->column[e];
                if (!kept(a, i, column, &value)) continue;
                if (fill) t->row[t->start[column]] = i, t->value[t->start[column]] = value;
                t->start[column + !fill] += 1;
            }
        if (fill) memmove(t->start + 1, t->start, (size_t)t->n * sizeof *t->start), t->start[0] = 0;
        else
            for (int64_t c = 0; c < t->n; c++) t->start[c + 1] += t->start[c];
    }
}

static enum status factor(struct plan *p, const struct system *system)
{
    const struct sparse_options *const o = p->options;
    const struct sparse_library *const by = library_of(p);
    struct sparse_kept *const kept = p->priv;
    struct workspace workspace = {p->workspace, 0};
    struct parts s = parts_of(&p->shape, system->blocktri.matrix, o->pin, p->exec.threads, &workspace);
    pinned_fill(&s.d.a);
    turn(&s.d.a, &s.a);
    kept->pin = s.d.a.pin;
    kept->factors = by->free(kept->factors);
    const enum status st = by->factor(&kept->factors, &s.a, &kept->info);
    return st == ST_OK ? st : fail_within(st, "%s: ", p->solver->method);
}

/* The context of a struct inverse. */
struct factored {
    const struct sparse_library *library;
    const struct sparse_columns *a;
    void *factors;
};

static enum status apply(const void *of, double *x)
{
    const struct factored *const f = of;
    return f->library->solve(f->factors, f->a, x);
}

static enum status apply_transposed(const void *of, double *x)
{
    const struct factored *const f = of;
    return f->library->solve_transposed(f->factors, f->a, x);
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct sparse_options *const o = p->options;
    struct sparse_kept *const kept = p->priv;
    struct workspace workspace = {p->workspace, 0};
    struct parts s = parts_of(&p->shape, system->blocktri.matrix, o->pin, p->exec.threads, &workspace);
    if (!p->factored) TRY(factor(p, system));
    s.d.a.pin = kept->pin;
    const struct factored of = {library_of(p), &s.a, kept->factors};
    const struct inverse inverse = {apply, apply_transposed, &of};
    direct_begin(&s.d, system->x);
    for (int64_t i = 0; i < s.a.n; i++) s.d.x[i] = (double)system->x[i];
    if (!kept->info) TRY(apply(&of, s.d.x));
    return direct_end(&s.d, kept->info, system, &p->shape, DBL_EPSILON, &inverse);
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    const struct sparse_method *const method = self->variant;
    const double n = (double)shape->n, entries = (double)shape->blocktri.entries;
    return (struct cost){
        .flops = method->flops * entries,
        .bytes = entries * (double)(sizeof(real) + sizeof(int32_t)) + 2 * n * (double)sizeof(real),
    };
}

const struct solver_hooks sparse_hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .end = end,
    .factor = factor,
    .solve = solve,
};
