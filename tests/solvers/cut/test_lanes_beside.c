/* Lines one in each lane of a vector, by thomas_simd: a system has the same bits whatever its neighbours and its lane,
 * so that a batch may be cut anywhere. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

#include "base/memory.h"
#include "tests/support/tridiag_cases.h"

enum { ROWS_MOST = 130, BATCH = 61, PLANE = 13, GAP = 5, PITCH = ROWS_MOST + GAP, VALUES = (BATCH + 6) * PITCH };

/* Planes of 13 lines; `gap`: between planes there is a gap of one line, as for points on faces. */
struct trial {
    int64_t n;
    bool gap, shared, check;
};

struct input {
    real lower[VALUES], diag[VALUES], upper[VALUES], shift[BATCH], x[VALUES];
};

static struct shape shape_of(const struct trial *t, int64_t batch)
{
    struct shape s = {.kind = KIND_TRIDIAG, .n = t->n, .batch = batch, .stride = 1, .inner = PLANE, .dist = PITCH};
    s.outer = (PLANE + t->gap) * PITCH;
    s.tridiag.shifted = t->shared, s.tridiag.check = t->check;
    if (t->shared) s.matrix = matrix_layout_shared();
    return s;
}

static void fill(struct input *in, uint64_t *seed)
{
    for (int64_t q = 0; q < VALUES; q++) {
        in->lower[q] = (real)(random_unit(seed) - 1.2), in->upper[q] = (real)(random_unit(seed) - 1.2);
        in->diag[q] = (real)(2.5 + random_unit(seed)), in->x[q] = (real)(random_unit(seed) - 0.5);
    }
    for (int64_t s = 0; s < BATCH; s++) in->shift[s] = (real)random_unit(seed);
}

/* Systems first ... first + batch - 1, the first of which starts at element `at`. */
static void solve(const struct trial *t, struct input *in, int64_t first, int64_t at, int64_t batch)
{
    const struct exec exec = exec_host(2);
    const int64_t matrix = t->shared ? 0 : at;
    const struct shape shape = shape_of(t, batch);
    const struct solver *solver;
    struct plan *plan = NULL;
    double backward[BATCH];
    if (solver_find(KIND_TRIDIAG, "thomas_simd", HOST, &solver) != ST_OK ||
        plan_make(&plan, solver, &shape, NULL, &exec) != ST_OK)
        fail_msg("%s", fail_text());
    const struct system system = {
        .kind = KIND_TRIDIAG,
        .tridiag = {in->lower + matrix, in->diag + matrix, in->upper + matrix, in->shift + first},
        .x = in->x + at,
        .backward = t->check ? backward : NULL};
    if (plan_solve(plan, &system) != ST_OK) fail_msg("%s", fail_text());
    plan_free(plan);
}

/* The batch at once, and each system by itself. */
static void try(const struct trial *t, uint64_t *seed)
{
    static struct input together, alone;
    const struct shape all = shape_of(t, BATCH);
    fill(&together, seed);
    alone = together;
    solve(t, &together, 0, 0, BATCH);
    for (int64_t s = 0; s < BATCH; s++) solve(t, &alone, s, shape_start(&all, s), 1);
    for (int64_t q = 0; q < VALUES; q++)
        if (memcmp(&together.x[q], &alone.x[q], sizeof(real)))
            fail_msg("n %lld%s%s%s: %.17g at %lld, alone %.17g", (long long)t->n, t->gap ? ", planes with gaps" : "",
                     t->shared ? ", one matrix" : "", t->check ? ", checked" : "", (double)together.x[q], (long long)q,
                     (double)alone.x[q]);
}

static void neighbours_do_not_matter(void **state)
{
    static const int64_t rows[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 40, 57, 64, 100, 128, ROWS_MOST};
    uint64_t seed = test_seed();
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int k = 0; k < 8; k++) try(&(struct trial){rows[i], k & 1, k & 2, k & 4}, &seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(neighbours_do_not_matter)};
    return cmocka_run_group_tests_name("neighbouring lanes " REAL_NAME, tests, NULL, NULL);
}
