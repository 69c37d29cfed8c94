/* Creates, opens, commits and closes result files. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file/block.h"
#include "base/file/input.h"
#include "base/result/store_internal.h"

const char *store_library(void)
{
    return H5_VERS_INFO;
}

void store_thread_begin(void)
{
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

/* Turns off HDF5's clean-up at exit, which would touch files that it failed to close, and its own messages. */
static enum status prepare(struct store **out, const char *path)
{
    H5dont_atexit();
    store_thread_begin();
    struct store *const s = calloc(1, sizeof *s);
    *out = s;
    if (s && (s->path = strdup(path))) {
        s->file = H5I_INVALID_HID;
        s->medium = (struct medium){.fd = -1, .name = s->path};
        return ST_OK;
    }
    free(s);
    *out = NULL;
    return fail(ST_NOMEM, "no memory to open %s", path);
}

/* A file that HDF5 fails to close is forgotten: its id must not be touched again. */
static void release(struct store *s)
{
    if (s->file < 0 || H5Fclose(s->file) >= 0) medium_free(&s->medium);
    if (s->writing) atomic_file_abandon(&s->out);
    else if (s->medium.fd >= 0) close(s->medium.fd);
    free(s->path);
    free(s);
}

static enum status opened(struct store **out, enum status st)
{
    if (st == ST_OK) return ST_OK;
    release(*out);
    *out = NULL;
    return st;
}

/* Our own look at a file that may be damaged: HDF5's signature stands at 0, 512, 1024, 2048 ... */
static bool is_hdf5(int fd, int64_t size)
{
    static const char signature[] = "\211HDF\r\n\032\n";
    char there[sizeof signature - 1];
    for (int64_t at = 0; at + (int64_t)sizeof there <= size; at = at ? 2 * at : 512)
        if (block_read(fd, at, there, sizeof there) == 0 && !memcmp(there, signature, sizeof there)) return true;
    return false;
}

enum status store_create_as(struct store **out, const char *path, enum filetype type)
{
    TRY(prepare(out, path));
    struct store *const s = *out;
    enum status st = atomic_file_begin(&s->out, path, type);
    s->type = type;
    s->writing = st == ST_OK;
    if (s->writing) {
        s->medium.fd = s->out.fd;
        errno = 0;
        const hid_t list = medium_access(&s->medium), root = store_timeless(H5P_FILE_CREATE);
        s->file = list >= 0 ? H5Fcreate(s->path, H5F_ACC_TRUNC, root, list) : H5I_INVALID_HID;
        st = store_written(s, s->file >= 0 && H5Fflush(s->file, H5F_SCOPE_LOCAL) >= 0,
                           NULL); /* so that a full disk is noticed at once */
        H5Pclose(root);
        H5Pclose(list);
    }
    return opened(out, st);
}

enum status store_create(struct store **out, const char *path)
{
    return store_create_as(out, path, FILE_RESULT);
}

static enum status open_checked(struct store *s, enum trust trust, const struct store_wanting *of)
{
    int64_t size;
    TRY(input_descriptor(&s->medium.fd, &size, s->path, ST_CONFIG));
    if (!is_hdf5(s->medium.fd, size)) return fail(ST_CONFIG, "cannot read %s: it is not an HDF5 file", s->path);
    s->medium.length = size;
    if (trust < TRUST_TRIED)
        TRY(checksum_verify(s->medium.fd, size, trust == TRUST_CHECKSUM, s->path, &s->medium.length));
    const bool has_checksum = s->medium.length < size;
    if (trust < TRUST_OWN) TRY(store_probe(s, has_checksum, of));
    return store_opened(s);
}

enum status store_open_by(struct store **out, const char *path, enum trust trust)
{
    TRY(prepare(out, path));
    return opened(out, open_checked(*out, trust, NULL));
}

enum status store_open_wanted(struct store **out, const char *path, const struct store_wanted *wanted, int count)
{
    TRY(prepare(out, path));
    return opened(out, open_checked(*out, TRUST_SOUND, &(struct store_wanting){wanted, count}));
}

enum status store_open(struct store **out, const char *path)
{
    return store_open_by(out, path, TRUST_CHECKSUM);
}

/* Closes without writing the data that HDF5 still holds, since they are of no use. */
void store_close(struct store *s)
{
    if (!s) return;
    if (s->writing && !s->medium.error) s->medium.error = ECANCELED;
    release(s);
}

enum status store_flush(struct store *s)
{
    TRY(store_sound(s));
    return store_written(s, H5Fflush(s->file, H5F_SCOPE_LOCAL) >= 0, NULL);
}

static enum status finish(struct store *s)
{
    TRY(store_flush(s));
    const bool closed = H5Fclose(s->file) >= 0;
    s->file = H5I_INVALID_HID;
    TRY(store_written(s, closed, NULL));
    const int e = checksum_write(s->out.fd, s->medium.end, s->type);
    return e ? atomic_file_fault(&s->out, e) : atomic_file_commit(&s->out);
}

enum status store_commit(struct store *s)
{
    assert(s->writing);
    const enum status st = finish(s);
    store_close(s);
    return st;
}

enum status store_commit_as(struct store *s, const char *path)
{
    const enum status st = atomic_file_rename(&s->out, path, s->type);
    if (st == ST_OK) return store_commit(s);
    store_close(s);
    return st;
}

void store_compression(struct store *s, int deflate)
{
    assert(deflate >= 0 && deflate <= 9);
    s->deflate = deflate;
}
