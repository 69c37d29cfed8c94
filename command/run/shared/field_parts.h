/* Operations of each rank on its parts of fields, as rank 0 orders it (shared_fields.h). All functions are collective
 * and agreed over the ranks `c`. */
#pragma once
#include "base/file/file_part.h"
#include "command/run/workload/reference.h"

enum field_action { FIELDS_WRITE, FIELDS_READ, FIELDS_REFER, FIELDS_COMPARE };

/* Messages of rank 0 to all, behind the order: where values stand in the file; which array is read, and its size there.
 */
struct fields_placed {
    struct file_part file;
    int count, array[ARRAYS_MAX];
    int64_t at[ARRAYS_MAX]; /* the byte where value 0 stands */
};
struct fields_found {
    int array;
    int64_t size;
};

/* Writes what this rank has of arrays, and brings it to the disk. A count of 0 shows whether it sees the file. ST_IO.
 */
enum status field_parts_write(struct comm *c, const struct fields_placed *p, const struct array *array);

/* mine[end - from] := what this rank has of an array, as `type`, of a dataset that rank 0 alone reads, row by row.
 * ST_IO, ST_NOMEM. */
enum status field_parts_read(struct comm *c, struct store *in, const char *path, const struct array *a,
                             enum number type, void *mine);

/* Adds to the reference a field of the file, which is compared with an array of its size alone. */
enum status field_parts_refer(struct comm *c, struct store *in, const char *path, const struct array *a, int64_t size,
                              struct reference *r);
