/* Operations of each rank on its parts of fields, as rank 0 orders it (shared_fields.h). All functions are collective
 * and agreed over the ranks `c`. */
#pragma once
#include "base/file/file_part.h"
#include "command/run/workload/reference.h"

enum field_action { FIELDS_WRITE, FIELDS_READ, FIELDS_REFER, FIELDS_COMPARE };

/* Messages of rank 0 to all, after the order: the position of values in the file; which array is read, and its size
 * there. */
struct fields_placed {
    struct file_part file;
    int count, array[ARRAYS_MAX];
    int64_t at[ARRAYS_MAX]; /* the byte of value 0 */
};
struct fields_found {
    int array;
    int64_t size;
};

/* Writes this rank's part of arrays, and flushes it to the disk. A count of 0 only checks whether the rank sees the
 * file. ST_IO. */
enum status field_parts_write(struct comm *c, const struct fields_placed *p, const struct array *array);

/* mine[end - from] := this rank's part of an array, as `type`, of a dataset that only rank 0 reads, row by row. ST_IO,
 * ST_NOMEM. */
enum status field_parts_read(struct comm *c, struct store *in, const char *path, const struct array *a,
                             enum number type, void *mine);

/* Adds to the reference a field of the file, which is compared only with an array of its size. */
enum status field_parts_refer(struct comm *c, struct store *in, const char *path, const struct array *a, int64_t size,
                              struct reference *r);
