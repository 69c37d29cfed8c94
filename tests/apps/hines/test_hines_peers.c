/* Other simulators: the description of cells in a job, and the answers that are accepted. The shell replaces Python. */
#include "apps/hines/peers/job.h"
#include "apps/hines/peers/peers.h"
#include "base/json/json_read.h"
#include "verify/trial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char tree[] =
    "cells = ({ form = \"random_tree\"; count = 3; sections = 4; compartments = 5; }); temperature = 7.0; dt = 0.05;"
    "membranes = ({ leak = 2e-4; reversal = -60.0; }); channels = ({ type = \"hh\"; e = [51.0, -76.0]; });"
    "clamps = ({ section = 1; at = 0.25; current = 0.3; }); records = ({ name = \"a\"; }, { name = \"b\"; at = 1.0; });"
    "duration = 2.0; record_every = 2;";

static struct peer_job job_of(const struct trial *t)
{
    return (struct peer_job){
        .params = t->params, .scheme = "s", .variant = "v", .threads = 2, .steps = 40, .repeats = 3, .seconds = 60};
}

static double element(const struct json_value *list, int index)
{
    const struct json_value *v = list->first;
    while (v && index-- > 0) v = v->next;
    return v && v->type == JSON_NUMBER ? v->number : (double)NAN;
}

static int64_t length(const struct json_value *list)
{
    int64_t count = 0;
    for (const struct json_value *v = list->first; v; v = v->next) count++;
    return count;
}

static void a_job_says_what_the_cells_are(void **state)
{
    char *text = NULL;
    size_t size = 0;
    struct trial t;
    struct json_value *job;
    FILE *const out = open_memstream(&text, &size);
    (void)state;
    assert_int_equal(trial_begin(&t, "hines", tree, NULL, "hines", exec_host(1)), ST_OK);
    const struct peer_job asked = job_of(&t);
    assert_int_equal(peer_job_write(&asked, "time", out), ST_OK);
    fclose(out);
    assert_int_equal(json_read(text, &job), ST_OK);
    const struct json_value *const cells = json_member(job, "cells"), *const shapes = json_member(cells, "shapes"),
                                   *const hh = json_member(job, "hh");
    assert_string_equal(json_text_of(job, "task"), "time");
    assert_true(json_number_of(job, "threads") == 2 && json_number_of(job, "steps") == 40);
    assert_true(json_number_of(job, "dt") == 0.05 && json_number_of(job, "temperature") == 7);
    assert_true(json_number_of(cells, "count") == 3 && json_number_of(cells, "compartments") == 5);
    assert_int_equal(length(shapes), 3);
    for (const struct json_value *cell = shapes->first; cell; cell = cell->next) {
        const struct json_value *const soma = cell->first, *const points = soma->first->next->next;
        assert_int_equal(length(cell), 4);
        assert_true(element(soma, 0) == -1);
        assert_string_equal(soma->first->next->text, "soma");
        assert_true(element(points->first, 3) == 20 && element(points->first->next, 0) == 20);
    }
    assert_true(json_number_of(json_member(job, "membrane"), "leak") == 2e-4);
    assert_true(json_number_of(json_member(job, "membrane"), "resistivity") == 100);
    assert_true(element(json_member(hh, "g"), 0) == 0.12 && element(json_member(hh, "e"), 1) == -76);
    assert_true(json_number_of(json_member(job, "clamp"), "at") == 0.25);
    assert_int_equal(length(json_member(job, "records")), 2);
    json_free(job);
    free(text);
    trial_end(&t);
}

static void cells_that_no_job_can_say_are_refused(void **state)
{
    static const char *const texts[] = {
        "cells = ({ form = \"cable\"; compartments = 3; }, { name = \"b\"; form = \"cable\"; compartments = 3; });"
        "membranes = ({ leak = 1e-4; });",
        "cells = ({ form = \"cable\"; compartments = 3; }); membranes = ({ leak = 1e-4; });"
        "channels = ({ type = \"traub\"; });",
        "cells = ({ form = \"cable\"; compartments = 3; }); membranes = ({ leak = 1e-4; });"
        "clamps = ({ current = 1.0; begin = 2.0; });"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct trial t;
        FILE *const out = fopen("/dev/null", "w");
        assert_int_equal(trial_begin(&t, "hines", texts[i], NULL, "hines", exec_host(1)), ST_OK);
        const struct peer_job asked = job_of(&t);
        assert_int_equal(peer_job_write(&asked, "time", out), ST_REFUSED);
        fclose(out);
        trial_end(&t);
    }
}

/* A peer whose script prints `answer`. */
static void make_peer(struct hines_peer *peer, const char *answer)
{
    *peer = (struct hines_peer){.python = "sh", .file = "/tmp/peer_XXXXXX"};
    const int fd = mkstemp(peer->file);
    assert_true(fd >= 0);
    assert_true(dprintf(fd, "cat >/dev/null\ncat <<'END'\n%s\nEND\n", answer) > 0);
    close(fd);
}

static void times_are_the_least_that_nothing_disturbed(void **state)
{
    static const struct {
        const char *answer, *fault;
        double seconds;
        int64_t clean;
    } cases[] = {
        {"{\"seconds\": [3, 1, 2], \"busy\": [1.9, 1.2, 1.8], \"bytes\": 10, \"compartments\": 60}", NULL, 2, 2},
        {"{\"seconds\": [3, 1], \"busy\": [1, 1], \"bytes\": 10, \"compartments\": 60}", NULL, 1, 0},
        {"{\"seconds\": [0], \"busy\": [2], \"bytes\": 10, \"compartments\": 60}", "calls of 0 s", 0, 0},
        {"{\"seconds\": [], \"busy\": [], \"bytes\": 10, \"compartments\": 60}", "must have seconds", 0, 0},
        {"{\"seconds\": [1, 2], \"busy\": [2], \"bytes\": 10, \"compartments\": 60}", "must have seconds", 0, 0},
        {"{\"seconds\": [null], \"busy\": [2], \"bytes\": 10, \"compartments\": 60}", "must have seconds", 0, 0},
        {"{\"seconds\": [1], \"busy\": [2], \"compartments\": 60}", "must have seconds", 0, 0},
        {"{\"error\": \"ValueError: no\"}", "ValueError: no", 0, 0},
        {"[1]", "not an object", 0, 0},
        {"seconds", "not JSON", 0, 0}};
    struct trial t;
    (void)state;
    assert_int_equal(trial_begin(&t, "hines", tree, NULL, "hines", exec_host(1)), ST_OK);
    const struct peer_job asked = job_of(&t);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct hines_peer peer;
        struct peer_times found;
        make_peer(&peer, cases[i].answer);
        const enum status s = hines_peer_time(&peer, &asked, &found);
        assert_int_equal(s, cases[i].fault ? ST_DEVICE : ST_OK);
        if (cases[i].fault) assert_non_null(strstr(fail_text(), cases[i].fault));
        else assert_true(found.seconds == cases[i].seconds && found.clean == cases[i].clean && found.bytes == 10);
        unlink(peer.file);
    }
    trial_end(&t);
}

static void traces_have_a_column_for_each_record(void **state)
{
    struct trial t;
    struct hines_peer peer;
    struct peer_course course;
    (void)state;
    assert_int_equal(trial_begin(&t, "hines", tree, NULL, "hines", exec_host(1)), ST_OK);
    const struct peer_job asked = job_of(&t);
    make_peer(&peer, "{\"time\": [0, 0.5, 1], \"v\": [[-65, -60, 1e1], [-65, -64, -63]]}");
    assert_int_equal(hines_peer_trace(&peer, &asked, &course), ST_OK);
    assert_true(course.count == 3 && course.time[1] == 0.5 && course.value[2] == 10 && course.value[4] == -64);
    peer_course_free(&course);
    unlink(peer.file);
    make_peer(&peer, "{\"time\": [0, 0.5, 1], \"v\": [[-65, -60, 1e1], [-65, -64]]}");
    assert_int_equal(hines_peer_trace(&peer, &asked, &course), ST_DEVICE);
    unlink(peer.file);
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_says_what_the_cells_are),
        cmocka_unit_test(cells_that_no_job_can_say_are_refused),
        cmocka_unit_test(times_are_the_least_that_nothing_disturbed),
        cmocka_unit_test(traces_have_a_column_for_each_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
