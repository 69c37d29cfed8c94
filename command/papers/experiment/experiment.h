/* The experiments: configurations that say which figure of a paper they reproduce. */
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

/* All of a folder whose configurations have `figure.id`. ST_CONFIG with file and line of what is wrong, or if two have
 * one id. Free with experiments_free, also after a failure. */
enum status experiments_load(struct experiments *out, const char *folder);
void experiments_free(struct experiments *e);
/* Returns ST_CONFIG, and names similar ids, if no experiment has this one. */
enum status experiments_find(const struct experiments *e, const char *id, const struct experiment **out);

/* Is it a result of this configuration, by its name, application and runs? ST_FAILED: of which it is. */
struct result;
enum status experiment_check_result(const struct experiment *x, const struct result *r);

/* Has it a run on a device? */
bool experiment_uses_gpu(const struct experiment *x);
