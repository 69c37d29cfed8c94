/* Arrays whose values other processes write: HDF5 makes a dataset that is contiguous and has its place in the file at
 * once, and never touches its values; the medium knows them when they are there. HDF5 has no part in their writing, so
 * that a failure is nothing to it. */
#include <assert.h>
#include <errno.h>

#include "base/file/file_part.h"
#include "base/result/store_internal.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "numbers are stored as they are in memory");

static hid_t list_of_parts(void)
{
    const hid_t list = store_timeless(H5P_DATASET_CREATE);
    H5Pset_layout(list, H5D_CONTIGUOUS);
    H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY);
    H5Pset_fill_time(list, H5D_FILL_TIME_NEVER);
    return list;
}

enum status store_reserve(struct store *s, const char *group, const struct array *a, int64_t *at)
{
    assert(s->writing && array_values(a) > 0);
    const struct member m = member_of(group, a->name);
    TRY(store_group(s, group));
    if (store_has(s, m.path) && H5Ldelete(s->file, m.path, H5P_DEFAULT) < 0) return store_fault(s, "write", m.path);
    const hid_t list = list_of_parts(), set = store_array_make(s, m.path, a, list);
    const haddr_t first = set >= 0 ? H5Dget_offset(set) : HADDR_UNDEF;
    const bool good = first != HADDR_UNDEF && store_array_units(set, a) && H5Dclose(set) >= 0;
    const enum status st = store_written(s, good, m.path);
    H5Pclose(list);
    TRY(st);
    *at = (int64_t)first;
    const int64_t end = *at + array_values(a) * number_bytes(a->type);
    if (s->reserved < end) s->reserved = end;
    return store_array_describe(s, m.path, a);
}

enum status store_part_file(const struct store *s, struct file_part *out)
{
    return file_part_of(out, &s->out);
}

enum status store_reserved(struct store *s, enum status st)
{
    struct medium *const m = &s->medium;
    s->broken |= st != ST_OK;
    if (st != ST_OK) return st;
    if (m->reach < s->reserved) m->reach = s->reserved;
    if (m->length < s->reserved) m->length = s->reserved;
    return ST_OK;
}
