/* Times entries, such as methods, against each other in one process. The entries of a part are added, sampled in the
 * same rounds, and freed before the next part, so that memory holds one part at a time.
 *
 * A round calls every entry once, in order, so that a ratio compares calls at nearly the same time. Entries on the
 * device are timed by its clock, without the start of a kernel and the wait for it, and each of their samples is clean.
 * On the host a sample is clean if no other program used a core or a part of one: the CPU time is nearly threads * wall
 * time, for which waiting threads must spin (OMP_WAIT_POLICY=active), and the speed of as many threads before and after
 * it is nearly the highest that was seen. Other samples are repeated, up to rounds_max, and counted. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/exec.h"
#include "base/status.h"
#include "base/timing/cache_flush.h"
#include "base/timing/counters.h"
#include "base/timing/trace.h"

enum { PEERS_MAX = 8 };

/* Data on which several entries work. Only those of one entry exist at a time: load makes it, drop frees it, and may
 * be called after a load that failed. */
struct data {
    void *owner; /* whose data these are: equal for entries that share them; NULL: none */
    enum status (*load)(void *owner);
    void (*drop)(void *owner);
};

/* Bytes and messages that the ranks of an entry have sent in the fastest call that was timed, and the seconds of all of
 * them, in it and in communication. ranks 0: of a single process. */
struct entry_sent {
    int ranks;
    double bytes, model, messages, seconds, waiting; /* model: the bytes that a formula gives */
};

/* One thing to time. */
struct entry {
    char name[64];         /* "thomas_simd" */
    const char *benchmark; /* "tridiag.batch" */
    const char *kind, *precision, *layout;
    const char
        *parameter; /* what a curve is drawn over, "switch_point", and where this entry is on it; NULL: nothing */
    double parameter_value;
    struct exec exec; /* where it runs; on the device: the stream on which the call queues its work */
    int64_t n, batch;
    double units;          /* unknowns (points) of one call */
    double bytes_per_unit; /* least traffic */
    int limit;             /* the entry whose bandwidth is its memory limit; -1: this is one itself */
    int peer_count;
    struct {
        const char *name; /* "thomas", "lapack" */
        int entry;
    } peer[PEERS_MAX];
    struct data data;
    enum status (*enter)(void *context); /* or NULL: after its data were loaded: makes what only it needs, as a plan; */
    void (*leave)(void *context);        /* or NULL: frees that, also after an enter that failed */
    enum status (*prepare)(void *context); /* before every call, untimed: re-creates what the call overwrites */
    enum status (*call)(void *context);
    /* Or NULL: called after each timed call; the least speed of the cores of other ranks, or 0 as in `speed`. */
    double (*beside)(void *context);
    double (*moved)(const void *context); /* or NULL: traffic a unit of the method as it is, once it was called */
    void (*end)(void *context);           /* frees the context at the end of the part; or NULL: shared or static */
    void *context;
    int calls;    /* timed together, as one: 0 or 1: each by itself */
    bool crowded; /* another program's work keeps one core busy meanwhile; every sample counts */

    /* filled by bench_sample, by round: all seconds, those of clean samples or NaN, and the speed of the cores, 0 if
     * the CPU time fell short */
    double *all, *seconds, *speed;
    int64_t rounds, clean;

    struct entry_sent sent; /* filled by its benchmark */

    /* filled by bench_observe: what the processor counted in one call, 0 if it does not, and the phases of threads */
    struct counts counts;
    struct thread_span {
        int thread;
        struct span span;
    } * phase;
    int64_t phases;
};

struct comm;

struct bench {
    struct exec exec;
    int samples, rounds_max;      /* clean samples of each entry to take, rounds at most */
    const char *methods;          /* "windows,partition": only these; NULL: all */
    int64_t scale_n, scale_batch; /* 0: the benchmark's real sizes; tests ask for small ones */
    double seconds_max;           /* of the whole, after which sampling ends with what there is; 0: no limit */
    double began;                 /* seconds_now() of the first part; set together with seconds_max */
    int64_t rows, systems;        /* asked for in place of the benchmark's own; 0: nothing is */
    int64_t memory;               /* bytes for all that is in memory at a time; 0: a third of what is available */
    int64_t resident;             /* of these: what stays there, whichever entry is called */
    bool quiet;
    /* The ranks that take part in benchmarks of ranks, and on rank 0 what orders the others to do something with their
     * entry of that number (bench/ranks/shared_entry.h). NULL: there is one rank. */
    struct comm *comm;
    void (*order)(struct comm *c, int action, int number);
    const char *benchmark;     /* that is being measured, */
    int part;                  /* which part of it, */
    int first;                 /* and that part's first entry */
    struct cache_flush *flush; /* the caches are flushed before every call on the host; NULL: they are not */
    int count, capacity;
    struct entry *entry;
    int loaded_entry; /* 1 + the index of the entry whose data are there; 0: none is */
    struct data loaded;
    struct {
        char text[160];
    } * skipped; /* what could not be measured here, a sentence each */
    int skips;
};

/* Appends a zeroed entry and returns its index through *out. */
enum status bench_add(struct bench *b, struct entry **out, int *index);
/* Says that something is not measured, and why. */
enum status bench_skip(struct bench *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* No more is to be sampled: a signal asked for that (signals_install), or the time is over. */
bool bench_over(const struct bench *b);
/* Is a method of that name to be measured? Not if all is over. */
bool bench_wants(const struct bench *b, const char *method);
/* The entries of this part. Ended early, each has as many rounds as there was time for, perhaps none. */
enum status bench_sample(struct bench *b);
/* Carries out the preparations of each call: loading, prepare, and the flush. */
enum status bench_prepare(struct bench *b, struct entry *e);
/* Makes the data of an entry, and frees those of the one before. */
enum status bench_load(struct bench *b, int index);
void bench_unload(struct bench *b);
/* Bytes that the data of an entry and what it enters with may take. */
int64_t bench_space(const struct bench *b);
/* One more call of every entry of this part on the host, untimed: counts, if they are to be had, and phases, if exec
 * has a trace. What cannot be had is skipped with a sentence. */
enum status bench_observe(struct bench *b);
/* Frees what this part's entries work with; what they measured stays. */
void bench_part_free(struct bench *b);
void bench_free(struct bench *b);

/* The samples that count, one a round, NaN where one was disturbed; all of them if next to none is clean. */
const double *bench_seconds(const struct entry *e);
/* Median and minimum of the samples that count. */
double bench_median(const struct entry *e);
double bench_min(const struct entry *e);
double bench_gb_s(const struct entry *e);
/* Median over rounds of a's seconds per unit over those of `of`: rounds in which both are clean, or the ratio of
 * medians if there is none; all rounds if next to no sample of either is clean. */
double bench_ratio(const struct bench *b, int a, int of);
/* The ratio of the least seconds per unit: of the samples that were disturbed least. */
double bench_ratio_min(const struct bench *b, int a, int of);
/* Share of the memory limit sampled in the same rounds. */
double bench_share(const struct bench *b, int entry);
/* Has it a clean sample, and its limit too? Else other programs have their part in the share. */
bool bench_share_clean(const struct bench *b, int entry);
