/* Copies between layouts: every pair, against a loop over elements, with nothing else touched; on the host, and on the
 * device where there is one or where the host plays it. */
#include "solvers/batch/relayout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/device/device.h"
#include "base/memory.h"
#include "tests/support/tridiag_cases.h"

static void good(enum status s)
{
    if (s != ST_OK) fail_msg("%s", fail_text());
}

/* NaN that encodes its place, so that a value of another element, or another NaN, is detected. */
static real mark(int64_t at, int array)
{
    real v;
#ifdef BANDSTAND_FLOAT
    const uint32_t bits = UINT32_C(0x7fc00000) + (uint32_t)(2 * at + array) % 0x3fffff;
#else
    const uint64_t bits = UINT64_C(0x7ff8000000000000) + (uint64_t)(2 * at + array);
#endif
    memcpy(&v, &bits, sizeof v);
    return v;
}

struct sheet {
    int64_t bytes;
    real *v, *expected; /* with GUARD elements on either side */
};

static struct sheet sheet_make(const struct shape *shape, int array)
{
    const int64_t count = shape_extent(shape) + 2 * GUARD;
    struct sheet s = {.bytes = count * (int64_t)sizeof(real)};
    good(mem_alloc(&s.v, HOST, s.bytes));
    good(mem_alloc(&s.expected, HOST, s.bytes));
    for (int64_t at = 0; at < count; at++) s.v[at] = s.expected[at] = mark(at, array);
    return s;
}

static void sheet_free(struct sheet s)
{
    mem_free(s.v);
    mem_free(s.expected);
}

static void expect(const struct sheet *to, const struct shape *to_shape, const struct sheet *from,
                   const struct shape *from_shape)
{
    for (int64_t s = 0; s < to_shape->batch; s++)
        for (int64_t i = 0; i < shape_rows(to_shape, s); i++)
            memcpy(&to->expected[GUARD + shape_start(to_shape, s) + i * to_shape->stride],
                   &from->v[GUARD + shape_start(from_shape, s) + i * from_shape->stride], sizeof(real));
}

/* NULL if there is nothing to copy. */
static void *sent(const void *from, int64_t count, int64_t size, const struct exec *exec)
{
    void *to = NULL;
    if (!from) return NULL;
    good(mem_array(&to, DEVICE, count, size));
    good(device_copy(to, DEVICE, from, HOST, count * size, exec));
    return to;
}

struct there {
    struct shape shape;
    real *v;
};

static struct there send(const struct sheet *sheet, const struct shape *shape, const struct exec *exec)
{
    struct there t = {*shape, sent(sheet->v, sheet->bytes, 1, exec)};
    t.shape.sizes = sent(shape->sizes, shape->batch, sizeof *shape->sizes, exec);
    t.shape.starts = sent(shape->starts, shape_groups(shape), sizeof *shape->starts, exec);
    return t;
}

static void fetch(const struct sheet *sheet, struct there t, const struct exec *exec)
{
    good(device_copy(sheet->v, HOST, t.v, DEVICE, sheet->bytes, exec));
    mem_free(t.v);
    mem_free((void *)t.shape.sizes);
    mem_free((void *)t.shape.starts);
}

static void copy_device(const struct sheet *to, const struct shape *to_shape, const struct sheet *from,
                        const struct shape *from_shape, const struct exec *exec)
{
    const struct there a = send(to, to_shape, exec), b = send(from, from_shape, exec);
    good(relayout(a.v + GUARD, &a.shape, b.v + GUARD, &b.shape, exec));
    good(device_wait(exec));
    fetch(to, a, exec);
    fetch(from, b, exec);
}

static void copy(const struct shape *to_shape, const struct shape *from_shape, const struct exec *exec,
                 const char *what)
{
    struct sheet to = sheet_make(to_shape, 0), from = sheet_make(from_shape, 1);
    expect(&to, to_shape, &from, from_shape);
    if (exec->space == DEVICE) copy_device(&to, to_shape, &from, from_shape, exec);
    else good(relayout(to.v + GUARD, to_shape, from.v + GUARD, from_shape, exec));
    if (memcmp(to.v, to.expected, (size_t)to.bytes)) fail_msg("%s: wrong copy", what);
    if (memcmp(from.v, from.expected, (size_t)from.bytes)) fail_msg("%s: the source changed", what);
    sheet_free(to);
    sheet_free(from);
}

/* Equal ones unless varied. */
static int64_t *sizes_draw(int64_t n, int64_t batch, bool varied)
{
    uint64_t seed = 7;
    int64_t *const sizes = malloc((size_t)(batch + 1) * sizeof *sizes);
    for (int64_t s = 0; s < batch; s++) sizes[s] = varied ? 1 + (int64_t)(random_unit(&seed) * (double)n) : n;
    return sizes;
}

static struct shape shape_draw(int layout, int64_t n, int64_t batch, const int64_t *sizes, bool varied)
{
    struct shape s = layouts[layout].make(n, batch);
    int64_t *const starts = s.starts ? malloc((size_t)(batch + 1) * sizeof *starts) : NULL;
    if (starts) shape_ragged(batch, sizes, s.inner, starts);
    s.starts = starts;
    s.sizes = varied ? sizes : NULL;
    return s;
}

static void copy_pair(int a, int b, int64_t n, int64_t batch, bool varied, const struct exec *exec)
{
    char what[160];
    if (!batch_wanted(n, batch)) return;
    int64_t *const sizes = sizes_draw(n, batch, varied);
    const struct shape to = shape_draw(a, n, batch, sizes, varied), from = shape_draw(b, n, batch, sizes, varied);
    snprintf(what, sizeof what, "%lld systems of %lld rows, %s, from %s to %s", (long long)batch, (long long)n,
             varied ? "of different size" : "equal", layouts[b].name, layouts[a].name);
    copy(&to, &from, exec, what);
    free((void *)to.starts);
    free((void *)from.starts);
    free(sizes);
}

/* Rows and systems on either side of a tile's edge; of the pairs of layouts every `stride`-th is taken. */
static void copy_all(const struct exec *exec, int stride)
{
    static const int64_t n[] = {1, 2, 31, 32, 33, 70}, batch[] = {0, 1, 5, 15, 16, 32, 33, 65};
    int turn = 0;
    for (size_t i = 0; i < sizeof n / sizeof *n; i++)
        for (size_t k = 0; k < sizeof batch / sizeof *batch; k++)
            for (int pair = 0; pair < 2 * LAYOUTS * LAYOUTS; pair++)
                if (turn++ % stride == 0)
                    copy_pair(pair / 2 / LAYOUTS, pair / 2 % LAYOUTS, n[i], batch[k], pair % 2, exec);
}

#ifndef BANDSTAND_CUHOST_TESTS
static void host_copies_every_pair_of_layouts(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads += 2) {
        const struct exec exec = exec_host(threads);
        copy_all(&exec, 3);
    }
}
#endif

static void device_copies_pairs_of_layouts(void **state)
{
    struct exec exec;
    (void)state;
    if (device_ready() != ST_OK) skip();
    good(device_exec(&exec, 1));
    copy_all(&exec, 7);
    copy_pair(0, 2, 2100, 1, false, &exec); /* more than one tile of one long system */
    copy_pair(2, 0, 2100, 3, true, &exec);
    device_exec_end(&exec);
}

static int nothing_left(void **state)
{
    (void)state;
    return mem_held(HOST) == 0 && mem_held(DEVICE) == 0 ? 0 : -1;
}

int main(void)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(device_copies_pairs_of_layouts, nothing_left),
#ifndef BANDSTAND_CUHOST_TESTS /* other flavours have tried the host */
        cmocka_unit_test_teardown(host_copies_every_pair_of_layouts, nothing_left),
#endif
    };
    if (device_ready() != ST_OK) tests[0].name = fail_text(); /* why it is skipped */
    return cmocka_run_group_tests_name(REAL_NAME, tests, NULL, NULL);
}
