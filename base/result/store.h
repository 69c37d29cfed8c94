/* Reads and writes result files. Only store_internal.h includes HDF5. Paths inside a file are absolute, and missing
 * parent groups are made. Faults are ST_IO with one sentence that names the file; ST_CONFIG if it does not exist or is
 * not an HDF5 file. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file/filetype.h"
#include "base/status.h"

/* Natural numbers, without a sign, are only written, never read: into files whose format asks for them. */
enum number { REAL32, REAL64, INT64, NATURAL64, NATURAL32, NATURAL8 };

/* An array to write: row-major, dims[0] slowest. Borrowed, never owned. */
struct array {
    const char *name;
    enum number type;
    int rank; /* 0 ... 4; 0 is a scalar */
    int64_t dims[4];
    void *data;
    const char *units;  /* NULL: none */
    bool no_difference; /* runs are not compared by it: places of values, a mantissa, whose exponent is another field */
    const char *about;  /* NULL, or what it is, in words, where its name does not say so: "servers on" */
    const char *over;   /* NULL, or the field of as many values over which plot puts a dot for each: times */
    /* For a field of two axes without a mesh: the quantities that its axes x and y count, and their first values; NULL:
     * not known. */
    const char *axis[2];
    double first[2];
    /* If ranks share the array, the values from number `from` to `end` - 1, in the order of the file, are this
     * rank's, at their places in `data`; the others are elsewhere, or here too. */
    bool in_parts;
    int64_t from, end;
};

/* Number of its values; bytes of one, in memory and in a file. */
static inline int64_t array_values(const struct array *a)
{
    int64_t values = 1;
    for (int d = 0; d < a->rank; d++) values *= a->dims[d];
    return values;
}

/* Values of each index of the first axis that is longer than 1: parts of an array are runs of these rows. */
static inline int64_t array_row(const struct array *a)
{
    int axis = 0;
    while (axis < a->rank - 1 && a->dims[axis] == 1) axis++;
    return a->rank ? array_values(a) / (a->dims[axis] > 0 ? a->dims[axis] : 1) : 1;
}

static inline int64_t number_bytes(enum number type)
{
    return type == NATURAL8 ? 1 : type == REAL32 || type == NATURAL32 ? 4 : 8;
}

struct store;

/* The version of HDF5, as it words it. */
const char *store_library(void);

/* A new file. It is written under a temporary name next to `path` and takes that name only in
 * store_commit, after fsync: a killed program leaves the old file or a complete one. A checksum of all bytes follows
 * HDF5's data. After a failed write all that follows is ST_IO, and no file is left. */
enum status store_create(struct store **out, const char *path); /* FILE_RESULT */
/* Or FILE_CHECKPOINT, FILE_SONATA. */
enum status store_create_as(struct store **out, const char *path, enum filetype type);
enum status store_commit(struct store *s); /* closes and frees in every case */

/* In a thread that goes on with a store which another thread has opened: HDF5 prints its own errors there until then.
 */
void store_thread_begin(void);

/* As store_commit, under another name than the file was created for, in the same folder. */
enum status store_commit_as(struct store *s, const char *path);
/* Closes a file that was opened, and abandons one that was created: its temporary file is removed. NULL is fine. */
void store_close(struct store *s);

/* The fingerprint of any file: its length, and the XXH3 of its bytes. False, and "unreadable", if it cannot be read. */
struct fingerprint {
    char text[56];
};
bool store_fingerprint(const char *path, struct fingerprint *out);

/* Flushes what is written and gives ST_IO if the disk does not take it. */
enum status store_flush(struct store *s);

/* deflate 0 ... 9 (0: none) with shuffle for arrays written from now on; Fletcher checksums always. */
void store_compression(struct store *s, int deflate);

enum status store_group(struct store *s, const char *group);
/* Attributes of a group or dataset; text of any length. One that is there is replaced. */
enum status store_text(struct store *s, const char *group, const char *name, const char *text);
enum status store_real(struct store *s, const char *group, const char *name, double value);
enum status store_int(struct store *s, const char *group, const char *name, int64_t value);
/* An attribute of `count` numbers, 0: of one, a scalar; and one that is the word of that number, from 0, of an
 * enumeration of at most 256, which ends with NULL. */
enum status store_numbers(struct store *s, const char *group, const char *name, enum number type, int64_t count,
                          const void *values);
enum status store_word(struct store *s, const char *group, const char *name, const char *const *words, int word);
/* A dataset, group/name. One that is there must have this type and shape, and gets these values. */
enum status store_array(struct store *s, const char *group, const struct array *a);

/* For values that other processes write into the file (base/file/file_part.h). store_reserve makes the dataset: values
 * stand in it one after the other from byte *at of the file on, as in memory, without compression and Fletcher
 * checksums. One that is there is replaced. store_part_file says which file it is. store_reserved then says whether all
 * that is reserved was written: ST_OK, or the fault, after which all that follows is ST_IO; returns `st`. */
struct file_part;
enum status store_reserve(struct store *s, const char *group, const struct array *a, int64_t *at);
enum status store_part_file(const struct store *s, struct file_part *out);
enum status store_reserved(struct store *s, enum status st);

/* Makes the dataset `scale` of one axis the coordinates, called `name`, that store_attach gives to an axis of the
 * dataset `array`, of as many elements: HDF5's dimension scales. */
enum status store_scale(struct store *s, const char *scale, const char *name);
enum status store_attach(struct store *s, const char *array, int axis, const char *scale);
/* Is it such coordinates? */
bool store_is_scale(struct store *s, const char *path);
/* An array that has places of its own along axis 0 (x), 1 or 2, as values on faces of cells have, has them in
 * the dataset x_NAME next to it: their number, and the path of that; 0: it has none. */
int64_t store_own_places(struct store *s, const char *group, const char *name, int axis, char *path, size_t size);
/* Along any axis. */
bool store_has_own_places(struct store *s, const char *group, const char *name);
/* Copies a group with its members, or a dataset, to the same path of another file. */
enum status store_copy(struct store *from, const char *path, struct store *to);

/* Reading. HDF5 may crash or hang on a damaged file, so a file with a wrong checksum is not opened. Since a checksum
 * may be forged, another process reads the file with HDF5 first. */
enum trust {
    TRUST_CHECKSUM, /* the checksum must exist and be right: files of this program */
    TRUST_SOUND,    /* it must be right if it exists: input files from any program */
    TRUST_TRIED,    /* it is not verified: files that the user trusts, with --unchecked */
    TRUST_OWN       /* nothing is verified: files that this process has just written */
};
enum status store_open(struct store **out, const char *path); /* TRUST_CHECKSUM */
enum status store_open_by(struct store **out, const char *path, enum trust trust);
/* A dataset that is read of an input file, and whether values of that shape can be used: if not, none is looked at. */
struct store_wanted {
    const char *path;
    bool (*usable)(const void *context, const struct array *shape);
    const void *context;
};
/* With TRUST_SOUND, for a reader who reads these `count` datasets and nothing else: what else is in the file, however
 * large, is not looked at. */
enum status store_open_wanted(struct store **out, const char *path, const struct store_wanted *wanted, int count);
bool store_has(struct store *s, const char *path);
enum status store_get_text(struct store *s, const char *group, const char *name, char **out); /* free(*out) */
enum status store_get_real(struct store *s, const char *group, const char *name, double *out);
enum status store_get_int(struct store *s, const char *group, const char *name, int64_t *out);
bool store_has_attribute(struct store *s, const char *group, const char *name);
/* A text may be too long for an attribute, and is a dataset then. */
bool store_has_text(struct store *s, const char *group, const char *name);

/* Shape and type of a dataset; data stays NULL, name is not set. */
enum status store_array_shape(struct store *s, const char *path, struct array *out);
/* Reads all of it into `data`, converted to `type`; the caller's memory must hold the product of dims. */
enum status store_array_read(struct store *s, const char *path, enum number type, void *data);
/* The same for `count` rows of dims[0] from row `first`, for arrays of rank >= 1 of which not all is to be held. */
enum status store_array_rows(struct store *s, const char *path, enum number type, int64_t first, int64_t count,
                             void *data);
/* The same for the values from number `from` to `end` - 1, which are complete rows (array_row). */
enum status store_array_run(struct store *s, const char *path, enum number type, int64_t from, int64_t end, void *data);
/* Notes a caveat (base/result/caveats.h) if chunks of an array were never written, which HDF5 reads as its fill
 * value. */
enum status store_array_doubt(struct store *s, const char *path);

/* Names of the members of a group, or of its attributes, sorted by name; caller frees each and the list. */
enum status store_members(struct store *s, const char *group, char ***names, int64_t *count);
enum status store_attributes(struct store *s, const char *group, char ***names, int64_t *count);
void store_names_free(char **names, int64_t count);
