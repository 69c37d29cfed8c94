/* Runs experiments, draws them, and judges them. */
#pragma once
#include "command/papers/experiment/experiment.h"
#include "command/papers/experiment/record.h"

struct performance {
    const char *folder; /* of results, pictures, verdicts.jsonl */
    bool quick, judged; /* reduced runs; no runs: existing results */
    bool silent;        /* neither tables nor pictures */
};

/* The file of an experiment in the folder, "folder/name.h5"; verdicts are in "folder/verdicts.jsonl". The caller frees;
 * NULL: no memory. */
char *performance_file(const struct performance *p, const struct experiment *x, const char *suffix);
char *performance_verdicts(const struct performance *p);

/* Runs `bandstand run` in a process of its own, prints table and verdicts, names the pictures, and records the
 * verdicts. `out` is to be freed, also after a failure. ST_FAILED: the run did not succeed. */
enum status perform(const struct performance *p, const struct experiment *x, struct record *out);
/* A line for each claim. */
void record_print(const struct record *r);
