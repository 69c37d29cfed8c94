/* Makes, copies and lists groups of a result file. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "base/result/store_internal.h"

/* Attributes stay where HDF5 1.10 can copy them: H5Ocopy crashes on the dense storage that many would get. */
static hid_t group_make(hid_t file, const char *path)
{
    const hid_t list = store_timeless(H5P_GROUP_CREATE);
    H5Pset_attr_phase_change(list, UINT16_MAX, 0);
    const hid_t group = H5Gcreate2(file, path, H5P_DEFAULT, list, H5P_DEFAULT);
    H5Pclose(list);
    return group;
}

hid_t store_object(struct store *s, const char *path)
{
    assert(s->writing && *path == '/');
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
    TRY(store_sound(s));
    const hid_t object = store_object(s, group);
    return store_written(s, object >= 0 && H5Oclose(object) >= 0, group);
}

enum status store_copy(struct store *from, const char *path, struct store *to)
{
    TRY(store_sound(from));
    TRY(store_sound(to));
    const hid_t links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    const bool good = H5Ocopy(from->file, path, to->file, path, H5P_DEFAULT, links) >= 0;
    enum status st = good || to->medium.error ? ST_OK : store_fault(from, "copy", path);
    if (st == ST_OK) st = store_written(to, good, path);
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
    errno = 0;
    const herr_t e = H5Literate_by_name(s->file, group, H5_INDEX_NAME, H5_ITER_INC, NULL, each_link, &n, H5P_DEFAULT);
    return hand_out(s, group, e >= 0, n, names, count);
}

enum status store_attributes(struct store *s, const char *group, char ***names, int64_t *count)
{
    struct names n = {0};
    errno = 0;
    const herr_t e =
        H5Aiterate_by_name(s->file, group, H5_INDEX_NAME, H5_ITER_INC, NULL, each_attribute, &n, H5P_DEFAULT);
    return hand_out(s, group, e >= 0, n, names, count);
}

void store_names_free(char **names, int64_t count)
{
    for (int64_t i = 0; i < count; i++) free(names[i]);
    free(names);
}
