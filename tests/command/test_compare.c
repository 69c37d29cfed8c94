/* bandstand compare: the table, the JSON document, and the gate with its exit codes and sentences. */
#include "base/printable.h"
#include "base/result/store.h"
#include "command/command.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/capture.h"

enum { NX = 5, NY = 4 };

/* A result file with three runs, the last of them refused. */
struct contents {
    double seconds[2];                       /* of the first two runs */
    double u[NY * NX];                       /* of both */
    double crest;                            /* sampled once */
    const char *first, *second;              /* methods; second NULL: only one run */
    bool field, flat;                        /* has it the field u, and with one axis */
    double residual;                         /* of both; 0: 1.5e-16 */
    double bound;                            /* of the error of the second; 0: 2e-3 */
    bool claims, gave_up, unsure, otherwise; /* what the second says of its solution, if it says anything */
};

static char folder[64], one[128], two[128];

static int enter(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_compare.XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(one, sizeof one, "%s/one.h5", folder);
    snprintf(two, sizeof two, "%s/two.h5", folder);
    return 0;
}

static int leave(void **state)
{
    (void)state;
    unlink(one);
    unlink(two);
    return rmdir(folder);
}

static void good(enum status st)
{
    if (st != ST_OK) fail_msg("%s", fail_text());
}

static struct contents usual(void)
{
    struct contents c = {.seconds = {8, 2}, .first = "thomas", .second = "pcr", .field = true};
    for (int i = 0; i < NY * NX; i++) c.u[i] = i;
    return c;
}

static const char caveats[] = "0.25 of the drops are spilt: the cup is too small\nthe cup is wet";

static void put_run(struct store *s, int k, const char *method, const char *status, double seconds, struct contents *c)
{
    char run[64], group[96];
    snprintf(run, sizeof run, "/runs/%03d_%s_host_double", k, method);
    good(store_text(s, run, "method", method));
    good(store_text(s, run, "space", "host"));
    good(store_text(s, run, "precision", "double"));
    good(store_text(s, run, "status", status));
    if (c->claims && k == 1) good(store_text(s, run, "caveats", caveats));
    if (isnan(seconds)) return;
    snprintf(group, sizeof group, "%s/metrics", run);
    good(store_real(s, group, "seconds_setup", 0.25));
    good(store_real(s, group, "seconds_solve", seconds - 0.25));
    good(store_real(s, group, "seconds_transfer", 0));
    good(store_real(s, group, "seconds_total", seconds));
    good(store_real(s, group, "seconds_step", seconds / 100));
    good(store_real(s, group, "gb_s", 80 / seconds));
    good(store_real(s, group, "share_of_limit", 2 / seconds));
    good(store_real(s, group, "residual", c->residual > 0 ? c->residual : 1.5e-16));
    if (c->claims && k == 1) {
        good(store_real(s, group, "converged", !c->gave_up));
        good(store_real(s, group, "certain", !c->unsure));
        good(store_real(s, group, "error_bound", c->unsure ? (double)INFINITY : c->bound > 0 ? c->bound : 2e-3));
        good(store_real(s, group, "condition", 1e17));
        if (c->otherwise) good(store_real(s, group, "solved_otherwise", 1));
    }
    snprintf(group, sizeof group, "%s/fields", run);
    good(store_group(s, group));
    const struct array u = {
        .name = "u", .type = REAL64, .rank = c->flat ? 1 : 2, .dims = {c->flat ? NX * NY : NY, NX}, .data = c->u};
    if (c->field) good(store_array(s, group, &u));
    snprintf(group, sizeof group, "%s/series", run);
    const struct array crest = {.name = "crest", .type = REAL64, .rank = 1, .dims = {1}, .data = &c->crest};
    if (c->field) good(store_array(s, group, &crest));
}

static void put_file(const char *path, struct contents c)
{
    struct store *s;
    good(store_create(&s, path));
    good(store_text(s, "/", "app", "adi"));
    good(store_text(s, "/", "title", "a cube"));
    good(store_real(s, "/provenance", "bandwidth_read_gb_s", 39));
    good(store_real(s, "/provenance", "bandwidth_copy_gb_s", 40.25));
    put_run(s, 0, c.first, "ok", c.seconds[0], &c);
    if (c.second) put_run(s, 1, c.second, "ok", c.seconds[1], &c);
    put_run(s, 2, "gpu", "refused: no GPU here", (double)NAN, &c);
    good(store_commit(s));
}

static int compare(const char *line)
{
    return run_command(command_compare, line);
}

static void says(const char *part)
{
    if (!strstr(captured, part)) fail_msg("'%s' is not in:\n%s", part, captured);
}

/* The exit code of comparing a usual file with `other`. */
static int gate(struct contents other, const char *flags)
{
    char line[400];
    put_file(one, usual());
    put_file(two, other);
    snprintf(line, sizeof line, "%s %s %s", one, two, flags);
    return compare(line);
}

static void the_table_shows_every_run_and_marks_the_best(void **state)
{
    (void)state;
    put_file(one, usual());
    assert_int_equal(compare(one), 0);
    says("adi, a cube; memory limit 40.2 GB/s\n");
    says("   run              precision  setup  solve  total s  s/step  GB/s  limit  speed-up  residual  error  diff");
    says("   000_thomas_host  double      0.25   7.75        8    0.08  10.0   25 %      1.00   1.5e-16      -     ");
    says("*  001_pcr_host     double      0.25   1.75        2    0.02  40.0  100 %      4.00   1.5e-16      -     ");
    says("002_gpu_host_double: refused: no GPU here\n");
    says("Best: 001_pcr_host_double, 4.00 times as fast as 000_thomas_host_double.\n");
    assert_null(strstr(captured, "transfer")); /* no run spent time in it */
}

static void runs_with_the_same_reason_share_a_line(void **state)
{
    (void)state;
    struct contents c = usual();
    struct store *s;
    good(store_create(&s, one));
    good(store_text(s, "/", "app", "adi"));
    good(store_text(s, "/", "title", ""));
    put_run(s, 0, "thomas", "ok", 8, &c);
    put_run(s, 1, "gpu", "refused: no GPU here", (double)NAN, &c);
    put_run(s, 2, "large", "refused: too large", (double)NAN, &c);
    put_run(s, 3, "gpu", "refused: no GPU here", (double)NAN, &c);
    good(store_commit(s));
    assert_int_equal(compare(one), 0);
    says("001_gpu_host_double and 1 more: refused: no GPU here\n002_large_host_double: refused: too large\nBest");
}

static void a_checkpoint_is_no_result(void **state)
{
    (void)state;
    struct store *s;
    good(store_create(&s, one));
    good(store_text(s, "/", "app", "adi"));
    good(store_text(s, "/checkpoint", "run", "000_thomas_host_double"));
    good(store_commit(s));
    assert_int_equal(compare(one), 2);
    says("is a checkpoint, no result; go on with: ");
}

static void what_is_missing_makes_it_no_result(void **state)
{
    static const char *const lacks[] = {"it has no attribute 'app'", "it has no attribute 'title'",
                                        "it has no group /runs", "cannot read /runs/000_thomas/method of ", NULL};
    (void)state;
    for (int has = 0; lacks[has]; has++) {
        struct store *s;
        good(store_create(&s, one));
        if (has > 0) good(store_text(s, "/", "app", "adi"));
        if (has > 1) good(store_text(s, "/", "title", "a cube"));
        if (has > 2) good(store_text(s, "/runs/000_thomas", "status", "ok"));
        good(store_commit(s));
        assert_int_equal(compare(one), has < 3 ? 2 : 1);
        says(lacks[has]);
        says(has < 3 ? "one.h5 is no result of bandstand: " : "one.h5: it is not there\n");
        assert_int_equal(lines_captured(), 1);
    }
}

/* A file of a later format is refused, one of today's and one without are read. */
static void a_later_format_is_refused(void **state)
{
    (void)state;
    for (int format = 0; format < 3; format++) {
        struct contents c = usual();
        struct store *s;
        good(store_create(&s, one));
        good(store_text(s, "/", "app", "adi"));
        good(store_text(s, "/", "title", ""));
        if (format > 0) good(store_int(s, "/", "format", format));
        put_run(s, 0, "thomas", "ok", 8, &c);
        good(store_commit(s));
        assert_int_equal(compare(one), format > 1 ? 2 : 0);
        if (format > 1) says("one.h5 was written by a newer version: it has format 2, this program reads up to 1\n");
    }
}

/* A column of "-" has its reason below the table, and so has a limit that is too low. */
static void an_unknown_limit_has_a_reason(void **state)
{
    static const char *const said_of[] = {
        "the memory bandwidth of the host is not known: not asked for\n",
        "the memory bandwidth of the host is not known: its measurement stayed within the caches\n",
        "other work was on the cores while the memory bandwidth was measured: it is higher\n"};
    (void)state;
    for (int variant = 0; variant < 3; variant++) {
        struct contents c = usual();
        struct store *s;
        good(store_create(&s, one));
        good(store_text(s, "/", "app", "adi"));
        good(store_text(s, "/", "title", ""));
        if (variant == 0) good(store_text(s, "/provenance", "bandwidth_unknown", "not asked for"));
        if (variant > 0) good(store_real(s, "/provenance", "bandwidth_copy_gb_s", 40));
        if (variant > 0)
            good(store_int(s, "/provenance", variant == 1 ? "bandwidth_in_caches" : "bandwidth_disturbed", 1));
        put_run(s, 0, "thomas", "ok", 8, &c);
        good(store_commit(s));
        assert_int_equal(compare(one), 0);
        says(said_of[variant]);
    }
    put_file(one, usual());
    assert_int_equal(compare(one), 0);
    assert_null(strstr(captured, "limit: "));
}

static void json_holds_what_the_table_holds(void **state)
{
    (void)state;
    char line[300];
    put_file(one, usual());
    put_file(two, usual());
    snprintf(line, sizeof line, "--json %s %s", one, two);
    assert_int_equal(compare(line), 0);
    says("\"limit_gb_s\": 40.25");
    says("\"best\": \"001_pcr_host_double\"");
    says("\"speedup\": 4");
    says("\"seconds_step\": 0.02");
    says("two.h5");
    if (system("python3 -c 'import json' 2>/dev/null") != 0) {
        print_message("skipped: no python3 to parse JSON with\n");
        skip();
    }
    const char *const check = "python3 -c 'import json, sys; sys.exit(len(json.load(sys.stdin)[\"files\"]) != 2)'";
    FILE *const python = popen(check, "w");
    fputs(captured, python);
    assert_int_equal(pclose(python), 0);
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
    says("1 comparison of times only, of no fields or series, which need --rtol or --atol, with ");
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
    snprintf(line, sizeof line, "%s %s --rtol 1", one, two);
    assert_int_equal(compare(line), 1);
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
    assert_int_equal(lines_captured(), 1);
    c = usual();
    c.field = false;
    assert_int_equal(gate(c, "--rtol 1"), 1);
    says("two.h5: /runs/000_thomas_host_double/fields/u is missing\n");
    c = usual();
    c.flat = true;
    assert_int_equal(gate(c, "--rtol 1"), 1);
    says("has another shape\n");
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

/* The second run is four times as fast, but has no digits, or knows of none. */
static void what_is_in_doubt_is_marked_and_never_the_best(void **state)
{
    (void)state;
    struct contents c = usual();
    c.claims = true;
    put_file(one, c);
    assert_int_equal(compare(one), 0);
    says("Best: 001_pcr_host_double");
    says("001_pcr_host_double: its error may be 2.0e-03, condition 1e+17\n");
    says("001_pcr_host_double: 0.25 of the drops are spilt: the cup is too small\n001_pcr_host_double: the cup is "
         "wet\n");
    c.gave_up = true;
    put_file(one, c);
    assert_int_equal(compare(one), 0);
    says("Best: 000_thomas_host_double, the reference run.");
    says("001_pcr_host_double: not converged, its error may be 2.0e-03, condition 1e+17\n");
    says("?  001_pcr_host ");
    c.bound = 2e-16, c.residual = 2;
    put_file(one, c);
    assert_int_equal(compare(one), 0);
    says("001_pcr_host_double: not converged, its residual is 2.0e+00\n");
    c.bound = c.residual = 0;
    c.gave_up = false, c.unsure = true;
    put_file(one, c);
    char line[300];
    snprintf(line, sizeof line, "%s --json", one);
    assert_int_equal(compare(one), 0);
    says("Best: 000_thomas_host_double, the reference run.");
    says("001_pcr_host_double: not certain, its error is not known, condition 1e+17\n");
    assert_int_equal(compare(line), 0);
    says("\"doubt\": \"not certain\"");
    says("\"caveats\": \"0.25 of the drops");
    says("\"best\": \"000_thomas_host_double\"");
}

/* The fields are the same: only what the runs say of themselves is not. */
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
        assert_int_equal(lines_captured(), 1);
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

static void misuse_is_reported_in_one_line(void **state)
{
    (void)state;
    char line[300];
    put_file(one, usual());
    snprintf(line, sizeof line, "%s --rtol 1", one);
    assert_int_equal(compare(line), 2);
    assert_int_equal(compare(""), 2);
    snprintf(line, sizeof line, "%s %s --rtol nan", one, one);
    assert_int_equal(compare(line), 2);
    snprintf(line, sizeof line, "%s %s --rtol -1", one, one);
    assert_int_equal(compare(line), 2);
    snprintf(line, sizeof line, "%s %s --rtoll 1", one, one);
    assert_int_equal(compare(line), 2);
    snprintf(line, sizeof line, "%s %s", one, two);
    assert_int_equal(compare(line), 2);
    says("cannot read ");
    assert_int_equal(lines_captured(), 1);
    assert_int_equal(compare("--help"), 0);
    says("Usage: bandstand compare ");
}

/* Escape sequences, as ESC and as the one character of ISO 6429, a bell, and bytes that are no UTF-8. */
static void what_a_file_holds_does_not_speak_to_the_terminal(void **state)
{
    (void)state;
    static const char hostile[] = "a\x1b[2J\x07 \xc2\x9b"
                                  "31m\xff b\n\xc3\xa4";
    static const char shown[] = "a\\x1b[2J\\x07 \\xc2\\x9b31m\\xff b\\x0a\xc3\xa4";
    struct store *s;
    good(store_create(&s, one));
    good(store_text(s, "/", "app", hostile));
    good(store_text(s, "/", "title", hostile));
    for (int k = 0; k < 2; k++) {
        char run[64];
        snprintf(run, sizeof run, "/runs/%d%s", k, hostile);
        good(store_text(s, run, "method", hostile));
        good(store_text(s, run, "space", hostile));
        good(store_text(s, run, "precision", hostile));
        good(store_text(s, run, "label", hostile));
        good(store_text(s, run, "status", k ? hostile : "ok"));
    }
    good(store_commit(s));
    assert_int_equal(compare(one), 0);
    says(shown);
    for (const char *c = captured; *c; c++) assert_true(*c == '\n' || printable_bytes(c) || (*c & 0xc0) == 0x80);
    char line[200];
    snprintf(line, sizeof line, "--json %s", one);
    assert_int_equal(compare(line), 0);
    says("\"title\": \"a\\u001b[2J\\u0007 \\u009b31m\\ufffd b\\u000a\xc3\xa4\"");
    (fail)(ST_IO, "%s", hostile);
    assert_string_equal(fail_text(), "a [2J    31m  b \xc3\xa4");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_a_file_holds_does_not_speak_to_the_terminal),
        TEST(the_table_shows_every_run_and_marks_the_best),
        TEST(runs_with_the_same_reason_share_a_line),
        TEST(a_checkpoint_is_no_result),
        TEST(what_is_missing_makes_it_no_result),
        TEST(a_later_format_is_refused),
        TEST(an_unknown_limit_has_a_reason),
        TEST(json_holds_what_the_table_holds),
        TEST(equal_files_pass),
        TEST(a_value_beyond_the_tolerance_is_reported),
        TEST(what_is_not_finite_never_passes),
        TEST(what_is_missing_is_reported),
        TEST(a_slower_machine_passes_and_a_slower_run_does_not),
        TEST(what_is_in_doubt_is_marked_and_never_the_best),
        TEST(the_gate_looks_at_what_a_run_says_of_its_solution),
        TEST(misuse_is_reported_in_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
