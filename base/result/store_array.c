/* Writes and reads arrays of a result file: chunked, with checksums, doubles bit for bit. */
#include <assert.h>
#include <errno.h>

#include "base/result/caveats.h"
#include "base/result/store_internal.h"

enum { CHUNK_BYTES = 1 << 20, RANK_MAX = 4 };

hid_t store_stored_type(enum number t)
{
    const hid_t types[] = {[REAL32] = H5T_IEEE_F32LE,   [REAL64] = H5T_IEEE_F64LE,   [INT64] = H5T_STD_I64LE,
                           [NATURAL64] = H5T_STD_U64LE, [NATURAL32] = H5T_STD_U32LE, [NATURAL8] = H5T_STD_U8LE};
    return types[t];
}

hid_t store_memory_type(enum number t)
{
    const hid_t types[] = {
        [REAL32] = H5T_NATIVE_FLOAT,     [REAL64] = H5T_NATIVE_DOUBLE,    [INT64] = H5T_NATIVE_INT64,
        [NATURAL64] = H5T_NATIVE_UINT64, [NATURAL32] = H5T_NATIVE_UINT32, [NATURAL8] = H5T_NATIVE_UINT8};
    return types[t];
}

/* A chunk holds as many whole trailing axes as CHUNK_BYTES allow, so that it is a contiguous part of the array. */
static void chunk_shape(const struct array *a, hsize_t chunk[])
{
    hsize_t capacity = CHUNK_BYTES / H5Tget_size(store_memory_type(a->type));
    for (int d = a->rank - 1; d >= 0; d--) {
        const hsize_t n = (hsize_t)a->dims[d];
        chunk[d] = n < capacity ? n : capacity;
        capacity = capacity / chunk[d] > 1 ? capacity / chunk[d] : 1;
    }
}

static hid_t creation_list(const struct store *s, const struct array *a)
{
    const hid_t list = store_timeless(H5P_DATASET_CREATE);
    hsize_t chunk[RANK_MAX];
    bool empty = a->rank == 0;
    for (int d = 0; d < a->rank; d++) empty |= a->dims[d] == 0;
    if (empty) return list; /* nothing to chunk, or one number */
    chunk_shape(a, chunk);
    H5Pset_chunk(list, a->rank, chunk);
    if (s->deflate) {
        H5Pset_shuffle(list);
        H5Pset_deflate(list, (unsigned)s->deflate);
    }
    H5Pset_fletcher32(list);
    return list;
}

static hid_t array_space(const struct array *a)
{
    hsize_t dims[RANK_MAX];
    for (int d = 0; d < a->rank; d++) dims[d] = (hsize_t)a->dims[d];
    return a->rank ? H5Screate_simple(a->rank, dims, NULL) : H5Screate(H5S_SCALAR);
}

hid_t store_array_make(struct store *s, const char *path, const struct array *a, hid_t list)
{
    const hid_t space = array_space(a);
    const hid_t set = H5Dcreate2(s->file, path, store_stored_type(a->type), space, H5P_DEFAULT, list, H5P_DEFAULT);
    if (set >= 0) H5Sclose(space); /* else HDF5's reason, which store_fault reports, would be forgotten */
    return set;
}

bool store_array_units(hid_t set, const struct array *a)
{
    if (!a->units) return true;
    const hid_t text = store_text_type(strlen(a->units));
    const bool good = store_attribute_written(set, "units", text, text, a->units);
    return good && H5Tclose(text) >= 0;
}

static bool array_written(hid_t set, const struct array *a)
{
    if (set < 0 || H5Dwrite(set, store_memory_type(a->type), H5S_ALL, H5S_ALL, H5P_DEFAULT, a->data) < 0) return false;
    return store_array_units(set, a) && H5Dclose(set) >= 0;
}

/* Overwrites an array by one of the same type and shape. Attributes stay. */
static enum status overwrite(struct store *s, const char *path, const struct array *a)
{
    const hid_t set = H5Dopen2(s->file, path, H5P_DEFAULT);
    const bool written =
        set >= 0 && H5Dwrite(set, store_memory_type(a->type), H5S_ALL, H5S_ALL, H5P_DEFAULT, a->data) >= 0;
    return store_written(s, set >= 0 && H5Dclose(set) >= 0 && written, path);
}

/* Stores the name that readers show: netCDF's conventions call it long_name. */
enum status store_array_describe(struct store *s, const char *path, const struct array *a)
{
    static const char *const axis[2] = {"axis_x", "axis_y"}, *const first[2] = {"first_x", "first_y"};
    if (a->about) TRY(store_text(s, path, "long_name", a->about));
    if (a->over) TRY(store_text(s, path, "over", a->over));
    for (int d = 0; d < 2; d++) {
        if (!a->axis[d]) continue;
        TRY(store_text(s, path, axis[d], a->axis[d]));
        TRY(store_real(s, path, first[d], a->first[d]));
    }
    return ST_OK;
}

enum status store_array(struct store *s, const char *group, const struct array *a)
{
    assert(s->writing && a->rank >= 0 && a->rank <= RANK_MAX);
    const struct member m = member_of(group, a->name);
    TRY(store_group(s, group));
    if (store_has(s, m.path)) return overwrite(s, m.path, a);
    const hid_t list = creation_list(s, a);
    const enum status st = store_written(s, array_written(store_array_make(s, m.path, a, list), a), m.path);
    H5Pclose(list);
    return st == ST_OK ? store_array_describe(s, m.path, a) : st;
}

/* NULL, or why HDF5 would fill in zeros without a word. */
static const char *without_values(hid_t set, hid_t space)
{
    const hid_t list = H5Dget_create_plist(set);
    const char *why = H5Sget_simple_extent_type(space) == H5S_NULL ? "it has no elements"
                      : list < 0                                   ? "its storage is unknown"
                      : H5Pget_layout(list) == H5D_VIRTUAL         ? "it is put together from other files"
                      : H5Pget_external_count(list) > 0            ? "its values are in another file"
                                                                   : NULL;
    H5Pclose(list);
    return why;
}

/* NULL, or why it is not an array of numbers that we can hold. */
static const char *shape_of(hid_t set, struct array *out)
{
    hsize_t dims[H5S_MAX_RANK];
    const hid_t space = H5Dget_space(set), type = H5Dget_type(set);
    const H5T_class_t class = H5Tget_class(type);
    const int rank = H5Sget_simple_extent_ndims(space);
    const size_t bytes = H5Tget_size(type);
    const char *const why = rank < 0 || rank > RANK_MAX || (class != H5T_INTEGER && class != H5T_FLOAT)
                                ? "it is not an array of numbers of up to 4 axes"
                                : without_values(set, space);
    if (!why) H5Sget_simple_extent_dims(space, dims, NULL);
    H5Sclose(space);
    H5Tclose(type);
    if (why) return why;
    *out = (struct array){.type = class == H5T_INTEGER ? INT64 : bytes <= 4 ? REAL32 : REAL64, .rank = rank};
    for (int d = 0; d < rank; d++) out->dims[d] = (int64_t)dims[d];
    return NULL;
}
_Static_assert(RANK_MAX == 4, "as the sentence says");

/* Opens a dataset that has its values; it is open only on success. */
static enum status array_open(struct store *s, const char *path, hid_t *set, struct array *shape)
{
    errno = 0;
    *set = H5Dopen2(s->file, path, H5P_DEFAULT);
    if (*set < 0) return store_fault(s, "read", path);
    const char *const why = shape_of(*set, shape);
    if (!why) return ST_OK;
    const bool short_of_memory = errno == ENOMEM;
    H5Dclose(*set);
    return short_of_memory ? fail(ST_NOMEM, "no memory to read %s of %s", path, s->path)
                           : fail(ST_IO, "cannot read %s of %s: %s", path, s->path, why);
}

enum status store_array_shape(struct store *s, const char *path, struct array *out)
{
    hid_t set;
    TRY(array_open(s, path, &set, out));
    return H5Dclose(set) >= 0 ? ST_OK : store_fault(s, "read", path);
}

enum status store_array_read(struct store *s, const char *path, enum number type, void *data)
{
    hid_t set;
    struct array shape;
    TRY(array_open(s, path, &set, &shape));
    const bool good = H5Dread(set, store_memory_type(type), H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0;
    const enum status st = good ? ST_OK : store_fault(s, "read", path);
    H5Dclose(set);
    return st;
}

/* Counts the chunks, one where the array has none, and those that were never written. */
static bool count_unwritten(hid_t set, const struct array *a, hsize_t *missing, hsize_t *chunks)
{
    const hid_t list = H5Dget_create_plist(set), all = H5Dget_space(set);
    const bool chunked = H5Pget_layout(list) == H5D_CHUNKED;
    hsize_t size[RANK_MAX], written = 1;
    H5D_space_status_t space = H5D_SPACE_STATUS_ALLOCATED;
    bool good = list >= 0 && (!chunked || H5Pget_chunk(list, RANK_MAX, size) == a->rank);
    *chunks = 1;
    for (int d = 0; good && chunked && d < a->rank; d++) *chunks *= ((hsize_t)a->dims[d] + size[d] - 1) / size[d];
    if (good && chunked) good = H5Dget_num_chunks(set, all, &written) >= 0;
    else if (good) good = H5Dget_space_status(set, &space) >= 0, written = space != H5D_SPACE_STATUS_NOT_ALLOCATED;
    *missing = good && written < *chunks ? *chunks - written : 0;
    H5Sclose(all);
    H5Pclose(list);
    return good;
}

enum status store_array_doubt(struct store *s, const char *path)
{
    hid_t set;
    hsize_t missing, chunks;
    struct array shape;
    TRY(array_open(s, path, &set, &shape));
    const bool good = count_unwritten(set, &shape, &missing, &chunks);
    if (good && missing)
        caveat("%llu of %llu chunks of %s of %s were never written: all numbers in them are the fill value",
               (unsigned long long)missing, (unsigned long long)chunks, path, s->path);
    const enum status st = good ? ST_OK : store_fault(s, "read", path);
    H5Dclose(set);
    return st;
}

/* Reads a run of an axis, and the other axes whole; the lengths of those before it are 1. */
static bool rows_read(hid_t set, const struct array *a, int axis, enum number type, int64_t first, int64_t count,
                      void *data)
{
    hsize_t from[RANK_MAX] = {0}, size[RANK_MAX];
    if (a->rank == 0) return false;
    for (int d = 0; d < a->rank; d++) size[d] = (hsize_t)a->dims[d];
    from[axis] = (hsize_t)first, size[axis] = (hsize_t)count;
    const hid_t file = H5Dget_space(set), memory = H5Screate_simple(a->rank, size, NULL);
    H5Sselect_hyperslab(file, H5S_SELECT_SET, from, NULL, size, NULL);
    const bool good = H5Dread(set, store_memory_type(type), memory, file, H5P_DEFAULT, data) >= 0;
    return good && H5Sclose(memory) >= 0 && H5Sclose(file) >= 0;
}

enum status store_array_rows(struct store *s, const char *path, enum number type, int64_t first, int64_t count,
                             void *data)
{
    hid_t set;
    struct array shape;
    TRY(array_open(s, path, &set, &shape));
    if (!rows_read(set, &shape, 0, type, first, count, data)) return store_fault(s, "read", path);
    return H5Dclose(set) >= 0 ? ST_OK : store_fault(s, "read", path);
}

enum status store_array_run(struct store *s, const char *path, enum number type, int64_t from, int64_t end, void *data)
{
    hid_t set;
    struct array shape;
    int axis = 0;
    TRY(array_open(s, path, &set, &shape));
    while (axis < shape.rank - 1 && shape.dims[axis] == 1) axis++;
    const int64_t row = array_row(&shape);
    assert(from % row == 0 && end % row == 0);
    const bool good = rows_read(set, &shape, axis, type, from / row, (end - from) / row, data);
    const enum status st = good ? ST_OK : store_fault(s, "read", path);
    H5Dclose(set);
    return st;
}
