/* Restarts the program with another wait policy of OpenMP. */
#include "command/threads.h"

#include <stdlib.h>
#include <unistd.h>

static char **program;

void threads_program(char **argv)
{
    program = argv;
}

static void again(const char *variable, const char *value)
{
    if (!program || getenv("OMP_WAIT_POLICY") || getenv("GOMP_SPINCOUNT")) return;
    if (setenv(variable, value, 1)) return;
    execv("/proc/self/exe", program);
}

void threads_spin(void)
{
    if (!getenv("OMP_WAIT_POLICY") && !getenv("GOMP_SPINCOUNT")) setenv("OMP_PROC_BIND", "true", 0);
    again("OMP_WAIT_POLICY", "active");
}

void threads_spin_briefly(void)
{
    again("GOMP_SPINCOUNT", "3000"); /* of some 15 ns */
}
