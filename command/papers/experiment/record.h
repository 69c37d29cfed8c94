/* Verdicts as text, a line of JSON for each experiment, so that pages and lists can be written without results. */
#pragma once
#include <stdint.h>

#include "command/papers/claims/verdict.h"

struct experiment;

struct recorded_claim {
    char *text, *where, *reason;
    enum claim_verdict verdict;
    bool known;
};

/* One experiment on one machine. All texts are owned. */
struct record {
    char *id, *about, *config, *date, *cpu, *gpu, *commit, *version;
    double seconds, cores, gb; /* gb: the largest memory of a run; 0: not known */
    bool quick;
    bool undrawn; /* a picture is wrong; only in this call, not in lines of files */
    int64_t count;
    struct recorded_claim *claim;
};

struct records {
    int64_t count;
    struct record *record;
};

/* Judges all claims by a result. Free it with record_free, also after a failure. */
enum status record_make(struct record *out, const struct experiment *x, const struct result *r, bool quick);
void record_free(struct record *r);

/* Reads a file of such lines; ST_CONFIG, with the line, if it holds other lines. Free with records_free, also after a
 * failure. */
enum status records_read(struct records *out, const char *path);
/* As records_read; a missing file gives none. */
enum status records_load(struct records *out, const char *path);
void records_free(struct records *r);
/* The last record of that id, or NULL. */
const struct record *records_find(const struct records *r, const char *id);

/* Writes `one` into the file in place of an older line of the same id. */
enum status records_put(const char *path, const struct record *one);

/* The number of claims with this verdict. */
int64_t record_count(const struct record *r, enum claim_verdict v);
/* The number of claims that are not reproduced and have no reason in the configuration. */
int64_t record_surprises(const struct record *r);
