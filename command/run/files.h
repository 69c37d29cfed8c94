/* The files that a run names: those it reads and those it writes. */
#pragma once
#include "command/run/workload/workload.h"

struct named_file {
    const char *key, *path;
    enum filetype writes; /* FILE_NONE: it is read */
};

struct files {
    struct named_file *file;
    int64_t count;
    char *description; /* name of the .xdmf file, or NULL */
    char *stopped;     /* of the file that is kept if a signal stops the run */
};

/* The files that the configuration names, the configuration itself, the result and the checkpoint. Names are borrowed.
 * To be freed also after a failure. */
enum status files_make(struct files *out, const struct workload *w, const char *result, const char *checkpoint);
void files_free(struct files *f);

/* Checked before anything is computed. ST_CONFIG if two of them, at least one of them written, are the same file, or if
 * there are several runs where one fills a file; ST_IO if one would replace a file of another kind. */
enum status files_check(const struct files *f, const struct workload *w);
