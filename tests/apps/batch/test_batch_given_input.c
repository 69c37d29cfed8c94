/* Files of systems with faults are refused with file, line and reason; failing memory is reported. */
#include "tests/apps/batch/batch_files.h"

#include <math.h>

#include "base/memory.h"
#include "base/result/store.h"

/* A file of one number. */
static void put_hdf5(const char *name)
{
    struct store *out;
    assert_int_equal(store_create(&out, at(name)), ST_OK);
    assert_int_equal(store_real(out, "/in", "number", 1), ST_OK);
    assert_int_equal(store_commit(out), ST_OK);
}

static void faults_name_file_and_place(void **state)
{
#define FILE_IS(text) "matrix = \"file\"; import = { " text " };"
#define MTX(file) FILE_IS("file = \"@" file "\"; right_file = \"@b.mtx\";")
#define ARRAYS(lower, diag, upper, right, more) \
    FILE_IS("lower_file = \"@" lower ".npy\"; diag_file = \"@" diag ".npy\"; upper_file = \"@" upper ".npy\"; " \
            "right_file = \"@" right ".npy\"; " more)
#define FOURS(more) ARRAYS("four", "four", "four", "four", more)
    static const struct {
        const char *name, *content; /* a file that is written before */
        const char *text, *words;
    } cases[] = {
        {"c.mtx", BANNER "4 4 11\n" ENTRIES "1 3 2\n", MTX("c.mtx"),
         "import.file: @c.mtx:13: row 1, column 3: not tridiagonal: columns of row 1 are 1 to 2"},
        {"d.mtx", BANNER "4 4 11\n" ENTRIES "4 4 5\n", MTX("d.mtx"),
         "d.mtx:13: row 4, column 4 was already given in line 12"},
        {"e.mtx", "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n", MTX("e.mtx"),
         "e.mtx:1: only real, integer and pattern matrices are read, not complex ones"},
        {"p.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n", MTX("p.mtx"),
         "p.mtx:1: a pattern has no values: the matrix must be real or integer"},
        {"r.mtx", BANNER "4 5 1\n1 1 1\n", MTX("r.mtx"), "r.mtx:2: the matrix is not square: 4 rows, 5 columns"},
        {"n.mtx", BANNER "4 4 1\n1 1 nan\n", MTX("n.mtx"), "n.mtx:3: the value of an entry is not a number"},
        {"l.mtx", BANNER "4 4 1\n1 1 1e999\n", MTX("l.mtx"), "l.mtx:3: the value of an entry is too large for double"},
        {"s.mtx", BANNER "4 4 1\n1 1 1e-400\n", MTX("s.mtx"),
         "s.mtx:3: the value of an entry is too small for double; take another unit"},
        {"i.mtx", "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 4.5\n", MTX("i.mtx"),
         "i.mtx:3: the value 4.5 is not an integer, as the first line says"},
        {NULL, NULL, ARRAYS("twice", "four", "four", "four", ""), "twice.npy: its header has descr twice"},
        {"few.mtx", BANNER "2000000000 2000000000 1\n1 1 1\n", MTX("few.mtx"),
         "few.mtx:2: 1 entries are too few for 2000000000 rows: the matrix is singular"},
        {"empty", "", MTX("empty"), "import.file: @empty: the file is empty"},
        {"x.txt", "1 2 3\n", MTX("x.txt"),
         "x.txt: neither a Matrix Market file, which begins with %%MatrixMarket, nor"},
        {"b3.mtx", SIDES "1\n2\n", FILE_IS("file = \"@a.mtx\"; right_file = \"@b3.mtx\";"),
         "import.right_file: @b3.mtx:5: the file ends after 2 of 8 values"},
        {"b4.mtx", "%%MatrixMarket matrix array real general\n4000000000 4\n1\n",
         FILE_IS("file = \"@a.mtx\"; right_file = \"@b4.mtx\";"),
         "b4.mtx:2: the file is too short for 4000000000 times 4 values"},
        {"b5.mtx", "%%MatrixMarket matrix array real general\n5 1\n1\n1\n1\n1\n1\n",
         FILE_IS("file = \"@a.mtx\"; right_file = \"@b5.mtx\";"),
         "b5.mtx: right sides of 5 rows, but the matrix has 4"},
        {NULL, NULL, FILE_IS("file = \"@a.mtx\";"), "import.right_file: required for a Matrix Market matrix, unless"},
        {NULL, NULL, FILE_IS("file = \"@a.mtx\"; ones = true; layout = \"interleaved\";"),
         "import.layout: not allowed, as import.file is"},
        {NULL, NULL, "matrix = \"file\";", "import.lower_file: required without import.file"},
        {NULL, NULL, FILE_IS("file = \"@missing.mtx\";"), "import.file: cannot read @missing.mtx: No such file"},
        {"t.npy", "\x93NUMPY\x01", ARRAYS("four", "t", "four", "four", ""),
         "import.diag_file: @t.npy: it is not an array of NumPy"},
        {NULL, NULL, ARRAYS("four", "complex", "four", "four", ""),
         "numbers of type '<c16' are not read: real numbers must be of type f4"},
        {NULL, NULL, ARRAYS("four", "four", "short", "four", ""),
         "short.npy: its header says 4 numbers of 8 bytes, but 24 bytes follow it"},
        {NULL, NULL, ARRAYS("four", "four", "none", "four", ""), "none.npy: it is empty: it has no numbers"},
        {NULL, NULL, ARRAYS("four", "four", "four", "nan", ""),
         "import.right_file: @nan.npy: number 2, row 2 of system 0, is nan, which"},
        {NULL, NULL, ARRAYS("three", "four", "four", "four", ""),
         "the shape is [3], but that of diag is [4]: all must have the same shape"},
        {NULL, NULL, FOURS("layout = \"block_interleaved\";"),
         "the shape is [4], but layout block_interleaved needs [groups][rows][width]"},
        {NULL, NULL, FOURS("layout = \"ragged\"; sizes_file = \"@halves.npy\";"),
         "import.sizes_file: @halves.npy: number 1 is 1.5"},
        {NULL, NULL, FOURS("layout = \"ragged\"; sizes_file = \"@wide.npy\";"),
         "9007199254740993 is an integer of more digits"},
        {NULL, NULL, FOURS("layout = \"ragged\"; sizes_file = \"@whole.npy\";"),
         "4 numbers, but systems of these sizes have 10 in this layout"},
        {NULL, NULL, FILE_IS("file = \"@batch.h5\"; diag = \"/nothing\";"),
         "import.lower: cannot read lower of @batch.h5: object 'lower' doesn't exist"},
        {NULL, NULL, "matrix = \"file\"; rows = 4;", "rows: applies only to matrix random_dominant"},
        {NULL, NULL, "matrix = \"gallery\"; rows = [4, 5];", "rows: systems of the gallery are one batch"},
        {NULL, NULL, "matrix = \"gallery\"; types = [19];", "types: 19 is above the maximum 18"},
        {NULL, NULL, "matrix = \"gallery\"; rows = 9000;", "types: 8 randsvd, one small value takes n^3 operations"},
        {NULL, NULL, "matrix = \"gallery\"; import = { ones = true; };", "import.ones: applies only to matrix file"},
        {NULL, NULL, FOURS("sizes_file = \"@whole.npy\";"), "import.sizes_file: not used by layout contiguous"},
        {NULL, NULL, FOURS("unified_file = \"@four.npy\";"), "import.unified_file: not used by layout contiguous"},
        {NULL, NULL, FOURS("ones = true;"), "import.right_file: import.ones = true makes the right sides"},
        {NULL, NULL, FILE_IS("file = \"@a.mtx\"; right_file = \"@b.mtx\"; ones = true;"),
         "import.right_file: import.ones = true makes the right sides"},
        {NULL, NULL, FILE_IS("layout = \"unified_rows\"; unified_file = \"@four.npy\"; ones = true;"),
         "import.ones: arrays of"},
    };
    static const double four[] = {4, 4, 4, 4}, nan[] = {1, 1, NAN, 1}, halves[] = {1, 1.5, 1, 0.5};
    static const int64_t wide[] = {1, (INT64_C(1) << 53) + 1}, whole[] = {4, 3, 2, 1};
    char text[2000], words[2000];
    (void)state;
    put_text("a.mtx", BANNER "4 4 10\n" ENTRIES);
    put_text("b.mtx", SIDES "2\n3\n4\n10\n-1\n4\n-2\n0\n");
    put_hdf5("batch.h5");
    put_npy("four.npy", "<f8", false, "4,", four, sizeof four);
    put_npy("twice.npy", "<f8', 'descr': '<f4", false, "4,", four, sizeof four);
    put_npy("three.npy", "<f8", false, "3,", four, 24);
    put_npy("complex.npy", "<c16", false, "2,", four, sizeof four);
    put_npy("short.npy", "<f8", false, "4,", four, 24);
    put_npy("none.npy", "<f8", false, "0,", four, 0);
    put_npy("nan.npy", "<f8", false, "4,", nan, sizeof nan);
    put_npy("halves.npy", "<f8", false, "4,", halves, sizeof halves);
    put_npy("wide.npy", "<i8", false, "2,", wide, sizeof wide);
    put_npy("whole.npy", "<i8", false, "4,", whole, sizeof whole);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        if (cases[k].name) put_text(cases[k].name, cases[k].content);
        snprintf(text, sizeof text, "%s", expand(cases[k].text));
        snprintf(words, sizeof words, "%s", expand(cases[k].words));
        trial_refused("batch", ST_CONFIG, words, text, "thomas");
    }
}

static void failing_memory_is_reported(void **state)
{
    enum status s = ST_NOMEM;
    int k = 0;
    (void)state;
    put_text("a.mtx", BANNER "4 4 10\n" ENTRIES);
    put_text("b.mtx", SIDES "2\n3\n4\n10\n-1\n4\n-2\n0\n");
    while (s == ST_NOMEM) {
        struct trial t;
        mem_fail_at(++k);
        s = trial_complete(&t, "batch", expand(MTX("a.mtx")), NULL, "thomas", exec_host(1));
        mem_fail_at(0);
        if (s == ST_OK) trial_end(&t);
        assert_true(mem_held(HOST) == 0);
    }
    assert_int_equal(s, ST_OK);
    assert_true(k > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(faults_name_file_and_place),
                                       cmocka_unit_test(failing_memory_is_reported)};
    return cmocka_run_group_tests(tests, enter, leave);
}
