/* Resources of this machine: memory within the limits of control groups, a brief and bounded measurement of the
 * memory limit that is kept, the data of one entry of a benchmark at a time. */
#include "base/memory.h"
#include "base/memory/machine.h"
#include "base/timing/bandwidth.h"
#include "base/timing/sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MB = 1000000 };

static char root[] = "/tmp/bandstand-machine-XXXXXX";

static void good(enum status st)
{
    if (st != ST_OK) fail_msg("%s", fail_text());
}

/* A file below the root, with the folders that it is in. */
static void put(const char *path, const char *text)
{
    char name[512];
    snprintf(name, sizeof name, "%s/%s", root, path);
    for (char *slash = strchr(name + strlen(root) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(name, 0700);
        *slash = '/';
    }
    FILE *const f = fopen(name, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static void clear(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s/*", root);
    assert_int_equal(system(command), 0);
}

static void assert_memory(int64_t total, int64_t available)
{
    const struct machine_memory m = machine_memory(root);
    assert_int_equal(m.total, total);
    assert_int_equal(m.available, available);
}

static void what_the_kernel_says_is_available_is(void **state)
{
    (void)state;
    clear();
    assert_memory(0, 0);
    put("proc/meminfo", "MemTotal:       4000 kB\nMemFree:         100 kB\nMemAvailable:    3000 kB\n");
    assert_memory(4000 * 1024, 3000 * 1024);
}

static void limits_of_control_groups_hold_in_version_2(void **state)
{
    (void)state;
    clear();
    put("proc/meminfo", "MemTotal: 4000 kB\nMemAvailable: 3000 kB\n");
    put("proc/self/cgroup", "0::/a.slice/b.scope\n");
    put("sys/fs/cgroup/a.slice/b.scope/memory.max", "max\n");
    assert_memory(4000 * 1024, 3000 * 1024);
    put("sys/fs/cgroup/a.slice/memory.max", "2000000\n");
    put("sys/fs/cgroup/a.slice/memory.current", "1500000\n");
    assert_memory(2000000, 500000);
    put("sys/fs/cgroup/a.slice/memory.stat", "anon 900000\nfile 600000\ninactive_file 400000\n");
    assert_memory(2000000, 900000);
    put("sys/fs/cgroup/a.slice/b.scope/memory.max", "1000000\n");
    put("sys/fs/cgroup/a.slice/b.scope/memory.current", "1100000\n");
    assert_memory(1000000, 0);
}

static void a_container_sees_its_limit_at_the_root(void **state)
{
    (void)state;
    clear();
    put("proc/meminfo", "MemTotal: 4000 kB\nMemAvailable: 3000 kB\n");
    put("proc/self/cgroup", "12:cpu,cpuacct:/docker/x\n5:memory:/docker/x\n");
    put("sys/fs/cgroup/memory/memory.limit_in_bytes", "1000000\n");
    put("sys/fs/cgroup/memory/memory.usage_in_bytes", "700000\n");
    put("sys/fs/cgroup/memory/memory.stat", "inactive_file 1\ntotal_inactive_file 100000\n");
    assert_memory(1000000, 400000);
    put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    assert_memory(4000 * 1024, 3000 * 1024);
}

static void the_brief_measurement_stays_small_whatever_the_caches(void **state)
{
    (void)state;
    setenv(CACHE_VARIABLE, "503316480", 1);
    setenv(MEMORY_VARIABLE, "20000000000", 1);
    assert_int_equal(traffic_size(effort_brief.bytes), 256 * MB);
    assert_true(traffic_in_caches(256 * MB));
    assert_int_equal(traffic_size(INT64_MAX), INT64_C(5033164800));
    assert_false(traffic_in_caches(INT64_C(5033164800)));
    setenv(MEMORY_VARIABLE, "300000000", 1);
    assert_int_equal(traffic_size(effort_brief.bytes), 100 * MB);
    assert_int_equal(traffic_size(INT64_MAX), 100 * MB);
    unsetenv(MEMORY_VARIABLE);

    struct bandwidth b = {0};
    mem_peak_reset();
    const int64_t held = mem_held(HOST);
    good(bandwidth_measure(&b, exec_host(1), (struct effort){4 * MB, 1, 60}));
    assert_in_range(mem_peak(HOST) - held, 3 * MB, 5 * MB);
    assert_true(b.in_caches && bandwidth_complete(&b));
    unsetenv(CACHE_VARIABLE);
}

static void no_time_is_no_failure(void **state)
{
    (void)state;
    struct bandwidth b = {0};
    good(bandwidth_measure(&b, exec_host(1), (struct effort){1 * MB, 3, -1}));
    assert_false(bandwidth_complete(&b));
    good(bandwidth_measure(&b, exec_host(1), (struct effort){1 * MB, 1, 60}));
    assert_true(bandwidth_complete(&b));
}

/* The one file in the folder of kept measurements. */
static void kept_file(char *out, size_t size)
{
    char folder[128];
    const struct dirent *entry;
    int files = 0;
    snprintf(folder, sizeof folder, "%s/bandstand", root);
    DIR *const d = opendir(folder);
    assert_non_null(d);
    while ((entry = readdir(d)))
        if (entry->d_name[0] != '.') snprintf(out, size, "%s/%s", folder, entry->d_name), files++;
    closedir(d);
    assert_int_equal(files, 1);
}

static void what_was_measured_is_kept_for_a_day(void **state)
{
    (void)state;
    struct bandwidth in = {11, 12.25, 13, 14, 15, 256 * MB, .in_caches = true, .measured = time(NULL)}, out;
    clear();
    setenv("XDG_CACHE_HOME", root, 1);
    assert_false(bandwidth_recall(&out, 2));
    bandwidth_keep(&in, 2);
    assert_true(bandwidth_recall(&out, 2));
    assert_true(in.read == out.read && in.copy == out.copy && in.triad == out.triad && in.in_place == out.in_place);
    assert_true(in.solve == out.solve && in.bytes == out.bytes && in.measured == out.measured);
    assert_true(out.in_caches && !out.disturbed);
    assert_false(bandwidth_recall(&out, 3));
    in.measured = time(NULL) - 25 * 60 * 60;
    bandwidth_keep(&in, 2);
    assert_false(bandwidth_recall(&out, 2));
    in.measured = time(NULL) + 100;
    bandwidth_keep(&in, 2);
    assert_false(bandwidth_recall(&out, 2));
}

static void what_was_disturbed_or_is_damaged_is_not_believed(void **state)
{
    (void)state;
    struct bandwidth in = {11, 12.25, 13, 14, 15, 256 * MB, .disturbed = true, .measured = time(NULL)}, out;
    char name[512], text[2048];
    clear();
    setenv("XDG_CACHE_HOME", root, 1);
    bandwidth_keep(&in, 2);
    assert_false(bandwidth_recall(&out, 2));
    in.disturbed = false;
    bandwidth_keep(&in, 2);
    kept_file(name, sizeof name);
    FILE *f = fopen(name, "r");
    assert_non_null(f);
    const size_t length = fread(text, 1, sizeof text, f);
    fclose(f);
    assert_true(bandwidth_recall(&out, 2));
    for (size_t cut = 0; cut + 1 < length; cut++) {
        f = fopen(name, "w");
        fwrite(text, 1, cut, f);
        fclose(f);
        assert_false(bandwidth_recall(&out, 2));
    }
}

static void a_folder_that_cannot_be_is_done_without(void **state)
{
    (void)state;
    const struct bandwidth in = {11, 12.25, 13, 14, 15, 256 * MB, .measured = time(NULL)};
    struct bandwidth out;
    setenv("XDG_CACHE_HOME", "/dev/null", 1);
    bandwidth_keep(&in, 2);
    assert_false(bandwidth_recall(&out, 2));
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", "/dev/null/nowhere", 1);
    bandwidth_keep(&in, 2);
    assert_false(bandwidth_recall(&out, 2));
}

/* Data that count how many of them are there. */
static int there, max, made;

static enum status load(void *of)
{
    *(int *)of = 1;
    made++;
    if (++there > max) max = there;
    return ST_OK;
}

static void drop(void *of)
{
    there -= *(int *)of;
    *(int *)of = 0;
}

static enum status call(void *context)
{
    assert_int_equal(*(int *)context, 1);
    assert_int_equal(there, 2);
    return ST_OK;
}

static void data_of_one_entry_are_there_at_a_time(void **state)
{
    (void)state;
    struct bench b = {.exec = exec_host(1), .samples = 1, .rounds_max = 2, .quiet = true};
    int data[2] = {0}, plan[4] = {0}, index;
    for (int i = 0; i < 4; i++) {
        struct entry *e;
        good(bench_add(&b, &e, &index));
        e->data = (struct data){&data[i / 2], load, drop};
        e->enter = load;
        e->leave = drop;
        e->call = call;
        e->context = &plan[i];
    }
    there = max = made = 0;
    good(bench_sample(&b));
    bench_free(&b);
    assert_int_equal(there, 0);
    assert_int_equal(max, 2);           /* the data, and the results of one entry */
    assert_true(made >= 2 * 2 + 2 * 4); /* shared by neighbours: loaded once per round, not once per entry */
    assert_true(made <= 3 * 2 + 3 * 4);
}

static void a_benchmark_has_a_third_of_what_is_free(void **state)
{
    (void)state;
    struct bench b = {.resident = 10 * MB};
    setenv(MEMORY_VARIABLE, "300000000", 1);
    assert_int_equal(bench_space(&b), 90 * MB);
    b.memory = 5 * MB;
    assert_int_equal(bench_space(&b), 0);
    unsetenv(MEMORY_VARIABLE);
}

static int make_root(void **state)
{
    (void)state;
    return mkdtemp(root) ? 0 : -1;
}

static int remove_root(void **state)
{
    (void)state;
    clear();
    return rmdir(root);
}

/* A sample of the method, and one of the bandwidth for its share. */
static void a_share_needs_a_clean_sample_of_both(void **state)
{
    struct entry e[2] = {{.limit = -1, .rounds = 4, .clean = 4}, {.limit = 0, .rounds = 4, .clean = 1}};
    const struct bench b = {.count = 2, .entry = e};
    (void)state;
    assert_true(bench_share_clean(&b, 1));
    e[0].clean = 0;
    assert_false(bench_share_clean(&b, 1) || bench_share_clean(&b, 0));
    e[0].clean = 4, e[1].clean = 0;
    assert_true(!bench_share_clean(&b, 1) && bench_share_clean(&b, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_kernel_says_is_available_is),
        cmocka_unit_test(limits_of_control_groups_hold_in_version_2),
        cmocka_unit_test(a_container_sees_its_limit_at_the_root),
        cmocka_unit_test(the_brief_measurement_stays_small_whatever_the_caches),
        cmocka_unit_test(no_time_is_no_failure),
        cmocka_unit_test(what_was_measured_is_kept_for_a_day),
        cmocka_unit_test(what_was_disturbed_or_is_damaged_is_not_believed),
        cmocka_unit_test(a_folder_that_cannot_be_is_done_without),
        cmocka_unit_test(data_of_one_entry_are_there_at_a_time),
        cmocka_unit_test(a_share_needs_a_clean_sample_of_both),
        cmocka_unit_test(a_benchmark_has_a_third_of_what_is_free),
    };
    return cmocka_run_group_tests(tests, make_root, remove_root);
}
