/* Attaches coordinates to the axes of arrays, as HDF5's dimension scales, by which netCDF and xarray name them. */
#include <hdf5_hl.h>

#include "base/result/store_internal.h"

enum status store_scale(struct store *s, const char *scale, const char *name)
{
    TRY(store_sound(s));
    const hid_t set = H5Dopen2(s->file, scale, H5P_DEFAULT);
    const bool good = set >= 0 && (H5DSis_scale(set) > 0 || H5DSset_scale(set, name) >= 0);
    return store_written(s, set >= 0 && H5Dclose(set) >= 0 && good, scale);
}

enum status store_attach(struct store *s, const char *array, int axis, const char *scale)
{
    TRY(store_sound(s));
    const hid_t set = H5Dopen2(s->file, array, H5P_DEFAULT), along = H5Dopen2(s->file, scale, H5P_DEFAULT);
    bool good = set >= 0 && along >= 0;
    if (good)
        good = H5DSis_attached(set, along, (unsigned)axis) > 0 || H5DSattach_scale(set, along, (unsigned)axis) >= 0;
    if (set >= 0) good &= H5Dclose(set) >= 0;
    if (along >= 0) good &= H5Dclose(along) >= 0;
    return store_written(s, good, array);
}

int64_t store_own_places(struct store *s, const char *group, const char *name, int axis, char *path, size_t size)
{
    struct array a;
    const int length = snprintf(path, size, "%s/%c_%s", group, "xyz"[axis], name);
    const bool there = length >= 0 && (size_t)length < size && store_has(s, path);
    return there && store_array_shape(s, path, &a) == ST_OK && a.rank == 1 ? a.dims[0] : 0;
}

bool store_has_own_places(struct store *s, const char *group, const char *name)
{
    char path[1024];
    bool own = false;
    for (int axis = 0; axis < 3; axis++) own |= store_own_places(s, group, name, axis, path, sizeof path) > 0;
    return own;
}

bool store_is_scale(struct store *s, const char *path)
{
    return store_has_attribute(s, path, "CLASS");
}
