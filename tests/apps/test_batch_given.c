/* Batches whose systems are given: read from files in every layout and form, solved to their known solutions, and
 * judged; files that are not all right are refused with file, line and reason. */
#include "apps/batch/layout.h"
#include "apps/batch/random_systems.h"
#include "apps/batch/state.h"
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

#include "base/file/npy.h"
#include "base/memory.h"
#include "base/result/store.h"

enum { N = 5, SYSTEMS = 6, WIDTH = 3 };
static const double eps = (double)REAL_EPS;
static char folder[64];

static int enter(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_batch_given.XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int leave(void **state)
{
    char command[96];
    (void)state;
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

static const char *at(const char *name)
{
    static char path[8][128];
    static int next;
    char *const out = path[next++ % 8];
    snprintf(out, sizeof path[0], "%s/%s", folder, name);
    return out;
}

static void put_bytes(const char *name, const void *bytes, size_t count)
{
    FILE *const out = fopen(at(name), "w");
    assert_true(out && fwrite(bytes, 1, count, out) == count && fclose(out) == 0);
}

static void put_text(const char *name, const char *text)
{
    put_bytes(name, text, strlen(text));
}

/* Numbers of `type`, "<f8", as `bytes`. */
static void put_npy(const char *name, const char *type, bool columns_first, const char *shape, const void *bytes,
                    size_t count)
{
    char head[200];
    unsigned char *const all = malloc(sizeof head + count);
    const int length = snprintf(head, sizeof head, "{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }\n", type,
                                columns_first ? "True" : "False", shape);
    memcpy(all, "\x93NUMPY\x01\x00", 8);
    all[8] = (unsigned char)length, all[9] = 0;
    memcpy(all + 10, head, (size_t)length);
    if (count) memcpy(all + 10 + length, bytes, count);
    put_bytes(name, all, 10 + (size_t)length + count);
    free(all);
}

static struct trial complete(const char *method, const char *format, ...)
{
    char text[1200];
    struct trial t;
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    if (trial_complete(&t, "batch", text, NULL, method, exec_host(2)) != ST_OK) fail_msg("%s: %s", text, fail_text());
    return t;
}

/* The systems of random_systems, which are known, as doubles in a layout, by the axes of its arrays. */
struct laid {
    struct batch_layout form;
    struct random_systems numbers;
    int64_t sizes[SYSTEMS], count;
    double *v[4]; /* of unified layouts the first is all */
    int rank;
    int64_t dims[3];
};

static void lay(struct laid *l, const char *layout)
{
    struct batch_params p = {.width = WIDTH, .seed = 4};
    real *flat = calloc(SYSTEMS * N, sizeof *flat);
    while (strcmp(batch_layouts[p.layout], layout)) p.layout++;
    const bool ragged = batch_layout_ragged(&p);
    *l = (struct laid){.numbers = {4, N, NULL, RANDOM_DOMINANT, false}};
    for (int64_t s = 0; s < SYSTEMS; s++) l->sizes[s] = ragged ? 1 + (s + 3) % N : N;
    if (ragged) l->numbers.sizes = l->sizes;
    assert_int_equal(batch_layout_make(&l->form, &p, SYSTEMS, N, ragged ? l->sizes : NULL), ST_OK);
    const struct shape *const shape = &l->form.shape;
    l->count = batch_layout_solution(&l->form);
    for (int a = 0; a < 4; a++) {
        const int to = l->form.apart ? 0 : a;
        if (!l->v[to]) l->v[to] = calloc((size_t)l->count, sizeof(double));
        random_systems_fill(&l->numbers, a, 0, SYSTEMS, flat, 1);
        for (int64_t s = 0; s < SYSTEMS; s++)
            for (int64_t i = 0; i < l->sizes[s]; i++) {
                const bool outside = (a == LOWER && i == 0) || (a == UPPER && i == l->sizes[s] - 1);
                l->v[to][shape_start(shape, s) + i * shape->step + a * l->form.apart] =
                    outside ? (double)NAN : (double)flat[s * N + i];
            }
    }
    free(flat);
    static const struct {
        const char *layout;
        int rank;
        int64_t dims[3];
    } axes[] = {{"contiguous", 2, {SYSTEMS, N}},
                {"interleaved", 2, {N, SYSTEMS}},
                {"block_interleaved", 3, {SYSTEMS / WIDTH, N, WIDTH}},
                {"unified_rows", 3, {N, 4, SYSTEMS}},
                {"unified_records", 3, {N, SYSTEMS, 4}}};
    l->rank = 1, l->dims[0] = l->count;
    for (size_t k = 0; k < sizeof axes / sizeof *axes; k++)
        if (!strcmp(axes[k].layout, layout)) l->rank = axes[k].rank, memcpy(l->dims, axes[k].dims, sizeof l->dims);
}

static void unlay(struct laid *l)
{
    for (int a = 0; a < 4; a++) free(l->v[a]);
    batch_layout_free(&l->form);
}

static const char *const names[] = {"lower", "diag", "upper", "right"};

static void put_laid_npy(const struct laid *l)
{
    char shape[64] = "", file[32];
    for (int d = 0; d < l->rank; d++) snprintf(shape + strlen(shape), 20, "%lld, ", (long long)l->dims[d]);
    for (int a = 0; a < 4 && l->v[a]; a++) {
        snprintf(file, sizeof file, "%s.npy", l->form.apart ? "unified" : names[a]);
        put_npy(file, "<f8", false, shape, l->v[a], (size_t)l->count * sizeof(double));
    }
    snprintf(shape, sizeof shape, "%d,", SYSTEMS);
    put_npy("sizes.npy", "<i8", false, shape, l->sizes, sizeof l->sizes);
}

static void put_laid_hdf5(const struct laid *l)
{
    struct store *out;
    struct array array = {.type = REAL64, .rank = l->rank, .dims = {l->dims[0], l->dims[1], l->dims[2]}};
    assert_int_equal(store_create(&out, at("batch.h5")), ST_OK);
    for (int a = 0; a < 4 && l->v[a]; a++) {
        array.name = l->form.apart ? "unified" : names[a], array.data = l->v[a];
        assert_int_equal(store_array(out, "/in", &array), ST_OK);
    }
    array = (struct array){.name = "sizes", .type = INT64, .rank = 1, .dims = {SYSTEMS}, .data = (void *)l->sizes};
    assert_int_equal(store_array(out, "/in", &array), ST_OK);
    assert_int_equal(store_commit(out), ST_OK);
}

/* The exact solution is stored for each system, and each is found to be solved. */
static void check_known(struct trial *t, const struct laid *l, const char *what)
{
    const struct batch_state *const s = t->sim.state;
    int64_t count;
    const real *const x = trial_field(t, &count);
    assert_int_equal(count, SYSTEMS * N);
    assert_int_equal(s->quality.count[VERDICT_SOLVED], SYSTEMS);
    for (int64_t k = 0; k < SYSTEMS; k++)
        for (int64_t i = 0; i < l->sizes[k]; i++) {
            const real exact = random_systems_exact(&l->numbers, k, i);
            if (!(fabs((double)(x[k * N + i] - exact)) <= 32 * eps))
                fail_msg("%s: row %lld of system %lld is %g, not %g", what, (long long)i, (long long)k,
                         (double)x[k * N + i], (double)exact);
        }
}

static void every_layout_is_read(void **state)
{
    (void)state;
    for (int k = 0; batch_layouts[k]; k++) {
        const char *const layout = batch_layouts[k];
        struct laid l;
        lay(&l, layout);
        put_laid_npy(&l);
        put_laid_hdf5(&l);
        for (int to = 0; to < 2; to++) { /* solved in another layout too */
            const char *const other = to ? "layout = \"interleaved\"; " : "";
            struct trial t =
                complete("thomas",
                         "matrix = \"file\"; %s import = { layout = \"%s\"; width = %d; lower_file = \"%s\"; diag_file "
                         "= \"%s\"; upper_file = \"%s\"; right_file = \"%s\"; %s%s%s sizes_file = \"%s\"; };",
                         other, layout, WIDTH, at("lower.npy"), at("diag.npy"), at("upper.npy"), at("right.npy"),
                         l.form.apart ? "unified_file = \"" : "", l.form.apart ? at("unified.npy") : "",
                         l.form.apart ? "\";" : "", at("sizes.npy"));
            check_known(&t, &l, layout);
            trial_end(&t);
        }
        struct trial t = complete("thomas",
                                  "matrix = \"file\"; import = { layout = \"%s\"; width = %d; file = \"%s\"; lower = "
                                  "\"/in/lower\"; diag = \"/in/diag\"; upper = \"/in/upper\"; right = \"/in/right\"; "
                                  "unified = \"/in/unified\"; sizes = \"/in/sizes\"; };",
                                  layout, WIDTH, at("batch.h5"));
        check_known(&t, &l, layout);
        trial_end(&t);
        unlay(&l);
    }
}

/* Text with the folder in place of each @. */
static const char *expand(const char *text)
{
    static char out[2000];
    size_t used = 0;
    for (; *text && used < sizeof out - sizeof folder - 2; text++)
        if (*text == '@') used += (size_t)snprintf(out + used, sizeof out - used, "%s/", folder);
        else out[used++] = *text;
    out[used] = 0;
    return out;
}

/* -1, 4, -1 of four rows, below the diagonal -2. */
#define BANNER "%%MatrixMarket matrix coordinate real general\n"
#define ENTRIES "1 1 4\n2 1 -2\n1 2 -1\n2 2 4\n3 2 -2\n2 3 -1\n3 3 4\n4 3 -2\n3 4 -1\n4 4 4\n"
#define SIDES "%%MatrixMarket matrix array real general\n% of x = 1, 2, 3, 4 and 0, 1, 0, 0\n4 2\n"

static void a_matrix_with_several_right_sides(void **state)
{
    static const double sides[2][4] = {{2, 3, 4, 10}, {-1, 4, -2, 0}}, x[2][4] = {{1, 2, 3, 4}, {0, 1, 0, 0}};
    int64_t count;
    (void)state;
    put_text("a.mtx", BANNER "4 4 10\n" ENTRIES);
    put_text("b.mtx", SIDES "2\n3\n4\n10\n-1\n4\n-2\n0\n");
    put_npy("b.npy", "<f8", false, "2, 4", sides, sizeof sides);
    put_npy("one.npy", "<f8", false, "4,", sides[1], sizeof sides[1]);
    static const char *const from[] = {"b.mtx", "b.npy", "one.npy"};
    for (int k = 0; k < 3; k++) {
        struct trial t = complete("lapack", "matrix = \"file\"; import = { file = \"%s\"; right_file = \"%s\"; };",
                                  at("a.mtx"), at(from[k]));
        const real *const u = trial_field(&t, &count);
        assert_int_equal(count, k == 2 ? 4 : 8);
        for (int64_t i = 0; i < count; i++) assert_true(fabs((double)u[i] - x[(k == 2) + i / 4][i % 4]) <= 16 * eps);
        trial_end(&t);
    }
    struct trial t = complete("thomas", "matrix = \"file\"; import = { file = \"%s\"; ones = true; };", at("a.mtx"));
    const real *const u = trial_field(&t, &count);
    assert_int_equal(count, 4);
    for (int i = 0; i < 4; i++) assert_true(fabs((double)u[i] - 1) <= 16 * eps);
    assert_true(series_at(&t, "error", 0) <= 16 * eps);
    trial_end(&t);
}

static void arrays_of_every_type(void **state)
{
    static const float single[] = {4, 5, 6, 7};
    static const int32_t whole[] = {4, 5, 6, 7};
    static const int64_t longer[] = {4, 5, 6, 7};
    unsigned char swapped[4 * 8], small[4 * 4];
    struct npy a;
    (void)state;
    for (int k = 0; k < 4; k++) {
        const double v = (double)single[k];
        for (int b = 0; b < 8; b++) swapped[8 * k + b] = ((const unsigned char *)&v)[7 - b];
        for (int b = 0; b < 4; b++) small[4 * k + b] = ((const unsigned char *)&whole[k])[3 - b];
    }
    const struct {
        const char *type;
        const void *bytes;
        size_t count;
    } cases[] = {{"<f4", single, sizeof single},
                 {"<i4", whole, sizeof whole},
                 {"<i8", longer, sizeof longer},
                 {">f8", swapped, sizeof swapped},
                 {">i4", small, sizeof small}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        put_npy("x.npy", cases[k].type, k % 2, "2, 2", cases[k].bytes, cases[k].count);
        assert_int_equal(npy_read(&a, at("x.npy")), ST_OK);
        assert_true(a.rank == 2 && a.dims[0] == 2 && a.dims[1] == 2 && a.count == 4);
        for (int i = 0; i < 4; i++) assert_true(a.data[i] == (k % 2 ? 4 + i / 2 + i % 2 * 2 : 4 + i));
        mem_free(a.data);
    }
}

/* Of each type of the gallery, as `verify gallery` has it. */
static void hard_matrices_are_judged(void **state)
{
    (void)state;
    struct trial t = complete("partition_pivot", "matrix = \"gallery\"; rows = 64; types = [1, 7, 17, 18];");
    const struct batch_state *s = t.sim.state;
    assert_int_equal(s->quality.count[VERDICT_SOLVED], 4);
    assert_true(s->quality.worst >= 0 && s->quality.backward[s->quality.worst] <= 100 * eps);
    trial_end(&t);
    t = complete("thomas",
                 "matrix = \"gallery\"; rows = 64; systems = 6; types = [1, 17, 18]; layout = \"interleaved\";");
    s = t.sim.state;
    static const int64_t wanted[] = {VERDICT_SOLVED, VERDICT_FLAGGED, VERDICT_FLAGGED};
    for (int k = 0; k < 6; k++)
        if (s->quality.verdict[k] != wanted[k % 3])
            fail_msg("system %d: verdict %lld, residual %g beside %g", k, (long long)s->quality.verdict[k],
                     s->quality.residual[k], s->quality.reference[k]);
    assert_true(s->quality.info[1] > 0 && s->quality.info[2] == PIVOTS_GREW && isfinite(s->quality.reference[1]));
    assert_null(strstr(t.sim.caveats, "wrong"));
    assert_non_null(strstr(t.sim.caveats, "4 of 6 systems are reported as not solved"));
    trial_end(&t);
}

/* A matrix that has no inverse, which nobody solves: to say so is right, an answer is wrong. */
static void a_singular_matrix(void **state)
{
    (void)state;
    put_text("s.mtx", BANNER "3 3 4\n1 1 1\n1 2 1\n2 1 1\n2 2 1\n");
    put_text("sb.mtx", "%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n");
    struct trial t = complete("lapack", "matrix = \"file\"; import = { file = \"%s\"; right_file = \"%s\"; };",
                              at("s.mtx"), at("sb.mtx"));
    const struct batch_state *const s = t.sim.state;
    assert_int_equal(s->quality.verdict[0], VERDICT_FLAGGED);
    assert_true(isinf(s->quality.reference[0]));
    trial_end(&t);
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
         "d.mtx:13: row 4, column 4 was given before, in line 12"},
        {"e.mtx", "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n", MTX("e.mtx"),
         "e.mtx:1: only real, integer and pattern matrices are read, not complex ones"},
        {"p.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n", MTX("p.mtx"),
         "p.mtx:1: a pattern has no values: the matrix must be real or integer"},
        {"r.mtx", BANNER "4 5 1\n1 1 1\n", MTX("r.mtx"), "r.mtx:2: the matrix is not square: 4 rows, 5 columns"},
        {"n.mtx", BANNER "4 4 1\n1 1 nan\n", MTX("n.mtx"), "n.mtx:3: the value of an entry is not a number"},
        {"few.mtx", BANNER "2000000000 2000000000 1\n1 1 1\n", MTX("few.mtx"),
         "few.mtx:2: 1 entries do not reach each of 2000000000 rows: there is no solution"},
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
         "import.layout: import.file is"},
        {NULL, NULL, "matrix = \"file\";", "import.lower_file: required where there is no import.file"},
        {NULL, NULL, FILE_IS("file = \"@missing.mtx\";"), "import.file: cannot read @missing.mtx: No such file"},
        {"t.npy", "\x93NUMPY\x01", ARRAYS("four", "t", "four", "four", ""),
         "import.diag_file: @t.npy: it is not an array of NumPy"},
        {NULL, NULL, ARRAYS("four", "complex", "four", "four", ""),
         "numbers of type '<c16' are not read: real numbers must be of type f4"},
        {NULL, NULL, ARRAYS("four", "four", "short", "four", ""),
         "short.npy: its header says 4 numbers of 8 bytes, but 24 bytes follow it"},
        {NULL, NULL, ARRAYS("four", "four", "none", "four", ""), "none.npy: it is empty: there are no numbers in it"},
        {NULL, NULL, ARRAYS("four", "four", "four", "nan", ""),
         "import.right_file: @nan.npy: number 2, row 2 of system 0, is nan, which"},
        {NULL, NULL, ARRAYS("three", "four", "four", "four", ""),
         "the shape is [3], but that of diag is [4]: all are alike"},
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
        {NULL, NULL, FILE_IS("layout = \"unified_rows\"; unified_file = \"@four.npy\"; ones = true;"),
         "import.ones: arrays of"},
    };
    static const double four[] = {4, 4, 4, 4}, nan[] = {1, 1, NAN, 1}, halves[] = {1, 1.5, 1, 0.5};
    static const int64_t wide[] = {1, (INT64_C(1) << 53) + 1}, whole[] = {4, 3, 2, 1};
    char text[1000], words[300];
    (void)state;
    put_text("a.mtx", BANNER "4 4 10\n" ENTRIES);
    put_text("b.mtx", SIDES "2\n3\n4\n10\n-1\n4\n-2\n0\n");
    put_npy("four.npy", "<f8", false, "4,", four, sizeof four);
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_layout_is_read),       cmocka_unit_test(a_matrix_with_several_right_sides),
        cmocka_unit_test(arrays_of_every_type),       cmocka_unit_test(hard_matrices_are_judged),
        cmocka_unit_test(a_singular_matrix),          cmocka_unit_test(faults_name_file_and_place),
        cmocka_unit_test(failing_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
