/* A virtual file driver of HDF5 over pread and pwrite. HDF5 does not survive a failed write: it touches
 * objects that are closed already, and tries again at exit. So the driver keeps the first failure in the medium and
 * reports success to HDF5, and the caller of HDF5 checks the medium afterwards. From then on nothing more goes to the
 * disk: metadata are kept in memory, where HDF5 finds them again; values of arrays, which it never reads back, are
 * dropped.
 */
#include <stdlib.h>

#include "base/file/block.h"
#include "base/result/store_internal.h"

struct patch { /* bytes that the disk did not take; the newest first */
    struct patch *older;
    int64_t offset, count;
    char byte[];
};

struct file { /* begins as HDF5 wants it */
    H5FD_t public;
    struct medium *m;
    haddr_t end;
};

static struct medium *medium_of(const H5FD_t *f)
{
    return ((const struct file *)f)->m;
}

/* HDF5 may open a file to look at it, close it and open it again: the medium remains. Names are compared because an
 * external link would bring another one, which is not ours to read. */
static H5FD_t *open_file(const char *name, unsigned flags, hid_t list, haddr_t max)
{
    struct medium *const *const given = H5Pget_driver_info(list);
    (void)flags, (void)max;
    if (!given || strcmp((*given)->name, name)) return NULL;
    struct file *const f = calloc(1, sizeof *f);
    if (f) f->m = *given;
    return (H5FD_t *)f;
}

static herr_t close_file(H5FD_t *f)
{
    free(f);
    return 0;
}

static herr_t query(const H5FD_t *f, unsigned long *flags)
{
    (void)f;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
    return 0;
}

static haddr_t get_end(const H5FD_t *f, H5FD_mem_t type)
{
    (void)type;
    return ((const struct file *)f)->end;
}

static herr_t set_end(H5FD_t *f, H5FD_mem_t type, haddr_t end)
{
    (void)type;
    ((struct file *)f)->end = end;
    medium_of(f)->end = (int64_t)end;
    return 0;
}

static haddr_t get_length(const H5FD_t *f, H5FD_mem_t type)
{
    (void)type;
    const struct medium *const m = medium_of(f);
    return (haddr_t)(m->length > m->reach ? m->length : m->reach);
}

/* The oldest first, so that the newest bytes stay. */
static void patch_over(const struct patch *p, int64_t at, int64_t count, char *out)
{
    if (!p) return;
    patch_over(p->older, at, count, out);
    const int64_t from = p->offset > at ? p->offset : at;
    const int64_t to = p->offset + p->count < at + count ? p->offset + p->count : at + count;
    if (from < to) memcpy(out + (from - at), p->byte + (from - p->offset), (size_t)(to - from));
}

/* Bytes that never reached the disk read as zeros, unless they were kept. */
static herr_t read_bytes(H5FD_t *f, H5FD_mem_t type, hid_t list, haddr_t at, size_t count, void *out)
{
    struct medium *const m = medium_of(f);
    const int64_t from = (int64_t)at, there = m->length > from ? m->length - from : 0;
    const size_t part = (int64_t)count < there ? count : (size_t)there;
    (void)type, (void)list;
    const int e = block_read(m->fd, from, out, part);
    if (e && !m->error) m->error = e;
    if (e) return -1;
    memset((char *)out + part, 0, count - part);
    patch_over(m->patch, from, (int64_t)count, out);
    return 0;
}

static herr_t keep(struct medium *m, int64_t at, int64_t count, const void *bytes)
{
    struct patch *const p = malloc(sizeof *p + (size_t)count);
    if (!p) return -1;
    *p = (struct patch){.older = m->patch, .offset = at, .count = count};
    memcpy(p->byte, bytes, (size_t)count);
    m->patch = p;
    return 0;
}

static herr_t write_bytes(H5FD_t *f, H5FD_mem_t type, hid_t list, haddr_t at, size_t count, const void *bytes)
{
    struct medium *const m = medium_of(f);
    (void)list;
    const int64_t to = (int64_t)(at + count);
    if (!m->error) m->error = block_write(m->fd, (int64_t)at, bytes, count);
    if (m->reach < to) m->reach = to;
    if (!m->error && m->length < to) m->length = to;
    return m->error && type != H5FD_MEM_DRAW ? keep(m, (int64_t)at, (int64_t)count, bytes) : 0;
}

/* HDF5 does without what this table leaves out: locks, since no other program knows the temporary name and a committed
 * file never changes, and flushing and truncating, which are done at the end. */
static const H5FD_class_t driver = {
#if H5_VERSION_GE(1, 13, 2)
    .version = H5FD_CLASS_VERSION,
    .value = (H5FD_class_value_t)600, /* of those that are free for private use */
#endif
    .name = "bandstand",
    .maxaddr = INT64_MAX,
    .fc_degree = H5F_CLOSE_STRONG,
    .fapl_size = sizeof(struct medium *),
    .open = open_file,
    .close = close_file,
    .query = query,
    .get_eoa = get_end,
    .set_eoa = set_end,
    .get_eof = get_length,
    .read = read_bytes,
    .write = write_bytes,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

/* Files of HDF5 1.8 and later, whose metadata has checksums; closing one closes all that is open in it. */
hid_t medium_access(struct medium *m)
{
    static hid_t registered; /* once for all files of the program */
    if (registered <= 0) registered = H5FDregister(&driver);
    const hid_t list = H5Pcreate(H5P_FILE_ACCESS);
    if (list < 0) return list;
    if (H5Pset_fclose_degree(list, H5F_CLOSE_STRONG) >= 0 &&
        H5Pset_libver_bounds(list, H5F_LIBVER_V18, H5F_LIBVER_LATEST) >= 0 && H5Pset_driver(list, registered, &m) >= 0)
        return list;
    H5Pclose(list);
    return H5I_INVALID_HID;
}

void medium_free(struct medium *m)
{
    for (struct patch *p = m->patch, *older; p; p = older) {
        older = p->older;
        free(p);
    }
    m->patch = NULL;
}
