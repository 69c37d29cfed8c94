/* Loads whole text files, joins paths, and reads numbers. */
#include "base/file/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file/input.h"
#include "base/memory.h"

enum status text_load(struct arena *a, const char *path, char **out)
{
    FILE *f;
    char *bytes = NULL;
    TRY(input_open(&f, path, INT64_MAX));
    enum status s = mem_alloc(&bytes, HOST, TEXT_MAX + 1);
    if (s == ST_OK) {
        const size_t length = fread(bytes, 1, TEXT_MAX + 1, f);
        if (ferror(f)) s = fail(ST_CONFIG, "cannot read %s: %s", path, strerror(errno));
        else if (length > TEXT_MAX) s = fail(ST_CONFIG, "%s is larger than 1 MiB: not a configuration", path);
        else if (memchr(bytes, 0, length)) s = fail(ST_CONFIG, "%s contains bytes 0: not a text", path);
        else s = arena_copy(a, out, bytes, (int64_t)length);
    }
    mem_free(bytes);
    fclose(f);
    return s;
}

enum status text_beside(struct arena *a, const char *from, const char *path, char **out)
{
    const char *const slash = strrchr(from, '/');
    const int folder = *path != '/' && slash ? (int)(slash - from) + 1 : 0;
    return arena_print(a, out, "%.*s%s", folder, from, path);
}

bool text_same_file(const char *a, const char *b)
{
    struct stat x, y;
    return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool text_number(const char *text, double *out)
{
    char *end;
    const size_t front = *text == '-' || *text == '+';
    if (!text[front] || strspn(text, "+-.0123456789eE") != strlen(text)) return false;
    errno = 0;
    *out = strtod(text, &end);
    const bool lost = errno == ERANGE && (isinf(*out) || *out == 0);
    return end > text && !*end && !lost;
}
