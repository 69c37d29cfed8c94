/* Reads the pages of this process from the kernel. */
#include "base/memory/resident.h"

#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

int64_t resident_bytes(void)
{
    long long pages = 0;
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    FILE *const f = fopen("/proc/self/statm", "r");
    if (!f) return 0;
    const int found = fscanf(f, "%*d %lld", &pages);
    fclose(f);
    return found == 1 ? pages * sysconf(_SC_PAGESIZE) : 0;
}
