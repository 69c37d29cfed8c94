/* The memory of neurons is counted before it is taken: a run that does not fit is refused at once, with the key, and
 * the count agrees with that of the system. */
#include "apps/hines/memory.h"
#include "apps/hines/state/state.h"
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/memory/machine.h"

static void what_does_not_fit_is_refused_at_once(void **state)
{
#define ONES \
    "cells = ({ form = \"cable\"; count = 100000; compartments = 1; }); synapses = ({ name = \"s\"; tau = 2.0; });"
    static const char *const cases[][2] = {
        {"cells = ({ form = \"ball_and_stick\"; count = 10000000; compartments = 5; });",
         "cells: 1e+07 cells with 1e+08 compartments need "},
        {"cells = ({ form = \"binary_tree\"; levels = 24; compartments = 1; });",
         "cells: 1 cells with 2.52e+07 compartments need "},
        {"cells = ({ form = \"random_tree\"; count = 100000000; sections = 1000000; compartments = 16777216; });",
         "cells: 1e+08 cells with 1.68e+21 compartments need "},
        {"cells = ({ form = \"cable\"; length = 1e9; diameter = 1e-6; count = 20; });",
         "cells: 20 cells with 3.36e+08 compartments need "},
        {ONES "connections = ({ to = \"s\"; form = \"all\"; weight = 0.1; });",
         "connections: 1e+10 connections need 840 GB, but this machine has 2.15 GB of memory"},
        {ONES "connections = ({ to = \"s\"; form = \"random\"; degree = 50000; weight = 0.1; });",
         "connections: 5e+09 connections need 420 GB"},
        {ONES "connections = ({ to = \"s\"; form = \"ring\"; degree = 1000000000; weight = 0.1; });",
         "connections: 1e+14 connections need"},
        {"cells = ({ form = \"cable\"; compartments = 1; });"
         "synapses = ({ name = \"s\"; tau = 2.0; spread = \"area\"; count = 1000000000; });",
         "synapses: 1e+09 synapses need "},
        {"cells = ({ form = \"cable\"; compartments = 1; });"
         "synapses = ({ name = \"s\"; tau = 2.0; spread = \"area\"; count = 8000000; });"
         "inputs = ({ synapse = \"s\"; weight = 0.1; times = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]; });",
         "inputs: 7.2e+07 arrivals at synapses need 2.3 GB"},
    };
#undef ONES
    (void)state;
    setenv(MEMORY_VARIABLE, "2147483648", 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        trial_refused("hines", ST_CONFIG, cases[i][1], cases[i][0], "hines");
    unsetenv(MEMORY_VARIABLE);
}

/* The contents of files are counted as they are read: each row meets all synapses of a cell. */
static void what_files_ask_for_is_refused_in_time(void **state)
{
    static const struct {
        const char *key, *table, *words;
    } cases[] = {
        {"connections = ({ form = \"list\"; weight = 1.0; file = \"%s\"; });",
         "from,to,synapse,weight,delay\n0,0,s,1,1\n0,0,s,1,1\n0,0,s,1,1\n0,0,s,1,1\n0,0,s,1,1\n0,0,s,1,1\n",
         "no memory for more than"},
        {"inputs = ({ synapse = \"s\"; weight = 1.0; file = \"%s\"; });",
         "time,cell\n1,0\n2,0\n3,0\n4,0\n5,0\n6,0\n7,0\n8,0\n9,0\n10,0\n11,0\n12,0\n", "no memory for more than"},
    };
    (void)state;
    setenv(MEMORY_VARIABLE, "67108864", 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char key[256], text[512];
        char *const path = temporary("rows.csv", cases[i].table);
        snprintf(key, sizeof key, cases[i].key, path);
        snprintf(text, sizeof text,
                 "cells = ({ form = \"cable\"; compartments = 1; });"
                 "synapses = ({ name = \"s\"; tau = 2.0; spread = \"area\"; count = 250000; }); %s",
                 key);
        trial_refused("hines", ST_NOMEM, cases[i].words, text, "hines");
        unlink(path);
        free(path);
    }
    unsetenv(MEMORY_VARIABLE);
}

/* Bytes of the process that the kernel has in memory. */
static double resident(void)
{
    long long pages = 0;
    FILE *const f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%*s %lld", &pages) != 1) pages = 0;
    if (f) fclose(f);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

static const char *const runs[] = {
    "cells = ({ form = \"ball_and_stick\"; count = 40000; compartments = 5; }); channels = ({ type = \"hh\"; });",
    "cells = ({ form = \"random_tree\"; count = 1000; sections = 200; compartments = 2; });"
    "channels = ({ type = \"hh\"; }); scheme = \"sdirk2\";",
    "cells = ({ form = \"cable\"; count = 2; length = 3e6; compartments = 300000; });",
    "cells = ({ form = \"binary_tree\"; levels = 18; compartments = 1; });",
    "cells = ({ form = \"cable\"; count = 1000; compartments = 1; }); synapses = ({ name = \"s\"; tau = 2.0; });"
    "connections = ({ to = \"s\"; form = \"all\"; weight = 0.0; });",
    "cells = ({ form = \"cable\"; count = 100000; compartments = 1; });"
    "synapses = ({ name = \"s\"; tau = 2.0; }, { name = \"u\"; tau = 2.0; });",
    "cells = ({ form = \"ball_and_stick\"; count = 20000; compartments = 5; }); record_every = 1;"
    "sonata = { reports = ({ file = \"/tmp/none.h5\"; }); };",
};

/* In a process of its own, which prints the count over its peak memory. */
static int measure(int run)
{
    char text[512];
    struct rusage use;
    const double before = resident();
    snprintf(text, sizeof text, "dt = 0.1; duration = 0.2; membranes = ({ leak = 3e-4; }); %s", runs[run]);
    struct trial t = trial_done("hines", text, NULL, "hines_simd", 1);
    const struct hines_state *const s = t.sim.state;
    getrusage(RUSAGE_SELF, &use);
    const struct memory_solver of = {t.sim.solver, t.sim.solver_options, exec_host(1), s->params->layout};
    double counted;
    good(memory_bytes(&s->all, &of, &counted));
    printf("%.9g\n", counted / (1024.0 * (double)use.ru_maxrss - before));
    trial_end(&t);
    return 0;
}

/* Sanitizers take memory of their own. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { SANITIZED = 1 };
#elif defined __has_feature
enum { SANITIZED = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) };
#else
enum { SANITIZED = 0 };
#endif

static void what_is_counted_is_what_is_taken(void **state)
{
    int wrong = 0;
    (void)state;
    if (SANITIZED) {
        print_message("sanitizers take memory of their own\n");
        skip();
    }
    for (int i = 0; i < (int)(sizeof runs / sizeof *runs); i++) {
        char command[256], program[200];
        double share = 0;
        const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
        assert_true(length > 0);
        program[length] = '\0';
        snprintf(command, sizeof command, "MEASURE=%d '%s' test_hines_memory", i, program);
        FILE *const out = popen(command, "r");
        assert_non_null(out);
        assert_int_equal(fscanf(out, "%lf", &share), 1);
        assert_int_equal(pclose(out), 0);
        const bool good_share = share >= 1 && share <= 1.3;
        if (!good_share) print_error("%.3f of %s\n", share, runs[i]);
        wrong += !good_share;
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(what_does_not_fit_is_refused_at_once, nothing_left),
        cmocka_unit_test_teardown(what_files_ask_for_is_refused_in_time, nothing_left),
        cmocka_unit_test_teardown(what_is_counted_is_what_is_taken, nothing_left),
    };
    const char *const one = getenv("MEASURE");
    return one ? measure(atoi(one)) : cmocka_run_group_tests(tests, NULL, NULL);
}
