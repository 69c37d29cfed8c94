#include "command/threads.h"

#include <stdlib.h>
#include <unistd.h>

static void again(char **argv, const char *variable, const char *value)
{
    if (getenv("OMP_WAIT_POLICY") || getenv("GOMP_SPINCOUNT")) return;
    if (setenv(variable, value, 1)) return;
    execv("/proc/self/exe", argv - 1); /* argv[-1] is the program: main passed a tail of its own */
}

void threads_spin(char **argv)
{
    if (!getenv("OMP_WAIT_POLICY") && !getenv("GOMP_SPINCOUNT")) setenv("OMP_PROC_BIND", "true", 0);
    again(argv, "OMP_WAIT_POLICY", "active");
}

void threads_spin_briefly(char **argv)
{
    again(argv, "GOMP_SPINCOUNT", "3000"); /* of some 15 ns */
}
