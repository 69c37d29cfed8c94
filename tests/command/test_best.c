/* The run that is called best: within its precision, as accurate as the reference, and not where two are too close. */
#include "command/compare/result/best.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void good(enum status s)
{
    if (s != ST_OK) fail_msg("%s", fail_text());
}

struct timed {
    const char *method, *precision;
    double seconds, spread, error;
    double wrong, unsolved; /* systems */
};

static char file[] = "/tmp/test_best.XXXXXX";

static void put(const struct timed *run, int count)
{
    struct store *s;
    strcpy(file, "/tmp/test_best.XXXXXX");
    const int fd = mkstemp(file);
    assert_true(fd >= 0 && close(fd) == 0);
    good(store_create(&s, file));
    good(store_text(s, "/", "app", "adi"));
    good(store_text(s, "/", "title", ""));
    for (int i = 0; i < count; i++) {
        char group[96], metrics[128];
        snprintf(group, sizeof group, "/runs/%03d_%s", i, run[i].method);
        snprintf(metrics, sizeof metrics, "%s/metrics", group);
        good(store_text(s, group, "method", run[i].method));
        good(store_text(s, group, "space", "host"));
        good(store_text(s, group, "precision", run[i].precision));
        good(store_text(s, group, "status", "ok"));
        good(store_real(s, metrics, "seconds_step", run[i].seconds));
        good(store_real(s, metrics, "seconds_step_spread", run[i].spread));
        good(store_real(s, metrics, "error", run[i].error));
        good(store_real(s, metrics, "wrong", run[i].wrong));
        good(store_real(s, metrics, "unsolved", run[i].unsolved));
    }
    good(store_commit(s));
}

/* The method of the best run of a precision, and of its rival, "-" if there is none. */
static void expect(const char *precision, const char *method, const char *rival)
{
    struct result r;
    good(result_open(&r, file, TRUST_CHECKSUM));
    const struct stored_run *const best = best_run(&r, precision), *const close = best_rival(&r, best);
    assert_string_equal(best ? best->method : "-", method);
    assert_string_equal(close ? close->method : "-", rival);
    result_close(&r);
}

static void each_precision_has_its_own(void **state)
{
    (void)state;
    put((const struct timed[]){{"thomas", "double", 8, 0, 1e-9},
                               {"pcr", "double", 4, 0, 1e-9},
                               {"thomas", "float", 2, 0, 1e-3},
                               {"cr", "float", 1, 0, 1e-3}},
        4);
    expect("double", "pcr", "-");
    expect("float", "cr", "-");
    unlink(file);
}

static void a_fast_run_that_is_less_accurate_is_none(void **state)
{
    (void)state;
    put((const struct timed[]){{"thomas", "double", 8, 0, 1e-9},
                               {"loose", "double", 1, 0, 1.1e-8},
                               {"near", "double", 4, 0, 0.9e-8}},
        3);
    expect("double", "near", "-");
    unlink(file);
    put((const struct timed[]){{"thomas", "double", 8, 0, 1e-16}, {"rounds", "double", 1, 0, 1e-14}}, 2);
    expect("double", "rounds", "-"); /* 45 roundings */
    unlink(file);
}

static void two_may_be_too_close_to_call(void **state)
{
    (void)state;
    put((const struct timed[]){{"a", "double", 1.015, 0, 0}, {"b", "double", 1, 0, 0}, {"c", "double", 1.1, 0, 0}}, 3);
    expect("double", "b", "a");
    unlink(file);
    put((const struct timed[]){{"a", "double", 1.2, 0.1, 0}, {"b", "double", 1, 0.05, 0}}, 2);
    expect("double", "b", "-");
    unlink(file);
    put((const struct timed[]){{"a", "double", 1.2, 0.2, 0}, {"b", "double", 1, 0.05, 0}}, 2);
    expect("double", "b", "a");
    unlink(file);
}

static void a_run_that_leaves_systems_unsolved_is_none(void **state)
{
    (void)state;
    put((const struct timed[]){{"lapack", "double", 8, 0, 0, 0, 0},
                               {"thomas", "double", 1, 0, 0, 1, 1},
                               {"flags", "double", 2, 0, 0, 0, 1},
                               {"pcr", "double", 4, 0, 0, 0, 0}},
        4);
    expect("double", "pcr", "-");
    unlink(file);
    put((const struct timed[]){{"thomas", "double", 1, 0, 0, 1, 1}, {"flags", "double", 2, 0, 0, 0, 1}}, 2);
    expect("double", "flags", "-");
    unlink(file);
    put((const struct timed[]){{"flags", "double", 2, 0, 0, 0, 3}, {"too", "double", 1, 0, 0, 0, 3}}, 2);
    expect("double", "too", "-");
    unlink(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_precision_has_its_own),
        cmocka_unit_test(a_fast_run_that_is_less_accurate_is_none),
        cmocka_unit_test(a_run_that_leaves_systems_unsolved_is_none),
        cmocka_unit_test(two_may_be_too_close_to_call),
    };
    return cmocka_run_group_tests_name("best", tests, NULL, NULL);
}
