/* Damaged result files: noticed before HDF5 sees them, and survived where it does. */
#include "base/result/store_internal.h"

#include "tests/support/result_files.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

static void change_byte(const char *path, int64_t at, char by)
{
    char c;
    const int fd = open(path, O_RDWR);
    assert_int_equal(pread(fd, &c, 1, at), 1);
    c ^= by;
    assert_int_equal(pwrite(fd, &c, 1, at), 1);
    close(fd);
}

static int64_t size_of(const char *path)
{
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    return about.st_size;
}

/* In HDF5's own structures, among the values, and in the checksum. */
static void any_flipped_bit_is_noticed_before_hdf5_sees_the_file(void **state)
{
    (void)state;
    enum { N = 1000, PLACES = 200 };
    double x[N] = {0};
    struct store *s;
    size_with(0, x, N);
    const int64_t size = size_of(file);
    for (int k = 0; k <= PLACES; k++) {
        const int64_t at = (size - 1) * k / PLACES;
        change_byte(file, at, (char)(1 << k % 8));
        assert_int_equal(store_open(&s, file), at < 8 ? ST_CONFIG : ST_IO);
        assert_null(s);
        sentence_has(at < 8                              ? "it is not an HDF5 file"
                     : at >= size - 32 && at < size - 24 ? "it has no checksum at its end"
                                                         : "its checksum does not hold");
        change_byte(file, at, (char)(1 << k % 8));
    }
    store_close(look(file));
}

/* Values have a checksum of their own, of HDF5. */
static void an_unchecked_file_is_read_as_far_as_hdf5_can(void **state)
{
    (void)state;
    enum { N = 100000 };
    double *const x = calloc(N, sizeof *x);
    struct store *s;
    size_with(0, x, N);
    change_byte(file, size_of(file) / 2, 1);
    good(store_open_by(&s, file, TRUST_TRIED));
    assert_int_equal(store_array_read(s, "/x", REAL64, x), ST_IO);
    sentence_has("result.h5");
    sentence_has("checksum");
    store_close(s);
    free(x);
}

/* Whatever HDF5 does with it, this process continues. */
static void damage_is_survived_without_the_checksum_too(void **state)
{
    (void)state;
    enum { PLACES = 60, SPAN = 40 };
    char name[16], there[SPAN], zeros[SPAN] = {0};
    int refused = 0;
    struct store *s = begin(file);
    for (int i = 0; i < 12; i++) { /* enough for HDF5's index of names */
        snprintf(name, sizeof name, "/g/%d", i);
        good(store_text(s, name, "text", "some words"));
    }
    good(store_commit(s));
    const int fd = open(file, O_RDWR);
    for (int k = 0; k < PLACES; k++) {
        const int64_t at = 8 + (size_of(file) - 48) * k / PLACES;
        assert_int_equal(pread(fd, there, SPAN, at), SPAN);
        assert_int_equal(pwrite(fd, zeros, SPAN, at), SPAN);
        if (store_open_by(&s, file, TRUST_TRIED) == ST_OK) store_close(s);
        else refused++;
        assert_int_equal(pwrite(fd, there, SPAN, at), SPAN);
    }
    close(fd);
    assert_true(refused > 0);
    store_close(look(file));
}

static void a_file_without_checksum_is_read_where_it_may_lack(void **state)
{
    (void)state;
    struct store *s;
    write_one_number(file, 1);
    assert_int_equal(truncate(file, size_of(file) - 32), 0);
    assert_int_equal(store_open(&s, file), ST_IO);
    sentence_has("--unchecked");
    for (enum trust t = TRUST_SOUND; t <= TRUST_TRIED; t++) {
        good(store_open_by(&s, file, t));
        store_close(s);
    }
    assert_int_equal(store_create(&s, file), ST_IO);
    sentence_has("is not a result of bandstand");
    assert_int_equal(unlink(file), 0);
    write_one_number(file, 1);
    change_byte(file, size_of(file) / 2, 1);
    assert_int_equal(store_open_by(&s, file, TRUST_SOUND), ST_IO);
    sentence_has("its checksum does not hold");
}

/* HDF5 alone would fill in zeros for all of them. */
static void arrays_whose_values_are_elsewhere_are_refused(void **state)
{
    (void)state;
    const hsize_t n = 4;
    double x[4];
    struct array a;
    struct store *s;
    const hid_t f = H5Fcreate(file, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t none = H5Screate(H5S_NULL), line = H5Screate_simple(1, &n, NULL);
    const hid_t virtual = H5Pcreate(H5P_DATASET_CREATE), external = H5Pcreate(H5P_DATASET_CREATE);
    assert_true(H5Pset_virtual(virtual, line, "/nowhere.h5", "/x", line) >= 0);
    assert_true(H5Pset_external(external, "/nowhere.raw", 0, 32) >= 0);
    H5Dcreate2(f, "none", H5T_NATIVE_DOUBLE, none, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dcreate2(f, "virtual", H5T_NATIVE_DOUBLE, line, H5P_DEFAULT, virtual, H5P_DEFAULT);
    H5Dcreate2(f, "external", H5T_NATIVE_DOUBLE, line, H5P_DEFAULT, external, H5P_DEFAULT);
    H5Lcreate_external("/nowhere.h5", "/x", f, "link", H5P_DEFAULT, H5P_DEFAULT);
    H5Pclose(virtual), H5Pclose(external), H5Sclose(none), H5Sclose(line);
    for (hid_t set; H5Fget_obj_ids(f, H5F_OBJ_DATASET, 1, &set) > 0;) H5Dclose(set);
    assert_true(H5Fclose(f) >= 0);
    static const char *const why[][2] = {{"/none", "it has no elements"},
                                         {"/virtual", "it is put together from other files"},
                                         {"/external", "its values are in another file"},
                                         {"/link", "cannot read /link of "}};
    good(store_open_by(&s, file, TRUST_SOUND));
    for (size_t i = 0; i < sizeof why / sizeof *why; i++) {
        assert_int_equal(store_array_shape(s, why[i][0], &a), ST_IO);
        sentence_has(why[i][1]);
        assert_int_equal(store_array_read(s, why[i][0], REAL64, x), ST_IO);
        sentence_has(why[i][1]);
        assert_int_equal(store_array_rows(s, why[i][0], REAL64, 0, 4, x), ST_IO);
    }
    store_close(s);
}

/* 2^40 rows of which none was written, a few kB, next to four numbers. */
static void write_sparse(void)
{
    const hsize_t size[4] = {(hsize_t)1 << 40, 6, 5, 5}, chunk[4] = {1, 6, 5, 5}, n = 4;
    const double x[4] = {1, 2, 3, 4};
    const hid_t f = H5Fcreate(file, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t huge = H5Screate_simple(4, size, NULL), line = H5Screate_simple(1, &n, NULL);
    const hid_t chunked = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(chunked, 4, chunk);
    H5Dclose(H5Dcreate2(f, "sparse", H5T_NATIVE_DOUBLE, huge, H5P_DEFAULT, chunked, H5P_DEFAULT));
    const hid_t set = H5Dcreate2(f, "x", H5T_NATIVE_DOUBLE, line, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0);
    H5Pclose(chunked), H5Sclose(huge), H5Sclose(line), H5Dclose(set);
    assert_true(H5Fclose(f) >= 0);
}

static bool one_axis(const void *with, const struct array *a)
{
    (void)with;
    return a->rank == 1;
}

static double seconds_of_children(void)
{
    struct rusage used;
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &used), 0);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* The array costs no time when it is requested, and refused for its shape, nor when all of the file is read. */
static void a_huge_array_without_values_costs_no_time(void **state)
{
    (void)state;
    static const char *const paths[] = {"/x", "/sparse", "/nowhere"};
    const double before = seconds_of_children();
    double x[4] = {0};
    struct store *s;
    write_sparse();
    for (int i = 0; i < 3; i++) {
        const struct store_wanted wanted = {paths[i], one_axis, NULL};
        good(store_open_wanted(&s, file, &wanted, 1));
        good(store_array_read(s, "/x", REAL64, x));
        assert_true(x[3] == 4);
        store_close(s);
    }
    good(store_open_by(&s, file, TRUST_TRIED));
    store_close(s);
    assert_true(seconds_of_children() - before < 3);
}

/* Called where the file is tried, in a separate process. */
static bool stopped(const void *number, const struct array *a)
{
    (void)a;
    return raise(*(const int *)number) == 0;
}

static void a_signal_to_the_process_that_tries_a_file_is_no_damage(void **state)
{
    (void)state;
    static const struct {
        int number;
        const char *words;
    } cases[] = {{SIGTERM, "was stopped by signal 15"},
                 {SIGINT, "was stopped by signal 2"},
                 {SIGKILL, "was killed"},
                 {SIGSEGV, "it is damaged: HDF5 crashes on it"},
                 {SIGXCPU, "it is damaged: HDF5 does not end on it"}};
    struct store *s;
    write_sparse();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct store_wanted wanted = {"/x", stopped, &cases[i].number};
        assert_int_equal(store_open_wanted(&s, file, &wanted, 1), ST_IO);
        assert_null(s);
        sentence_has(cases[i].words);
    }
}

static void files_that_cannot_be_read_are_named(void **state)
{
    (void)state;
    struct store *s;
    struct stat st;
    assert_int_equal(store_open(&s, file), ST_CONFIG);
    sentence_has("No such file or directory");
    assert_int_equal(store_open(&s, folder), ST_CONFIG);
    FILE *const f = fopen(file, "w");
    fputs("no result at all\n", f);
    fclose(f);
    assert_int_equal(store_open(&s, file), ST_CONFIG);
    assert_null(s);
    sentence_has("result.h5: it is not an HDF5 file");
    assert_int_equal(store_create(&s, file), ST_IO);
    assert_null(s);
    sentence_has("result.h5: it exists and is not a result of bandstand");
    assert_int_equal(unlink(file), 0);
    double x[1000] = {0};
    size_with(0, x, 1000);
    assert_int_equal(stat(file, &st), 0);
    assert_int_equal(truncate(file, st.st_size / 2), 0);
    assert_int_equal(store_open(&s, file), ST_IO);
    sentence_has("result.h5: it has no checksum at its end");
    assert_int_equal(store_open_by(&s, file, TRUST_TRIED), ST_IO);
    sentence_has("result.h5: truncated file");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(any_flipped_bit_is_noticed_before_hdf5_sees_the_file),
        TEST(an_unchecked_file_is_read_as_far_as_hdf5_can),
        TEST(damage_is_survived_without_the_checksum_too),
        TEST(a_file_without_checksum_is_read_where_it_may_lack),
        TEST(arrays_whose_values_are_elsewhere_are_refused),
        TEST(a_huge_array_without_values_costs_no_time),
        TEST(a_signal_to_the_process_that_tries_a_file_is_no_damage),
        TEST(files_that_cannot_be_read_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
