/* Finds folders from where the program is. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/program/program.h"

/* Cuts the last part of a path off; false if there is none. */
static bool go_up(char *path)
{
    char *const slash = strrchr(path, '/');
    if (slash) *slash = '\0';
    return slash;
}

bool program_folder(char *out, enum program_place place, const char *name)
{
    static const char *const below[] = {[PROGRAM_INSTALLED] = "share/bandstand/", [PROGRAM_IN_TREE] = ""};
    char path[PATH_MAX] = "";
    struct stat s;
    if (readlink("/proc/self/exe", path, sizeof path - 1) < 0 || !go_up(path)) return false;
    if (place == PROGRAM_IN_TREE) {
        const char *const folder = go_up(path) ? strrchr(path, '/') : NULL;
        if (!folder || strcmp(folder, "/build")) return false;
    }
    const size_t length = strlen(path);
    const int more = snprintf(path + length, sizeof path - length, "/../%s%s", below[place], name);
    return more >= 0 && (size_t)more < sizeof path - length && realpath(path, out) && stat(out, &s) == 0 &&
           S_ISDIR(s.st_mode);
}
