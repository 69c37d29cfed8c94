/* Reads a workload from a configuration, and prints it. */
#pragma once
#include "command/run/workload/workload.h"

extern const struct option settings_table[];

/* Reads a configuration completely and checks it: settings, the application's own keys, each solver. `methods`
 * is NULL, "all", or a list "a,b,c" that replaces the configuration's solvers; `threads` > 0 replaces the
 * configuration's. The workload owns `config` from then on, also on failure. */
enum status workload_read(struct workload *w, struct config *config, const char *methods, int64_t threads);
void workload_free(struct workload *w);

/* The --set assignments, one per line, each applied to the configuration. */
enum status settings_apply(struct config *config, const char *lines);

/* The complete configuration, defaults included, as text that can be read again. Caller frees. */
char *workload_print(const struct workload *w);

/* For a fault of the input that shows when job j runs: prefixes the last error message with file:line of the key that
 * it names, or otherwise of the method. Returns `s`. */
enum status job_fault(const struct workload *w, const struct job *j, enum status s);

/* Writes the options of its method as in a configuration. */
void job_options_print(FILE *out, const struct job *j, int indent);
