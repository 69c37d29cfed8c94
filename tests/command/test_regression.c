/* The gate of bandstand compare: the differences of values, times and solutions that it reports. */
#include "tests/support/compare_cases.h"

/* The exit code of comparing a usual file with `other`. */
static int gate(struct contents other, const char *flags)
{
    char line[400];
    put_file(one, usual());
    put_file(two, other);
    snprintf(line, sizeof line, "%s %s %s", one, two, flags);
    return compare(line);
}

static void equal_files_pass(void **state)
{
    (void)state;
    assert_int_equal(gate(usual(), "--rtol 0 --atol 0 --max-slowdown 1"), 0);
    says("5 comparisons of fields, series and times with ");
    assert_int_equal(gate(usual(), "--rtol 0"), 0);
    says("4 comparisons of fields and series, not of times, with ");
    struct contents c = usual();
    c.u[7] += 1; /* which is not compared */
    assert_int_equal(gate(c, "--max-slowdown 1"), 0);
    says("1 comparison of times only (fields and series need --rtol or --atol) with ");
    assert_int_equal(gate(c, "--max-slowdown 1 --json"), 0);
    says("\"values\": false");
}

static void a_value_beyond_the_tolerance_is_reported(void **state)
{
    (void)state;
    struct contents c = usual();
    c.u[7] += 0.01;
    c.u[13] += 0.02;
    assert_int_equal(gate(c, "--atol 0.03"), 0);
    assert_int_equal(gate(c, "--rtol 0.002"), 0);
    assert_int_equal(gate(c, "--atol 0.015"), 1);
    says("two.h5: /runs/000_thomas_host_double/fields/u differs in 1 of 20 values, most at [2][3]: ");
    says("13.02 instead of 13\n");
    assert_int_equal(gate(c, "--rtol 0.001 --atol 0.001"), 1);
    assert_int_equal(gate(c, "--rtol 0 --json"), 1);
    says("differs in 2 of 20 values");
    says("\"ok\": false");
    c = usual();
    c.crest = 2;
    assert_int_equal(gate(c, "--rtol 0.1"), 1);
    says("two.h5: /runs/000_thomas_host_double/series/crest differs in 1 of 1 values, most at [0]: 2 instead of 0\n");
}

static void what_is_not_finite_never_passes(void **state)
{
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        struct contents c = usual();
        c.u[0] = bad[i];
        assert_int_equal(gate(c, "--rtol 1e300 --atol 1e300"), 1);
        says("most at [0][0]:");
    }
    struct contents c = usual();
    c.u[19] = (double)NAN;
    put_file(one, c);
    put_file(two, c);
    char line[300];
    snprintf(line, sizeof line, "%s %s --rtol 0", one, two);
    assert_int_equal(compare(line), 0); /* a gap in both: a file equals itself */
    c.u[19] = (double)INFINITY;
    put_file(one, c); /* an infinite reference allows no other value */
    c.u[19] = 1;
    put_file(two, c);
    assert_int_equal(compare(line), 1);
}

static void what_is_missing_is_reported(void **state)
{
    (void)state;
    struct contents c = usual();
    c.second = NULL;
    assert_int_equal(gate(c, "--rtol 1"), 1);
    says("two.h5: the run 001_pcr_host_double is missing\n");
    assert_int_equal(lines_captured(), 2); /* and that the third was refused */
    c = usual();
    c.field = false;
    assert_int_equal(gate(c, "--rtol 1"), 1);
    says("two.h5: /runs/000_thomas_host_double/fields/u is missing\n");
    c = usual();
    c.flat = true;
    assert_int_equal(gate(c, "--rtol 1"), 1);
    says(" has the shape 20 instead of 4 x 5\n");
    c.field = false;
    put_file(one, c);
    char line[300];
    snprintf(line, sizeof line, "%s %s --rtol 1", one, two);
    assert_int_equal(compare(line), 1);
    says("one.h5: it holds nothing to compare with");
}

static void a_slower_machine_passes_and_a_slower_run_does_not(void **state)
{
    (void)state;
    struct contents c = usual();
    c.seconds[0] *= 10;
    c.seconds[1] *= 10;
    assert_int_equal(gate(c, "--max-slowdown 1.01"), 0);
    c.seconds[1] *= 1.5;
    assert_int_equal(gate(c, "--max-slowdown 1.6"), 0);
    assert_int_equal(gate(c, "--max-slowdown 1.4"), 1);
    says("001_pcr_host_double slowed down 1.5 times (1.4 allowed): a step takes 0.375 of its reference run's, in ");
    c = usual();
    c.first = "cyclic";
    assert_int_equal(gate(c, "--max-slowdown 100"), 1);
    says("times cannot be compared");
    c.seconds[1] = (double)NAN;
    assert_int_equal(gate(c, "--max-slowdown 100"), 1);
}

/* The fields are the same: only the states of the runs differ. */
static void the_gate_looks_at_what_a_run_says_of_its_solution(void **state)
{
    static const struct {
        bool gave_up, unsure, otherwise;
        const char *sentence;
    } lost[] = {{true, false, false, "001_pcr_host_double has not converged, unlike in "},
                {false, true, false, "001_pcr_host_double is not certain of its solution, unlike in "},
                {false, false, true, "001_pcr_host_double was solved by another method, unlike in "}};
    char line[300];
    (void)state;
    snprintf(line, sizeof line, "%s %s --rtol 0", one, two);
    for (int i = 0; i < 3; i++) {
        struct contents c = usual();
        c.claims = true;
        put_file(one, c);
        c.gave_up = lost[i].gave_up, c.unsure = lost[i].unsure, c.otherwise = lost[i].otherwise;
        put_file(two, c);
        assert_int_equal(compare(line), 1);
        says(lost[i].sentence);
        assert_int_equal(lines_captured(), 2);
        put_file(one, c);
        assert_int_equal(compare(line), 0);
    }
    struct contents c = usual();
    c.residual = 0.9e-12;
    assert_int_equal(gate(c, "--rtol 0"), 0);
    c.residual = 1.1e-12;
    assert_int_equal(gate(c, "--rtol 0"), 1);
    says("has a residual of 1.1e-12, in ");
    put_file(one, c);
    c.residual = 1e-9;
    put_file(two, c);
    assert_int_equal(compare(line), 0);
    c.residual = (double)INFINITY;
    put_file(two, c);
    assert_int_equal(compare(line), 1);
}

/* The same, with two more runs, so that one of four may be the one that changed. */
static struct contents four(void)
{
    struct contents c = usual();
    c.third = "cr", c.fourth = "fused";
    c.seconds[2] = 4, c.seconds[3] = 1;
    c.rounds = 9, c.spread = 0.02;
    return c;
}

static int gate_of_four(struct contents other, const char *flags)
{
    char line[400];
    put_file(one, four());
    put_file(two, other);
    snprintf(line, sizeof line, "%s %s %s", one, two, flags);
    return compare(line);
}

/* All others look faster by one factor; the machine may have become slower or faster meanwhile. */
static void a_slower_reference_run_is_named(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        struct contents c = four();
        c.seconds[0] *= 1.35;
        for (int i = 0; i < 4; i++) c.seconds[i] *= k == 0 ? 1 : k == 1 ? 10 : 0.3;
        assert_int_equal(gate_of_four(c, "--max-slowdown 1.3 --json"), 1);
        says("\"run\": \"000_thomas_host_double\"");
        says("000_thomas_host_double, the reference run, slowed down 1.35 times (1.3 allowed)");
        assert_null(strstr(captured, "pcr_host_double slowed"));
        assert_int_equal(gate_of_four(c, "--max-slowdown 1.5"), 0);
    }
    struct contents c = four();
    c.seconds[1] *= 0.5, c.seconds[2] *= 0.8; /* some became faster, by factors of their own */
    assert_int_equal(gate_of_four(c, "--max-slowdown 1.3"), 0);
    c = four();
    for (int i = 0; i < 4; i++) c.seconds[i] *= 1.35;
    c.seconds[2] *= 1.6; /* a slower machine, and one slower run in addition */
    assert_int_equal(gate_of_four(c, "--max-slowdown 1.3"), 1);
    says("003_cr_host_double slowed down 1.6 times");
    assert_int_equal(lines_captured(), 2);
}

/* With one other run, the times of the reference run show which of the two changed. */
static void one_other_run_may_have_become_faster(void **state)
{
    (void)state;
    struct contents c = usual();
    c.seconds[1] /= 2;
    assert_int_equal(gate(c, "--max-slowdown 1.3"), 0);
    c = usual();
    c.seconds[0] *= 2;
    assert_int_equal(gate(c, "--max-slowdown 1.3"), 1); /* the memory of both machines is as fast */
    says("000_thomas_host_double, the reference run, slowed down 2 times");
}

static void too_few_seconds_are_inconclusive(void **state)
{
    char line[400];
    (void)state;
    struct contents c = usual();
    c.rounds = 1; /* and no spread: a few steps, taken once */
    put_file(one, c);
    c.seconds[1] *= 5;
    put_file(two, c);
    snprintf(line, sizeof line, "%s %s --max-slowdown 1.3", one, two);
    assert_int_equal(compare(line), 3);
    says("two.h5: inconclusive: 001_pcr_host_double takes 5 times as long (1.3 allowed) by times which were timed too "
         "few times to judge");
    c.seconds[1] /= 5.01; /* which may hide anything */
    put_file(two, c);
    assert_int_equal(compare(line), 3);
    c.seconds[1] *= 1000; /* that is not by chance */
    put_file(two, c);
    assert_int_equal(compare(line), 1);
    c = usual();
    c.rounds = 1;
    c.seconds[1] *= 5;
    c.u[3] += 1;
    put_file(two, c);
    strcat(line, " --rtol 0 --json");
    assert_int_equal(compare(line), 1); /* a difference counts, whatever the times are */
    says("\"inconclusive\": [\n");
    says("two.h5: inconclusive: 001_pcr_host_double");
    says("\"ok\": false");
}

/* All of a difference may be the disagreement of the halves of the rounds. */
static void a_slowdown_within_the_spread_is_inconclusive(void **state)
{
    (void)state;
    struct contents c = four();
    c.seconds[2] *= 1.4;
    assert_int_equal(gate_of_four(c, "--max-slowdown 1.3"), 1);
    c.spread = 0.3;
    assert_int_equal(gate_of_four(c, "--max-slowdown 1.3"), 3);
    says("003_cr_host_double takes 1.4 times as long (1.3 allowed) by times known to within a factor of ");
    c.seconds[2] *= 3;
    assert_int_equal(gate_of_four(c, "--max-slowdown 1.3"), 1);
    c = four();
    c.seconds[2] *= 1.01;
    c.spread = 0.1;
    assert_int_equal(gate_of_four(c, "--max-slowdown 1.3"), 0);
}

static void a_time_that_is_none_is_a_fault(void **state)
{
    static const double bad[] = {0, -1, INFINITY, NAN};
    static const char *const value[] = {"= 0:", "= -0.01:", "= inf:", "has no time of a step"};
    char line[400];
    (void)state;
    snprintf(line, sizeof line, "%s %s --max-slowdown 1.3", one, two);
    for (int file = 0; file < 2; file++)
        for (int run = 0; run < 2; run++)
            for (int i = 0; i < 4; i++) {
                struct contents c = usual();
                c.seconds[run] = bad[i];
                put_file(file ? two : one, c);
                put_file(file ? one : two, usual());
                assert_int_equal(compare(line), 1);
                says(value[i]);
                says(run ? "001_pcr_host_double has " : "000_thomas_host_double has ");
                says(file ? "two.h5: 00" : "one.h5: 00");
                if (i < 3) says("a time must be finite and greater than 0");
            }
}

static void units_and_places_are_compared(void **state)
{
    static const struct {
        const char *units, *place, *field_units, *sentence;
        int code;
    } as[] = {{"K", "at (0.01, 0.02) m", "K", NULL, 0},
              {"K", "at (0.0100001, 0.02) m", "K", NULL, 0}, /* within the tolerance */
              {"mK", "at (0.01, 0.02) m", "K", "000_thomas_host_double finds peak in 'mK' instead of 'K'\n", 1},
              {"K", "at (0.01, 0.03) m", "K", "finds peak at (0.01, 0.03) m instead of at (0.01, 0.02) m\n", 1},
              {"K", "", "K", "finds peak nowhere instead of at (0.01, 0.02) m\n", 1},
              {"K", "at (0.01, 0.02) m", "mK", "/fields/u is in 'mK' instead of 'K'\n", 1}};
    char line[400];
    (void)state;
    snprintf(line, sizeof line, "%s %s --rtol 1e-4", one, two);
    for (size_t i = 0; i < sizeof as / sizeof *as; i++) {
        struct contents c = usual();
        c.units = as[0].units, c.place = as[0].place, c.field_units = as[0].field_units;
        put_file(one, c);
        c.units = as[i].units, c.place = as[i].place, c.field_units = as[i].field_units;
        put_file(two, c);
        assert_int_equal(compare(line), as[i].code);
        if (as[i].sentence) says(as[i].sentence);
    }
}

/* Both files have a third run, which was refused. */
static void a_refused_run_is_no_test_that_passed(void **state)
{
    char line[400], report[160], text[4096] = "";
    (void)state;
    snprintf(report, sizeof report, "%s/report.xml", folder);
    snprintf(line, sizeof line, "--rtol 0 --json --junit %s", report);
    assert_int_equal(gate(usual(), line), 0);
    says("one.h5: the run 002_gpu_host_double is not compared: refused: no GPU here\"");
    FILE *const in = fopen(report, "r");
    assert_non_null(in);
    const size_t bytes = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    unlink(report);
    assert_in_range(bytes, 1, sizeof text - 2);
    assert_non_null(strstr(text, "<testsuite name=\"bandstand compare with "));
    assert_non_null(strstr(text, "one.h5\" tests=\"4\" failures=\"0\" skipped=\"1\" errors=\"0\" time=\"10\">"));
    assert_non_null(strstr(text, "name=\"000_thomas_host_double\" time=\"8\">"));
    assert_non_null(
        strstr(text, "name=\"002_gpu_host_double\" time=\"0\">\n    <skipped message=\"refused: no GPU here\"/>"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(equal_files_pass),
        TEST(a_value_beyond_the_tolerance_is_reported),
        TEST(what_is_not_finite_never_passes),
        TEST(what_is_missing_is_reported),
        TEST(a_slower_machine_passes_and_a_slower_run_does_not),
        TEST(the_gate_looks_at_what_a_run_says_of_its_solution),
        TEST(a_slower_reference_run_is_named),
        TEST(one_other_run_may_have_become_faster),
        TEST(too_few_seconds_are_inconclusive),
        TEST(a_slowdown_within_the_spread_is_inconclusive),
        TEST(a_time_that_is_none_is_a_fault),
        TEST(units_and_places_are_compared),
        TEST(a_refused_run_is_no_test_that_passed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
