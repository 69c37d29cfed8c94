/* A file that appears complete or not at all: it is written under a temporary name in the same folder, brought to the
 * disk, and renamed. */
#pragma once
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/file/filetype.h"
#include "base/status.h"

/* A file that is being written. Its owner holds a lock on it: a temporary file that can be locked has no living owner.
 */
struct atomic_file {
    char *path, *temporary;
    int fd; /* of the temporary file, to be read and written */
};

/* Makes the temporary file for `path`; if `path` is a link, for its target, and the link stays. Temporary files of
 * killed programs in the same folder are removed, which one line on stderr reports. ST_IO if `path` exists and is not
 * of the same type (filetype.h), or if the file cannot be made. Until atomic_file_commit or atomic_file_abandon a
 * signal that ends the program removes the temporary file (signals.h). */
enum status atomic_file_begin(struct atomic_file *out, const char *path, enum filetype type);

/* A stream that writes the temporary file; _end closes it: ST_IO if any of its output could not be written. */
enum status atomic_file_stream(const struct atomic_file *r, FILE **out);
enum status atomic_file_stream_end(const struct atomic_file *r, FILE *stream);

/* "cannot write PATH: reason", of an errno. */
enum status atomic_file_fault(const struct atomic_file *r, int error);

/* Syncs the temporary file and renames it to `path`; removes it if that fails. Ends `r` in both cases. */
enum status atomic_file_commit(struct atomic_file *r);

/* Another name for the file to have, in the same folder or file system. ST_IO, and the first one stays, if what stands
 * there is not to be replaced. */
enum status atomic_file_rename(struct atomic_file *r, const char *path, enum filetype type);

/* Removes the temporary file and ends `r`; does nothing where there is none. */
void atomic_file_abandon(struct atomic_file *r);

/* Removes every temporary file of this program that was begun, and neither committed nor abandoned. May be called by a
 * signal handler. */
void atomic_file_remove_all(void);

/* Whether atomic_file_begin is likely to do it: ST_IO if not. Makes nothing. */
enum status atomic_file_check(const char *path, enum filetype type);

/* The folder of `path`, in `buffer`. Takes no memory. */
const char *atomic_file_folder(const char *path, char buffer[static PATH_MAX]);

/* The target of a link, whether it exists or not; `path` itself if it is none, or goes in a circle. The caller frees;
 * NULL: no memory. */
char *atomic_file_followed(const char *path);

/* Do both names mean the same file, there or not? */
bool atomic_file_same(const char *a, const char *b);
