/* A result file as a whole: made, opened, committed, discarded, and what is in it. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/replace.h"
#include "base/store_inside.h"

const char *store_library(void)
{
    return H5_VERS_INFO;
}

enum { REASON_BYTES = 512 };

/* The innermost message of HDF5's error stack says what went wrong, the others only what then failed too. */
static herr_t innermost(unsigned depth, const H5E_error2_t *e, void *out)
{
    (void)depth;
    if (e->desc) snprintf(out, REASON_BYTES, "%s", e->desc);
    return 1;
}

enum status store_fault(struct store *s, const char *verb, const char *object)
{
    char text[REASON_BYTES] = "it is not of the expected kind", *reason = text;
    static const char mark[] = "error message = '";
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, innermost, text);
    char *const system = strstr(text, mark);
    if (system) {
        reason = system + strlen(mark);
        reason[strcspn(reason, "'")] = '\0';
    }
    s->broken = true;
    return object ? fail(ST_IO, "cannot %s %s of %s: %s", verb, object, s->path, reason)
                  : fail(ST_IO, "cannot %s %s: %s", verb, s->path, reason);
}

/* Neither HDF5's own printing, nor its clean-up at exit, which tries a failed write again and again. */
static enum status prepare(struct store **out, const char *path)
{
    H5dont_atexit();
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    struct store *const s = calloc(1, sizeof *s);
    *out = s;
    if (s && (s->path = strdup(path))) return ST_OK;
    free(s);
    *out = NULL;
    return fail(ST_NOMEM, "no memory to open %s", path);
}

static void release(struct store *s)
{
    free(s->path);
    free(s->temporary);
    free(s);
}

/* Files of HDF5 1.8 and later, whose metadata has checksums; closing one closes all that is open in it.
 * Locks are not needed: nobody but us knows the temporary name, and a committed file never changes. */
static hid_t access_list(void)
{
    const hid_t list = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fclose_degree(list, H5F_CLOSE_STRONG);
    H5Pset_libver_bounds(list, H5F_LIBVER_V18, H5F_LIBVER_LATEST);
#if H5_VERSION_GE(1, 10, 7)
    H5Pset_file_locking(list, false, true);
#endif
    return list;
}

static enum status opened(struct store **out, enum status st)
{
    if (st == ST_OK) return ST_OK;
    release(*out);
    *out = NULL;
    return st;
}

enum status store_create(struct store **out, const char *path)
{
    TRY(prepare(out, path));
    struct store *const s = *out;
    enum status st = replace_begin(path, &s->temporary);
    struct stat there;
    if (st == ST_OK && stat(path, &there) == 0 && there.st_size > 0 && H5Fis_hdf5(path) <= 0)
        st = fail(ST_IO, "cannot write %s: it exists, and is no HDF5 file that a result may replace", path);
    if (st == ST_OK) {
        const hid_t list = access_list();
        s->file = H5Fcreate(s->temporary, H5F_ACC_TRUNC, H5P_DEFAULT, list);
        if (s->file < 0) st = store_fault(s, "write", NULL);
        if (s->file < 0) replace_abandon(s->temporary); /* on a full disk it is there, and empty */
        H5Pclose(list);
    }
    return opened(out, st);
}

enum status store_open(struct store **out, const char *path)
{
    TRY(prepare(out, path));
    struct store *const s = *out;
    enum status st = ST_OK;
    if (access(path, R_OK) != 0) st = fail(ST_IO, "cannot read %s: %s", path, strerror(errno));
    else if (H5Fis_hdf5(path) <= 0) st = fail(ST_IO, "cannot read %s: it is not an HDF5 file", path);
    else {
        const hid_t list = access_list();
        s->file = H5Fopen(path, H5F_ACC_RDONLY, list);
        if (s->file < 0) st = store_fault(s, "read", NULL);
        H5Pclose(list);
    }
    return opened(out, st);
}

void store_discard(struct store *s)
{
    if (!s) return;
    if (s->temporary) {
        int *fd;
        /* A file that HDF5 fails to close stays open until the program ends: let it hold no disk space. */
        if (H5Fget_vfd_handle(s->file, H5P_DEFAULT, (void **)&fd) >= 0) (void)!ftruncate(*fd, 0);
        replace_abandon(s->temporary);
    }
    H5Fclose(s->file);
    release(s);
}

enum status store_flush(struct store *s)
{
    if (s->broken) return fail(ST_IO, "cannot write %s: an earlier write failed", s->path);
    return H5Fflush(s->file, H5F_SCOPE_LOCAL) >= 0 ? ST_OK : store_fault(s, "write", NULL);
}

enum status store_commit(struct store *s)
{
    assert(s->temporary);
    enum status st = store_flush(s);
    if (st == ST_OK && H5Fclose(s->file) < 0) st = store_fault(s, "write", NULL);
    if (st == ST_OK) {
        st = replace_commit(s->temporary, s->path);
        release(s);
    } else store_discard(s);
    return st;
}

void store_compression(struct store *s, int deflate)
{
    assert(deflate >= 0 && deflate <= 9);
    s->deflate = deflate;
}

/* Attributes stay where HDF5 1.10 can copy them: H5Ocopy crashes on the dense storage that many would get. */
static hid_t group_make(hid_t file, const char *path)
{
    const hid_t list = H5Pcreate(H5P_GROUP_CREATE);
    H5Pset_attr_phase_change(list, UINT16_MAX, 0);
    const hid_t group = H5Gcreate2(file, path, H5P_DEFAULT, list, H5P_DEFAULT);
    H5Pclose(list);
    return group;
}

hid_t store_object(struct store *s, const char *path)
{
    assert(s->temporary && *path == '/');
    const hid_t there = H5Oopen(s->file, path, H5P_DEFAULT);
    if (there >= 0) return there;
    struct member parent = member_of("/", path + 1);
    *strrchr(parent.path, '/') = '\0';
    const hid_t above = *parent.path ? store_object(s, parent.path) : H5I_INVALID_HID;
    if (above >= 0) H5Oclose(above);
    return group_make(s->file, path);
}

enum status store_group(struct store *s, const char *group)
{
    const hid_t object = store_object(s, group);
    return object >= 0 && H5Oclose(object) >= 0 ? ST_OK : store_fault(s, "write", group);
}

enum status store_copy(struct store *from, const char *path, struct store *to)
{
    const hid_t links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    const bool good = H5Ocopy(from->file, path, to->file, path, H5P_DEFAULT, links) >= 0;
    const enum status st = good ? ST_OK : store_fault(from, "copy", path);
    to->broken |= !good;
    H5Pclose(links);
    return st;
}

bool store_has(struct store *s, const char *path)
{
    const hid_t object = H5Oopen(s->file, path, H5P_DEFAULT);
    return object >= 0 && H5Oclose(object) >= 0;
}

struct names {
    char **name;
    int64_t count;
};

static bool remember(struct names *n, const char *name)
{
    char **const more = realloc(n->name, (size_t)(n->count + 1) * sizeof *more);
    if (!more) return false;
    n->name = more;
    n->name[n->count] = strdup(name);
    return n->name[n->count] && ++n->count;
}

static herr_t each_link(hid_t group, const char *name, const H5L_info_t *info, void *out)
{
    (void)group, (void)info;
    return remember(out, name) ? 0 : -1;
}

static herr_t each_attribute(hid_t object, const char *name, const H5A_info_t *info, void *out)
{
    (void)object, (void)info;
    return remember(out, name) ? 0 : -1;
}

static enum status hand_out(struct store *s, const char *group, bool good, struct names n, char ***names,
                            int64_t *count)
{
    *names = good ? n.name : NULL;
    *count = good ? n.count : 0;
    if (good) return ST_OK;
    const enum status st = store_fault(s, "list", group);
    store_names_free(n.name, n.count);
    return st;
}

enum status store_members(struct store *s, const char *group, char ***names, int64_t *count)
{
    struct names n = {0};
    const herr_t e = H5Literate_by_name(s->file, group, H5_INDEX_NAME, H5_ITER_INC, NULL, each_link, &n, H5P_DEFAULT);
    return hand_out(s, group, e >= 0, n, names, count);
}

enum status store_attributes(struct store *s, const char *group, char ***names, int64_t *count)
{
    struct names n = {0};
    const herr_t e =
        H5Aiterate_by_name(s->file, group, H5_INDEX_NAME, H5_ITER_INC, NULL, each_attribute, &n, H5P_DEFAULT);
    return hand_out(s, group, e >= 0, n, names, count);
}

void store_names_free(char **names, int64_t count)
{
    for (int64_t i = 0; i < count; i++) free(names[i]);
    free(names);
}
