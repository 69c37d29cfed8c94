/* Pictures of the findings of runs: over hours, over swept numbers, in the plane that matters; the columns that are
 * named; omissions; the gallery. */
#include "base/result/answers.h"
#include "base/result/metrics.h"
#include "tests/command/plot/plot_cases.h"

static const char run[] = "/runs/000_thomas_host_double", group[] = "/runs/000_thomas_host_double/series";

/* A run without samples or fields. */
static void put_bare_run(struct store *s)
{
    good(store_text(s, run, "method", "thomas"));
    good(store_text(s, run, "space", "host"));
    good(store_text(s, run, "precision", "double"));
    good(store_text(s, run, "status", "ok"));
    good(store_text(s, run, "label", "a <b> run"));
}

/* Answers of one subject, so that these columns are the requested ones. */
static void ask_for(struct store *s, const char *const *quantity, int count)
{
    struct answers a = {0};
    for (int i = 0; i < count; i++) good(answers_put(&a, "a point", quantity[i], 1, ""));
    good(answers_put(&a, NULL, "peak_temperature", 316.5, "K"));
    good(answers_place(&a, "at <here>"));
    good(answers_store(&a, s, "/runs/000_thomas_host_double/answers"));
    answers_free(&a);
}

/* Over `points` hours or numbers of servers: two waits and a cost, the least at 3. */
static void put_day(const char *axis, const char *units, int points)
{
    static const char *const asked[] = {"wait", "wait_95", "cost"};
    struct series c = {0};
    struct store *const s = begin_file();
    put_bare_run(s);
    for (int i = 0; i < points; i++) {
        good(series_put_axis(&c, axis, units, i));
        good(series_put(&c, "wait", "min", 1 + i));
        good(series_put(&c, "wait_95", "min", 2 + i));
        good(series_put(&c, "cost", "1/h", 5 + (i - 3) * (i - 3)));
        good(series_put(&c, "diagnostics", "", i));
    }
    good(series_store(&c, s, group));
    series_free(&c);
    ask_for(s, asked, 3);
    good(store_commit(s));
}

static void hours_of_a_day_end_with_the_day(void **state)
{
    (void)state;
    need_gnuplot();
    put_day("time", "h", 24);
    assert_int_equal(plot("-f svg"), 0);
    shows("heat_answers.svg", ">time [h]<");
    shows("heat_answers.svg", ">24<");
    shows("heat_answers.svg", ">time [min]<"); /* of two columns */
    shows("heat_answers.svg", ">wait 95<");
    shows("heat_answers.svg", ">cost [1/h]<");
    shows("heat_answers.svg", "a &lt;b> run");
    assert_null(strstr(picture("heat_answers.svg"), "diagnostics"));
    assert_null(strstr(picture("heat_answers.svg"), "least"));
}

static void the_least_cost_is_marked(void **state)
{
    (void)state;
    need_gnuplot();
    put_day("n", "", 9);
    assert_int_equal(plot("-f svg"), 0);
    shows("heat_answers.svg", ">least: 5.00 at 3<");
    put_day("n", "", 3); /* falls up to the end: a wider range may find less */
    assert_int_equal(plot("-f svg"), 0);
    assert_null(strstr(picture("heat_answers.svg"), "least"));
}

static void two_keys_are_a_map(void **state)
{
    (void)state;
    need_gnuplot();
    static const char *const asked[] = {"peak"};
    struct series c = {0};
    struct store *const s = begin_file();
    put_bare_run(s);
    for (int i = 0; i < 6; i++) {
        good(series_put_axis(&c, "boundary.z_lower.h", "", i / 3 ? 1000 : 20));
        good(series_put_axis(&c, "f", "", i % 3));
        good(series_put(&c, "peak", "K", 300 + i));
    }
    good(series_store(&c, s, group));
    series_free(&c);
    ask_for(s, asked, 1);
    good(store_commit(s));
    assert_int_equal(plot("-f svg"), 0);
    static const char *const shown[] = {">boundary.z_lower.h<", ">f<",   ">20<", ">1000<",
                                        ">peak [K]<",           ">300<", ">305<"};
    for (int i = 0; i < 7; i++) shows("heat_answers.svg", shown[i]);
}

static void one_point_is_left_out_with_a_sentence(void **state)
{
    (void)state;
    need_gnuplot();
    put_day("n", "", 1);
    assert_int_equal(plot(""), 0);
    assert_int_equal(files_in_folder(false), 1); /* the result */
    assert_int_equal(plot("-c wait"), 0);
    assert_non_null(strstr(captured, "no picture of wait: there is one point\n"));
    assert_int_equal(plot("-c peak_temperature"), 0);
    assert_non_null(strstr(captured, "no picture of peak_temperature: one run has it"));
    assert_int_equal(files_in_folder(false), 1);
}

static void columns_are_drawn_by_name(void **state)
{
    (void)state;
    need_gnuplot();
    put_file();
    assert_int_equal(plot("-c probe,energy -f svg"), 0);
    assert_int_equal(lines_captured(), 1);
    shows("heat_probe_energy.svg", ">probe [K]<");
    assert_int_equal(plot("--column seconds_step -f svg"), 0);
    shows("heat_seconds_step.svg", ">seconds step [ms]<");
    shows("heat_seconds_step.svg", ">pcr<");
    assert_int_equal(plot("-c u --run other -f svg"), 0);
    shows("heat_u.svg", "u by other");
    assert_int_equal(plot("-c prob"), 2);
    assert_non_null(strstr(captured, "did you mean 'probe'?"));
}

/* The largest value is at the top, the heated layer in the middle; outlines stand on it. */
static void the_heated_plane_is_drawn_with_its_blocks(void **state)
{
    (void)state;
    need_gnuplot();
    struct answers a = {0};
    struct store *const s = begin_file();
    put_run(s, "000_thomas_host_double", "thomas", 1e-3, 0.1);
    good(answers_put(&a, "core", "max", 1, "K"));
    answers_box(&a, (const double[]){0.002, 0.002, 2.4}, (const double[]){0.02, 0.01, 2.6});
    good(answers_store(&a, s, "/runs/000_thomas_host_double/answers"));
    answers_free(&a);
    good(store_commit(s));
    assert_int_equal(plot("-f svg"), 0);
    shows("heat_u.svg", "z = 2.50 m");
    shows("heat_u.svg", ">core<");
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text++) count++;
    return count;
}

static void a_gallery_is_one_page_of_everything(void **state)
{
    (void)state;
    need_gnuplot();
    char flags[256];
    put_day("time", "h", 24);
    snprintf(flags, sizeof flags, "-g %s/page.html %s", folder, result);
    assert_int_equal(plot(flags), 0); /* the file twice */
    assert_int_equal(files_in_folder(false), 2);
    const char *const page = picture("page.html");
    assert_memory_equal(page, "<!DOCTYPE html>", 15);
    assert_int_equal(count_of(page, "<section>"), 2);
    assert_int_equal(count_of(page, "src=\"data:image/svg+xml;base64,PD94bWwg"), 2); /* <?xml */
    assert_int_equal(count_of(page, "src="), 2);
    assert_int_equal(count_of(page, "href=") + count_of(page, "<script"), 0);
    static const char *const shown[] = {"It&#39;s u&#39;&#39;", "peak temperature</td>", ">316.5</td>",
                                        "at &#60;here&#62;",    "a &#60;b&#62; run",     "</html>\n"};
    for (int i = 0; i < 6; i++) shows("page.html", shown[i]);
    assert_int_equal(plot(flags), 0); /* replaces the page */
    snprintf(flags, sizeof flags, "--gallery %s", result);
    assert_int_equal(plot(flags), 1); /* and no other file */
    assert_non_null(strstr(captured, "is not a gallery of bandstand"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(hours_of_a_day_end_with_the_day),
        TEST(the_least_cost_is_marked),
        TEST(two_keys_are_a_map),
        TEST(one_point_is_left_out_with_a_sentence),
        TEST(columns_are_drawn_by_name),
        TEST(the_heated_plane_is_drawn_with_its_blocks),
        TEST(a_gallery_is_one_page_of_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
