/* The file of `bandstand bench --json` in memory: its entries. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct bench_entry {
    char *benchmark, *name, *space, *precision, *layout;
    char *varied; /* options that the benchmark varies, as "switch_point 64"; or "" */
    int64_t n, batch, threads;
    int64_t samples;
    double median, spread; /* seconds; quartile range over median, or the full range of a few samples; NaN of one */
};

struct bench_entries {
    const char *path; /* borrowed */
    int64_t count;
    struct bench_entry *item;
};

/* Does the file begin like one of JSON? */
bool bench_entries_are_in(const char *path);

/* Limits of the machine and skips are passed over. ST_CONFIG: "file:line: what is wrong"; no entries. Free it with
 * bench_entries_free, also after a failure. */
enum status bench_entries_read(struct bench_entries *out, const char *path);
void bench_entries_free(struct bench_entries *e);

/* The entry of `of` that measured what `x` did: benchmark, method, space, precision, layout, size, threads and varied
 * options are the same, and as many entries of that kind precede it as precede x in its file; NULL: there is none. */
const struct bench_entry *bench_entries_find(const struct bench_entries *of, const struct bench_entries *from,
                                             const struct bench_entry *x);
