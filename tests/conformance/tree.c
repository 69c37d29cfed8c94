/* Trees for the conformance suite: every layout and form, one tree for all and one each, sizes, one matrix, factored.
 */
#include "tests/conformance/conformance.h"

#include <stdio.h>
#include <stdlib.h>

#include "tests/conformance/tree_cases.h"
#include "tests/support/device_copy.h"

/* Rounding does not grow with n, in units of eps: of residuals relative to |A| |x| + |f| by rows and the root of their
 * terms; of errors relative to x, where |A^-1| is at most 10 and |A| |x| grows with the children of a row. */
enum { RESIDUAL_MAX = 2, ERROR_MAX = 20 };
enum variant { OWN = 1, SIZES = 2, SHARED = 4, REUSE = 8, VARIANTS = 16 };
enum { ROUNDS = 2 /* of all sizes, each with another variant */ };
enum { LAYOUT, VARIANT, FORM }; /* of kind_case.choice */
enum { LONG = LAYOUTS, EMPTY }; /* groups after those of each layout */

struct tried {
    struct tree_problem p;
    struct device_mirror mirror;
    struct outcome outcome;
};

static const char *names[LAYOUTS + 3];

static void begin(uint64_t *seed)
{
    for (int l = 0; l < LAYOUTS; l++) names[l] = layouts[l].name;
    names[LONG] = "long", names[EMPTY] = "empty batch";
}

/* Only chains where the method does not take branches. */
static void choose_form(const struct solver *s, int64_t index, struct kind_case *c)
{
    c->choice[FORM] = s->can & CAN_BRANCH ? (int)(index % TREE_FORMS) : TREE_CHAIN;
    if (!(s->can & CAN_SHARED)) c->choice[VARIANT] &= ~SHARED;
    if (c->choice[VARIANT] & SHARED) c->choice[VARIANT] &= ~OWN;
}

static bool case_of_layout(const struct solver *s, int64_t index, struct kind_case *c)
{
    static const int64_t small[] = {1, 2, 3, 4, 5, 7, 8, 11, 16, 17, 33}, large[] = {64, 97, 128, 257, 509};
    static const int64_t few[] = {1, 3, 16, 37}, fewer[] = {1, 21, 70};
    enum { OF_SMALL = 4 * sizeof small / sizeof *small, ALL = OF_SMALL + 3 * sizeof large / sizeof *large };
    const int64_t k = index % ALL, q = k - OF_SMALL;
    c->choice[VARIANT] = (int)((index + index / ALL * 5 + c->choice[LAYOUT] * 3) % VARIANTS);
    c->n = q < 0 ? small[k / 4] : large[q / 3];
    c->batch = q < 0 ? few[k % 4] : fewer[q % 3];
    c->threads = index % 3 == 0 ? 5 : 1;
    choose_form(s, index, c);
    return index < ROUNDS * ALL;
}

static bool case_of_long(const struct solver *s, int64_t index, struct kind_case *c)
{
    static const int64_t rows[] = {1023, 1999, 4097};
    *c = (struct kind_case){.n = rows[index % 3], .batch = 1 + index % 3 * 20, .threads = 5};
    c->choice[LAYOUT] = (int)(index % LAYOUTS), c->choice[VARIANT] = (int)(index / 3);
    choose_form(s, index, c);
    return index < 3 * VARIANTS;
}

static bool case_of_twins(const struct solver *s, int64_t index, struct kind_case *c)
{
    *c = (struct kind_case){.n = 41 + index % 3, .batch = index % 2 ? 37 : 5};
    c->choice[LAYOUT] = (int)(index % LAYOUTS), c->choice[VARIANT] = (int)(index * 5 % VARIANTS);
    choose_form(s, index / LAYOUTS, c);
    return index < LAYOUTS * TREE_FORMS;
}

static bool case_at(const struct solver *s, int group, int64_t index, struct kind_case *c)
{
    if (group == TWINS) return case_of_twins(s, index, c);
    if (group == LONG) return case_of_long(s, index, c);
    if (group >= 0 && group < LAYOUTS) {
        c->choice[LAYOUT] = group;
        return case_of_layout(s, index, c);
    }
    c->n = group == OPTIONS ? 33 : 9, c->batch = group == EMPTY ? 0 : 21, c->threads = 2;
    c->choice[VARIANT] = (int)(index % VARIANTS), c->choice[LAYOUT] = (int)(index / VARIANTS);
    choose_form(s, index, c);
    return index < (group == FEW ? 1 : LAYOUTS) * VARIANTS;
}

static void describe(const struct kind_case *c, char *out, size_t size)
{
    const int v = c->choice[VARIANT];
    snprintf(out, size, ", %s, %s%s%s%s%s", layouts[c->choice[LAYOUT]].name, tree_forms[c->choice[FORM]],
             v & OWN ? ", own trees" : "", v & SIZES ? ", sizes" : "", v & SHARED ? ", shared" : "",
             v & REUSE ? ", reuse" : "");
}

static void *make(const struct kind_case *c, const struct solver *s, uint64_t *seed)
{
    struct tried *const t = calloc(1, sizeof *t);
    if (!t) abort();
    const int v = c->choice[VARIANT];
    struct shape shape = layouts[c->choice[LAYOUT]].make(c->n, c->batch);
    shape.reuse = v & REUSE;
    t->p = tree_problem_make(
        &shape,
        (struct tree_draw){
            .form = (enum tree_form)c->choice[FORM], .own = v & OWN, .varied = v & SIZES, .shared = v & SHARED},
        seed);
    return t;
}

static void release(void *problem)
{
    struct tried *const t = problem;
    if (t) tree_problem_free(&t->p);
    free(t);
}

static const struct shape *shape(const void *problem)
{
    return &((const struct tried *)problem)->p.shape;
}

static void renew(void *problem, uint64_t *seed)
{
    tree_problem_right(&((struct tried *)problem)->p, seed);
}

static enum status send(void *problem, const struct exec *exec, struct system *out)
{
    struct tried *const t = problem;
    enum status st = ST_OK;
    tree_problem_reset(&t->p);
    *out = tree_problem_system(&t->p);
    if (exec->space == DEVICE) {
        const struct guarded g[MIRRORED] = {t->p.lower, t->p.diag, t->p.upper, t->p.x};
        st = device_mirror_of(&t->mirror, g, t->p.info, t->p.shape.batch + 1, exec);
        real *const *const v = t->mirror.v;
        out->tree = (struct tree){v[0] + GUARD, v[1] + GUARD, v[2] + GUARD};
        out->x = v[3] + GUARD, out->info = t->mirror.info;
    }
    out->outcome = &t->outcome;
    return st;
}

static enum status fetch(void *problem, const struct exec *exec)
{
    struct tried *const t = problem;
    if (exec->space == HOST) return ST_OK;
    const struct guarded g[MIRRORED] = {t->p.lower, t->p.diag, t->p.upper, t->p.x};
    const enum status st = device_mirror_back(&t->mirror, g, t->p.info, t->p.shape.batch + 1, exec);
    device_mirror_free(&t->mirror);
    return st;
}

static void judge(const void *problem, const struct solver *s)
{
    const struct tried *const t = problem;
    for (int64_t k = 0; k < t->p.shape.batch; k++)
        conform(t->p.info[k] == 0, "info %lld of system %lld", (long long)t->p.info[k], (long long)k);
    conform(t->outcome.info == 0, "info %lld of the outcome", (long long)t->outcome.info);
    const double residual = tree_problem_residual(&t->p), error = tree_problem_error(&t->p);
    conform(residual <= RESIDUAL_MAX, "residual %.3g eps", residual);
    conform(error <= ERROR_MAX, "error %.3g eps", error);
}

static bool intact(const void *problem)
{
    return tree_problem_intact(&((const struct tried *)problem)->p);
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

static bool lacks(const struct solver *s, const struct shape *of)
{
    if (of->matrix.inner > 0 && !(s->can & CAN_LAYOUT)) return true;
    return (of->stride != 1 && !(s->can & CAN_STRIDE)) || (of->sizes && !(s->can & CAN_SIZES)) ||
           (of->starts && !(s->can & CAN_RAGGED)) || (shape_shared(of) && !(s->can & CAN_SHARED));
}

static int invalid_shapes(struct shape out[INVALID_MAX])
{
    static const int64_t chain[] = {-1, 0, 1, 2}, itself[] = {-1, 0, 2, 1}, below[] = {-1, 0, -2, 1},
                         negative[3] = {-1};
    for (int i = 0; i < 8; i++) {
        out[i] = shape_contiguous(4, 3), out[i].kind = KIND_TREE;
        out[i].tree.parents = chain;
    }
    out[0].n = 0;
    out[1].batch = -1;
    out[2].dist = 3;
    out[3].tree.parents = NULL;
    out[4].tree.parents = itself;
    out[5].tree.parents = below;
    out[6].tree.firsts = negative;
    out[7].sizes = chain;
    return 8;
}

/* 5 flops per row, and 4 values read and 1 written. */
static struct cost least(const struct shape *of)
{
    double rows = 0;
    for (int64_t s = 0; s < of->batch; s++) rows += (double)shape_rows(of, s);
    const double matrix = shape_shared(of) ? (double)of->n : rows;
    return (struct cost){.flops = 5 * rows, .bytes = (2 * rows + 3 * matrix) * (double)sizeof(real)};
}

const struct kind_cases cases_tree = {
    .groups = names,
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
