/* Samples the entries of a benchmark in rounds, and marks the samples that other work disturbed. */
#include "base/timing/sample.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device/device.h"
#include "base/progress.h"
#include "base/signals.h"
#include "base/timer.h"
#include "base/timing/core_spinner.h"
#include "base/timing/cpu_contention.h"

enum status bench_add(struct bench *b, struct entry **out, int *index)
{
    if (b->count == b->capacity) {
        const int capacity = b->capacity ? 2 * b->capacity : 32;
        void *const grown = realloc(b->entry, (size_t)capacity * sizeof *b->entry);
        if (!grown) return fail(ST_NOMEM, "no memory for %d things to time", capacity);
        b->entry = grown;
        b->capacity = capacity;
    }
    *index = b->count++;
    *out = &b->entry[*index];
    **out = (struct entry){.limit = -1, .exec = b->exec, .benchmark = b->benchmark};
    return ST_OK;
}

bool bench_over(const struct bench *b)
{
    return signals_asked() || (b->seconds_max > 0 && seconds_now() - b->began > b->seconds_max);
}

bool bench_wants(const struct bench *b, const char *method)
{
    const size_t length = strlen(method);
    if (bench_over(b)) return false;
    for (const char *at = b->methods; at; at = strchr(at, ',')) {
        if (*at == ',') at++;
        if (!strncmp(at, method, length) && (at[length] == ',' || at[length] == '\0')) return true;
    }
    return !b->methods;
}

enum status bench_skip(struct bench *b, const char *fmt, ...)
{
    va_list ap;
    void *const grown = realloc(b->skipped, (size_t)(b->skips + 1) * sizeof *b->skipped);
    if (!grown) return fail(ST_NOMEM, "no memory for a sentence");
    b->skipped = grown;
    va_start(ap, fmt);
    vsnprintf(b->skipped[b->skips].text, sizeof b->skipped->text, fmt, ap);
    va_end(ap);
    for (int k = 0; k < b->skips; k++)
        if (!strcmp(b->skipped[k].text, b->skipped[b->skips].text)) return ST_OK;
    b->skips++;
    return ST_OK;
}

/* In reverse, since an entry may use what earlier ones own. */
void bench_part_free(struct bench *b)
{
    bench_unload(b);
    for (int i = b->count - 1; i >= b->first; i--) {
        struct entry *const e = &b->entry[i];
        if (e->end) e->end(e->context);
        e->end = NULL;
        e->context = NULL;
    }
    b->first = b->count;
}

void bench_free(struct bench *b)
{
    b->first = 0;
    bench_part_free(b);
    for (int i = 0; i < b->count; i++) {
        free(b->entry[i].seconds);
        free(b->entry[i].all);
        free(b->entry[i].speed);
        free(b->entry[i].phase);
    }
    free(b->entry);
    free(b->skipped);
    b->entry = NULL;
    b->skipped = NULL;
    b->count = b->capacity = b->skips = b->first = 0;
}

/* One call, and the speed of the cores around it. Spinning threads keep the CPU time of an undisturbed call close to
 * threads * wall; only one thread is asked, since others may spin meanwhile. */
static enum status time_here(struct entry *e, double *seconds, double *speed)
{
    const int threads = e->exec.threads;
    double (*const cpu)(void) = threads == 1 ? seconds_cpu_thread : seconds_cpu;
    const double enough = threads == 1 ? 0.96 : 0.94;
    const double before = cpu_contention_speed(threads), used = cpu(), began = seconds_now();
    const int calls = e->calls > 1 ? e->calls : 1;
    enum status s = ST_OK;
    for (int k = 0; k < calls && s == ST_OK; k++) s = e->call(e->context);
    *seconds = seconds_now() - began;
    const bool whole = cpu() - used >= enough * threads * *seconds;
    *speed = whole ? fmin(before, cpu_contention_speed(threads)) : 0;
    *seconds /= calls;
    return s;
}

static enum status time_crowded(struct entry *e, double *seconds, double *speed)
{
    TRY(core_spinner_begin());
    const enum status s = time_here(e, seconds, speed);
    core_spinner_end();
    *speed = 0;
    return s;
}

/* The device runs no other work: every sample is clean. */
static enum status time_on_device(struct entry *e, double *seconds, double *speed)
{
    *speed = 1;
    return device_seconds(seconds, &e->exec, e->call, e->context);
}

enum status bench_prepare(struct bench *b, struct entry *e)
{
    TRY(bench_load(b, (int)(e - b->entry)));
    if (e->prepare) TRY(e->prepare(e->context));
    if (b->flush && e->exec.space == HOST) cache_flush_run(b->flush, &e->exec);
    return ST_OK;
}

static enum status take(struct bench *b, struct entry *e, double *seconds, double *speed)
{
    TRY(bench_prepare(b, e));
    TRY((e->exec.space == DEVICE ? time_on_device : e->crowded ? time_crowded : time_here)(e, seconds, speed));
    if (e->beside) *speed = fmin(*speed, e->beside(e->context));
    return ST_OK;
}

/* The best of all samples in the same space with as many threads. */
static double best_speed(const struct bench *b, const struct exec *exec)
{
    double best = 0;
    for (int i = 0; i < b->count; i++) {
        const struct entry *const e = &b->entry[i];
        if (e->exec.threads != exec->threads || e->exec.space != exec->space) continue;
        for (int64_t r = 0; r < e->rounds; r++) best = fmax(best, e->speed[r]);
    }
    return best;
}

/* Anew after each round, since the best may have become better. */
static void judge(const struct bench *b, struct entry *e)
{
    const double enough = fmax(0.75 * best_speed(b, &e->exec), DBL_MIN);
    e->clean = 0;
    for (int64_t r = 0; r < e->rounds; r++) {
        const bool clean = e->crowded || e->speed[r] >= enough;
        e->seconds[r] = clean ? e->all[r] : (double)NAN;
        e->clean += clean;
    }
}

static enum status take_round(struct bench *b, bool *finished)
{
    for (int i = b->first; i < b->count && !bench_over(b); i++) {
        struct entry *const e = &b->entry[i];
        TRY(take(b, e, &e->all[e->rounds], &e->speed[e->rounds]));
        e->rounds++;
    }
    *finished = true;
    for (int i = b->first; i < b->count; i++) {
        judge(b, &b->entry[i]);
        *finished &= b->entry[i].clean >= b->samples;
    }
    return ST_OK;
}

static enum status reserve(struct entry *e, int rounds)
{
    double **const at[] = {&e->all, &e->seconds, &e->speed};
    e->rounds = e->clean = 0;
    for (int i = 0; i < 3; i++) {
        free(*at[i]);
        *at[i] = calloc((size_t)rounds, sizeof **at[i]);
        if (!*at[i]) return fail(ST_NOMEM, "no memory for %d samples", rounds);
    }
    return ST_OK;
}

/* The first call of each entry touches its memory and warms the caches; it does not count. */
enum status bench_sample(struct bench *b)
{
    double ignored[2];
    for (int i = b->first; i < b->count; i++) {
        TRY(reserve(&b->entry[i], b->rounds_max));
        if (!bench_over(b)) TRY(take(b, &b->entry[i], &ignored[0], &ignored[1]));
    }
    struct progress progress = progress_begin("rounds", 0, b->rounds_max, b->quiet);
    bool finished = false;
    for (int round = 0; round < b->rounds_max && !finished && !bench_over(b); round++) {
        TRY(take_round(b, &finished));
        progress_show(&progress, round + 1);
    }
    progress_end(&progress, b->rounds_max);
    return ST_OK;
}
