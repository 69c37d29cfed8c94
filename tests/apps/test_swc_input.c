/* SWC files: every form of line, and a sentence for every fault. */
#include "tests/support/swc_text.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/result/caveats.h"

/* However the lines are written, the cell is the same: their order and ends, blanks, comments, gaps between ids. */
static void forms_of_lines(void **state)
{
    static const char plain[] = "1 1 0 0 0 5 -1\n2 3 0 6 0 2 1\n3 3 0 16 0 1 2\n4 3 0 26 0 1 3\n5 2 9 0 0 1 1\n";
    static const char *const forms[] = {
        "1 1 0 0 0 5 -1\r\n2 3 0 6 0 2 1\r\n\r\n3 3 0 16 0 1 2\r\n4 3 0 26 0 1 3\r\n5 2 9 0 0 1 1\r\n",
        "# id\n\n \t\n  # type\n1\t1 0 0 0 5 -1\n 2 3 0 6 0 2 1 \n3 3 0 16 0 1 2\n#4\n4 3 0 26 0 1 3\n5 2 9 0 0 1 1",
        "\xef\xbb\xbf# x\n1 1 0 0 0 5 -1 # a\n2 3 0 6 0 2 1 #7 8\n3 3 0 16 0 1 2\n4 3 0 26 0 1 3\n5 2 9 0 0 1 1\n",
        "\xef\xbb\xbf"
        "1 1 0 0 0 5 -1\n2 3 0 6 0 2 1\n3 3 0 16 0 1 2\n4 3 0 26 0 1 3\n5 2 9 0 0 1 1\n",
        "1 1 0 0 0 5 -1\r2 3 0 6 0 2 1\r\r# 3\r3 3 0 16 0 1 2\r4 3 0 26 0 1 3\r5 2 9 0 0 1 1\r",
        "1 1 0 0 0 5 -1\r2 3 0 6 0 2 1\n3 3 0 16 0 1 2\r\n4 3 0 26 0 1 3\r5 2 9 0 0 1 1",
        "5 2 9 0 0 1 1\n3 3 0 16 0 1 2\n1 1 0 0 0 5 -1\n4 3 0 26 0 1 3\n2 3 0 6 0 2 1\n",
        "0 1 0 0 0 5 -1\n7 3 0 6 0 2 0\n8 3 0 16 0 1 7\n90 3 0 26 0 1 8\n2147483647 2 9 0 0 1 0\n",
        "1.0 1 0 -0.0 0 5e0 -1\n2 3. +0 60e-1 .0 2.0 1\n3 3 0 16 0 1 2\n4 3 0 26 0 1 3\n5 2 9 0 0 1 1.\n",
    };
    (void)state;
    struct morphology a = cell(plain, SWC_NEURON);
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        struct morphology b = cell(forms[k], SWC_NEURON);
        assert_int_equal(a.sections, b.sections);
        assert_int_equal(a.points, b.points);
        for (int64_t s = 0; s < a.sections; s++)
            assert_true(a.section[s].parent == b.section[s].parent && a.section[s].at == b.section[s].at &&
                        a.section[s].region == b.section[s].region && a.section[s].points == b.section[s].points);
        for (int64_t i = 0; i < a.points; i++)
            assert_true(a.point[i].x == b.point[i].x && a.point[i].y == b.point[i].y && a.point[i].z == b.point[i].z &&
                        a.point[i].diameter == b.point[i].diameter);
        morphology_free(&b);
    }
    morphology_free(&a);
}

static void refuses(const char *text, size_t bytes, enum swc_reading reading, const char *sentence)
{
    struct morphology m;
    assert_int_equal(read_bytes(&m, text, bytes, reading), ST_CONFIG);
    assert_string_equal(fail_text(), sentence);
    assert_true(!m.section && !m.point && !m.sections);
}

#define ROOT "1 1 0 0 0 5 -1\n"

static void faults_of_files(void **state)
{
    static const struct {
        const char *text, *sentence;
    } faults[] = {
        {"\n", "cell.swc:1: the file has no samples"},
        {"# only\n# comments", "cell.swc:2: the file has no samples"},
        {ROOT "2 3 0 6 0\n", "cell.swc:2: expected 7 numbers, id, type, x, y, z, radius, parent, but there are 5"},
        {ROOT "2 3 0 6 0 1 1 3 3\n",
         "cell.swc:2: more than 7 numbers, id, type, x, y, z, radius, parent: '3'; a comment begins with #"},
        {"1 1 0 0 0 5 -1 2 3 0 6 0 1 1\n",
         "cell.swc:1: more than 7 numbers, id, type, x, y, z, radius, parent: '2'; a comment begins with #"},
        {ROOT "2 3 0 x 0 1 1\n", "cell.swc:2: y is not a number: 'x'"},
        {ROOT "2 3 nan 6 0 1 1\n", "cell.swc:2: x is not a number: 'nan'"},
        {ROOT "2 3 0 6 inf 1 1\n", "cell.swc:2: z is not a number: 'inf'"},
        {ROOT "2 3 0 6 0 1e999 1\n", "cell.swc:2: radius is not a number: '1e999'"},
        {ROOT "2 3 0 0x6 0 1 1\n", "cell.swc:2: y is not a number: '0x6'"},
        {ROOT "2 3 0,5 6 0 1 1\n",
         "cell.swc:2: x is not a number: '0,5'; decimals come after a point, columns after a blank"},
        {ROOT "2,3,0,6,0,1,1\n",
         "cell.swc:2: id is not a number: '2,3,0,6,0,1,1'; decimals come after a point, columns after a blank"},
        {ROOT "2 3 -1e10 6 0 1 1\n", "cell.swc:2: x is -1e+10 um: must be from -1e9 to 1e9"},
        {ROOT "2 3 0 6 0 0 1\n", "cell.swc:2: radius is 0 um: must be from 1e-6 to 1e6"},
        {ROOT "2 3 0 6 0 -1 1\n", "cell.swc:2: radius is -1 um: must be from 1e-6 to 1e6"},
        {ROOT "2.5 3 0 6 0 1 1\n", "cell.swc:2: id is 2.5: must be an integer from 0 to 2147483647"},
        {ROOT "3e9 3 0 6 0 1 1\n", "cell.swc:2: id is 3000000000: must be an integer from 0 to 2147483647"},
        {ROOT "2 1e40 0 6 0 1 1\n", "cell.swc:2: type is 1e+40: must be an integer from -2147483647 to 2147483647"},
        {ROOT "2 3 0 6 0 1 -2\n", "cell.swc:2: parent is -2: must be an integer from -1 to 2147483647"},
        {ROOT "2 3 0 6 0 1 1\n\n2 3 0 7 0 1 1\n", "cell.swc:4: sample 2 is already in line 2"},
        {ROOT "2 3 0 6 0 1 7\n", "cell.swc:2: sample 2 has the parent 7, which is not in the file"},
        {ROOT "3 3 0 6 0 1 2\n", "cell.swc:2: sample 3 has the parent 2, which is not in the file"},
        {ROOT "2 3 0 6 0 1 3\n3 3 0 9 0 1 1\n", "cell.swc:2: sample 2 has the parent 3: a parent's id must be smaller"},
        {ROOT "2 3 0 6 0 1 3\n3 3 0 9 0 1 2\n", "cell.swc:2: sample 2 has the parent 3: a parent's id must be smaller"},
        {ROOT "2 3 0 6 0 1 2\n", "cell.swc:2: sample 2 is its own parent"},
        {"1 1 0 0 0 5 1\n", "cell.swc:1: sample 1 is its own parent"},
        {ROOT "# a\n2 1 0 6 0 1 -1\n",
         "cell.swc:3: sample 2 has no parent, and neither has sample 1 in line 1: a cell must have one root"},
        {ROOT "2 1 0 0 0 4 1\n", "cell.swc:1: the first section of the cell has no length"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++)
        refuses(faults[k].text, strlen(faults[k].text), SWC_NEURON, faults[k].sentence);
    refuses("1 1 0 0 0 5 -1\n2 3\0", 20, SWC_NEURON, "cell.swc:2: the line has a byte 0: the file is not a text");
}

static void faults_of_readings(void **state)
{
    static const struct {
        enum swc_reading reading;
        const char *text, *sentence;
    } faults[] = {
        {SWC_ARBOR, ROOT,
         "cell.swc:1: sample 1, the first one, has no child of its own type 1, which the reading arbor needs"},
        {SWC_ARBOR, ROOT "2 3 0 9 0 1 1\n",
         "cell.swc:1: sample 1, the first one, has no child of its own type 1, which the reading arbor needs"},
        {SWC_SONATA, "0 1 0 0 0 5 -1\n", "cell.swc:1: the id is 0, not 1: in the reading sonata ids count from 1"},
        {SWC_SONATA, ROOT "3 3 0 9 0 1 1\n", "cell.swc:2: the id is 3, not 2: in the reading sonata ids count from 1"},
        {SWC_SONATA, "2 3 0 9 0 1 1\n" ROOT,
         "cell.swc:1: sample 2 stands before sample 1: in the reading sonata lines are in order"},
        {SWC_SONATA, "1 3 0 0 0 5 -1\n",
         "cell.swc:1: the first sample is of type 3, not a soma, with which the reading sonata begins"},
        {SWC_SONATA, ROOT "2 1 0 5 0 5 1\n",
         "cell.swc:2: sample 2 is of the soma, which in the reading sonata has one sample"},
        {SWC_SONATA, ROOT "2 3 0 9 0 1 1\n3 4 0 19 0 1 2\n",
         "cell.swc:3: sample 3 has type 4, its parent 3: in the reading sonata types change only at the soma"},
        {SWC_SONATA, ROOT "2 3 0 9 0 1 1\n3 2 9 0 0 1 1\n4 3 0 19 0 1 2\n",
         "cell.swc:4: sample 4 continues sample 2: in the reading sonata the samples of a section are consecutive"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++)
        refuses(faults[k].text, strlen(faults[k].text), faults[k].reading, faults[k].sentence);
}

/* A file that does not exist: the message names it. */
static void missing_files(void **state)
{
    struct morphology m;
    (void)state;
    assert_int_equal(swc_read(&m, "/nowhere/cell.swc", SWC_NEURON), ST_CONFIG);
    assert_string_equal(fail_text(), "cannot read /nowhere/cell.swc: No such file or directory");
    assert_int_equal(swc_read(&m, "configs", SWC_NEURON), ST_CONFIG);
    assert_string_equal(fail_text(), "cannot read configs: it is a directory, not a file");
}

/* A comb whose lines stand in reverse: each second sample is a tooth. */
static void a_million_samples(void **state)
{
#if defined BANDSTAND_FLOAT || defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
    const int n = 100000;
#else
    const int n = 1000000;
#endif
    char *text, *at;
    struct morphology m;
    (void)state;
    text = at = malloc((size_t)n * 40);
    assert_non_null(text);
    for (int i = n; i > 1; i--)
        at += sprintf(at, "%d 3 %d %d 0 1 %d\n", i, i / 2, i % 2, i % 2 ? i - 1 : i - 2 ? i - 2 : 1);
    at += sprintf(at, ROOT);
    assert_int_equal(read_bytes(&m, text, (size_t)(at - text), SWC_NEURON), ST_OK);
    assert_int_equal(m.section[0].region, REGION_SOMA);
    assert_true(m.sections > n / 2 && m.points >= n);
    for (int64_t s = 1; s < m.sections; s++) assert_true(m.section[s].parent >= 0 && m.section[s].parent < s);
    morphology_free(&m);
    free(text);
}

/* On request, with a report. */
static void files_as_found_are_read(void **state)
{
    static const char found[] = "1 1 0 0 0 5 1\n2 3 0 6 0 0 1\n3 3 0 16 0 1 2\n4 3 50 0 0 1 -1\n5 3 60 0 0 0.2 4\n"
                                "6 3 0 26 0 1 3\n",
                      first[] = "1 1 0 0 0 5 -1\n2 3 0 6 0 0.5 1\n3 3 0 16 0 1 2\n6 3 0 26 0 1 3\n",
                      joined[] = "1 1 0 0 0 5 -1\n2 3 0 6 0 0.5 1\n3 3 0 16 0 1 2\n4 3 50 0 0 1 1\n5 3 60 0 0 0.5 4\n"
                                 "6 3 0 26 0 1 3\n";
    static const struct {
        struct swc_lenience by;
        const char *as, *said;
    } cases[] = {{{0.5, SWC_FIRST_ROOT},
                  first,
                  "cell.swc: 2 of 6 samples have a radius below 0.5 um, which was raised to that\n"
                  "cell.swc: 2 of 6 samples, in trees of other roots, are left out"},
                 {{0.5, SWC_JOIN_ROOTS},
                  joined,
                  "cell.swc: 2 of 6 samples have a radius below 0.5 um, which was raised to that\n"
                  "cell.swc: 1 of 6 samples have no parent, and hang on the first of them"}};
    (void)state;
    refuses(found, sizeof found - 1, SWC_NEURON, "cell.swc:2: radius is 0 um: must be from 1e-6 to 1e6");
    for (size_t k = 0; k < 2; k++) {
        struct morphology a = cell(cases[k].as, SWC_NEURON), b;
        char said[512] = "";
        FILE *const in = fmemopen((void *)found, sizeof found - 1, "r");
        caveats_forget();
        assert_int_equal(swc_read_from_with(&b, in, "cell.swc", SWC_NEURON, &cases[k].by), ST_OK);
        caveats_take(said, sizeof said);
        assert_string_equal(said, cases[k].said);
        assert_true(a.sections == b.sections && a.points == b.points);
        for (int64_t s = 0; s < a.sections; s++)
            assert_true(a.section[s].parent == b.section[s].parent && a.section[s].at == b.section[s].at);
        for (int64_t i = 0; i < a.points; i++)
            assert_true(a.point[i].x == b.point[i].x && a.point[i].y == b.point[i].y &&
                        a.point[i].diameter == b.point[i].diameter);
        fclose(in);
        morphology_free(&a);
        morphology_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_of_lines),     cmocka_unit_test(faults_of_files),
        cmocka_unit_test(faults_of_readings), cmocka_unit_test(files_as_found_are_read),
        cmocka_unit_test(missing_files),      cmocka_unit_test(a_million_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
