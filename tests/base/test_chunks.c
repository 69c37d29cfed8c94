/* Shows that a dataset of which chunks were never written is reported, once and with their number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/field/field.h"
#include "base/result/caveats.h"
#include "base/result/store_internal.h"

#include <cmocka.h>

/* A file with a dataset of 3 x 3 chunks, of which `written` are there; 0: also one without chunks. */
static void write_chunks(const char *path, int written)
{
    static const double numbers[4] = {1, 2, 3, 4};
    const hsize_t size[2] = {5, 6}, chunk[2] = {2, 2}, one[1] = {6};
    const hid_t f = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), list = H5Pcreate(H5P_DATASET_CREATE);
    const hid_t space = H5Screate_simple(2, size, NULL), memory = H5Screate_simple(2, chunk, NULL);
    const hid_t line = H5Screate_simple(1, one, NULL);
    assert_true(H5Pset_chunk(list, 2, chunk) >= 0 && H5Pset_deflate(list, 4) >= 0);
    const hid_t set = H5Dcreate2(f, "u", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, list, H5P_DEFAULT);
    H5Dclose(H5Dcreate2(f, "line", H5T_NATIVE_DOUBLE, line, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    for (int k = 0; k < written; k++) {
        const hsize_t from[2] = {2 * (hsize_t)(k / 3), 2 * (hsize_t)(k % 3)}, count[2] = {k < 6 ? 2 : 1, 2};
        assert_true(H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, count, NULL) >= 0);
        const hid_t part = H5Screate_simple(2, count, NULL);
        assert_true(H5Dwrite(set, H5T_NATIVE_DOUBLE, part, space, H5P_DEFAULT, numbers) >= 0);
        H5Sclose(part);
    }
    H5Dclose(set);
    H5Sclose(line), H5Sclose(memory), H5Sclose(space), H5Pclose(list);
    assert_true(H5Fclose(f) >= 0);
}

static void chunks_that_were_never_written_are_said(void **state)
{
    static const struct {
        int written;
        const char *dataset, *sentence;
    } cases[] = {{9, "u", ""},
                 {7, "u", "2 of 9 chunks of u of # were never written: all numbers in them are the fill value"},
                 {0, "u", "9 of 9 chunks of u of # were never written: all numbers in them are the fill value"},
                 {0, "line", "1 of 1 chunks of line of # were never written: all numbers in them are the fill value"}};
    const struct field_axis grid[2] = {field_axis_nodes(0, 1, 6), field_axis_nodes(0, 1, 5)};
    char path[] = "/tmp/test_chunks.XXXXXX";
    (void)state;
    const int file = mkstemp(path);
    assert_true(file >= 0 && close(file) == 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char lines[512] = "", wanted[512];
        const char *const hole = strchr(cases[i].sentence, '#');
        struct field *f;
        const struct field_spec spec = {.form = FIELD_DATASET, .file = path, .dataset = (char *)cases[i].dataset};
        write_chunks(path, cases[i].written);
        caveats_forget();
        for (int twice = 0; twice < 2; twice++) {
            assert_int_equal(field_make(&f, &spec, "x y t", 2, grid), ST_OK);
            field_free(f);
        }
        caveats_take(lines, sizeof lines);
        snprintf(wanted, sizeof wanted, "%.*s%s%s", hole ? (int)(hole - cases[i].sentence) : 0, cases[i].sentence,
                 hole ? path : "", hole ? hole + 1 : "");
        assert_string_equal(lines, wanted);
    }
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(chunks_that_were_never_written_are_said)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
