/* Files that are read. Only regular ones: a pipe, a socket or a device could keep the program waiting forever. */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/status.h"

enum { LINE_MAX_BYTES = 1 << 20 }; /* of a text that is read line by line */

/* A descriptor of the file `path` for reading, which the caller closes, and how many bytes it has now. If there is
 * none, or no regular file: `fault`, "cannot read x.cfg: it is a pipe, not a file". */
enum status input_descriptor(int *out, int64_t *bytes, const char *path, enum status fault);

/* Opens a stream of at most `max` bytes, for files that a configuration names: faults are ST_CONFIG. */
enum status input_open(FILE **out, const char *path, int64_t max);

/* A text, line by line. Lines end with LF, CR LF, or CR. */
struct input {
    FILE *in;         /* not owned */
    const char *path; /* of it, for sentences */
    char *text;       /* the line as it stands there, with the first byte of its line break; freed by input_free */
    size_t capacity;
    int64_t line; /* its number, from 1 */
};

/* The next line; *more is false at the end of the file. ST_CONFIG, "file:line: reason", of a line that holds a byte 0
 * or more than LINE_MAX_BYTES, and of a file that cannot be read on. */
enum status input_line(struct input *in, bool *more);

/* ST_CONFIG, "file:line: reason", of the line that was read last. */
enum status input_fault(const struct input *in, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void input_free(struct input *in);
