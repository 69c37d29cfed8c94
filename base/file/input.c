/* Opens only regular files and reads them line by line. */
#include "base/file/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/host.h"

static const char *kind_of(mode_t mode)
{
    static const struct {
        mode_t kind;
        const char *words;
    } kinds[] = {{S_IFDIR, "a directory"}, {S_IFIFO, "a pipe"}, {S_IFSOCK, "a socket"}, {S_IFCHR, "a device"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if ((mode & S_IFMT) == kinds[i].kind) return kinds[i].words;
    return "a device";
}

/* Asked before it is opened, which would disturb some devices, and again once it is, since another file may have taken
 * the name. Not blocking, so that neither the opening nor the reading of what only looks like a file waits. */
enum status input_descriptor(int *out, int64_t *bytes, const char *path, enum status fault)
{
    struct stat there;
    *out = -1;
    if (stat(path, &there)) return fail(fault, "cannot read %s: %s", path, strerror(errno));
    const int fd = S_ISREG(there.st_mode) ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) : -1;
    if (S_ISREG(there.st_mode) && (fd < 0 || fstat(fd, &there))) {
        const int reason = errno;
        if (fd >= 0) close(fd);
        return fail_local(fail(fault, "cannot read %s: %s", path, strerror(reason)));
    }
    if (!S_ISREG(there.st_mode)) {
        if (fd >= 0) close(fd);
        return fail_local(fail(fault, "cannot read %s: it is %s, not a file", path, kind_of(there.st_mode)));
    }
    *out = fd;
    *bytes = there.st_size;
    return ST_OK;
}

enum status input_open(FILE **out, const char *path, int64_t max)
{
    int fd;
    int64_t bytes = 0;
    *out = NULL;
    TRY(input_descriptor(&fd, &bytes, path, ST_CONFIG));
    enum status s = ST_OK;
    if (bytes > max)
        s = fail(ST_CONFIG, "%s: %.3g MB are more than the %.3g MB that such a file may have", path,
                 (double)bytes / 1e6, (double)max / 1e6);
    else if (!(*out = fdopen(fd, "r"))) s = fail(ST_NOMEM, "no memory to read %s", path);
    if (s != ST_OK) close(fd);
    return s;
}

enum status input_fault(const struct input *l, const char *fmt, ...)
{
    char reason[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(reason, sizeof reason, fmt, ap);
    va_end(ap);
    return fail(ST_CONFIG, "%s:%lld: %s", l->path, (long long)(l->line > 0 ? l->line : 1), reason);
}

static bool grow(struct input *l)
{
    const size_t capacity = l->capacity ? 2 * l->capacity : 256;
    char *const text = realloc(l->text, capacity);
    if (!text) return false;
    l->text = text, l->capacity = capacity;
    return true;
}

enum status input_line(struct input *l, bool *more)
{
    size_t length = 0;
    int c = 0;
    *more = false;
    l->line++;
    while (c != '\n' && c != '\r') {
        if (length + 1 >= l->capacity && !grow(l)) return fail(ST_NOMEM, "no memory to read %s", l->path);
        errno = 0;
        if ((c = getc_unlocked(l->in)) == EOF) break;
        if (!c) return input_fault(l, "the line has a byte 0: the file is not a text");
        if (length == LINE_MAX_BYTES) return input_fault(l, "the line is longer than %d bytes", LINE_MAX_BYTES);
        l->text[length++] = (char)c;
    }
    if (c == '\r' && (c = getc_unlocked(l->in)) != '\n' && c != EOF) ungetc(c, l->in);
    if (ferror(l->in)) return fail(ST_CONFIG, "cannot read %s: %s", l->path, strerror(errno));
    l->text[length] = '\0';
    *more = length > 0;
    return ST_OK;
}

void input_free(struct input *l)
{
    free(l->text);
    l->text = NULL;
    l->capacity = 0;
}
