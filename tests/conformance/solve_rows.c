/* Solves one system through a plan of its own. */
#include "tests/conformance/solve_rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/config/config.h"
#include "tests/support/device_copy.h"

static void solve_copies(struct plan *plan, const struct guarded g[MIRRORED], int64_t *info)
{
    const struct exec *const exec = &plan->exec;
    struct device_mirror m = {0};
    struct system system = {.kind = KIND_TRIDIAG, .tridiag = {g[0].v, g[1].v, g[2].v}, .x = g[3].v, .info = info};
    if (exec->space == DEVICE) {
        assert_int_equal(device_mirror_of(&m, g, info, 1, exec), ST_OK);
        system = device_mirror_system(&m);
    }
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    if (exec->space == DEVICE) assert_int_equal(device_mirror_back(&m, g, info, 1, exec), ST_OK);
    device_mirror_free(&m);
}

int64_t solve_rows(const struct solver *s, const char *options, int64_t n, const real *const rows[4], real *x)
{
    struct exec exec = exec_host(1);
    const struct shape shape = shape_contiguous(n, 1);
    const size_t bytes = (size_t)n * sizeof(real);
    struct guarded g[MIRRORED];
    struct config *config;
    struct plan *plan;
    int64_t info = -7;
    exec.space = s->space;
    for (int k = 0; k < MIRRORED; k++) {
        g[k] = guarded_make(n);
        memcpy(g[k].v, rows[k], bytes);
    }
    void *const values = calloc(1, solver_options_bytes(s) + 1);
    assert_int_equal(config_parse(&config, s->method, options ? options : ""), ST_OK);
    assert_int_equal(solver_options_read(s, config, config_root(config), values), ST_OK);
    assert_int_equal(plan_make(&plan, s, &shape, values, &exec), ST_OK);
    solve_copies(plan, g, &info);
    memcpy(x, g[3].v, bytes);
    plan_free(plan);
    config_free(config);
    free(values);
    for (int k = 0; k < MIRRORED; k++) guarded_free(g[k]);
    return info;
}
