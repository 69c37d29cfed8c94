/* Name, processor model and number of cores of this host. */
#include "base/host.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

void host_name(char *out, size_t size)
{
    struct utsname u;
    if (uname(&u) == 0) snprintf(out, size, "%s", u.nodename);
}

void host_cpu(char *out, size_t size)
{
    char line[512];
    FILE *const f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f)) {
        const char *value = strchr(line, ':');
        if (!value || strncmp(line, "model name", 10)) continue;
        value += 1 + (value[1] == ' ');
        snprintf(out, size, "%.*s", (int)strcspn(value, "\n"), value);
        break;
    }
    if (f) fclose(f);
}

long host_cores(void)
{
    return sysconf(_SC_NPROCESSORS_ONLN);
}
