/* Values of result files: numbers, arrays, text and groups come back bit for bit, and missing ones are named. */
#include "base/result/store_internal.h"

#include "tests/support/result_files.h"

#include <errno.h>
#include <math.h>

static void numbers_are_exact(void **state)
{
    (void)state;
    double real[] = {0.1, -0.0, 5e-324, 1.7976931348623157e308, INFINITY, NAN, 1.0 / 3.0};
    int64_t whole[] = {INT64_MIN, -1, 0, INT64_MAX};
    float single[] = {0.1f, -0.0f, 1e-45f, 3.4028235e38f};
    struct store *s = begin(file);
    good(store_array(s, "/a", &(struct array){.name = "real", .type = REAL64, .rank = 1, .dims = {7}, .data = real}));
    good(store_array(s, "/a", &(struct array){.name = "int", .type = INT64, .rank = 2, .dims = {2, 2}, .data = whole}));
    good(
        store_array(s, "/a", &(struct array){.name = "float", .type = REAL32, .rank = 1, .dims = {4}, .data = single}));
    good(store_real(s, "/a", "third", 1.0 / 3.0));
    good(store_int(s, "/a/real", "least", INT64_MIN));
    good(store_commit(s));

    double real_back[7], third;
    int64_t whole_back[4], min;
    float single_back[4];
    s = look(file);
    good(store_array_read(s, "/a/real", REAL64, real_back));
    good(store_array_read(s, "/a/int", INT64, whole_back));
    good(store_array_read(s, "/a/float", REAL32, single_back));
    good(store_get_real(s, "/a", "third", &third));
    good(store_get_int(s, "/a/real", "least", &min));
    store_close(s);
    assert_memory_equal(real_back, real, sizeof real);
    assert_memory_equal(whole_back, whole, sizeof whole);
    assert_memory_equal(single_back, single, sizeof single);
    assert_true(third == 1.0 / 3.0 && min == INT64_MIN);
}

static void shapes_and_types_come_back(void **state)
{
    (void)state;
    static const struct array want[] = {
        {.name = "scalar", .type = REAL64, .rank = 0},
        {.name = "empty", .type = REAL64, .rank = 1, .dims = {0}},
        {.name = "flat", .type = INT64, .rank = 3, .dims = {3, 0, 5}},
        {.name = "line", .type = REAL32, .rank = 1, .dims = {300001}, .units = "mV"},
        {.name = "volume", .type = REAL64, .rank = 3, .dims = {65, 67, 69}},
        {.name = "four", .type = INT64, .rank = 4, .dims = {1, 2, 3, 4}},
    };
    enum { COUNT = sizeof want / sizeof *want };
    char *const data = calloc(400000, 8), *units;
    struct store *s = begin(file);
    for (int i = 0; i < COUNT; i++) {
        struct array a = want[i];
        a.data = data;
        good(store_array(s, "/deep/down", &a));
    }
    good(store_commit(s));
    s = look(file);
    for (int i = 0; i < COUNT; i++) {
        char path[64];
        struct array got;
        snprintf(path, sizeof path, "/deep/down/%s", want[i].name);
        good(store_array_shape(s, path, &got));
        assert_int_equal(got.rank, want[i].rank);
        assert_int_equal(got.type, want[i].type);
        assert_memory_equal(got.dims, want[i].dims, (size_t)got.rank * sizeof *got.dims);
        good(store_array_read(s, path, got.type, data));
    }
    good(store_get_text(s, "/deep/down/line", "units", &units));
    assert_string_equal(units, "mV");
    free(units);
    free(data);
    store_close(s);
}

static void text_has_any_length(void **state)
{
    (void)state;
    enum { LONG = 3000000 };
    char *const text = malloc(LONG + 1), *back;
    for (int i = 0; i < LONG; i++) text[i] = (char)(' ' + i * 7 % 90);
    text[LONG] = '\0';
    struct store *s = begin(file);
    good(store_text(s, "/config", "original", "to be replaced"));
    good(store_text(s, "/config", "original", text));
    good(store_text(s, "/config", "nothing", ""));
    good(store_text(s, "/", "title", "Wärme, 5 µm"));
    good(store_commit(s));
    s = look(file);
    good(store_get_text(s, "/config", "original", &back));
    assert_string_equal(back, text);
    free(back);
    good(store_get_text(s, "/config", "nothing", &back));
    assert_string_equal(back, "");
    free(back);
    good(store_get_text(s, "/", "title", &back));
    assert_string_equal(back, "Wärme, 5 µm");
    free(back);
    free(text);
    store_close(s);
}

static void names_are_listed_in_order(void **state)
{
    (void)state;
    char **names;
    int64_t count;
    struct store *s = begin(file);
    good(store_group(s, "/runs/001_pcr"));
    good(store_group(s, "/runs/000_thomas"));
    good(store_group(s, "/runs/000_thomas"));
    good(store_real(s, "/runs", "b", 1));
    good(store_real(s, "/runs", "a", 2));
    assert_true(store_has(s, "/runs/000_thomas"));
    assert_false(store_has(s, "/runs/002_none/fields"));
    good(store_commit(s));
    s = look(file);
    good(store_members(s, "/runs", &names, &count));
    assert_int_equal(count, 2);
    assert_string_equal(names[0], "000_thomas");
    assert_string_equal(names[1], "001_pcr");
    store_names_free(names, count);
    good(store_attributes(s, "/runs", &names, &count));
    assert_int_equal(count, 2);
    assert_string_equal(names[0], "a");
    store_names_free(names, count);
    assert_true(store_has_attribute(s, "/runs", "b"));
    assert_false(store_has_attribute(s, "/runs", "c"));
    assert_int_equal(store_members(s, "/nowhere", &names, &count), ST_IO);
    assert_null(names);
    store_close(s);
}

static void rows_and_conversions_are_read(void **state)
{
    (void)state;
    int64_t whole[60];
    double some[24];
    for (int i = 0; i < 60; i++) whole[i] = i;
    struct store *s = begin(file);
    good(store_array(s, "/", &(struct array){.name = "x", .type = INT64, .rank = 3, .dims = {5, 3, 4}, .data = whole}));
    good(store_commit(s));
    s = look(file);
    good(store_array_rows(s, "/x", REAL64, 2, 2, some));
    for (int i = 0; i < 24; i++) assert_true(some[i] == 24 + i);
    assert_int_equal(store_array_rows(s, "/x", REAL64, 4, 2, some), ST_IO);
    store_close(s);
}

static void compression_saves_space(void **state)
{
    (void)state;
    enum { N = 200000 };
    double *const x = malloc(N * sizeof *x);
    for (int i = 0; i < N; i++) x[i] = sin(1e-3 * (i / 100));
    const int64_t plain = size_with(0, x, N), packed = size_with(6, x, N);
    assert_true(plain > 8 * N && packed < plain / 10);
    free(x);
}

static void groups_are_copied_whole(void **state)
{
    (void)state;
    double x[] = {1, 2, 3}, back[3];
    char *text;
    struct store *from = begin(file);
    const struct array u = {.name = "u", .type = REAL64, .rank = 1, .dims = {3}, .data = x};
    good(store_array(from, "/runs/0/fields", &u));
    good(store_text(from, "/runs/0", "method", "thomas"));
    for (char name[] = "a"; name[0] <= 'z'; name[0]++) good(store_real(from, "/runs/0", name, name[0]));
    good(store_commit(from));
    from = look(file);
    struct store *to = begin(other);
    good(store_copy(from, "/runs/0", to));
    good(store_commit(to));
    store_close(from);
    unlink(file);
    to = look(other);
    good(store_array_read(to, "/runs/0/fields/u", REAL64, back));
    assert_memory_equal(back, x, sizeof x);
    good(store_get_text(to, "/runs/0", "method", &text));
    assert_string_equal(text, "thomas");
    free(text);
    double z;
    good(store_get_real(to, "/runs/0", "z", &z));
    assert_true(z == 'z');
    store_close(to);
}

/* An earlier call of something else may have had no memory. */
static void a_fault_is_not_taken_for_an_earlier_one(void **state)
{
    (void)state;
    double x;
    char **names, *text;
    int64_t count;
    struct array a;
    write_one_number(file, 1);
    struct store *const s = look(file);
    errno = ENOMEM;
    assert_int_equal(store_array_shape(s, "/nothing", &a), ST_IO);
    errno = ENOMEM;
    assert_int_equal(store_get_real(s, "/", "nothing", &x), ST_IO);
    errno = ENOMEM;
    assert_int_equal(store_get_text(s, "/", "nothing", &text), ST_IO);
    errno = ENOMEM;
    assert_int_equal(store_members(s, "/nothing", &names, &count), ST_IO);
    errno = ENOMEM;
    assert_int_equal(store_attributes(s, "/nothing", &names, &count), ST_IO);
    store_close(s);
}

/* Text of variable length that calls itself ASCII, as h5py writes bytes. */
static void text_of_other_programs_is_read(void **state)
{
    const char *const word = "ok";
    char *text;
    (void)state;
    write_one_number(file, 1);
    const hid_t f = H5Fopen(file, H5F_ACC_RDWR, H5P_DEFAULT), type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    assert_true(store_attribute_written(f, "status", type, type, &word));
    H5Tclose(type);
    assert_true(H5Fclose(f) >= 0);
    struct store *s;
    good(store_open_by(&s, file, TRUST_TRIED));
    good(store_get_text(s, "/", "status", &text));
    assert_string_equal(text, "ok");
    free(text);
    store_close(s);
}

static void things_that_are_not_there_are_named(void **state)
{
    (void)state;
    double x;
    int64_t whole;
    char *text;
    struct array a;
    struct store *s = begin(file);
    good(store_text(s, "/runs", "method", "pcr"));
    good(store_real(s, "/runs", "seconds", 1));
    good(store_commit(s));
    s = look(file);
    assert_int_equal(store_get_real(s, "/runs", "minutes", &x), ST_IO);
    sentence_has("/runs/minutes of ");
    sentence_has(": it is not there");
    assert_int_equal(store_get_text(s, "/runs", "minutes", &text), ST_IO);
    sentence_has(": it is not there");
    assert_int_equal(store_get_real(s, "/runs", "method", &x), ST_IO);
    sentence_has("cannot read the number /runs/method of ");
    sentence_has("not of the expected kind");
    assert_int_equal(store_get_int(s, "/none", "seconds", &whole), ST_IO);
    assert_int_equal(store_get_text(s, "/runs", "seconds", &text), ST_IO);
    sentence_has("not of the expected kind");
    assert_int_equal(store_array_shape(s, "/runs", &a), ST_IO);
    assert_int_equal(store_array_read(s, "/u", REAL64, &x), ST_IO);
    sentence_has("cannot read /u of ");
    store_close(s);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(numbers_are_exact),
        TEST(shapes_and_types_come_back),
        TEST(text_has_any_length),
        TEST(names_are_listed_in_order),
        TEST(rows_and_conversions_are_read),
        TEST(compression_saves_space),
        TEST(groups_are_copied_whole),
        TEST(text_of_other_programs_is_read),
        TEST(things_that_are_not_there_are_named),
        TEST(a_fault_is_not_taken_for_an_earlier_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
