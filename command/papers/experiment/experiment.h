/* The experiments: configurations that name the figure of a paper that they reproduce. */
#pragma once
#include "command/papers/claims/paper.h"

struct experiment {
    char *path; /* of the configuration */
    char *name; /* of its file, without .cfg */
    struct config *config;
    struct paper paper;
};

struct experiments {
    int64_t count;
    struct experiment *item; /* by id */
};

/* All of a folder whose configurations have `figure.id`. ST_CONFIG with file and line of a fault, or if two have one
 * id. Free with experiments_free, also after a failure. */
enum status experiments_load(struct experiments *out, const char *folder);
void experiments_free(struct experiments *e);
/* Returns ST_CONFIG, and names similar ids, if no experiment has this one. */
enum status experiments_find(const struct experiments *e, const char *id, const struct experiment **out);

/* Is it a result of this configuration, by its name, application and runs? ST_FAILED: it belongs to another one, which
 * the message names. */
struct result;
enum status experiment_check_result(const struct experiment *x, const struct result *r);

/* Does it have a run on a device? */
bool experiment_uses_gpu(const struct experiment *x);
