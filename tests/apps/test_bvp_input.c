/* Faults in the input of a boundary value problem: each is one sentence, and failed runs leave nothing in memory. */
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
#include "base/result/store.h"

#define GRID "grid = { intervals = 20; };"

static char file[64];

static enum status write_datasets(void)
{
    double nodes[6] = {0, 0.1, 0.3, 0.35, 0.8, 2}, back[3] = {0, 2, 1}, two[2] = {1, 3}, plane[4] = {1, 2, 3, 4};
    const struct array arrays[] = {
        {.name = "nodes", .type = REAL64, .rank = 1, .dims = {6}, .data = nodes},
        {.name = "back", .type = REAL64, .rank = 1, .dims = {3}, .data = back},
        {.name = "two", .type = REAL64, .rank = 1, .dims = {2}, .data = two},
        {.name = "plane", .type = REAL64, .rank = 2, .dims = {2, 2}, .data = plane},
    };
    struct store *s;
    TRY(store_create(&s, file));
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) TRY(store_array(s, "/", &arrays[i]));
    return store_commit(s);
}

static int enter(void **state)
{
    (void)state;
    strcpy(file, "/tmp/test_bvp.XXXXXX");
    const int made = mkstemp(file);
    if (made < 0) return -1;
    close(made);
    unlink(file);
    strcat(file, ".h5");
    return write_datasets() == ST_OK ? 0 : -1;
}

static int leave(void **state)
{
    (void)state;
    return unlink(file);
}

/* # stands for the file of datasets. */
static void expect(enum status expected, const char *words, const char *text, const char *method)
{
    char full[1024];
    const char *const hole = strchr(text, '#');
    if (hole) snprintf(full, sizeof full, "%.*s%s%s", (int)(hole - text), text, file, hole + 1);
    else snprintf(full, sizeof full, "%s", text);
    trial_refused("bvp", expected, words, full, method);
}

static void wrong_keys_are_reported(void **state)
{
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"", "grid.intervals: required"},
        {"grid = { intervals = 0; };", "grid.intervals: 0 is below the minimum"},
        {"grid = { intervals = []; };", "grid.intervals: expected"},
        {"grid = { intervals = 3; lower = 2.0; };", "grid.upper: the last node, at 1, is not above the first, at 2"},
        {"grid = { intervals = 3; spacing = \"geometrc\"; };", "did you mean 'geometric'"},
        {"grid = { intervals = 3; spacing = \"tanh\"; };", "grid.ratio: a stretched grid needs the ratio"},
        {"grid = { intervals = 3; spacing = \"tanh\"; ratio = 1.0; };", "grid.ratio: a stretched grid needs the ratio"},
        {"grid = { intervals = 3; ratio = 2.0; };", "grid.ratio: applies only to a stretched spacing"},
        {"grid = { intervals = 3; nodes = \"s\"; spacing = \"tanh\"; };", "grid.spacing: does not apply with"},
        {"grid = { intervals = 3; nodes = 0.5; };",
         "grid.nodes: must be a formula or a dataset: one number does not place all nodes"},
        {"grid = { intervals = 3; nodes = \"1-s\"; };", "bvp:1: grid.nodes: the last node, at 0, is not above"},
        {"grid = { intervals = 8; nodes = \"s*(s-0.5)\"; };",
         "bvp:1: grid.nodes: node 1, at -0.046875, is not above the one before"},
        {"grid = { intervals = 3; nodes = \"2*s\"; upper = 3.0; };",
         "grid.upper: 3 differs from that end of grid.nodes, 2"},
        {"grid = { intervals = 3; nodes = \"2*s\"; lower = -1.0; };", "grid.lower: -1 differs"},
        {"grid = { intervals = 3; nodes = \"x\"; };", "grid.nodes: unexpected 'x'"},
        {"grid = { intervals = 8; nodes = { file = \"#\"; dataset = \"/back\"; interpolate = true; }; };",
         "is not above the one before it"},
        {"grid = { intervals = 8; nodes = { file = \"#\"; dataset = \"/nodes\"; }; };",
         "bvp:1: grid.nodes: dataset /nodes of "},
        {GRID "\nf = { file = \"#\"; dataset = \"/nodes\"; };",
         "its shape is [6], but that of the grid [21] in the order [x]: an axis has as many numbers as the grid"},
        {"grid = { intervals = 8; nodes = { file = \"#\"; dataset = \"/none\"; }; };", "none"},
        {"grid = { intervals = 8; nodes = { file = \"/nowhere.h5\"; dataset = \"/x\"; }; };", "/nowhere.h5"},
        {GRID "p = 0.0;", "p: 0 is not above 0"},
        {GRID "\np = \"x-0.5\";", "bvp:2: p: -0.4875 at x = 0.0125 is not above 0"},
        {GRID "p = \"1-2\";", "p: -1 is not above 0"},
        {GRID "q = \"1/0\";", "q: inf is not finite"},
        {GRID "f = \"x+t\";", "f: unexpected 't'"},
        {GRID "p = { file = \"#\"; dataset = \"/plane\"; };", "2 axes, but the problem has 1"},
        {GRID "boundary = { upper = { kind = \"neumann\"; }; };", "boundary.lower.kind: with neumann at both ends"},
        {GRID "boundary = { lower = { value = 1.0; }; };", "boundary.lower.value: does not apply to an end of this"},
        {GRID "boundary = { upper = { flux = 1.0; }; };", "boundary.upper.flux: does not apply to an end of this kind"},
        {GRID "boundary = { upper = { h = 1.0; }; };", "boundary.upper.h: does not apply to an end of this kind"},
        {GRID "boundary = { upper = { kind = \"robin\"; }; };", "boundary.upper.h: a robin end needs a coefficient"},
        {GRID "boundary = { upper = { value = { file = \"#\"; dataset = \"/two\"; }; }; };",
         "boundary.upper.value: an end takes a number or a formula"},
        {"grid = { intervals = [9, 1]; }; boundary = { lower = { kind = \"dirichlet\"; }; };",
         "grid.intervals: both ends prescribe u"},
        {GRID "probes = ({ name = \"p\"; at = 1.5; });", "probes: probe p lies at 1.5, outside of the domain"},
        {GRID "probes = ({ name = \"error\"; at = 0.5; });", "probes: there is already a column 'error'"},
        {GRID "probes = ({ name = \"a/b\"; at = 0.5; });", "probes: 'a/b' cannot be the name of a column"},
        {GRID "repeats = -1;", "repeats: -1 is below the minimum"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect(ST_CONFIG, cases[i].words, cases[i].text, "thomas");
}

static void what_cannot_be_computed_is_reported(void **state)
{
    (void)state;
    expect(ST_CONFIG, "f: the formula 1/x is inf at x = 0", GRID "f = \"1/x\";", "thomas");
    expect(ST_CONFIG, "exact: the formula 1/x is inf at x = 0", GRID "exact = \"1/x\";", "thomas");
    expect(ST_CONFIG, "grid.nodes: the formula 1/s is inf at s = 0", "grid = { intervals = 20; nodes = \"1/s\"; };",
           "thomas");
    expect(ST_FAILED, "20 intervals: zero or non-finite pivot in row 20 of the system",
           GRID "q = \"0*x\"; boundary = { upper = { kind = \"neumann\"; }; };", "thomas");
    expect(ST_FAILED, "20 intervals: u is inf at node 0", GRID "f = 1e200; p = 1e-300;", "seq");
    expect(ST_REFUSED, "grid.intervals: 1000000000000 intervals need", "grid = { intervals = 1000000000000; };", "seq");
}

static void recurrences_refuse_what_they_cannot(void **state)
{
    (void)state;
    expect(ST_REFUSED, "only for q = 0", GRID "q = \"1+x\";", "seq");
    expect(ST_REFUSED, "only for q = 0", GRID "q = 1.0; p = \"1+x\";", "seq");
    expect(ST_REFUSED, "only for q = 0", "grid = { intervals = 9; nodes = \"s\"; }; q = 1.0;", "seq");
    expect(ST_REFUSED, "q = -1: below 0 the recurrences would have complex factors", GRID "q = -1.0;", "seq");
    expect(ST_REFUSED, "q = 1e-40 vanishes by rounding", GRID "q = 1e-40;", "seq");
}

static void the_device_is_refused(void **state)
{
    struct trial t;
    (void)state;
    assert_int_equal(trial_begin(&t, "bvp", GRID, NULL, "thomas", exec_host(1)), ST_OK);
    assert_int_equal(t.sim.app->accepts(t.sim.params, t.sim.solver, NULL, NULL, DEVICE), ST_REFUSED);
    assert_string_equal(fail_text(), "boundary value problems are solved on the host");
    trial_end(&t);
}

/* Nodes, p and f from a file: three intervals of each number, and f as it stands on six nodes. */
static void datasets_are_read(void **state)
{
    static const double nodes[6] = {0, 0.1, 0.3, 0.35, 0.8, 2};
    char text[512];
    struct trial t;
    struct array a[ARRAYS_MAX];
    (void)state;
    snprintf(text, sizeof text,
             "grid = { intervals = 5; nodes = { file = \"%s\"; dataset = \"nodes\"; }; };"
             "p = { file = \"%s\"; dataset = \"two\"; nearest = true; };"
             "boundary = { lower = { kind = \"dirichlet\"; value = 4.0; }; }; exact = \"x < 1 ? 4-3*x : 2-x\";",
             file, file);
    if (trial_complete(&t, "bvp", text, NULL, "seq", exec_host(1)) != ST_OK) fail_msg("%s", fail_text());
    t.sim.app->arrays(&t.sim, a);
    for (int i = 0; i < 6; i++) assert_true(fabs(((double *)a[1].data)[i] - nodes[i]) <= 1e-15);
    /* p jumps from 1 to 3 at x = 1, but both halves of the last interval have their middle above that. */
    const double resistance = 0.8 + 1.2 / 3, u = 4 - 4 * 0.8 / resistance;
    assert_true(fabs((double)((real *)a[0].data)[4] - u) <= 20 * (double)REAL_EPS);
    trial_end(&t);
}

/* Whichever allocation fails, the run reports it and nothing stays. */
static void failing_allocations_leave_nothing(void **state)
{
    static const char text[] = "grid = { intervals = [8, 9]; nodes = \"s\"; }; p = \"1+x\"; f = \"x\"; exact = \"x\";"
                               "boundary = { lower = { kind = \"robin\"; h = 2.0; ambient = \"x\"; }; };"
                               "probes = ({ name = \"p\"; at = 0.5; });";
    static const char *const methods[] = {"thomas", "seq"};
    (void)state;
    for (int m = 0; m < 2; m++) {
        int64_t failed = 0;
        for (int64_t k = 1, passed = 0; passed < 10; k = allocation_after(k)) {
            struct trial t;
            mem_fail_at(k);
            const enum status s = trial_complete(&t, "bvp", text, NULL, methods[m], exec_host(2));
            mem_fail_at(0);
            if (s == ST_OK) trial_end(&t);
            passed = s == ST_OK ? passed + 1 : 0;
            failed += s == ST_NOMEM;
            if (s != ST_OK && s != ST_NOMEM) fail_msg("%s, allocation %lld: %s", methods[m], (long long)k, fail_text());
            if (mem_held(HOST)) fail_msg("%s, allocation %lld: memory left", methods[m], (long long)k);
        }
        assert_true(failed > 13);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(wrong_keys_are_reported, nothing_left),
        cmocka_unit_test_teardown(what_cannot_be_computed_is_reported, nothing_left),
        cmocka_unit_test_teardown(recurrences_refuse_what_they_cannot, nothing_left),
        cmocka_unit_test_teardown(the_device_is_refused, nothing_left),
        cmocka_unit_test_teardown(datasets_are_read, nothing_left),
        cmocka_unit_test_teardown(failing_allocations_leave_nothing, nothing_left),
    };
    return cmocka_run_group_tests_name("bvp input " REAL_NAME, tests, enter, leave);
}
