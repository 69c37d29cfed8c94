/* Runs applications for tests, and compares their results. */
#define _GNU_SOURCE /* asprintf */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "tests/support/tridiag_cases.h"

int nothing_left(void **state)
{
    (void)state;
    return mem_held(HOST) == 0 && mem_held(DEVICE) == 0 ? 0 : -1;
}

void good(enum status s)
{
    if (s != ST_OK) fail_msg("%s", fail_text());
}

struct trial trial_done(const char *app, const char *text, const char *const *sets, const char *method, int threads)
{
    struct trial t;
    if (trial_complete(&t, app, text, sets, method, exec_host(threads)) != ST_OK)
        fail_msg("%s, %s: %s", text, method, fail_text());
    return t;
}

void trial_refused(const char *app, enum status expected, const char *words, const char *text, const char *method)
{
    struct trial t;
    const enum status s = trial_complete(&t, app, text, NULL, method, exec_host(2));
    if (s == ST_OK) {
        trial_end(&t);
        fail_msg("%s runs, though expected: %s", text, words);
    }
    if (s != expected || !strstr(fail_text(), words)) fail_msg("said: %s\nexpected: %s", fail_text(), words);
    assert_null(strchr(fail_text(), '\n'));
}

double series_at(const struct trial *t, const char *column, int64_t point)
{
    const struct column *const c = series_column(&t->sim.series, column);
    if (!c) fail_msg("no column %s", column);
    assert_true(point < c->count);
    return c->value[point];
}

struct array field_of(struct trial *t, const char *name)
{
    struct array all[ARRAYS_MAX];
    int count = 0;
    good(sim_arrays(&t->sim, all, &count));
    for (int a = 0; a < count; a++)
        if (!strcmp(all[a].name, name)) return all[a];
    fail_msg("no field %s", name);
    return all[0];
}

double trial_difference(struct trial *a, struct trial *b)
{
    int64_t count, other;
    const real *const u = trial_field(a, &count), *const v = trial_field(b, &other);
    double most = 0, scale = 0;
    assert_non_null(u);
    assert_non_null(v);
    assert_int_equal(count, other);
    for (int64_t i = 0; i < count; i++) {
        most = fmax(most, fabs((double)u[i] - (double)v[i]));
        scale = fmax(scale, fabs((double)v[i]));
        if (!isfinite((double)u[i])) return HUGE_VAL;
    }
    if (memcmp(u, v, (size_t)count * sizeof *u)) return fmax(most / (scale * (double)REAL_EPS), 1e-3);
    return 0;
}

int64_t allocation_after(int64_t k)
{
    do k++;
    while (!cell_wanted(k, 0, 3));
    return k;
}

void near(double is, double should, double tolerance, const char *what)
{
    if (!(fabs(is - should) <= tolerance * fabs(should))) fail_msg("%s: %.17g instead of %.17g", what, is, should);
}

char *temporary(const char *name, const char *text)
{
    char *path = NULL;
    if (asprintf(&path, "/tmp/bandstand-test.%ld.%s", (long)getpid(), name) < 0) fail_msg("no memory");
    FILE *const out = text ? fopen(path, "w") : NULL;
    if (text) assert_true(out && fputs(text, out) >= 0 && fclose(out) == 0);
    return path;
}

#define PERIODIC "{ kind = \"periodic\"; }"
#define FIXED(value) "{ kind = \"dirichlet\"; value = \"" value "\"; }"

void heat_small_axes(int k, char *text, size_t size, char grid[64])
{
    static const char head[] =
        "grid = { n = 2; upper = [1.0, 2.0, 0.5]; }; initial = \"x+2*y*y+z\"; source = \"sin(x)+t\";"
        "time = { dt = 0.01; steps = 2; };";
    static const char *const pairs[][2] = {{FIXED("1+t"), "{ flux = \"y+t\"; }"},
                                           {"{ kind = \"robin\"; h = 2.0; ambient = \"x+z+t\"; }", FIXED("2+x")},
                                           {PERIODIC, PERIODIC}};
    const int n[3] = {1 + k % 4, 1 + k / 4 % 4, 1 + k / 16 % 4};
    int used = snprintf(text, size, "%s boundary = {", head);
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++)
            used += snprintf(text + used, size - (size_t)used, "%c_%s = %s;", "xyz"[d], side ? "upper" : "lower",
                             pairs[n[d] == 1 ? 2 : (k / 64 + d) % 3][side]);
    snprintf(text + used, size - (size_t)used, "};");
    snprintf(grid, 64, "grid.n=[%d, %d, %d]", n[0], n[1], n[2]);
}
