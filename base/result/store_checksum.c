/* Appends a checksum to a result file and verifies it, so that damage is noticed before HDF5 reads the file. The 32
 * bytes of the checksum follow HDF5's data, where readers of HDF5 ignore them. First byte, bytes, content:
 *
 *      0   8  "BANDSEAL", or "BANDWAIT" of a checkpoint, which is not a result yet, or "BANDSPIK" of a SONATA file
 *      8   8  number of bytes before the checksum, little-endian
 *     16  16  XXH3 of these bytes, 128 bits, big-endian (Y. Collet, xxHash 0.8)
 *
 * A program that changes the file through HDF5 removes the checksum. It detects damage, not forgery. */
#define XXH_INLINE_ALL
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/file/block.h"
#include "base/file/input.h"
#include "base/result/store_internal.h"
#include "base/signals.h"

struct checksum {
    char mark[CHECKSUM_MARK_BYTES];
    unsigned char length[8];
    XXH128_canonical_t hash;
};
_Static_assert(sizeof(struct checksum) == CHECKSUM_BYTES, "a checksum has no padding");

/* Without the final 0. */
static const char mark_of_result[CHECKSUM_MARK_BYTES] = CHECKSUM_OF_RESULT,
                  mark_of_checkpoint[CHECKSUM_MARK_BYTES] = CHECKSUM_OF_CHECKPOINT,
                  mark_of_sonata[CHECKSUM_MARK_BYTES] = CHECKSUM_OF_SONATA;
enum { BLOCK = 1 << 20, STOPPED = -1 };

/* errno, 0, or STOPPED by a signal if it may be. */
static int hash_of(int fd, int64_t length, bool may_stop, XXH128_canonical_t *out)
{
    XXH3_state_t state;
    int e = 0;
    char *const block = malloc(BLOCK);
    if (!block) return ENOMEM;
    XXH3_128bits_reset(&state);
    posix_fadvise(fd, 0, length, POSIX_FADV_SEQUENTIAL);
    for (int64_t at = 0; at < length && !e; at += BLOCK) {
        const size_t count = (size_t)(length - at < BLOCK ? length - at : BLOCK);
        e = may_stop && signals_asked() ? STOPPED : block_read(fd, at, block, count);
        if (!e) XXH3_128bits_update(&state, block, count);
    }
    free(block);
    XXH128_canonicalFromHash(out, XXH3_128bits_digest(&state));
    return e;
}

static void put_length(struct checksum *s, int64_t length)
{
    for (int i = 0; i < 8; i++) s->length[i] = (unsigned char)(length >> 8 * i);
}

int checksum_write(int fd, int64_t length, enum filetype type)
{
    struct checksum s;
    const char *const mark = type == FILE_CHECKPOINT ? mark_of_checkpoint
                             : type == FILE_SONATA   ? mark_of_sonata
                                                     : mark_of_result;
    memcpy(s.mark, mark, sizeof s.mark);
    put_length(&s, length);
    int e = ftruncate(fd, length) == 0 ? 0 : errno; /* HDF5 may have given up what followed, or not have written it */
    if (!e) e = hash_of(fd, length, false, &s.hash);
    return e ? e : block_write(fd, length, &s, sizeof s);
}

bool store_fingerprint(const char *path, struct fingerprint *out)
{
    int64_t size;
    int fd;
    XXH128_canonical_t hash;
    snprintf(out->text, sizeof out->text, "unreadable");
    if (input_descriptor(&fd, &size, path, ST_IO) != ST_OK) return false;
    const int e = hash_of(fd, size, false, &hash);
    close(fd);
    if (e) return false;
    const int bytes = snprintf(out->text, sizeof out->text, "%lld-", (long long)size);
    for (size_t i = 0; i < sizeof hash.digest; i++)
        snprintf(out->text + bytes + 2 * i, sizeof out->text - (size_t)bytes - 2 * i, "%02x", hash.digest[i]);
    return true;
}

static bool marked(const struct checksum *s)
{
    return !memcmp(s->mark, mark_of_result, sizeof s->mark) || !memcmp(s->mark, mark_of_checkpoint, sizeof s->mark) ||
           !memcmp(s->mark, mark_of_sonata, sizeof s->mark);
}

enum status checksum_verify(int fd, int64_t size, bool needed, const char *path, int64_t *length)
{
    struct checksum there, right;
    *length = size;
    int e = size > CHECKSUM_BYTES ? block_read(fd, size - CHECKSUM_BYTES, &there, sizeof there) : 0;
    if (!e && (size <= CHECKSUM_BYTES || !marked(&there))) {
        if (!needed) return ST_OK;
        return fail(ST_IO,
                    "cannot read %s: it has no checksum at its end: it was cut off, changed, or written by another "
                    "program or an older version (show, compare and plot read it with --unchecked)",
                    path);
    }
    put_length(&right, size - CHECKSUM_BYTES);
    if (!e && !memcmp(there.length, right.length, sizeof right.length))
        e = hash_of(fd, size - CHECKSUM_BYTES, true, &right.hash);
    else if (!e) memset(&right.hash, 0, sizeof right.hash);
    if (e == STOPPED) return fail(ST_STOPPED, "stopped while %s was read", path);
    if (e) return fail(e == ENOMEM ? ST_NOMEM : ST_IO, "cannot read %s: %s", path, strerror(e));
    *length = size - CHECKSUM_BYTES;
    if (!memcmp(there.length, right.length, sizeof right.length) &&
        !memcmp(&there.hash, &right.hash, sizeof right.hash))
        return ST_OK;
    return fail(ST_IO, "cannot read %s: it is damaged: its checksum does not hold", path);
}
