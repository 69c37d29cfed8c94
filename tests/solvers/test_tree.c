/* Properties only of trees: the bits of every method, chains as tridiagonal systems, rows without pivots, invalid
 * trees, and the parts of them that plans keep. */
#include "tests/conformance/tree_cases.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/method_spec.h"
#include "solvers/methods.h"

static uint64_t seed;

static real *values(int64_t count)
{
    real *const v = calloc((size_t)count + 1, sizeof *v);
    assert_non_null(v);
    return v;
}

static void solve(struct tree_problem *p, const struct method_spec *spec, int threads)
{
    const struct exec exec = exec_host(threads);
    const struct system system = tree_problem_system(p);
    struct plan *plan;
    tree_problem_reset(p);
    if (method_spec_plan(&plan, spec, &p->shape, &exec) != ST_OK) fail_msg("%s", fail_text());
    if (p->shape.reuse) assert_int_equal(plan_factor(plan, &system), ST_OK);
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    plan_free(plan);
}

static const struct method_spec specs[] = {{&tree_hines_simd, NULL, NULL},
                                           {&tree_hines_padded, NULL, "padding = \"computed\";"},
                                           {&tree_hines_padded, "hines_padded, masked", "padding = \"masked\";"},
                                           {&tree_hines_branches, NULL, NULL}};

static void compare_bits(const struct shape *shape, struct tree_draw draw, const char *layout)
{
    struct tree_problem p = tree_problem_make(shape, draw, &seed);
    const size_t bytes = (size_t)p.x.count * sizeof(real);
    real *const x = values(p.x.count);
    p.shape.reuse = false;
    solve(&p, &(struct method_spec){.solver = &tree_hines}, 1);
    memcpy(x, p.x.v, bytes);
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++)
        for (int reuse = 0; reuse < 2; reuse++) {
            p.shape.reuse = reuse;
            solve(&p, &specs[k], 1 + (int)k);
            if (memcmp(x, p.x.v, bytes))
                fail_msg("%s, %s, %s, n %lld, batch %lld, own %d, varied %d, reuse %d: other bits than hines",
                         method_spec_name(&specs[k]), layout, tree_forms[draw.form], (long long)shape->n,
                         (long long)shape->batch, draw.own, draw.varied, reuse);
        }
    free(x);
    tree_problem_free(&p);
}

static void every_method_gives_the_bits_of_hines(void **state)
{
    static const int64_t rows[] = {1, 2, 5, 40, 131}, batches[] = {1, 9, 75};
    for (int k = 0; k < LAYOUTS * TREE_FORMS * 4; k++)
        for (int i = 0; i < 15; i++) {
            const struct layout *const layout = &layouts[k % LAYOUTS];
            const struct shape shape = layout->make(rows[i % 5], batches[i / 5]);
            if (!batch_wanted(shape.n, shape.batch)) continue;
            compare_bits(&shape,
                         (struct tree_draw){.form = (enum tree_form)(k / LAYOUTS % TREE_FORMS),
                                            .own = k / (LAYOUTS * TREE_FORMS) & 1,
                                            .varied = k / (LAYOUTS * TREE_FORMS) & 2},
                         layout->name);
        }
}

/* The same trees given one for each system are solved like one tree for all, and zeros keep their signs. */
static void zeros_keep_their_signs(void **state)
{
    const struct shape shape = shape_contiguous(60, 2 * 37);
    struct tree_problem p =
        tree_problem_make(&shape, (struct tree_draw){.form = TREE_CABLES, .own = true, .varied = true}, &seed);
    real *const x = values(p.x.count);
    for (int64_t k = 0; k < p.x.count; k++)
        if (!isnan(p.x.before[k])) p.x.before[k] = k % 3 ? RC(-0.0) : 0;
    solve(&p, &(struct method_spec){.solver = &tree_hines}, 1);
    memcpy(x, p.x.v, (size_t)p.x.count * sizeof *x);
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
        solve(&p, &specs[k], 1);
        assert_memory_equal(x, p.x.v, (size_t)p.x.count * sizeof *x);
    }
    free(x);
    tree_problem_free(&p);
}

/* Row i of the chain is row n - 1 - i of the tridiagonal system, whose elimination is that of factored Thomas. */
static void a_chain_has_the_bits_of_thomas(void **state)
{
    static const int64_t rows[] = {1, 2, 3, 17, 500};
    for (int k = 0; k < 5; k++) {
        const int64_t n = rows[k];
        const struct shape shape = shape_contiguous(n, 1);
        struct tree_problem p = tree_problem_make(&shape, (struct tree_draw){.form = TREE_CHAIN}, &seed);
        real *const a = values(n), *const b = values(n), *const c = values(n), *const x = values(n);
        for (int64_t i = 0; i < n; i++) {
            const int64_t to = n - 1 - i;
            b[to] = p.diag.v[i], x[to] = p.x.before[i];
            if (i > 0) c[to] = p.lower.v[i];
            if (i + 1 < n) a[to] = p.upper.v[i + 1];
        }
        solve(&p, &(struct method_spec){.solver = &tree_hines}, 1);
        struct shape chain = shape;
        chain.reuse = true;
        const struct exec exec = exec_host(1);
        const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {a, b, c, NULL}, .x = x};
        struct plan *plan;
        assert_int_equal(plan_make(&plan, &tridiag_thomas, &chain, NULL, &exec), ST_OK);
        assert_int_equal(plan_factor(plan, &system), ST_OK);
        assert_int_equal(plan_solve(plan, &system), ST_OK);
        plan_free(plan);
        for (int64_t i = 0; i < n; i++) assert_true(p.x.v[i] == x[n - 1 - i]);
        free(a);
        free(b);
        free(c);
        free(x);
        tree_problem_free(&p);
    }
}

static void unbranched_trees_are_solved_by_every_tridiagonal_method(void **state)
{
    const struct shape shapes[] = {shape_contiguous(70, 19), shape_interleaved(70, 19), shape_contiguous(70, 1)};
    int taken = 0;
    for (size_t i = 0; i < solver_count(); i++) {
        const struct solver *const s = solver_at(i);
        char text[80];
        if (s->kind != KIND_TRIDIAG || s->space != HOST || !strcmp(s->method, "recursive_doubling")) continue;
        snprintf(text, sizeof text, "tridiag = \"%s\";", s->method);
        const struct method_spec spec = {&tree_unbranched, s->method, text};
        for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
            struct tree_problem p = tree_problem_make(&shapes[k], (struct tree_draw){.form = TREE_CHAIN}, &seed);
            struct method_needs needs;
            const struct exec exec = exec_host(1);
            if (method_spec_needs(&needs, &spec, &p.shape, &exec) == ST_OK) {
                solve(&p, &spec, 2);
                for (int64_t t = 0; t < p.shape.batch; t++)
                    assert_true(p.info[t] == 0 || p.info[t] == SOLVED_BY_FALLBACK);
                if (!(tree_problem_residual(&p) <= 16)) fail_msg("%s: %g", s->method, tree_problem_residual(&p));
                taken++;
            }
            tree_problem_free(&p);
        }
    }
    assert_true(taken >= 12);
}

static void assert_refused(const struct shape *shape, const struct method_spec *spec, const char *what)
{
    const struct exec exec = exec_host(1);
    struct plan *plan;
    assert_int_equal(method_spec_plan(&plan, spec, shape, &exec), ST_REFUSED);
    assert_null(plan);
    if (!strstr(fail_text(), what)) fail_msg("'%s' has no '%s'", fail_text(), what);
}

static void a_plan_owns_the_text_of_its_options(void **state)
{
    static const int64_t chain[] = {-1, 0, 1};
    const struct method_spec spec = {&tree_unbranched, NULL, "tridiag = \"thomas_pivot\";"};
    const struct exec exec = exec_host(1);
    struct shape s = shape_contiguous(3, 2);
    struct plan *plan;
    s.kind = KIND_TREE, s.tree.parents = chain;
    assert_int_equal(method_spec_plan(&plan, &spec, &s, &exec), ST_OK);
    assert_string_equal(*(char *const *)plan->options, "thomas_pivot");
    plan_free(plan);
}

static void what_is_no_tree_is_refused_with_a_sentence(void **state)
{
    static const int64_t itself[] = {-1, 0, 2}, later[] = {-1, 2, 0}, below[] = {-1, -2, 0}, first[] = {0, 0, 1};
    static const int64_t branched[] = {-1, 0, 0}, roots[] = {-1, 0, -1}, chain[] = {-1, 0, 1};
    const struct method_spec hines = {.solver = &tree_hines}, unbranched = {.solver = &tree_unbranched};
    struct shape s = shape_contiguous(3, 2);
    s.kind = KIND_TREE;
    assert_refused(&s, &hines, "hines: trees need the parents of their rows");
    s.tree.parents = itself;
    assert_refused(&s, &hines, "row 2 of the tree of system 0 has the parent 2: a parent is a row before its children");
    s.tree.parents = later;
    assert_refused(&s, &hines, "row 1 of the tree of system 0 has the parent 2");
    s.tree.parents = below;
    assert_refused(&s, &hines, "row 1 of the tree of system 0 has the parent -2");
    s.tree.parents = first;
    assert_refused(&s, &hines, "row 0 of the tree of system 0 has the parent 0");
    s.tree.parents = branched;
    assert_refused(&s, &unbranched, "unbranched: trees in which a row does not hang on the row before it");
    s.tree.parents = roots;
    assert_refused(&s, &unbranched, "unbranched: trees in which a row does not hang on the row before it");
    s.tree.parents = chain;
    assert_refused(&s, &(struct method_spec){&tree_unbranched, NULL, "tridiag = \"tomas\";"}, "unbranched: ");
    assert_refused(&s, &(struct method_spec){&tree_unbranched, NULL, "tridiag = \"tomas\";"}, "thomas");
}

/* Row 3 has no pivot after its child, row 5, is eliminated; the neighbours are solved. */
static void a_zero_pivot_is_reported_by_its_row(void **state)
{
    static const int64_t parents[] = {-1, 0, 1, 1, 0, 3};
    enum { N = 6, BATCH = 21, BAD = 4 };
    const struct method_spec all[] = {{&tree_hines, NULL, NULL}, specs[0], specs[1], specs[2], specs[3]};
    const struct shape shapes[] = {shape_interleaved(N, BATCH), shape_contiguous(N, BATCH)};
    for (int k = 0; k < 20; k++) {
        struct shape shape = shapes[k / 10];
        real lower[N * BATCH], diag[N * BATCH], upper[N * BATCH], x[N * BATCH];
        int64_t info[BATCH];
        const struct exec exec = exec_host(1);
        const struct system system = {.kind = KIND_TREE, .tree = {lower, diag, upper}, .x = x, .info = info};
        struct plan *plan;
        shape.kind = KIND_TREE, shape.tree.parents = parents, shape.reuse = k / 5 % 2;
        for (int i = 0; i < N * BATCH; i++) lower[i] = upper[i] = 1, diag[i] = 4, x[i] = 1;
        const int64_t at = shape_start(&shape, BAD);
        diag[at + 3 * shape.stride] = RC(0.25);
        assert_int_equal(method_spec_plan(&plan, &all[k % 5], &shape, &exec), ST_OK);
        if (shape.reuse) assert_int_equal(plan_factor(plan, &system), ST_OK);
        assert_int_equal(plan_solve(plan, &system), ST_OK);
        for (int s = 0; s < BATCH; s++) assert_int_equal(info[s], s == BAD ? 4 : 0);
        plan_free(plan);
    }
}

/* A matrix with layouts of its own, written out or not. */
static void a_matrix_may_lie_anywhere(void **state)
{
    enum { N = 30, BATCH = 21 };
    const struct shape shape = shape_interleaved(N, BATCH);
    struct tree_problem p = tree_problem_make(&shape, (struct tree_draw){.form = TREE_CABLES, .shared = true}, &seed);
    real *const x = values(p.x.count);
    solve(&p, &(struct method_spec){.solver = &tree_hines}, 1);
    memcpy(x, p.x.v, (size_t)p.x.count * sizeof *x);
    real *const spread[3] = {values(N * BATCH), values(N * BATCH), values(N * BATCH)};
    const real *const from[3] = {p.lower.v, p.diag.v, p.upper.v};
    for (int a = 0; a < 3; a++)
        for (int64_t k = 0; k < N * BATCH; k++) spread[a][k] = from[a][k % N];
    struct shape own = p.shape;
    own.matrix = (struct matrix_layout){.stride = 1, .inner = BATCH, .dist = N};
    const struct exec exec = exec_host(1);
    const struct system system = {
        .kind = KIND_TREE, .tree = {spread[0], spread[1], spread[2]}, .x = p.x.v, .info = p.info};
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
        tree_problem_reset(&p);
        assert_int_equal(method_spec_solve(&specs[k], &own, &system, &exec), ST_OK);
        assert_memory_equal(x, p.x.v, (size_t)p.x.count * sizeof *x);
    }
    for (int a = 0; a < 3; a++) free(spread[a]);
    free(x);
    tree_problem_free(&p);
}

static void plans_copy_the_trees(void **state)
{
    const struct shape shape = shape_contiguous(50, 33);
    const struct method_spec all[] = {{&tree_hines, NULL, NULL}, specs[0], specs[2], specs[3]};
    for (int k = 0; k < 4; k++) {
        struct tree_problem p =
            tree_problem_make(&shape, (struct tree_draw){.form = TREE_RANDOM, .own = true, .varied = true}, &seed);
        const struct exec exec = exec_host(2);
        const struct system system = tree_problem_system(&p);
        struct plan *plan;
        tree_problem_reset(&p);
        assert_int_equal(method_spec_plan(&plan, &all[k], &p.shape, &exec), ST_OK);
        int64_t *const parents = p.parents, *const firsts = p.firsts;
        const size_t bytes = 50 * 33 * sizeof *parents;
        int64_t *const kept = malloc(bytes);
        assert_non_null(kept);
        memcpy(kept, parents, bytes);
        memset(parents, 1, bytes);
        const int64_t begin = firsts[0];
        firsts[0] = INT64_MAX / 2;
        assert_int_equal(plan_solve(plan, &system), ST_OK);
        memcpy(parents, kept, bytes);
        firsts[0] = begin;
        assert_true(tree_problem_residual(&p) <= 8);
        free(kept);
        plan_free(plan);
        tree_problem_free(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_gives_the_bits_of_hines),
        cmocka_unit_test(zeros_keep_their_signs),
        cmocka_unit_test(a_chain_has_the_bits_of_thomas),
        cmocka_unit_test(unbranched_trees_are_solved_by_every_tridiagonal_method),
        cmocka_unit_test(a_plan_owns_the_text_of_its_options),
        cmocka_unit_test(what_is_no_tree_is_refused_with_a_sentence),
        cmocka_unit_test(a_zero_pivot_is_reported_by_its_row),
        cmocka_unit_test(a_matrix_may_lie_anywhere),
        cmocka_unit_test(plans_copy_the_trees),
    };
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
