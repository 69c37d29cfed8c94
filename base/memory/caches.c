/* Reads the sizes of caches from the files of the kernel. No variable of the environment replaces that of a core's own
 * cache, which methods ask for. */
#include "base/memory/caches.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

int64_t memory_number_in(const char *path, const char *key)
{
    char line[256];
    long long value = -1;
    FILE *const f = fopen(path, "r");
    while (f && value < 0 && fgets(line, sizeof line, f))
        if (strncmp(line, key, strlen(key)) || sscanf(line + strlen(key), " %lld", &value) != 1) value = -1;
    if (f) fclose(f);
    return value;
}

int64_t memory_cache_bytes(int level)
{
    char path[64];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/size", level);
    return 1024 * memory_number_in(path, "");
}

/* Asked once: methods ask for every solve. */
int64_t mem_core_cache_bytes(void)
{
    static _Atomic int64_t known;
    int64_t bytes = known;
    if (bytes > 0) return bytes;
    bytes = memory_cache_bytes(2);
    if (bytes <= 0) bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
    if (bytes <= 0) bytes = 512 << 10;
    known = bytes;
    return bytes;
}
