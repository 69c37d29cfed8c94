/* Recognizes the kinds of files that the program writes by their first and last bytes. */
#include "base/file/filetype.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/block.h"
#include "base/file/input.h"

enum { HEAD_BYTES = 512 };

/* The beginning of a file, as text, and the mark of its checksum if there is one. */
struct look {
    char head[HEAD_BYTES + 1], mark[CHECKSUM_MARK_BYTES];
};

static bool begins(const struct look *l, const char *with)
{
    return !strncmp(l->head, with, strlen(with));
}

static bool has_checksum(const struct look *l, const char *mark)
{
    return begins(l, "\211HDF\r\n\032\n") && !memcmp(l->mark, mark, sizeof l->mark);
}

static bool is_result(const struct look *l)
{
    return has_checksum(l, CHECKSUM_OF_RESULT);
}

static bool is_checkpoint(const struct look *l)
{
    return has_checksum(l, CHECKSUM_OF_CHECKPOINT);
}

static bool is_sonata(const struct look *l)
{
    return has_checksum(l, CHECKSUM_OF_SONATA);
}

static bool is_xdmf(const struct look *l)
{
    return begins(l, "<?xml") && strstr(l->head, "<Xdmf ");
}

/* A first line of "ctmc", or of how many states and transitions there are. */
static bool is_transitions(const struct look *l)
{
    static const char digits[] = "0123456789";
    const size_t states = strspn(l->head, digits);
    const char *const second = l->head + states + (l->head[states] == ' ');
    const size_t count = strspn(second, digits);
    return begins(l, "ctmc\n") || (states && second > l->head + states && count && second[count] == '\n');
}

static bool is_matrix_market(const struct look *l)
{
    return begins(l, "%%MatrixMarket ");
}

static bool is_picture(const struct look *l)
{
    return begins(l, "\211PNG\r\n\032\n") || ((begins(l, "<?xml") || begins(l, "<svg")) && strstr(l->head, "<svg"));
}

static bool is_gallery(const struct look *l)
{
    return begins(l, "<!DOCTYPE html>") && strstr(l->head, "content=\"bandstand\"");
}

static bool is_memory_limit(const struct look *l)
{
    return begins(l, "bandstand memory limit ");
}

static bool is_wisdom(const struct look *l)
{
    return begins(l, "(fftw");
}

static bool is_verdicts(const struct look *l)
{
    return begins(l, "{\"id\": ");
}

static bool is_page(const struct look *l)
{
    return begins(l, "<!-- bandstand papers");
}

static bool is_junit(const struct look *l)
{
    return begins(l, "<?xml") && strstr(l->head, "<testsuite");
}

static const struct {
    const char *words;
    bool (*is)(const struct look *l);
} types[] = {
    [FILE_RESULT] = {"result of bandstand", is_result},
    [FILE_CHECKPOINT] = {"checkpoint of bandstand", is_checkpoint},
    [FILE_XDMF] = {".xdmf file", is_xdmf},
    [FILE_TRANSITIONS] = {"file of transitions", is_transitions},
    [FILE_MATRIX_MARKET] = {"Matrix Market file", is_matrix_market},
    [FILE_PICTURE] = {"PNG or SVG picture", is_picture},
    [FILE_GALLERY] = {"gallery of bandstand", is_gallery},
    [FILE_MEMORY_LIMIT] = {"memory limit that was kept", is_memory_limit},
    [FILE_WISDOM] = {"file of FFTW's wisdom", is_wisdom},
    [FILE_VERDICTS] = {"file of verdicts on papers", is_verdicts},
    [FILE_PAGE] = {"page of bandstand papers", is_page},
    [FILE_JUNIT] = {"JUnit report", is_junit},
    [FILE_SONATA] = {"SONATA file of bandstand", is_sonata},
};

static enum status look(struct look *out, const char *path)
{
    int64_t size;
    int fd;
    *out = (struct look){0};
    TRY(input_descriptor(&fd, &size, path, ST_IO));
    int e = block_read(fd, 0, out->head, size < HEAD_BYTES ? (size_t)size : HEAD_BYTES);
    if (!e && size > CHECKSUM_BYTES) e = block_read(fd, size - CHECKSUM_BYTES, out->mark, sizeof out->mark);
    close(fd);
    return e ? fail(ST_IO, "cannot read %s: %s", path, strerror(e)) : ST_OK;
}

enum status filetype_check(const char *path, enum filetype type)
{
    struct stat there;
    struct look l;
    if (stat(path, &there) != 0) /* a link that leads nowhere yet may: its target is made */
        return errno == ELOOP ? fail(ST_IO, "cannot write %s: it is a link that leads back to itself", path) : ST_OK;
    if (S_ISDIR(there.st_mode)) return fail(ST_IO, "cannot write %s: it is a folder", path);
    if (!S_ISREG(there.st_mode)) return fail(ST_IO, "cannot write %s: it is not a regular file", path);
    if (there.st_size == 0) return ST_OK;
    const enum status s = look(&l, path);
    if (s != ST_OK) return fail_within(s, "cannot replace %s: ", path);
    if (types[type].is(&l)) return ST_OK;
    return fail(ST_IO, "cannot write %s: it exists and is not a %s, the only kind overwritten here", path,
                types[type].words);
}
