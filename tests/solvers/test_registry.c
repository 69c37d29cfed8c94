/* Methods found by name, and the number of threads for work of some size. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "base/config/config.h"
#include "base/memory.h"

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef fail /* the macro of cmocka; ours is needed */

static void test_find(void **state)
{
    (void)state;
    const struct solver *s;
    assert_int_equal(solver_find(KIND_TRIDIAG, "thomas", HOST, &s), ST_OK);
    assert_string_equal(s->method, "thomas");
    assert_int_equal(solver_find(KIND_TRIDIAG, "tomas", HOST, &s), ST_CONFIG);
    assert_null(s);
    assert_string_equal(fail_text(), "no tridiag method 'tomas'; did you mean 'thomas'?");
    assert_int_equal(solver_find(KIND_TRIDIAG, "cyclic reduction", HOST, &s), ST_CONFIG);
    assert_non_null(strstr(fail_text(), "no tridiag method 'cyclic reduction'; one of "));
    assert_non_null(strstr(fail_text(), ", pcr"));
    assert_int_equal(solver_find(KIND_TRIDIAG, "pcr", DEVICE, &s), ST_REFUSED);
    assert_string_equal(fail_text(), "tridiag method 'pcr' exists for the host only, not for the device");
#ifdef BANDSTAND_CUDA
    assert_int_equal(solver_find(KIND_TRIDIAG, "thomas", DEVICE, &s), ST_OK);
    assert_int_equal(s->space, DEVICE);
#else
    assert_int_equal(solver_find(KIND_TRIDIAG, "thomas", DEVICE, &s), ST_REFUSED);
    assert_non_null(strstr(fail_text(), "built without CUDA"));
#endif
    const unsigned both = kind_bit(KIND_TREE) | kind_bit(KIND_TRANSFORM);
    const struct solver *matrix;
    assert_int_equal(solver_find_among(both, "matrix", HOST, &matrix), ST_OK);
    assert_int_equal(solver_find_among(both, "transform.matrix", HOST, &s), ST_OK);
    assert_ptr_equal(s, matrix);
    assert_int_equal(solver_find_among(both, "tree.matrix", HOST, &s), ST_CONFIG);
    assert_int_equal(solver_find_among(both, "tridiag.thomas", HOST, &s), ST_CONFIG);
    for (size_t i = 0; i < solver_count(); i++)
        for (size_t k = 0; k < i; k++)
            if (solver_at(i)->kind == solver_at(k)->kind && solver_at(i)->space == solver_at(k)->space)
                assert_string_not_equal(solver_at(i)->method, solver_at(k)->method);
}

/* Threads of a plan of every method on the host that accepts the shape, with four requested. */
static void assert_threads(struct shape shape, int threads)
{
    const struct exec four = exec_host(4);
    int plans = 0;
    for (size_t i = 0; i < solver_count(); i++) {
        const struct solver *const s = solver_at(i);
        struct plan *p;
        if (s->space != HOST || s->kind != shape.kind || plan_make(&p, s, &shape, NULL, &four) != ST_OK) continue;
        assert_int_equal(p->exec.threads, threads);
        plan_free(p);
        plans++;
    }
    assert_true(plans >= 4);
}

static void small_work_is_for_one_thread(void **state)
{
    (void)state;
    struct shape chain = {
        .kind = KIND_BLOCKTRI, .blocktri.question = STATIONARY, .n = 1600, .batch = 1, .stride = 1, .inner = 1};
    struct shape recurrence = shape_contiguous(10000, 1);
    chain.dist = chain.n, chain.blocktri.block = 16, chain.blocktri.entries = 8000, chain.blocktri.band = 8,
    chain.blocktri.exponents = true;
    recurrence.kind = KIND_RECURRENCE;
    exec_small_work(SMALL_WORK);
    assert_threads(shape_contiguous(10000, 1), 1);
    assert_threads(shape_contiguous(100, 100), 1);
    assert_threads(recurrence, 1);
    assert_threads(chain, 1);
    assert_threads(shape_contiguous(400000, 1), 4);
    assert_threads(shape_interleaved(64, 8000), 4);
    exec_small_work(0);
    assert_threads(shape_contiguous(100, 1), 4);
}

static void work_on_the_device_keeps_its_exec(void **state)
{
    (void)state;
    assert_int_equal(exec_for((struct exec){.space = DEVICE, .threads = 3}, 0).threads, 3);
}

/* Defaults are the same however they are found: at once, or by a configuration without a key. */
static void defaults_are_those_of_an_empty_configuration(void **state)
{
    static const struct option required[] = {{.key = "n", .type = OPT_INT}, {0}};
    static const struct option text[] = {{.key = "n", .type = OPT_TEXT, .default_value = "word"}, {0}};
    int64_t none = 7, found = 0;
    (void)state;
    for (size_t k = 0; solver_at(k); k++) {
        const struct solver *const s = solver_at(k);
        const size_t bytes = solver_options_bytes(s);
        struct config *config, *own;
        char *const by_text = calloc(1, bytes + 1), *const at_once = calloc(1, bytes + 1);
        assert_int_equal(config_parse(&config, s->method, ""), ST_OK);
        assert_int_equal(solver_options_read(s, config, NULL, by_text), ST_OK);
        assert_int_equal(solver_options_defaults(s, &own, at_once), ST_OK);
        if (!own && memcmp(by_text, at_once, bytes)) print_error("%s %s\n", kind_name(s->kind), s->method);
        if (!own) assert_memory_equal(by_text, at_once, bytes); /* else they point to texts */
        found += !own && bytes;
        config_free(config), config_free(own);
        free(by_text), free(at_once);
    }
    assert_true(found > 20);
    assert_false(options_plain_defaults(required, &none));
    assert_false(options_plain_defaults(text, &none));
}

/* A default that is a word does not change an earlier sentence. */
static void reading_defaults_keeps_the_sentence(void **state)
{
    static const char *const words[] = {"power_of_two", "none", NULL};
    static const struct option table[] = {{.key = "scaling", .type = OPT_WORD, .default_value = "none", .words = words},
                                          {0}};
    struct config *config;
    int scaling = -1;
    (void)state;
    fail(ST_FAILED, "an earlier sentence");
    assert_int_equal(config_parse(&config, "empty", ""), ST_OK);
    assert_int_equal(section_read(config, config_root(config), table, &scaling), ST_OK);
    assert_int_equal(scaling, 1);
    assert_string_equal(fail_text(), "an earlier sentence");
    config_free(config);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),
        cmocka_unit_test(small_work_is_for_one_thread),
        cmocka_unit_test(work_on_the_device_keeps_its_exec),
        cmocka_unit_test(defaults_are_those_of_an_empty_configuration),
        cmocka_unit_test(reading_defaults_keeps_the_sentence),
    };
    return cmocka_run_group_tests_name("registry " REAL_NAME, tests, NULL, NULL);
}
