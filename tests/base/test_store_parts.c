/* Arrays whose values others write into the file: they come back bit for bit next to those that HDF5 writes, in any
 * runs of rows; and a fault of the other writer ends the file. */
#include "base/file/block.h"
#include "base/file/file_part.h"
#include "base/result/store_internal.h"

#include "tests/support/result_files.h"

#include <errno.h>
#undef fail

enum { PLANES = 7, ROWS = 5, ROW = 3, VALUES = PLANES * ROWS * ROW };

static const struct array volume = {
    .name = "volume", .type = REAL64, .rank = 3, .dims = {PLANES, ROWS, ROW}, .units = "K", .about = "a field"};

/* As another process would. */
static void write_values(struct store *s, int64_t at, const void *bytes, size_t count)
{
    struct file_part part;
    int fd;
    good(store_part_file(s, &part));
    assert_int_equal(file_part_open(&fd, &part), 0);
    assert_int_equal(block_write(fd, at, bytes, count), 0);
    assert_int_equal(file_part_close(fd), 0);
}

static void make(double value[VALUES], float single[VALUES])
{
    for (int i = 0; i < VALUES; i++) value[i] = 1 / (i - 11.5), single[i] = (float)value[i];
}

static void values_of_others_come_back(void **state)
{
    (void)state;
    double value[VALUES], back[VALUES], beside[VALUES];
    float single[VALUES], single_back[VALUES];
    char *text;
    int64_t at, single_at;
    make(value, single);
    struct store *s = begin(file);
    struct array after = volume;
    after.name = "after", after.data = value;
    good(store_reserve(s, "/fields", &volume, &at));
    good(store_reserve(s, "/fields", &(struct array){.name = "flat", .type = REAL32, .rank = 1, .dims = {VALUES}},
                       &single_at));
    good(store_array(s, "/fields", &after));
    /* In two parts, the last one first. */
    write_values(s, at + 40 * 8, value + 40, sizeof value - 40 * 8);
    write_values(s, at, value, 40 * 8);
    write_values(s, single_at, single, sizeof single);
    good(store_reserved(s, ST_OK));
    good(store_array_read(s, "/fields/volume", REAL64, back)); /* before the file is complete too */
    assert_memory_equal(back, value, sizeof value);
    good(store_commit(s));

    memset(back, 0, sizeof back);
    s = look(file);
    good(store_array_read(s, "/fields/volume", REAL64, back));
    good(store_array_read(s, "/fields/after", REAL64, beside));
    good(store_array_read(s, "/fields/flat", REAL32, single_back));
    good(store_get_text(s, "/fields/volume", "units", &text));
    assert_string_equal(text, "K");
    free(text);
    good(store_get_text(s, "/fields/volume", "long_name", &text));
    assert_string_equal(text, "a field");
    free(text);
    store_close(s);
    assert_memory_equal(back, value, sizeof value);
    assert_memory_equal(beside, value, sizeof value);
    assert_memory_equal(single_back, single, sizeof single);
}

/* A checkpoint copies the runs of the result that is being written. */
static void they_are_copied(void **state)
{
    (void)state;
    double value[VALUES], back[VALUES];
    float single[VALUES];
    struct store *copy;
    int64_t at;
    make(value, single);
    struct store *s = begin(file);
    good(store_reserve(s, "/runs/a", &volume, &at));
    write_values(s, at, value, sizeof value);
    good(store_reserved(s, ST_OK));
    good(store_create_as(&copy, other, FILE_CHECKPOINT));
    good(store_copy(s, "/runs", copy));
    good(store_commit(copy));
    store_close(s);
    s = look(other);
    good(store_array_read(s, "/runs/a/volume", REAL64, back));
    store_close(s);
    assert_memory_equal(back, value, sizeof value);
}

static void one_that_is_there_is_replaced(void **state)
{
    (void)state;
    double value[VALUES], back[VALUES];
    float single[VALUES];
    int64_t at;
    make(value, single);
    struct store *s = begin(file);
    struct array first = volume;
    memset(back, 0, sizeof back);
    first.data = back;
    good(store_array(s, "/fields", &first));
    good(store_reserve(s, "/fields", &volume, &at));
    write_values(s, at, value, sizeof value);
    good(store_reserved(s, ST_OK));
    good(store_commit(s));
    s = look(file);
    good(store_array_read(s, "/fields/volume", REAL64, back));
    store_close(s);
    assert_memory_equal(back, value, sizeof value);
}

/* Arrays are chunked or contiguous; first axes of some have length 1. */
static void runs_of_rows_are_read(void **state)
{
    (void)state;
    static const struct array shapes[] = {{.rank = 3, .dims = {PLANES, ROWS, ROW}},
                                          {.rank = 3, .dims = {1, PLANES * ROWS, ROW}},
                                          {.rank = 4, .dims = {1, 1, PLANES, ROWS * ROW}},
                                          {.rank = 1, .dims = {VALUES}},
                                          {.rank = 2, .dims = {1, 1}}};
    double value[VALUES], back[VALUES];
    float single[VALUES];
    make(value, single);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct array a = shapes[i];
        a.name = "a", a.type = REAL64, a.data = value;
        const int64_t row = array_row(&a), rows = array_values(&a) / row;
        struct store *s = begin(file);
        good(store_array(s, "/x", &a));
        good(store_commit(s));
        s = look(file);
        for (int64_t from = 0; from < rows; from++)
            for (int64_t end = from + 1; end <= rows; end += 3) {
                memset(back, 0, sizeof back);
                good(store_array_run(s, "/x/a", REAL64, from * row, end * row, back));
                assert_memory_equal(back, value + from * row, (size_t)((end - from) * row) * sizeof *back);
            }
        store_close(s);
    }
}

static void a_fault_of_the_other_ends_the_file(void **state)
{
    (void)state;
    int64_t at;
    struct store *s = begin(file);
    good(store_text(s, "/", "title", "old"));
    good(store_commit(s));
    s = begin(file);
    good(store_reserve(s, "/fields", &volume, &at));
    assert_int_equal(store_reserved(s, fail(ST_IO, "a disk that is full")), ST_IO);
    assert_int_equal(store_text(s, "/", "title", "new"), ST_IO);
    assert_int_equal(store_commit(s), ST_IO);
    char *text;
    s = look(file);
    good(store_get_text(s, "/", "title", &text));
    assert_string_equal(text, "old");
    free(text);
    store_close(s);
}

static void another_file_of_that_name_is_not_written_to(void **state)
{
    (void)state;
    struct file_part part;
    int fd;
    struct store *s = begin(file);
    good(store_part_file(s, &part));
    part.number++;
    assert_int_equal(file_part_open(&fd, &part), ENOENT);
    part.number--;
    assert_int_equal(file_part_open(&fd, &part), 0);
    assert_int_equal(file_part_close(fd), 0);
    store_close(s);
    assert_int_equal(file_part_open(&fd, &part), ENOENT);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(values_of_others_come_back),         TEST(they_are_copied),
        TEST(one_that_is_there_is_replaced),      TEST(runs_of_rows_are_read),
        TEST(a_fault_of_the_other_ends_the_file), TEST(another_file_of_that_name_is_not_written_to)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
