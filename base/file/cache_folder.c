/* Finds and makes the folder of files that only save time. */
#include "base/file/cache_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool cache_folder(char *out, size_t size, bool make)
{
    const char *const cache = getenv("XDG_CACHE_HOME"), *const home = getenv("HOME");
    int length = -1;
    if (cache && *cache == '/') length = snprintf(out, size, "%s", cache);
    else if (home && *home == '/') length = snprintf(out, size, "%s/.cache", home);
    if (length < 0 || (size_t)length + sizeof "/bandstand" > size) return false;
    if (make) mkdir(out, 0700);
    memcpy(out + length, "/bandstand", sizeof "/bandstand");
    return !make || mkdir(out, 0700) == 0 || access(out, W_OK) == 0;
}
