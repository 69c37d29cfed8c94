/* Chains from files: every form is read to the same rates, other matrices are refused with file and line, and all
 * states are stored and exported, transient ones with probability 0. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include "apps/cloudqueue/problem/generator.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/library/sparse.h"
#include "base/memory.h"
#include "verify/verify.h"

#define MARKET "%%MatrixMarket matrix "
#define GENERAL MARKET "coordinate real general\n"

static char stem[64];

static int enter(void **state)
{
    (void)state;
    snprintf(stem, sizeof stem, "/tmp/test_chain_files.%ld", (long)getpid());
    return 0;
}

static void put_file(const char *path, const char *text)
{
    FILE *const out = fopen(path, "w");
    assert_true(out && fputs(text, out) >= 0 && fclose(out) == 0);
}

static enum status read_text(struct csr_double *out, const char *name, const char *text, bool of_chain)
{
    struct matrix_origin from;
    FILE *const in = fmemopen((void *)text, strlen(text), "r");
    assert_non_null(in);
    const enum status s = matrix_file_read_from(out, &from, in, name, matrix_file_of(name), of_chain);
    fclose(in);
    return s;
}

static void same_rows(const struct csr_double *a, const struct csr_double *b)
{
    assert_int_equal(a->n, b->n);
    assert_memory_equal(a->start, b->start, (size_t)(a->n + 1) * sizeof *a->start);
    assert_memory_equal(a->column, b->column, (size_t)a->start[a->n] * sizeof *a->column);
    for (int64_t e = 0; e < a->start[a->n]; e++) assert_true(a->value[e] == b->value[e]);
}

/* Each pair: the same rows, in another form and in plain Matrix Market. */
static void every_form_is_read(void **state)
{
    static const char plain[] = GENERAL "3 3 4\n1 2 2\n2 3 0.25\n3 1 7\n3 2 1\n",
                      ones[] = GENERAL "3 3 4\n1 2 1\n2 1 1\n2 3 1\n3 2 1\n",
                      cycle[] = GENERAL "3 3 6\n1 1 -1\n1 2 1\n2 2 -1\n2 3 1\n3 3 -1\n3 1 1\n",
                      pair[] = GENERAL "2 2 4\n1 1 5\n1 2 -3\n2 1 -3\n2 2 6\n",
                      turn[] = GENERAL "2 2 2\n2 1 3\n1 2 -3\n", full[] = GENERAL "2 2 4\n1 1 1\n2 1 2\n1 2 3\n2 2 4\n";
    static const struct {
        const char *name, *text, *same;
        bool of_chain;
    } forms[] = {
        {"a.tra", "3 4\n0 1 2\n1 2 0.25\n2 0 7\n2 1 1\n", plain, true},
        {"a.tra", "# PRISM\n\n3 5\n0 0 9\n0 1 2 go\n// on\n  1 2 .25\n2 0 7 back\r\n% off\n2 1 1\n\n", plain, true},
        {"a.tra", "\n// storm\ncTmC  \n0 0 0.0\n0 1 2\n1 2 0.25\n2 0 7\n2 1 1\n", plain, true},
        {"a.tra", "STATES 3\nTRANSITIONS 4\n1 2 2\n2 3 0.25\n3 1 7\n3 2 1\n", plain, true},
        {"a.tra", "ctmc\n0 1 1\n1 2 1\n2 0 1\n", cycle, true},
        {"a.mtx", MARKET "array real general\n3 3\n-2\n0\n7\n2\n-0.25\n1\n0\n0.25\n-8\n", plain, true},
        {"a.mtx", MARKET "coordinate pattern symmetric\n3 3 3\n2 1\n3 2\n3 3\n", ones, true},
        {"a.mtx", MARKET "coordinate pattern general\n3 3 3\n1 2\n2 3\n3 1\n", cycle, true},
        {"a.mtx", MARKET "Coordinate Integer Symmetric\n3 3 5\n2 1 1\n3 2 1\n1 1 -1\n2 2 -2\n3 3 -1\n", ones, true},
        {"a.mtx", MARKET "array real symmetric\n2 2\n5\n-3\n6\n", pair, false},
        {"a.mtx", MARKET "coordinate real symmetric\n2 2 3\n1 1 5\n2 1 -3\n2 2 6\n", pair, false},
        {"a.mtx", MARKET "coordinate real skew-symmetric\n2 2 1\n2 1 3\n", turn, false},
        {"a.mtx", MARKET "array real skew-symmetric\n2 2\n3\n", turn, false},
        {"a.mtx", MARKET "array integer general\n%\n2 2\n1\n2\n3\n4\n", full, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct csr_double a, b;
        good(read_text(&a, forms[i].name, forms[i].text, forms[i].of_chain));
        good(read_text(&b, "b.mtx", forms[i].same, forms[i].of_chain));
        same_rows(&a, &b);
        csr_double_free(&a);
        csr_double_free(&b);
    }
}

/* Every sentence begins with file and line. */
static void what_is_no_chain_is_refused(void **state)
{
    static const struct {
        const char *name, *text, *words;
        bool general;
    } cases[] = {
        {"a.tra", "dtmc\n0 1 1\n1 0 1\n", "a.tra:1: a discrete chain (dtmc) has probabilities"},
        {"a.tra", "mdp\n0 1 1\n1 0 1\n", "a.tra:1: expected: states transitions, or ctmc"},
        {"a.tra", "ctmc 3\n0 1 1\n1 0 1\n", "a.tra:1: expected: states transitions, or ctmc"},
        {"a.tra", "2 2 2\n0 0 1 1\n1 0 0 1\n", "a.tra:1: expected: states transitions; three numbers"},
        {"a.tra", "\n2 4\n0 0 0.5\n0 1 0.5\n1 1 0.75\n1 0 0.25\n", "a.tra:2: each of the 2 rows sums to 1"},
        {"a.tra", "STATES 2\n0 1 1\n", "a.tra:2: expected: TRANSITIONS number"},
        {"a.tra", "STATES 2\nTRANSITIONS 1\n0 1 1\n", "a.tra:3: row 0 is not from 1 to 2"},
        {"a.tra", "", "a.tra:1: the file ends before it says how many states"},
        {"a.tra", "2 2\n0 1 0x10\n1 0 1\n", "a.tra:2: the value of an entry is not a number"},
        {"a.tra", "2 2\n0 1 1,5\n1 0 1\n", "a.tra:2: unexpected text after the transition"},
        {"a.tra", "2 2\n0 1 1\n1 0 1\n", "a.tra:1: these are transitions of a chain: import.content general", true},
        {"a.mtx", GENERAL "2 2 4\n1 1 0.5\n1 2 0.5\n2 1 1\n2 2 0\n", "a.mtx:2: each of the 2 rows sums to 1"},
        {"a.mtx", MARKET "coordinate complex general\n", "a.mtx:1: only real, integer and pattern matrices are read"},
        {"a.mtx", MARKET "coordinate real hermitian\n", "a.mtx:1: only general, symmetric and skew-symmetric"},
        {"a.mtx", MARKET "coordinate real skew-symmetric\n", "a.mtx:1: a skew-symmetric matrix has negative entries"},
        {"a.mtx", MARKET "coordinate real symmetric\n2 2 1\n1 2 1\n", "a.mtx:3: row 1, column 2 is above the diagonal"},
        {"a.mtx", MARKET "coordinate real skew-symmetric\n2 2 1\n1 1 1\n", "a.mtx:3: the diagonal of a skew", true},
        {"a.mtx", MARKET "coordinate real symmetric\n2 2 2\n2 1 1\n2 1 2\n",
         "a.mtx:4: row 1, column 2 was given before"},
        {"a.mtx", MARKET "array pattern general\n2 2\n", "a.mtx:1: an array has values"},
        {"a.mtx", MARKET "array real general\n2 2 4\n", "a.mtx:2: expected: rows columns"},
        {"a.mtx", MARKET "array real general\n2 2\n-1\n1\n1\n", "a.mtx:5: the file ends after 3 of 4 entries"},
        {"a.mtx", MARKET "array real general\n2 2\n-1 1\n1 -1\n", "a.mtx:3: unexpected text after the entry"},
        {"a.mtx", MARKET "vector real general stuff\n2 2\n", "a.mtx:1: only matrices are read"},
        {"a.mtx", GENERAL "9 9 1\n1 2 1\n", "a.mtx:2: 1 entries do not connect 9 rows"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct csr_double r;
        const char *const text = *cases[i].text ? cases[i].text : "\n";
        assert_int_equal(read_text(&r, cases[i].name, text, !cases[i].general), ST_CONFIG);
        if (!strstr(fail_text(), cases[i].words)) fail_msg("said: %s\nexpected: %s", fail_text(), cases[i].words);
        assert_ptr_equal(strstr(fail_text(), cases[i].words), fail_text());
    }
}

/* s -> s + 1 -> ... -> s of the recurrent states, and the same backwards; the others lead to these. */
static bool stays(int64_t s, int64_t n)
{
    return n == 5 ? s != 1 && s != 4 : s % 5 != 1 && s % 5 != 3;
}

static double rate_of(int64_t from, int64_t to)
{
    return 0.5 + (double)((7 * from + 3 * to) % 11);
}

static void write_leaky(const char *path, int64_t n, bool class_alone)
{
    char *text;
    size_t size;
    FILE *const out = open_memstream(&text, &size);
    int64_t count = 0, number = 0, before = -1, before_number = 0;
    FILE *const file = fopen(path, "w");
    assert_true(out && file);
    for (int64_t s = 0; s < n; s++) {
        if (stays(s, n)) {
            if (before >= 0)
                fprintf(out, "%lld %lld %.17g\n%lld %lld %.17g\n", (long long)before_number, (long long)number,
                        rate_of(before, s), (long long)number, (long long)before_number, rate_of(s, before));
            count += before >= 0 ? 2 : 0;
            before = s, before_number = number;
        } else if (!class_alone) {
            fprintf(out, "%lld %lld 2.5\n", (long long)s, (long long)(s ? s - 1 : 1));
            count++;
        }
        number += stays(s, n) || !class_alone;
    }
    fclose(out);
    fprintf(file, "%lld %lld\n%s", (long long)number, (long long)count, text);
    assert_int_equal(fclose(file), 0);
    free(text);
}

static struct trial complete(const char *path, const char *keys, const char *method)
{
    char text[512];
    snprintf(text, sizeof text, "import = { file = \"%s\"; %s", path, keys);
    return trial_done("cloudqueue", text, NULL, method, 1);
}

/* Compared with the class by itself. */
static void check_leaky(const char *path, const char *alone, int64_t n, int64_t block, const char *method)
{
    char keys[64] = "};";
    if (block) snprintf(keys, sizeof keys, "block = %lld; }; tails = true;", (long long)block);
    struct trial t = complete(path, keys, method), c = complete(alone, "};", method);
    const struct array pi = field_of(&t, "pi"), part = field_of(&c, "pi");
    assert_int_equal(pi.dims[0] * pi.dims[1], n);
    if (block) assert_int_equal(pi.dims[1], block);
    assert_true(series_column(&t.sim.series, "levels")->value[0] == (double)pi.dims[0]);
    assert_true(series_column(&t.sim.series, "phases")->value[0] == (double)pi.dims[1]);
    assert_true(series_column(&t.sim.series, "states")->value[0] == (double)n);
    int64_t at = 0;
    for (int64_t s = 0; s < n; s++) {
        const double is = (double)((const real *)pi.data)[s];
        const double should = stays(s, n) ? (double)((const real *)part.data)[at++] : 0;
        if (!(fabs(is - should) <= 1000 * (double)REAL_EPS * should))
            fail_msg("%s: pi of state %d is %g", method, (int)s, is);
        if (block) assert_true((((const real *)field_of(&t, "pi_mantissa").data)[s] > 0) == stays(s, n));
    }
    assert_int_equal(at, part.dims[0] * part.dims[1]);
    assert_true(series_column(&t.sim.series, "transient")->value[0] == (double)(n - at));
    trial_end(&t);
    trial_end(&c);
}

static void all_states_are_stored(void **state)
{
    static const struct {
        int64_t n, block;
        const char *method;
    } cases[] = {{5, 0, "gth_band"},    {5, 5, "gth_band"},      {5, 1, "gth_band"},
                 {1000, 0, "gth_band"}, {1000, 50, "gth_block"}, {1000, 8, "gth_wide"}};
    char path[96], alone[96];
    (void)state;
    snprintf(path, sizeof path, "%s.tra", stem);
    snprintf(alone, sizeof alone, "%s.alone.tra", stem);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_leaky(path, cases[i].n, false);
        write_leaky(alone, cases[i].n, true);
        check_leaky(path, alone, cases[i].n, cases[i].block, cases[i].method);
    }
    unlink(path);
    unlink(alone);
}

static void exports_keep_all_states(void **state)
{
    char path[96], again[2][96], keys[300];
    struct csr_double whole, read;
    (void)state;
    snprintf(path, sizeof path, "%s.tra", stem);
    write_leaky(path, 1000, false);
    snprintf(again[0], sizeof again[0], "%s.again.tra", stem);
    snprintf(again[1], sizeof again[1], "%s.again.mtx", stem);
    snprintf(keys, sizeof keys, "}; export = { tra = \"%s\"; matrix_market = \"%s\"; };", again[0], again[1]);
    struct trial t = complete(path, keys, "gth_band");
    trial_end(&t);
    good(matrix_file_read(&whole, NULL, path, true));
    for (int i = 0; i < 2; i++) {
        good(matrix_file_read(&read, NULL, again[i], true));
        same_rows(&whole, &read);
        csr_double_free(&read);
        unlink(again[i]);
    }
    csr_double_free(&whole);
    unlink(path);
}

/* Rates that sum to 1 in every row come back as rates. */
static void exports_of_rates_like_probabilities_are_rates(void **state)
{
    char path[96];
    struct csr_double cycle, again;
    (void)state;
    snprintf(path, sizeof path, "%s.tra", stem);
    good(read_text(&cycle, "a.tra", "ctmc\n0 1 1\n1 2 0.5\n1 0 0.5\n2 0 1\n", true));
    good(matrix_file_write(&cycle, path, TRA));
    good(matrix_file_read(&again, NULL, path, true));
    same_rows(&cycle, &again);
    csr_double_free(&cycle);
    csr_double_free(&again);
    unlink(path);
}

/* The solved chain has the levels of the file if they are equally large without the states that are left for good; else
 * the fewest rows possible. */
static void blocks_are_those_asked_for(void **state)
{
    static const struct {
        int64_t block, solved; /* two states in five are left for good */
    } cases[] = {{5, 3}, {10, 6}, {20, 12}, {4, 1}, {60, 36}};
    const struct solver *gth;
    char path[96];
    (void)state;
    snprintf(path, sizeof path, "%s.tra", stem);
    write_leaky(path, 60, false);
    good(solver_find(KIND_BLOCKTRI, "gth_band", HOST, &gth));
    struct queue_params p = {.import = path};
    struct generator c;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        p.block = cases[i].block;
        good(generator_make(&c, &p, NULL, gth, NULL));
        assert_int_equal(c.block, cases[i].block);
        assert_int_equal(c.shape.blocktri.block, cases[i].solved);
        generator_free(&c);
    }
    p.block = 7;
    assert_int_equal(generator_make(&c, &p, NULL, gth, NULL), ST_CONFIG);
    assert_non_null(strstr(fail_text(), ".tra:1: blocks of 7 rows, given by import.block, do not divide the 60 rows"));
    generator_free(&c);
    put_file(path, "6 9\n0 2 1\n0 4 1\n0 1 2\n1 3 2\n3 5 2\n5 0 2\n2 0 2\n4 0 2\n5 3 2\n");
    p.block = 2;
    assert_int_equal(generator_make(&c, &p, NULL, gth, NULL), ST_CONFIG);
    assert_non_null(strstr(fail_text(), ".tra:1: blocks of 2 rows, given by import.block, couple to more"));
    generator_free(&c);
    unlink(path);
}

/* In a band where that takes fewer products, sparse where states lead anywhere, and by gth_wide where double is too
 * narrow; each time with the digits that each of them promises. */
static void the_method_is_chosen_by_band_and_fill(void **state)
{
    char path[96], text[256];
    (void)state;
    snprintf(path, sizeof path, "%s.tra", stem);
    snprintf(text, sizeof text, "import = { file = \"%s\"; };", path);
    for (int k = 0; k < 3; k++) {
        const char *const chosen[] = {"gth_band", sparse_order_ready() == ST_OK ? "gth_sparse" : "gth_band",
                                      "gth_wide"};
        if (k == 2 && sizeof(real) == 4) break; /* has no such rates */
        FILE *const out = fopen(path, "w");
        assert_non_null(out);
        fputs("ctmc\n", out);
        for (int s = 0; s < 300 && k == 1; s++)
            fprintf(out, "%d %d 2.5\n%d %d 1.25\n", s, (s + 1) % 300, s, (s + 2 + s * s % 297) % 300);
        if (k == 2) fputs("0 1 1e306\n1 0 1e-306\n", out);
        assert_int_equal(fclose(out), 0);
        if (k == 0) write_leaky(path, 1000, false);
        struct trial t;
        good(trial_complete(&t, "cloudqueue", text, NULL, "auto", exec_host(2)));
        assert_string_equal(t.sim.chosen, chosen[k]);
        assert_true(series_column(&t.sim.series, "worst_balance")->value[0] <= 100 * (double)REAL_EPS);
        trial_end(&t);
    }
    unlink(path);
    struct trial t;
    good(
        trial_complete(&t, "cloudqueue", "n = 4; k = 7; kappa = 3; mode = \"benchmark\";", NULL, "auto", exec_host(1)));
    assert_string_equal(t.sim.chosen, "gth_band");
    trial_end(&t);
    snprintf(path, sizeof path, "%s.mtx", stem);
    put_file(path, GENERAL "2 2 4\n1 1 5\n1 2 -3\n2 1 -3\n2 2 6\n");
    snprintf(text, sizeof text, "mode = \"benchmark\"; import = { file = \"%s\"; content = \"general\"; };", path);
    assert_int_equal(trial_complete(&t, "cloudqueue", text, NULL, "auto", exec_host(1)), ST_REFUSED);
    assert_non_null(strstr(fail_text(), "auto: chooses among methods for chains"));
    unlink(path);
}

static void every_digit_is_that_of_quadruple_precision(void **state)
{
    struct report r = {0};
    (void)state;
    good(verify_queue_quad.run(&r, exec_host(2)));
    for (size_t i = 0; i < r.count; i++)
        if (!r.check[i].ok) fail_msg("%s: %g", r.check[i].name, r.check[i].value);
    report_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_form_is_read, nothing_left),
        cmocka_unit_test_teardown(what_is_no_chain_is_refused, nothing_left),
        cmocka_unit_test_teardown(all_states_are_stored, nothing_left),
        cmocka_unit_test_teardown(exports_keep_all_states, nothing_left),
        cmocka_unit_test_teardown(exports_of_rates_like_probabilities_are_rates, nothing_left),
        cmocka_unit_test_teardown(blocks_are_those_asked_for, nothing_left),
        cmocka_unit_test_teardown(the_method_is_chosen_by_band_and_fill, nothing_left),
        cmocka_unit_test_teardown(every_digit_is_that_of_quadruple_precision, nothing_left),
    };
    return cmocka_run_group_tests_name("chain files " REAL_NAME, tests, enter, NULL);
}
