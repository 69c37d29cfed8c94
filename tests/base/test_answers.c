/* Answers of a run, in memory and in a file. */
#include "base/result/answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/printable.h"

static void good(enum status s)
{
    if (s != ST_OK) fail_msg("%s", fail_text());
}

static char file[] = "/tmp/test_answers.XXXXXX";

static int enter(void **state)
{
    (void)state;
    strcpy(file, "/tmp/test_answers.XXXXXX");
    const int fd = mkstemp(file);
    return fd < 0 ? -1 : close(fd);
}

static int leave(void **state)
{
    (void)state;
    return unlink(file);
}

/* More of them than the first allocation holds. */
static void put_some(struct answers *a)
{
    good(answers_put(a, NULL, "peak_temperature", 316.5, "K"));
    answers_error(a, 0.25);
    good(answers_place(a, "at (%g, %g) m", 0.01, 0.02));
    good(answers_put(a, "memory controller", "max", 311, "K"));
    good(answers_put_method(a, NULL, "residual", 1e-16, ""));
    for (int i = 0; i < 40; i++) {
        char subject[32];
        snprintf(subject, sizeof subject, "hour %d", 40 - i);
        good(answers_put(a, subject, "cost", i, "1/h"));
    }
}

static void what_was_put_is_found(void **state)
{
    (void)state;
    struct answers a = {0};
    put_some(&a);
    assert_int_equal(a.count, 43);
    assert_true(answers_find(&a, NULL, "peak_temperature")->value == 316.5);
    assert_true(answers_find(&a, "hour 7", "cost")->value == 33);
    assert_null(answers_find(&a, NULL, "max"));
    assert_null(answers_find(&a, "hour 41", "cost"));
    answers_free(&a);
    assert_int_equal(a.count, 0);
}

static void answers_survive_a_file_in_their_order(void **state)
{
    (void)state;
    struct answers a = {0}, b;
    struct store *s;
    put_some(&a);
    good(store_create(&s, file));
    good(answers_store(&a, s, "/runs/one/answers"));
    good(store_commit(s));
    good(store_open(&s, file));
    good(answers_load(&b, s, "/runs/one/answers"));
    assert_int_equal(b.count, a.count);
    for (int64_t i = 0; i < a.count; i++) {
        const struct answer *const x = &a.item[i], *const y = &b.item[i];
        assert_string_equal(x->subject, y->subject);
        assert_string_equal(x->quantity, y->quantity);
        assert_string_equal(x->units, y->units);
        assert_string_equal(x->place, y->place);
        assert_true(x->value == y->value && x->of_method == y->of_method);
        assert_true(x->error == y->error || (isnan(x->error) && isnan(y->error)));
    }
    answers_free(&b);
    good(answers_load(&b, s, "/runs/two/answers")); /* older files have none */
    assert_int_equal(b.count, 0);
    answers_free(&a), answers_free(&b);
    store_close(s);
}

static void a_name_is_one_word(void **state)
{
    (void)state;
    struct answers a = {0};
    good(answers_put(&a, "memory/controller 2.5", "max", 1, ""));
    good(answers_put(&a, NULL, "lambda = .5", 1, ""));
    good(answers_put(&a, "gr\xc3\xbc\xc3\x9f \xff", "max", 1, "")); /* the last byte is not UTF-8 */
    assert_string_equal(a.item[0].name, "memory_controller_2.5_max");
    assert_string_equal(a.item[1].name, "lambda____5");
    assert_string_equal(a.item[2].name, "gr\xc3\xbc\xc3\x9f___max");
    answers_free(&a);
}

/* Whatever the names of the answers before it. */
static void no_two_names_are_equal(void **state)
{
    (void)state;
    struct answers a = {0};
    good(answers_put(&a, "a b", "max", 1, ""));
    good(answers_put(&a, "a_b", "max", 2, ""));
    good(answers_put(&a, NULL, "a_b_max_3", 3, ""));
    good(answers_put(&a, "a-b", "max", 4, ""));
    good(answers_put(&a, "a/b", "max", 5, ""));
    good(answers_put(&a, "a b", "max", 6, ""));
    static const char *const names[] = {"a_b_max", "a_b_max_2", "a_b_max_3", "a-b_max", "a_b_max_4", "a_b_max_5"};
    for (int i = 0; i < 6; i++) assert_string_equal(a.item[i].name, names[i]);
    assert_true(answers_named(&a, "a_b_max_4")->value == 5);
    assert_null(answers_named(&a, "a_b"));
    assert_int_equal(a.item[5].twin, 1);
    for (int i = 0; i < 6; i++) assert_ptr_equal(answers_like(&a, &a.item[i]), &a.item[i]);
    answers_free(&a);
}

/* Long names keep both ends, and complete characters. */
static void long_names_differ_too(void **state)
{
    (void)state;
    struct answers a = {0};
    for (int shift = 0; shift < 8; shift++) { /* cuts fall anywhere in a character of two bytes */
        char subject[400];
        snprintf(subject, sizeof subject, "%.*s", shift, "abcdefgh");
        for (int i = 0; i < 100; i++) strcat(subject, "\xc3\xa9");
        for (int block = 1; block < 4; block++) {
            snprintf(subject + 200 + shift, 12, "%d", block);
            good(answers_put(&a, subject, "max", block, ""));
        }
    }
    for (int64_t i = 0; i < a.count; i++) {
        const char *c = a.item[i].name;
        assert_true(strlen(c) <= ANSWER_NAME_BYTES + 8);
        assert_ptr_equal(answers_named(&a, c), &a.item[i]);
        assert_non_null(strstr(c, i % 3 == 0 ? "1_max" : i % 3 == 1 ? "2_max" : "3_max"));
        for (int bytes; *c; c += bytes) assert_true((bytes = printable_bytes(c)) > 0);
    }
    answers_free(&a);
}

/* Points of a sweep may have one name. */
static void equal_names_are_kept_apart_in_a_file(void **state)
{
    (void)state;
    struct answers a = {0}, b;
    struct store *s;
    good(answers_put(&a, "core", "max", 1, "K"));
    good(answers_put(&a, "core", "max", 2, "K"));
    good(store_create(&s, file));
    good(answers_store(&a, s, "/answers"));
    good(store_commit(s));
    good(store_open(&s, file));
    good(answers_load(&b, s, "/answers"));
    assert_int_equal(b.count, 2);
    assert_true(b.item[0].value == 1 && b.item[1].value == 2);
    assert_string_equal(b.item[1].name, "core_max_2");
    for (int i = 0; i < 2; i++) assert_ptr_equal(answers_like(&b, &a.item[i]), &b.item[i]);
    answers_free(&a), answers_free(&b);
    store_close(s);
}

static void what_is_no_answer_is_refused(void **state)
{
    (void)state;
    double v[2] = {1, 2};
    struct answers b;
    struct store *s;
    good(store_create(&s, file));
    good(store_array(s, "/answers", &(struct array){.name = "x", .type = REAL64, .rank = 1, .dims = {2}, .data = v}));
    good(store_commit(s));
    good(store_open(&s, file));
    assert_int_equal(answers_load(&b, s, "/answers"), ST_IO);
    assert_non_null(strstr(fail_text(), "/answers/x has 1 axes, expected one number"));
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_put_is_found),
        cmocka_unit_test_setup_teardown(answers_survive_a_file_in_their_order, enter, leave),
        cmocka_unit_test(a_name_is_one_word),
        cmocka_unit_test(no_two_names_are_equal),
        cmocka_unit_test(long_names_differ_too),
        cmocka_unit_test_setup_teardown(equal_names_are_kept_apart_in_a_file, enter, leave),
        cmocka_unit_test_setup_teardown(what_is_no_answer_is_refused, enter, leave),
    };
    return cmocka_run_group_tests_name("answers", tests, NULL, NULL);
}
