#include "base/sample.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cores.h"
#include "base/device.h"
#include "base/progress.h"
#include "base/timer.h"

enum status bench_add(struct bench *b, struct entry **out, int *index)
{
    if (b->count == b->room) {
        const int room = b->room ? 2 * b->room : 32;
        void *const grown = realloc(b->entry, (size_t)room * sizeof *b->entry);
        if (!grown) return fail(ST_NOMEM, "no memory for %d things to time", room);
        b->entry = grown;
        b->room = room;
    }
    *index = b->count++;
    *out = &b->entry[*index];
    **out = (struct entry){.limit = -1, .exec = b->exec};
    return ST_OK;
}

bool bench_wants(const struct bench *b, const char *method)
{
    const size_t length = strlen(method);
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

/* In reverse, since what was added later may lean on what was there. */
void bench_free(struct bench *b)
{
    for (int i = b->count - 1; i >= 0; i--) {
        if (b->entry[i].end) b->entry[i].end(b->entry[i].context);
        free(b->entry[i].seconds);
        free(b->entry[i].all);
        free(b->entry[i].speed);
        free(b->entry[i].phase);
    }
    free(b->entry);
    free(b->skipped);
    b->entry = NULL;
    b->skipped = NULL;
    b->count = b->room = b->skips = 0;
}

/* One call, and the speed of the cores around it. Spinning threads keep the CPU time of an undisturbed call close to
 * threads * wall; one thread is asked alone, since others may spin beside it. */
static enum status time_here(struct entry *e, double *seconds, double *speed)
{
    const int threads = e->exec.threads;
    double (*const cpu)(void) = threads == 1 ? seconds_cpu_thread : seconds_cpu;
    const double enough = threads == 1 ? 0.96 : 0.94;
    const double before = cores_speed(threads), used = cpu(), began = seconds_now();
    const enum status s = e->call(e->context);
    *seconds = seconds_now() - began;
    const bool whole = cpu() - used >= enough * threads * *seconds;
    *speed = whole ? fmin(before, cores_speed(threads)) : 0;
    return s;
}

/* Nobody else is on a device that is ours. */
static enum status time_on_device(struct entry *e, double *seconds, double *speed)
{
    *speed = 1;
    return device_seconds(seconds, &e->exec, e->call, e->context);
}

enum status bench_prepare(const struct bench *b, struct entry *e)
{
    if (e->prepare) TRY(e->prepare(e->context));
    if (b->flush && e->exec.space == HOST) flush_run(b->flush, &e->exec);
    return ST_OK;
}

static enum status take(const struct bench *b, struct entry *e, double *seconds, double *speed)
{
    TRY(bench_prepare(b, e));
    return (e->exec.space == DEVICE ? time_on_device : time_here)(e, seconds, speed);
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
        const bool clean = e->speed[r] >= enough;
        e->seconds[r] = clean ? e->all[r] : (double)NAN;
        e->clean += clean;
    }
}

static enum status take_round(struct bench *b, bool *finished)
{
    for (int i = 0; i < b->count; i++) {
        struct entry *const e = &b->entry[i];
        TRY(take(b, e, &e->all[e->rounds], &e->speed[e->rounds]));
        e->rounds++;
    }
    *finished = true;
    for (int i = 0; i < b->count; i++) {
        judge(b, &b->entry[i]);
        *finished &= b->entry[i].clean >= b->samples;
    }
    return ST_OK;
}

static enum status make_room(struct entry *e, int rounds)
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
    for (int i = 0; i < b->count; i++) {
        TRY(make_room(&b->entry[i], b->rounds_max));
        TRY(take(b, &b->entry[i], &ignored[0], &ignored[1]));
    }
    struct progress progress = progress_begin("rounds", 0, b->rounds_max, b->quiet);
    bool finished = false;
    for (int round = 0; round < b->rounds_max && !finished; round++) {
        TRY(take_round(b, &finished));
        progress_show(&progress, round + 1);
    }
    progress_end(&progress, b->rounds_max);
    return ST_OK;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of the values that are no NaN; sorts in place. */
static double median(double *v, int64_t count)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < count; i++)
        if (!isnan(v[i])) v[kept++] = v[i];
    if (!kept) return NAN;
    qsort(v, (size_t)kept, sizeof *v, ascending);
    return kept % 2 ? v[kept / 2] : 0.5 * (v[kept / 2 - 1] + v[kept / 2]);
}

static bool enough(const struct entry *e)
{
    return e->clean >= 3;
}

const double *bench_seconds(const struct entry *e)
{
    return enough(e) ? e->seconds : e->all;
}

double bench_median(const struct entry *e)
{
    double *const v = malloc((size_t)(e->rounds + 1) * sizeof *v);
    if (!v) return (double)NAN;
    memcpy(v, bench_seconds(e), (size_t)e->rounds * sizeof *v);
    const double m = median(v, e->rounds);
    free(v);
    return m;
}

double bench_min(const struct entry *e)
{
    double least = (double)NAN;
    for (int64_t r = 0; r < e->rounds; r++) least = fmin(least, bench_seconds(e)[r]);
    return least;
}

double bench_gb_s(const struct entry *e)
{
    return e->units * e->bytes_per_unit / bench_median(e) / 1e9;
}

double bench_ratio(const struct bench *b, int a, int of)
{
    const struct entry *const x = &b->entry[a], *const y = &b->entry[of];
    const int64_t rounds = x->rounds < y->rounds ? x->rounds : y->rounds;
    double *const v = malloc((size_t)(rounds + 1) * sizeof *v);
    if (!v) return NAN;
    const bool clean = enough(x) && enough(y);
    for (int64_t r = 0; r < rounds; r++) v[r] = clean ? x->seconds[r] / y->seconds[r] : x->all[r] / y->all[r];
    const double m = median(v, rounds);
    free(v);
    return (isnan(m) ? bench_median(x) / bench_median(y) : m) * y->units / x->units;
}

double bench_ratio_min(const struct bench *b, int a, int of)
{
    const struct entry *const x = &b->entry[a], *const y = &b->entry[of];
    return bench_min(x) / bench_min(y) * y->units / x->units;
}

double bench_share(const struct bench *b, int entry)
{
    const struct entry *const e = &b->entry[entry];
    if (e->limit < 0) return 1;
    const struct entry *const limit = &b->entry[e->limit];
    return bench_ratio(b, e->limit, entry) * e->bytes_per_unit / limit->bytes_per_unit;
}
