/* The main function of a program that holds the tests of a folder: it runs the one by whose name it is called, as
 * linked by make, or those that its arguments name, one after the other. SUITE is a file that lists them, TEST(name)
 * each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEST(name) int name##_main(void);
#include SUITE
#undef TEST

static const struct {
    const char *name;
    int (*main)(void);
} tests[] = {
#define TEST(name) {#name, name##_main},
#include SUITE
#undef TEST
};

/* More threads than cores, if they spin while they wait, keep each other from working. OpenMP reads its environment
 * before main, so that a change needs a new start. */
static void wait_passively(char **argv)
{
    if (getenv("OMP_WAIT_POLICY")) return;
    setenv("OMP_WAIT_POLICY", "passive", 1);
    execv("/proc/self/exe", argv);
}

/* Is it called by that name, whatever its precision? */
static int is_called(const char *name, const char *test)
{
    const size_t length = strlen(test);
    if (strncmp(name, test, length)) return 0;
    return !name[length] || !strcmp(name + length, "_float") || !strcmp(name + length, "_double");
}

int suite_behind; /* tests that follow in this process (tests/support/ranks/on_ranks.h) */

/* 0: all of its tests have passed. */
static int run(const char *path, const char *program)
{
    const char *const slash = strrchr(path, '/');
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        if (is_called(slash ? slash + 1 : path, tests[i].name)) return tests[i].main();
    fprintf(stderr, "%s: a test must be named:\n", program);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) fprintf(stderr, "%s\n", tests[i].name);
    return 2;
}

int main(int argc, char **argv)
{
    int failed = 0;
    wait_passively(argv);
    if (argc < 2) return run(argv[0], argv[0]);
    for (int i = 1; i < argc; i++) {
        suite_behind = argc - 1 - i;
        const int own = run(argv[i], argv[0]);
        failed = own ? own : failed;
    }
    return failed;
}
