/* Matrices in layouts of their own, and shifted ones, by every tridiagonal method: the same bits as from a matrix that
 * was written out beforehand, row by row, with the shift added; or the same but for rounding. METHOD in the environment
 * tries one method only. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "base/device/device.h"
#include "base/memory.h"
#include "tests/support/matrix_cases.h"
#include "tests/support/tridiag_cases.h"

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum variant { WITH_SHIFT = 1, CYCLIC = 2, REUSE = 4, SIZES = 8, VARIANTS = 16 };

struct trial {
    const struct solver *solver;
    const struct layout *layout; /* of x */
    const struct matrix_case *matrix;
    int64_t n, batch;
    unsigned variant;
};

/* The arrays of a batch on the host; `shape` as the caller gives it. */
struct input {
    struct shape shape;
    int64_t *sizes, *starts, *info;
    struct guarded v[3], x;
    real *shift;
};

static uint64_t seed;

static void check(bool ok, const struct trial *t, const char *what)
{
    if (ok) return;
    fail_msg("%s, x %s, matrix %s, n %lld, batch %lld%s%s%s%s: %s", t->solver->method, t->layout->name, t->matrix->name,
             (long long)t->n, (long long)t->batch, t->variant & WITH_SHIFT ? ", shifted" : "",
             t->variant & CYCLIC ? ", cyclic" : "", t->variant & REUSE ? ", reuse" : "",
             t->variant & SIZES ? ", sizes" : "", what);
}

static void *must(void *p)
{
    if (!p) abort();
    return p;
}

/* Off-diagonals below 1 in size, diagonals above 3: dominant with any shift from 0 on. */
static void draw_matrix(struct input *in)
{
    for (int k = 0; k < 3; k++) {
        in->v[k] = guarded_make(shape_matrix_extent(&in->shape));
        for (int64_t at = 0; at < in->v[k].count; at++)
            in->v[k].v[at] = in->v[k].before[at] = (real)((k == 1 ? 3 : -0.5) + random_unit(&seed));
    }
}

/* Values that no system uses, and that belong to no other row, may be anything, also NaN. */
static void spoil_ends(struct input *in)
{
    for (int64_t s = 0; s < in->shape.batch; s++) {
        const int64_t first = shape_matrix_start(&in->shape, s);
        const int64_t last = first + (shape_rows(&in->shape, s) - 1) * shape_matrix_stride(&in->shape);
        in->v[0].v[first] = in->v[0].before[first] = in->v[2].v[last] = in->v[2].before[last] = (real)NAN;
    }
}

static struct input input_of(const struct trial *t)
{
    struct input in = {.shape = t->layout->make(t->n, t->batch)};
    const size_t batch = (size_t)t->batch;
    in.shape.matrix = t->matrix->make(t->n, t->batch);
    in.shape.tridiag.shifted = t->variant & WITH_SHIFT;
    in.shape.tridiag.cyclic = t->variant & CYCLIC;
    in.shape.reuse = t->variant & REUSE;
    if (t->variant & SIZES) {
        in.shape.sizes = in.sizes = must(malloc(batch * sizeof *in.sizes));
        for (size_t s = 0; s < batch; s++) in.sizes[s] = 1 + (int64_t)(random_unit(&seed) * (double)t->n);
    }
    if (in.shape.starts) in.shape.starts = in.starts = starts_of(&in.shape);
    draw_matrix(&in);
    if (t->matrix->alone && !(t->variant & CYCLIC)) spoil_ends(&in);
    in.x = guarded_make(shape_extent(&in.shape));
    for (int64_t s = 0; s < t->batch; s++)
        for (int64_t i = 0; i < shape_rows(&in.shape, s); i++)
            in.x.before[shape_start(&in.shape, s) + i * in.shape.stride] = (real)random_unit(&seed);
    in.info = must(malloc(batch * sizeof *in.info));
    in.shift = must(malloc(batch * sizeof *in.shift));
    for (size_t s = 0; s < batch; s++) in.shift[s] = (real)random_unit(&seed);
    return in;
}

static void input_free(struct input *in)
{
    for (int k = 0; k < 3; k++) guarded_free(in->v[k]);
    guarded_free(in->x);
    free(in->sizes);
    free(in->starts);
    free(in->info);
    free(in->shift);
}

/* The same systems written out, in the layout of x, or once if all systems have the same matrix and the method accepts
 * that. The arrays but the matrix are borrowed. */
static struct input written_out(const struct input *in, const struct solver *solver)
{
    struct input out = *in;
    const bool once = shape_shared(&in->shape) && !in->shape.tridiag.shifted && solver->can & CAN_SHARED;
    out.shape.tridiag.shifted = false;
    out.shape.matrix = once ? matrix_layout_shared() : (struct matrix_layout){0};
    for (int k = 0; k < 3; k++) out.v[k] = guarded_make(shape_matrix_extent(&out.shape));
    for (int64_t s = 0; s < (once ? 1 : in->shape.batch); s++)
        for (int64_t i = 0; i < (once ? in->shape.n : shape_rows(&in->shape, s)); i++)
            for (int k = 0; k < 3; k++) {
                const int64_t from = shape_matrix_start(&in->shape, s) + i * shape_matrix_stride(&in->shape);
                const int64_t to = shape_matrix_start(&out.shape, s) + i * shape_matrix_stride(&out.shape);
                const real shift = k == 1 && in->shape.tridiag.shifted ? in->shift[s] : RC(-0.0);
                out.v[k].v[to] = out.v[k].before[to] = in->v[k].v[from] + shift;
            }
    return out;
}

/* A copy in the space of the solver, or the array itself. */
static void *placed(void *v, size_t bytes, const struct exec *exec)
{
    void *copy;
    if (exec->space == HOST) return v;
    assert_int_equal(mem_alloc(&copy, DEVICE, (int64_t)bytes), ST_OK);
    assert_int_equal(device_copy(copy, DEVICE, v, HOST, (int64_t)bytes, exec), ST_OK);
    return copy;
}

static real *placed_guarded(struct guarded g, const struct exec *exec)
{
    return (real *)placed(g.v - GUARD, ((size_t)g.count + 2 * GUARD) * sizeof(real), exec) + GUARD;
}

static void fetch(const struct input *in, const struct system *system, const struct exec *exec)
{
    const int64_t bytes = (in->x.count + 2 * GUARD) * (int64_t)sizeof(real);
    if (exec->space == HOST) return;
    assert_int_equal(device_wait(exec), ST_OK);
    assert_int_equal(device_copy(in->x.v - GUARD, HOST, system->x - GUARD, DEVICE, bytes, exec), ST_OK);
    assert_int_equal(
        device_copy(in->info, HOST, system->info, DEVICE, in->shape.batch * (int64_t)sizeof *in->info, exec), ST_OK);
    mem_free((void *)(system->tridiag.lower - GUARD));
    mem_free((void *)(system->tridiag.diag - GUARD));
    mem_free((void *)(system->tridiag.upper - GUARD));
    mem_free(system->x - GUARD);
    mem_free(system->info);
    mem_free((void *)system->tridiag.shift);
}

/* Solves from the present right side; twice if the matrix is kept, since the second solve must not read it otherwise.
 * No memory may be asked for. */
static void run(const struct trial *t, struct plan *plan, const struct input *in)
{
    const size_t batch = (size_t)in->shape.batch;
    memcpy(in->x.v - GUARD, in->x.before - GUARD, ((size_t)in->x.count + 2 * GUARD) * sizeof(real));
    for (size_t s = 0; s < batch; s++) in->info[s] = -7;
    struct system system = {.kind = KIND_TRIDIAG};
    system.tridiag.lower = placed_guarded(in->v[0], &plan->exec);
    system.tridiag.diag = placed_guarded(in->v[1], &plan->exec);
    system.tridiag.upper = placed_guarded(in->v[2], &plan->exec);
    system.x = placed_guarded(in->x, &plan->exec);
    system.info = placed(in->info, batch * sizeof *in->info, &plan->exec);
    system.tridiag.shift = placed(in->shift, batch * sizeof *in->shift, &plan->exec);
    mem_fail_at(1);
    enum status st = plan->shape.reuse ? plan_factor(plan, &system) : ST_OK;
    if (st == ST_OK) st = plan_solve(plan, &system);
    mem_fail_at(0);
    check(st == ST_OK, t, fail_text());
    fetch(in, &system, &plan->exec);
    for (int k = 0; k < 3; k++) check(guarded_same(in->v[k]), t, "changed the matrix");
}

static struct plan *plan_of(const struct trial *t, const struct shape *shape)
{
    struct exec exec = exec_host(t->batch == 37 ? 3 : 1);
    struct plan *plan;
    if (!(t->solver->can & DETERMINISTIC)) exec.threads = 1;
    exec.space = t->solver->space;
    const enum status st = plan_make(&plan, t->solver, shape, NULL, &exec);
    check(st == ST_OK || st == ST_REFUSED, t, fail_text());
    int64_t bytes;
    check(solver_bytes(t->solver, shape, NULL, &exec, &bytes) == st, t, "solver_bytes differs from plan_make");
    if (plan && !shape->tridiag.cyclic) check(plan_bytes(plan) == bytes, t, "other bytes than foretold");
    return plan;
}

static int64_t taken;

/* The same bits; for thomas_simd, which auto may choose, the same values up to rounding, since it eliminates right
 * sides by another formula where one matrix serves interleaved systems. */
static bool same(const struct trial *t, const real *x, const real *other, int64_t count)
{
    const char *const method = t->solver->method;
    const bool rounds = (!strcmp(method, "thomas_simd") || !strcmp(method, "auto")) && t->solver->space == HOST;
    for (int64_t i = 0; i < count; i++) {
        if (!memcmp(&x[i], &other[i], sizeof *x)) continue;
        if (!rounds || !(fabs((double)x[i] - (double)other[i]) <= 8 * (double)REAL_EPS)) return false;
    }
    return true;
}

/* The same solutions, and info, for the matrix as given and written out. */
static void compare(const struct trial *t, const struct input *in)
{
    struct input out = written_out(in, t->solver);
    struct plan *const plain = plan_of(t, &out.shape), *const plan = plan_of(t, &in->shape);
    check(!plain == !plan, t, plan ? "takes only what it can read" : fail_text());
    if (plan) {
        const size_t bytes = (size_t)in->x.count * sizeof(real), infos = (size_t)in->shape.batch * sizeof *in->info;
        real *const x = must(malloc(bytes));
        int64_t *const info = must(malloc(infos));
        run(t, plain, &out);
        memcpy(x, out.x.v, bytes);
        memcpy(info, out.info, infos);
        run(t, plan, in);
        check(same(t, x, in->x.v, in->x.count), t, "other bits than of the matrix written out");
        check(!memcmp(info, in->info, infos), t, "other info than of the matrix written out");
        taken++;
        free(info);
        free(x);
    }
    plan_free(plain);
    plan_free(plan);
    for (int k = 0; k < 3; k++) guarded_free(out.v[k]);
}

static void every_layout_gives_the_bits_of_the_matrix_written_out(void **state)
{
    static const int64_t rows[] = {3, 1, 8, 33, 2, 17, 64}, systems[] = {5, 37, 2, 16, 1};
    struct trial t = {.solver = *state};
    const int64_t held = mem_held(HOST), away = mem_held(DEVICE);
    int turn = 0;
    taken = 0;
    for (int c = 0; c < MATRIX_CASES; c++)
        for (t.variant = 0; t.variant < VARIANTS; t.variant++)
            for (int k = 0; k < 3; k++, turn++) {
                /* 48 trials of a matrix are a multiple of all layouts: the next matrix, and the next 12, begin with
                 * others */
                t.matrix = &matrix_cases[c], t.layout = &layouts[(turn + 3 * (c + turn / LAYOUTS)) % LAYOUTS];
                t.n = rows[turn % 7], t.batch = systems[turn / 2 % 5];
                if (!batch_wanted(t.n, t.batch)) continue;
                struct input in = input_of(&t);
                compare(&t, &in);
                input_free(&in);
            }
    assert_true(taken > 0 || getenv("SAMPLE") || getenv("ROWS_MAX"));
    assert_int_equal(mem_held(HOST), held);
    assert_int_equal(mem_held(DEVICE), away);
}

/* Row 0 is decoupled, and the shift of one system cancels its diagonal. */
static void a_shift_that_makes_a_pivot_zero_is_reported(void **state)
{
    struct trial t = {.solver = *state, .layout = &layouts[0], .batch = 9};
    const bool pivots = t.solver->can & CAN_ANY_MATRIX;
    for (int k = 0; k < 2 * MATRIX_CASES; k++) {
        t.matrix = &matrix_cases[k / 2], t.n = 5, t.variant = WITH_SHIFT | (k % 2 ? REUSE : 0);
        if (!batch_wanted(t.n, t.batch)) continue;
        struct input in = input_of(&t);
        const int64_t at = shape_matrix_start(&in.shape, 4);
        in.v[0].v[at] = in.v[0].before[at] = in.v[2].v[at] = in.v[2].before[at] = 0;
        in.shift[4] = -in.v[1].v[at];
        struct plan *const plan = plan_of(&t, &in.shape);
        if (plan) run(&t, plan, &in);
        for (int64_t s = 0; plan && s < t.batch; s++)
            check(s == 4 ? in.info[s] == 1 || (pivots && in.info[s] > 0) : in.info[s] <= 0, &t,
                  s == 4 ? "not reported" : "reported");
        plan_free(plan);
        input_free(&in);
    }
}

/* A method that reads every layout and adds the shift needs no more memory than with one matrix each. */
static void no_copies_are_made_for_a_method_that_can(void **state)
{
    const struct solver *const solver = *state;
    struct trial t = {.solver = solver, .layout = &layouts[2], .n = 40, .batch = 64, .variant = WITH_SHIFT};
    for (int c = 1; c < MATRIX_CASES; c++) {
        const bool can = solver->can & CAN_LAYOUT && solver->can & CAN_SHIFT;
        t.matrix = &matrix_cases[c];
        struct input in = input_of(&t);
        const int64_t copies = 3 * shape_extent(&in.shape) * (int64_t)sizeof(real);
        struct shape each = in.shape;
        each.matrix = (struct matrix_layout){0}, each.tridiag.shifted = false;
        struct plan *const plain = plan_of(&t, &each), *const plan = plan_of(&t, &in.shape);
        if (plan) {
            const int64_t more = plan_bytes(plan) - plan_bytes(plain);
            check(can ? more < copies / 3 : more == copies, &t, can ? "makes copies" : "makes no copies");
            check(can ? plan_cost(plan).bytes <= plan_cost(plain).bytes + 64 * sizeof(real)
                      : plan_cost(plan).bytes > plan_cost(plain).bytes,
                  &t, "the cost does not count the copies");
        }
        plan_free(plain);
        plan_free(plan);
        input_free(&in);
    }
}

/* Every allocation of a plan that makes copies may fail. */
static void failing_allocations_leave_nothing_behind(void **state)
{
    struct trial t = {.solver = *state, .layout = &layouts[2], .matrix = &matrix_cases[3], .n = 9, .batch = 4};
    for (t.variant = 0; t.variant < VARIANTS; t.variant += 3) {
        struct input in = input_of(&t);
        struct exec exec = exec_host(1);
        exec.space = t.solver->space;
        const int64_t held = mem_held(HOST), away = mem_held(DEVICE);
        enum status st = ST_NOMEM;
        for (int64_t k = 1; st == ST_NOMEM; k++) {
            struct plan *plan;
            mem_fail_at(k);
            st = plan_make(&plan, t.solver, &in.shape, NULL, &exec);
            mem_fail_at(0);
            plan_free(plan);
            check(mem_held(HOST) == held && mem_held(DEVICE) == away, &t, "bytes left");
        }
        input_free(&in);
    }
}

/* Parts of a batch may have no system, where its last group is not full: there are no starts of their matrices to read,
 * which the address sanitizer checks. */
static void parts_without_systems_read_no_starts(void **state)
{
    enum { N = 4, BATCH = 12 };
    int64_t *const starts = must(malloc(BATCH * sizeof *starts));
    const struct exec exec = exec_host(4);
    struct shape shape = shape_block_interleaved(N, BATCH, 9);
    real lower[12], diag[12], x[100];
    struct plan *plan = NULL;
    for (int64_t s = 0; s < BATCH; s++) starts[s] = N * (s % 3);
    for (int i = 0; i < 12; i++) lower[i] = 1, diag[i] = 4;
    for (int i = 0; i < 100; i++) x[i] = 1;
    shape.matrix = (struct matrix_layout){.stride = 1, .inner = 1, .starts = starts};
    exec_small_work(0);
    const struct solver *const solver = *state;
    if (solver->space == HOST && plan_make(&plan, solver, &shape, NULL, &exec) == ST_OK) {
        const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {lower, diag, lower, NULL}, .x = x};
        assert_int_equal(plan_solve(plan, &system), ST_OK);
    }
    plan_free(plan);
    exec_small_work(SMALL_WORK);
    free(starts);
}

static const CMUnitTestFunction aspects[] = {
    every_layout_gives_the_bits_of_the_matrix_written_out,
    a_shift_that_makes_a_pivot_zero_is_reported,
    no_copies_are_made_for_a_method_that_can,
    failing_allocations_leave_nothing_behind,
    parts_without_systems_read_no_starts,
};
static const char *const aspect_names[] = {"layouts", "zero pivot by a shift", "copies", "failing allocations",
                                           "parts without systems"};
enum { ASPECTS = sizeof aspects / sizeof *aspects, METHODS_MOST = 256 };

static bool concerns(const struct solver *s)
{
    const char *const only = getenv("METHOD");
    const struct shape three = {.kind = KIND_TRIDIAG, .n = 3, .batch = 1, .stride = 1, .inner = 1, .dist = 3};
    if (s->kind != KIND_TRIDIAG || (only && strcmp(only, s->method))) return false;
#ifdef BANDSTAND_CUHOST_TESTS
    if (s->space == HOST) return false; /* other flavours have tried them */
#endif
    return (s->space == HOST || device_ready() == ST_OK) && solver_accepts(s, &three, NULL) != ST_DEVICE;
}

int main(void)
{
    static struct CMUnitTest tests[METHODS_MOST * ASPECTS];
    static char names[METHODS_MOST * ASPECTS][96];
    size_t count = 0;
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    for (size_t i = 0; i < solver_count() && i < METHODS_MOST; i++) {
        const struct solver *const s = solver_at(i);
        if (!concerns(s)) continue;
        for (int a = 0; a < ASPECTS; a++, count++) {
            snprintf(names[count], sizeof names[count], "%s on the %s: %s", s->method, space_name(s->space),
                     aspect_names[a]);
            tests[count] =
                (struct CMUnitTest){.name = names[count], .test_func = aspects[a], .initial_state = (void *)s};
        }
    }
    if (!count) return 1;
    return _cmocka_run_group_tests("layouts of the matrix " REAL_NAME, tests, count, NULL, NULL);
}
