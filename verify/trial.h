/* A complete run from a text of configuration, without files: for verifications and tests. */
#pragma once
#include "apps/app.h"
#include "base/config/config.h"

struct trial {
    struct config *config;
    void *params;
    struct sim sim;
};

/* Reads `text` with the assignments "key=value" in `sets` (NULL-terminated, or NULL) on top, checks it as the command
 * line does, and begins. The method, in the space of exec, is one of the application's own or a registered solver with
 * its default options; ST_REFUSED if it does not take the problem. `repeats` is 1 if it is not given. On failure
 * nothing is left to free. */
enum status trial_begin(struct trial *t, const char *app, const char *text, const char *const *sets, const char *method,
                        struct exec exec);

/* Takes every step, with a sample before the first and after the last, and finishes. */
enum status trial_run(struct trial *t);

/* trial_begin and trial_run; on failure nothing is left to free. */
enum status trial_complete(struct trial *t, const char *app, const char *text, const char *const *sets,
                           const char *method, struct exec exec);

void trial_end(struct trial *t);

/* The primary field as it is now, on the host, and its number of values; NULL if it cannot be copied there. */
const real *trial_field(struct trial *t, int64_t *count);
