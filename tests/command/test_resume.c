/* Refusals of run --resume: a checkpoint that is damaged, that disagrees with itself, or that another version,
 * application or configuration made. */
#include "base/result/store.h"
#include "command/commands.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/capture.h"

static const char configuration[] =
    "app = \"adi\"; bandwidth = false; threads = 1;\n"
    "solvers = ({ method = \"lapack\"; }, { method = \"thomas\"; });\n"
    "grid = { n = [5, 4]; upper = [1.0, 1.0]; };\n"
    "time = { steps = 100000000; dt = 0.5; };\n"
    "sample = { every = 2; }; checkpoint = { every = 3; }; output = { fields = false; };\n";

static char folder[64], config[128], result[128], kept[128], edited[128];

static void good(enum status st)
{
    if (st != ST_OK) fail_msg("%s", fail_text());
}

static void says(int code, const char *part)
{
    char line[200];
    snprintf(line, sizeof line, "--resume %s -q", edited);
    assert_int_equal(run_command(command_run, line), code);
    if (!strstr(captured, part)) fail_msg("'%s' is not in: %s", part, captured);
    if (!strstr(captured, edited) && !strstr(captured, "cannot resume: ")) fail_msg("which file? %s", captured);
    if (strchr(captured, '\n') != strrchr(captured, '\n')) fail_msg("more than one line: %s", captured);
    assert_int_not_equal(access(result, F_OK), 0);
}

/* A run that is killed once there is a checkpoint. */
static int make(void **state)
{
    (void)state;
    char line[300];
    strcpy(folder, "/tmp/test_resume.XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(config, sizeof config, "%s/run.cfg", folder);
    snprintf(result, sizeof result, "%s/run.h5", folder);
    snprintf(kept, sizeof kept, "%s/run.checkpoint.h5", folder);
    snprintf(edited, sizeof edited, "%s/edited.h5", folder);
    FILE *const f = fopen(config, "w");
    fputs(configuration, f);
    fclose(f);
    snprintf(line, sizeof line, "%s -q -o %s", config, result);
    const pid_t child = fork();
    if (child == 0) _exit(run_command(command_run, line));
    while (access(kept, F_OK) != 0 && waitpid(child, NULL, WNOHANG) == 0) usleep(1000);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    snprintf(line, sizeof line, "rm -f %s.tmp-* %s.tmp-*", result, kept);
    return system(line) | access(kept, F_OK);
}

static int remove_all(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* A copy of the checkpoint, with a checksum, without `without`, to be changed and committed. */
static struct store *copy(const char *without)
{
    static const char *const groups[] = {
        "/config", "/provenance", "/runs", "/checkpoint/fields", "/checkpoint/metrics", "/checkpoint/series"};
    static const char *const numbers[] = {"time", "setup", "assemble", "factor", "solve", "transfer", "store"};
    struct store *from, *to;
    char *run;
    int64_t step;
    good(store_open(&from, kept));
    good(store_create(&to, edited));
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (strcmp(groups[i], without) && store_has(from, groups[i])) good(store_copy(from, groups[i], to));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        double value;
        good(store_get_real(from, "/checkpoint", numbers[i], &value));
        good(store_real(to, "/checkpoint", numbers[i], value));
    }
    good(store_get_int(from, "/checkpoint", "step", &step));
    good(store_int(to, "/checkpoint", "step", step));
    good(store_get_text(from, "/checkpoint", "run", &run));
    good(store_text(to, "/checkpoint", "run", run));
    good(store_text(to, "/", "app", "adi"));
    free(run);
    store_close(from);
    return to;
}

static int64_t step_of_it(void)
{
    int64_t step;
    struct store *s;
    good(store_open(&s, kept));
    good(store_get_int(s, "/checkpoint", "step", &step));
    store_close(s);
    return step;
}

static void step_time_and_series_must_agree(void **state)
{
    (void)state;
    char part[100];
    double few[] = {1};
    struct store *s = copy("");
    good(store_int(s, "/checkpoint", "step", step_of_it() + 3));
    good(store_commit(s));
    snprintf(part, sizeof part, "but after %lld steps it is %.17g", (long long)step_of_it() + 3,
             0.5 * (double)(step_of_it() + 3));
    says(2, part);
    s = copy("");
    good(store_int(s, "/checkpoint", "step", step_of_it() + 3));
    good(store_real(s, "/checkpoint", "time", 0.5 * (double)(step_of_it() + 3)));
    good(store_commit(s));
    says(2, "its series time has ");
    s = copy("/checkpoint/series");
    good(store_array(s, "/checkpoint/series",
                     &(struct array){.name = "min", .type = REAL64, .rank = 1, .dims = {1}, .data = few}));
    good(store_commit(s));
    says(2, "its series min has 1 values, but after ");
    s = copy("/checkpoint/series");
    good(store_group(s, "/checkpoint/series"));
    good(store_commit(s));
    says(2, "its series are missing");
    for (int k = 0; k < 2; k++) {
        s = copy("");
        good(store_int(s, "/checkpoint", "step", k ? -1 : 100000000));
        good(store_commit(s));
        says(2, k ? "it was left after step -1 of 100000000" : "it was left after step 100000000 of 100000000");
    }
}

static void another_program_configuration_and_application_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *group, *name, *value, *why;
    } changes[] = {
        {"/provenance", "version", "9.9", "it was made by bandstand of version 9.9, but this is "},
        {"/provenance", "commit", "abc", "it was made by bandstand of commit abc, but this is "},
        {"/config", "effective", "app = \"adi\";\nshape = 1;\n", "was 'shape = 1;'"},
        {"/config", "sets", "time.dt=0.25\n", "'  dt = 0.25;' was '  dt = 0.5;'"},
        {"/", "app", "bvp", "it belongs to the application bvp, its configuration to adi"},
        {"/checkpoint", "run", "007_thomas_host_double",
         "run 007_thomas_host_double, which is not in this configuration"},
        {"/checkpoint", "run", "001_thomas_host_double", "the finished run 000_lapack_host_double is missing in it"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct store *const s = copy("");
        good(store_text(s, changes[i].group, changes[i].name, changes[i].value));
        good(store_commit(s));
        says(2, changes[i].why);
    }
}

static void a_damaged_checkpoint_is_refused(void **state)
{
    (void)state;
    good(store_commit(copy("")));
    const int fd = open(edited, O_RDWR);
    assert_int_equal(pwrite(fd, "damage", 6, 1000), 6);
    close(fd);
    says(1, "it is damaged: its checksum does not hold");
    assert_int_equal(truncate(edited, 2000), 0);
    says(1, "it has no checksum at its end");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(step_time_and_series_must_agree),
        cmocka_unit_test(another_program_configuration_and_application_are_refused),
        cmocka_unit_test(a_damaged_checkpoint_is_refused),
    };
    alarm(100); /* a run that is not refused would not end */
    return cmocka_run_group_tests(tests, make, remove_all);
}
