/* Plans that FFTW has learned, in a file: a slow plan in it is found, and learned again; one that is fast stays; plans
 * by estimate do not use it. Each case is a separate process, since the file is read once. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <dirent.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/timer.h"
#include "solvers/method_spec.h"
#include "solvers/methods.h"
#include "solvers/transform/fftw/ready.h"
#include "solvers/transform/wisdom_strike.h"

/* Interleaved lines, a power of two apart, so that an estimate finds a plan that takes ten times as long as the best:
 * it takes one line after the other. */
enum { N = 512, LINES = 512, SEED = 7, BYTES = 1 << 16, OTHER_WORDS = 2 /* another FFTW */ };

static char folder[64], text[BYTES];

struct outcome_apart {
    struct fftw_planning planning;
    real x[4]; /* of the result */
};

static struct outcome_apart transform(const char *options)
{
    const struct method_spec spec = {.solver = &transform_fftw, .options = options};
    struct shape shape = shape_interleaved(N, LINES);
    const struct exec one = exec_host(1);
    struct plan *plan;
    real *x;
    shape.kind = KIND_TRANSFORM;
    shape.transform.type = HALF_COMPLEX;
    good(mem_array(&x, HOST, N * LINES, sizeof *x));
    uint64_t state = SEED;
    for (int i = 0; i < N * LINES; i++) x[i] = (real)((state = state * 6364136223846793005u + 1) >> 40) / (1 << 24);
    good(method_spec_plan(&plan, &spec, &shape, &one));
    good(plan_solve(plan, &(struct system){.kind = KIND_TRANSFORM, .x = x}));
    struct outcome_apart t = {.planning = fftw_planned()};
    memcpy(t.x, x + N, sizeof t.x);
    plan_free(plan);
    mem_free(x);
    return t;
}

/* In a separate process, which shares no state with this one. */
static struct outcome_apart transform_apart(const char *options, double patience)
{
    struct outcome_apart t;
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        fftw_patience(patience);
        t = transform(options);
        _exit(write(ends[1], &t, sizeof t) != sizeof t);
    }
    close(ends[1]);
    const ssize_t got = read(ends[0], &t, sizeof t);
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(got, sizeof t);
    return t;
}

/* The file in the folder of this test, or an empty name. */
static void path_of(char out[512])
{
    char at[128];
    snprintf(at, sizeof at, "%s/bandstand", folder);
    DIR *const d = opendir(at);
    *out = '\0';
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d))
        if (strstr(e->d_name, ".wisdom")) snprintf(out, 512, "%s/%s", at, e->d_name);
    if (d) closedir(d);
}

static void read_text(void)
{
    char path[512];
    path_of(path);
    FILE *const f = fopen(path, "r");
    assert_non_null(f);
    text[fread(text, 1, BYTES - 1, f)] = '\0';
    fclose(f);
}

static void write_text(void)
{
    char path[512];
    path_of(path);
    FILE *const f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
    assert_int_equal(fclose(f), 0);
}

/* FFTW itself, without its header, which a build without FFTW does not have; NULL there. */
static void *fftw_function(const char *name)
{
    char full[64];
    snprintf(full, sizeof full, "%s_%s", sizeof(real) == sizeof(float) ? "fftwf" : "fftw", name);
    return dlsym(RTLD_DEFAULT, full);
}

/* The text that FFTW writes about a plan by estimate, as if it had measured that no other one is as fast: its words for
 * the kind of search follow the name and number of each entry, twice. */
static void plant(void)
{
    static const char estimated[] = "#x31bff #x31bff", measured[] = "#x11bdd #x11bdd";
    const struct dimension {
        ptrdiff_t n, in, out;
    } line = {N, LINES, LINES}, lines = {LINES, 1, 1};
    const int half_complex = 0;
    void *(*make)(int, const struct dimension *, int, const struct dimension *, real *, real *, const int *, unsigned);
    char *(*print)(void);
    int (*threads)(void);
    void (*one)(int), (*destroy)(void *);
    *(void **)&threads = fftw_function("init_threads");
    *(void **)&one = fftw_function("plan_with_nthreads");
    *(void **)&make = fftw_function("plan_guru64_r2r");
    *(void **)&print = fftw_function("export_wisdom_to_string");
    *(void **)&destroy = fftw_function("destroy_plan");
    assert_true(make && print && threads && one && destroy);
    real *x;
    good(mem_array(&x, HOST, N * LINES, sizeof *x));
    threads(), one(1);
    destroy(make(1, &line, 1, &lines, x, x, &half_complex, 1u << 6));
    char *const wisdom = print();
    assert_non_null(wisdom);
    if (!strstr(wisdom, estimated)) _exit(OTHER_WORDS);
    for (char *at = strstr(wisdom, estimated); at; at = strstr(at, estimated)) memcpy(at, measured, strlen(measured));
    assert_non_null(strstr(wisdom, measured));
    assert_true(strlen(wisdom) < BYTES);
    strcpy(text, wisdom);
    free(wisdom);
    mem_free(x);
    write_text();
}

/* In a separate process, since FFTW remembers its plans there. */
static void plant_apart(void)
{
    int status;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) plant(), _exit(0);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == OTHER_WORDS) skip();
    assert_int_equal(status, 0);
    read_text();
}

/* The least time of the transform by a method, in seconds. */
static double seconds_of(const struct solver *solver, const char *options)
{
    const struct method_spec spec = {.solver = solver, .options = options};
    struct shape shape = shape_interleaved(N, LINES);
    const struct exec one = exec_host(1);
    double least = HUGE_VAL;
    struct plan *plan;
    real *x;
    shape.kind = KIND_TRANSFORM;
    shape.transform.type = HALF_COMPLEX;
    good(mem_array(&x, HOST, N * LINES, sizeof *x));
    good(method_spec_plan(&plan, &spec, &shape, &one));
    for (int i = 0; i < 5; i++) {
        const double began = seconds_now();
        good(plan_solve(plan, &(struct system){.kind = KIND_TRANSFORM, .x = x}));
        least = fmin(least, seconds_now() - began);
    }
    plan_free(plan);
    mem_free(x);
    return least;
}

/* FFTW is never sanitized: compared with sanitized lanes no plan of it is slow, so all are treated as slow ones. In a
 * separate process. */
static bool lanes_are_compiled_well(void)
{
    int status;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(seconds_of(&transform_fftw, "effort = \"estimate\";") > 10 * seconds_of(&transform_lanes, NULL) ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status) == 0;
}

static void what_is_slow_is_learned_again(void **state)
{
    char learned[BYTES];
    (void)state;
    if (fftw_ready() != ST_OK) skip();
    struct outcome_apart t = transform_apart("effort = \"measure\";", 1);
    assert_int_equal(t.planning.known, 0);
    assert_int_equal(t.planning.learned, 1);
    assert_int_equal(t.planning.renewed, 0);
    plant_apart();
    t = transform_apart("effort = \"measure\";", lanes_are_compiled_well() ? 1 : 0);
    assert_int_equal(t.planning.known, 1);
    assert_int_equal(t.planning.renewed, 1);
    assert_true(t.planning.slowness > 0);
    memcpy(learned, text, sizeof text);
    read_text();
    assert_string_not_equal(text, learned);
    const struct outcome_apart again = transform_apart("effort = \"measure\";", 1);
    assert_int_equal(again.planning.known, 1);
    assert_int_equal(again.planning.learned, 0);
    assert_int_equal(again.planning.renewed, 0);
    assert_memory_equal(again.x, t.x, sizeof t.x);
}

static void estimates_use_nothing_that_was_learned(void **state)
{
    char learned[BYTES];
    (void)state;
    if (fftw_ready() != ST_OK) skip();
    const struct outcome_apart with = transform_apart("effort = \"estimate\";", 1);
    assert_int_equal(with.planning.estimated, 1);
    assert_int_equal(with.planning.known + with.planning.learned + with.planning.renewed, 0);
    read_text();
    memcpy(learned, text, sizeof text);
    strcpy(text, "");
    write_text();
    const struct outcome_apart without = transform_apart("effort = \"estimate\";", 1);
    assert_memory_equal(without.x, with.x, sizeof with.x);
    read_text();
    assert_string_equal(text, "");
}

static void entries_of_the_same_problems_are_struck_out(void **state)
{
    char old[] = "(fftw-3.3.10 fftw_wisdom #x1 #x2 #x3 #x4\n"
                 "  (fftw_a 0 #x11bdd #x11bdd #x0 #x1 #x2 #x3 #x4)\n"
                 "  (fftw_b 1 #x11048 #x11048 #x0 #x1 #x2 #x3 #x5)\n"
                 "  (fftw_c 0 #x11bdd #x11bdd #x0 #x1 #x2 #x3 #x6)\n)\n";
    (void)state;
    if (fftw_ready() != ST_OK) skip();
    wisdom_strike(old, "(fftw-3.3.10 fftw_wisdom #x1 #x2 #x3 #x4\n"
                       "  (fftw_d 2 #x11bdd #x11bdd #x0 #x1 #x2 #x3 #x5)\n)\n");
    assert_string_equal(old, "(fftw-3.3.10 fftw_wisdom #x1 #x2 #x3 #x4\n"
                             "  (fftw_a 0 #x11bdd #x11bdd #x0 #x1 #x2 #x3 #x4)\n"
                             "  (fftw_c 0 #x11bdd #x11bdd #x0 #x1 #x2 #x3 #x6)\n)\n");
}

static int enter(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/wisdom-XXXXXX");
    return mkdtemp(folder) && setenv("XDG_CACHE_HOME", folder, 1) == 0 ? 0 : -1;
}

static int leave(void **state)
{
    char path[512];
    (void)state;
    path_of(path);
    if (*path) unlink(path);
    snprintf(path, sizeof path, "%s/bandstand", folder);
    rmdir(path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(what_is_slow_is_learned_again, nothing_left),
        cmocka_unit_test(entries_of_the_same_problems_are_struck_out),
        cmocka_unit_test_teardown(estimates_use_nothing_that_was_learned, nothing_left),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
