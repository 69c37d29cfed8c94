/* The command line of `bandstand run`: its requests, and the configuration and file names that follow from it. */
#pragma once
#include "command/run/record/record.h"
#include "command/run/workload/workload.h"

struct request {
    const char *config, *resume;
    struct origin origin;
    int64_t threads;
    char *full;        /* the path of `resume`, if `moved` */
    bool quiet, moved; /* to the folder where the run began */
};

/* Reads the command line. Returns -1, or the exit code after help or misuse. To be freed in both cases. */
int request_parse(struct request *r, int argc, char **argv);
void request_free(struct request *r);

/* The configuration with its assignments, of the file or, if it is not NULL, of the checkpoint, whose folder the
 * program enters. */
enum status request_config(struct request *r, struct store *checkpoint, struct config **config);

/* Sets the name of the result file: as requested, as configured, or output/<name of the configuration>.h5. */
enum status request_output(struct request *r, const struct workload *w);

/* Makes a name absolute if the program has entered another folder, so that it is valid in the folder of the user. */
enum status request_path(const struct request *r, char **name);
