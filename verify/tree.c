/* Trees of every form, sizes from 1 to 4,096 rows, by every method on the host: the residual relative to |A| |x| + |f|,
 * row by row, over the square root of the number of terms of the row, in units of eps; the worst of each method and
 * form, with factors too. Diagonally dominant matrices have small residuals whatever n is. Then chains against
 * elimination in order (Thomas) of the same rows from the last to the first, factored, which is the same operations:
 * the same bits. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/method_spec.h"
#include "solvers/methods.h"
#include "solvers/tree/random_tree.h"
#include "solvers/tree/tree_line.h"
#include "verify/verify.h"

enum { SYSTEMS = 37, LONGEST = 4096, VALUES = SYSTEMS * LONGEST };
static const int64_t sizes[] = {1, 2, 3, 7, 16, 97, 1009, LONGEST};
static const double residual_max = 2;

enum { LOWER, DIAG, UPPER, RIGHT, X, ARRAYS };

struct trial {
    struct exec exec;
    int64_t *parents, *firsts, *info;
    real *array[ARRAYS];
    long double *off, *scale; /* of the rows of a system */
    int64_t *terms;
};

static struct shape draw(struct trial *t, enum tree_form form, int64_t n, bool own)
{
    struct shape s = shape_interleaved(n, SYSTEMS);
    s.kind = KIND_TREE;
    s.tree = (struct tree_shape){.parents = t->parents, .firsts = own ? t->firsts : NULL};
    for (int64_t k = 0; k < SYSTEMS; k++) {
        t->firsts[k] = k * n;
        for (int64_t i = 0; i < n; i++) t->parents[k * n + i] = random_parent(form, i, k * n + i);
    }
    for (int64_t k = 0; k < SYSTEMS; k++) {
        random_tree(tree_parents(&s, k), n, s.stride, t->array[LOWER] + k, t->array[DIAG] + k, t->array[UPPER] + k,
                    k * n);
        for (int64_t i = 0; i < n; i++) t->array[RIGHT][k + i * s.stride] = random_at(k * n + i, 3);
    }
    return s;
}

static struct system system_of(const struct trial *t)
{
    return (struct system){.kind = KIND_TREE,
                           .tree = {t->array[LOWER], t->array[DIAG], t->array[UPPER]},
                           .x = t->array[X],
                           .info = t->info};
}

static void add(const struct trial *t, int64_t i, real a, real x)
{
    const long double product = (long double)a * (long double)x;
    t->off[i] -= product, t->scale[i] += fabsl(product);
    t->terms[i]++;
}

static double residual_of(const struct trial *t, const struct shape *shape, int64_t k)
{
    const struct system system = system_of(t);
    const struct tree_line l = tree_line_of(shape, &system, k);
    double worst = 0;
    for (int64_t i = 0; i < l.n; i++) {
        t->off[i] = (long double)t->array[RIGHT][k + i * l.x_stride];
        t->scale[i] = fabsl(t->off[i]), t->terms[i] = 0;
        add(t, i, l.diag[i * l.stride], l.x[i * l.x_stride]);
    }
    for (int64_t i = 0; i < l.n; i++) {
        const int64_t p = l.parent[i];
        if (p < 0) continue;
        add(t, i, l.lower[i * l.stride], l.x[p * l.x_stride]);
        add(t, p, l.upper[i * l.stride], l.x[i * l.x_stride]);
    }
    for (int64_t i = 0; i < l.n; i++) {
        const double off = (double)(fabsl(t->off[i]) / t->scale[i]) / (double)REAL_EPS / sqrt((double)t->terms[i]);
        if (!(off <= worst)) worst = off;
    }
    return worst;
}

/* `x` is the right side, and becomes the solution. */
static enum status solve(const struct trial *t, const struct method_spec *spec, const struct shape *shape,
                         struct system system)
{
    struct plan *plan;
    memcpy(system.x, t->array[RIGHT], (size_t)(shape->n * SYSTEMS) * sizeof(real));
    TRY(method_spec_plan(&plan, spec, shape, &t->exec));
    enum status s = shape->reuse ? plan_factor(plan, &system) : ST_OK;
    if (s == ST_OK) s = plan_solve(plan, &system);
    plan_free(plan);
    return s;
}

static enum status try_form(struct report *r, struct trial *t, const struct method_spec *spec, enum tree_form form)
{
    double worst = 0;
    int64_t at = 1;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int variant = 0; variant < 4; variant++) {
            struct shape shape = draw(t, form, sizes[k], variant & 1);
            shape.reuse = variant & 2;
            TRY(solve(t, spec, &shape, system_of(t)));
            for (int64_t s = 0; s < SYSTEMS; s++) {
                const double seen = residual_of(t, &shape, s);
                if (!(seen <= worst)) worst = seen, at = sizes[k];
            }
        }
    return report_at_most(r, worst, residual_max, "residual tree, " REAL_NAME ", %s, %s: worst at n = %lld",
                          method_spec_name(spec), tree_forms[form], (long long)at);
}

/* The arrays reversed, row i becoming row n - 1 - i: the coupling of a row to the one after it, its parent, is lower.
 */
static void turn(const struct trial *t, int64_t n, real *a, real *b, real *c, real *d)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < SYSTEMS; k++) {
            const int64_t to = (n - 1 - i) * SYSTEMS + k, at = i * SYSTEMS + k;
            a[to] = i + 1 < n ? t->array[UPPER][at + SYSTEMS] : 0;
            b[to] = t->array[DIAG][at];
            c[to] = i > 0 ? t->array[LOWER][at] : 0;
            d[to] = t->array[RIGHT][at];
        }
}

/* Adds the number of values of chains of n rows that differ from those of elimination in order. */
static enum status compare_chains(struct trial *t, int64_t n, real *const turned[4], int64_t *differ)
{
    const struct method_spec hines = {.solver = &tree_hines}, thomas = {.solver = &tridiag_thomas};
    const struct shape shape = draw(t, TREE_CHAIN, n, false);
    struct shape chain = shape_interleaved(n, SYSTEMS);
    struct plan *plan;
    chain.reuse = true;
    TRY(solve(t, &hines, &shape, system_of(t)));
    turn(t, n, turned[0], turned[1], turned[2], turned[3]);
    const struct system system = {
        .kind = KIND_TRIDIAG, .tridiag = {turned[0], turned[1], turned[2], NULL}, .x = turned[3]};
    TRY(method_spec_plan(&plan, &thomas, &chain, &t->exec));
    enum status s = plan_factor(plan, &system);
    if (s == ST_OK) s = plan_solve(plan, &system);
    plan_free(plan);
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < SYSTEMS; k++)
            *differ += t->array[X][i * SYSTEMS + k] != turned[3][(n - 1 - i) * SYSTEMS + k];
    return s;
}

static enum status try_chains(struct report *r, struct trial *t)
{
    real *turned[4] = {NULL};
    int64_t differ = 0;
    enum status s = ST_OK;
    for (int a = 0; a < 4 && s == ST_OK; a++) s = mem_array(&turned[a], HOST, VALUES, sizeof(real));
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes && s == ST_OK; k++)
        s = compare_chains(t, sizes[k], turned, &differ);
    for (int a = 0; a < 4; a++) mem_free(turned[a]);
    TRY(s);
    return report_at_most(r, (double)differ, 0, "residual tree, " REAL_NAME ", hines: values of chains unlike thomas");
}

static enum status try_all(struct report *r, struct trial *t)
{
    const struct method_spec masked = {&tree_hines_padded, "hines_padded, masked", "padding = \"masked\";"};
    for (size_t i = 0; i < solver_count(); i++) {
        const struct method_spec spec = {.solver = solver_at(i)};
        if (spec.solver->kind != KIND_TREE || spec.solver->space != HOST) continue;
        for (int form = TREE_CHAIN; form < TREE_FORMS; form++)
            if (form == TREE_CHAIN || spec.solver->can & CAN_BRANCH) TRY(try_form(r, t, &spec, (enum tree_form)form));
    }
    TRY(try_form(r, t, &masked, TREE_CABLES));
    return try_chains(r, t);
}

static enum status allocate(struct trial *t)
{
    TRY(mem_array(&t->parents, HOST, VALUES, sizeof *t->parents));
    TRY(mem_array(&t->firsts, HOST, SYSTEMS, sizeof *t->firsts));
    TRY(mem_array(&t->info, HOST, SYSTEMS, sizeof *t->info));
    for (int a = 0; a < ARRAYS; a++) TRY(mem_array(&t->array[a], HOST, VALUES, sizeof(real)));
    TRY(mem_array(&t->off, HOST, LONGEST, sizeof *t->off));
    TRY(mem_array(&t->scale, HOST, LONGEST, sizeof *t->scale));
    return mem_array(&t->terms, HOST, LONGEST, sizeof *t->terms);
}

static enum status run(struct report *r, struct exec exec)
{
    struct trial t = {.exec = exec};
    enum status s = allocate(&t);
    if (s == ST_OK) s = try_all(r, &t);
    void *const arrays[] = {t.parents, t.firsts, t.info, t.off, t.scale, t.terms};
    for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++) mem_free(arrays[a]);
    for (int a = 0; a < ARRAYS; a++) mem_free(t.array[a]);
    return s;
}

const struct verification verify_residual_tree = {
    .topic = "residual",
    .subject = "tree",
    .about = "trees of seven forms, one for all and one each: the residual of every method, and chains against thomas",
    .run = run,
};
