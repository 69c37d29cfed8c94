/* bandstand compare: the table, the JSON document, and the sentences of its exit codes. */
#include "base/printable.h"
#include "tests/support/compare_cases.h"

static void the_table_shows_every_run_and_marks_the_best(void **state)
{
    (void)state;
    put_file(one, usual());
    assert_int_equal(compare(one), 0);
    says("adi, a cube; memory limit 40.2 GB/s\n");
    says("   run     s/step  speed-up  residual  GB/s  limit  total s  setup  solve\n");
    says("   thomas    0.08      1.00   1.5e-16  10.0   25 %        8   0.25   7.75\n");
    says("*  pcr       0.02      4.00   1.5e-16  40.0  100 %        2   0.25   1.75\n");
    says("   gpu          -         -         -     -      -        -      -      -\n");
    says("\ngpu: refused: no GPU here\n");
    says("Best: pcr, 4.00 times as fast as thomas.\n");
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
    says("\ngpu and 1 more: refused: no GPU here\nlarge: refused: too large\nBest");
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
    says("is a checkpoint, not a result; continue it with: ");
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
        says(has < 3 ? "one.h5 is not a result of bandstand: " : "one.h5: it is not there\n");
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
        if (format > 1)
            says("one.h5 was written by a newer version: it has format 2, this program reads formats up to 1\n");
    }
}

/* A column of "-" has its reason below the table, and so has a limit that is too low. */
static void an_unknown_limit_has_a_reason(void **state)
{
    static const char *const said_of[] = {
        "the memory bandwidth of the host is not known: not requested\n",
        "the memory bandwidth of the host is not known: its measurement stayed within the caches; bandstand doctor "
        "measures it with larger arrays, for all runs of the next day\n",
        "other work was on the cores while the memory bandwidth was measured: the true limit is higher\n"};
    (void)state;
    for (int variant = 0; variant < 3; variant++) {
        struct contents c = usual();
        struct store *s;
        good(store_create(&s, one));
        good(store_text(s, "/", "app", "adi"));
        good(store_text(s, "/", "title", ""));
        if (variant == 0) good(store_text(s, "/provenance", "bandwidth_unknown", "not requested"));
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

/* The second run is four times as fast, but has no correct digits, or does not know that it has any. */
static void what_is_in_doubt_is_marked_and_never_the_best(void **state)
{
    (void)state;
    struct contents c = usual();
    c.claims = true;
    put_file(one, c);
    assert_int_equal(compare(one), 0);
    says("Best: pcr");
    says("pcr: its error may be 2.0e-03, condition 1e+17\n");
    says("pcr: 0.25 of the drops are spilt: the cup is too small\npcr: the cup is "
         "wet\n");
    c.gave_up = true;
    put_file(one, c);
    assert_int_equal(compare(one), 0);
    says("Best: thomas, the reference run.");
    says("pcr: not converged, its error may be 2.0e-03, condition 1e+17\n");
    says("?  pcr ");
    c.bound = 2e-16, c.residual = 2;
    put_file(one, c);
    assert_int_equal(compare(one), 0);
    says("pcr: not converged, its residual is 2.0e+00\n");
    c.bound = c.residual = 0;
    c.gave_up = false, c.unsure = true;
    put_file(one, c);
    char line[300];
    snprintf(line, sizeof line, "%s --json", one);
    assert_int_equal(compare(one), 0);
    says("Best: thomas, the reference run.");
    says("pcr: not certain, its error is not known, condition 1e+17\n");
    assert_int_equal(compare(line), 0);
    says("\"doubt\": \"not certain\"");
    says("\"caveats\": \"0.25 of the drops");
    says("\"best\": \"000_thomas_host_double\"");
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

/* Escape sequences, as ESC and as the one character of ISO 6429, a bell, and bytes that are not UTF-8. */
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
        TEST(what_is_in_doubt_is_marked_and_never_the_best),
        TEST(misuse_is_reported_in_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
