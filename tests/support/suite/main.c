/* The main function of a program that holds the tests of a folder: it runs the one by whose name it is called, as make
 * links it, or which its first word names. SUITE is a file that lists them, TEST(name) each. */
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

int main(int argc, char **argv)
{
    const char *const path = argc > 1 ? argv[1] : argv[0], *const slash = strrchr(path, '/');
    wait_passively(argv);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        if (is_called(slash ? slash + 1 : path, tests[i].name)) return tests[i].main();
    fprintf(stderr, "%s: a test must be named:\n", argv[0]);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) fprintf(stderr, "%s\n", tests[i].name);
    return 2;
}
