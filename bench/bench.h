/* Benchmarks: every method against the memory limit and the peers, sampled in the same rounds.
 *
 * A benchmark fills a list of entries and calls bench_sample; the command line prints the result as a
 * table or as JSON. A round calls every entry once, in order, so that a ratio compares neighbours in time.
 * A sample is clean if the CPU time used is nearly threads * wall, that is if nobody took a core away;
 * others are repeated, up to rounds_max, and counted. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bandwidth.h"
#include "base/exec.h"
#include "base/real.h"
#include "base/status.h"

enum { PEERS_MAX = 8 };

/* One thing to time. */
struct entry {
    char name[64]; /* "thomas_simd" */
    const char *kind, *precision, *layout;
    enum space space;
    int threads;
    int64_t n, batch;
    double units;          /* unknowns (points) of one call */
    double bytes_per_unit; /* least traffic */
    int limit;             /* the entry whose bandwidth is its memory limit; -1: this is one itself */
    int peer_count;
    struct {
        const char *name; /* "thomas", "lapack" */
        int entry;
    } peer[PEERS_MAX];
    void (*prepare)(void *context); /* before every call, untimed: re-creates what the call overwrites */
    enum status (*call)(void *context);
    void *context; /* the benchmark's own */

    /* filled by bench_sample: by round, NaN where the round gave no clean sample */
    double *seconds;
    int64_t rounds, clean;
};

struct bench {
    struct exec exec;
    int samples, rounds_max; /* clean samples wanted of each entry, rounds at most */
    int64_t scale_n, scale_batch; /* 0: the benchmark's real sizes; tests ask for small ones */
    bool quiet;
    int count, room;
    struct entry *entry;
};

/* Appends a zeroed entry and returns its index through *out. */
enum status bench_add(struct bench *b, struct entry **out, int *index);
enum status bench_sample(struct bench *b);
void bench_free(struct bench *b);

double bench_median(const struct entry *e);
double bench_min(const struct entry *e);
double bench_gb_s(const struct entry *e);
/* Median over rounds of seconds(a) / seconds(b), both clean; the ratio of medians if no round has both. */
double bench_ratio(const struct bench *b, int a, int of);
/* Share of the memory limit sampled in the same rounds. */
double bench_share(const struct bench *b, int entry);

struct benchmark {
    const char *name, *about; /* "tridiag.batch" */
    enum status (*run)(struct bench *b);
};

size_t benchmark_count(void);
const struct benchmark *benchmark_at(size_t i);

#define BENCHMARK(id) extern const struct benchmark id;
#include "bench/list.h"
#undef BENCHMARK
