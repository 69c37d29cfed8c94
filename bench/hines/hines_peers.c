/* Neurons by other simulators, NEURON, CoreNEURON and Arbor among them, where a Python has them: the same cells as in
 * `hines`, on one thread and on all, and the memory that they take. Each peer is a separate program, which is started
 * after the entries were sampled, so that they do not run at the same time, and which times its own calls, after one
 * that warms up. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "apps/hines/peers/peers.h"
#include "base/memory/resident.h"
#include "base/timer.h"
#include "bench/entry/limit.h"
#include "bench/entry/size.h"
#include "bench/hines/hines_run.h"

enum { CELLS = 1000, BYTES = 200, PASSIVE = 0, HH = 1 };
enum { STEPS_LEAST = HINES_STEPS, STEPS_MOST = 10 * HINES_STEPS, TRIES = 2 };
static const double units = 2e7;      /* compartments of a call, each for one step, unless there are more or fewer */
static const double patience = 900.0; /* seconds for one peer with one setting */
static const char name[] = "hines.peers", method[] = "hines_simd", layout[] = "block", table[] = "peers";

static enum status add(struct bench *b)
{
    const int64_t rows = size_first(b->rows, b->scale_n, b->part ? 1000 : 100);
    /* Peers compute in double. A size that is given is that of both parts. */
    if (strcmp(REAL_NAME, "double") != 0 || (b->part && (b->rows || b->scale_n))) return ST_OK;
    TRY(limit_add(b));
    const int64_t cells =
        size_that_fits(b, "hines.peers, cells", size_first(b->systems, b->scale_batch, CELLS), rows * BYTES, 1);
    for (int form = 0; form < HINES_FORMS; form++)
        for (int membrane = PASSIVE; membrane <= HH; membrane++)
            for (int all = 0; all < (b->exec.threads > 1 ? 2 : 1); all++) {
                const struct hines_case c = {form, membrane, rows, cells};
                struct exec exec = b->exec;
                int index;
                if (!all) exec.threads = 1;
                TRY(hines_run_add(b, &c, method, layout, exec, &index));
            }
    return ST_OK;
}

/* A comparison: an entry of ours, and a run of the same cells. */
struct compared {
    const struct bench *b;
    const struct entry *e;
    struct hines_case of;
    struct app_run *run;
    struct conclusions *out;
    double own; /* seconds of a compartment for a step */
};

static enum status row_begin(const struct compared *c, const char *solver, const char *version)
{
    TRY(conclusion_begin(c->out, table));
    conclusion_print(c->out, "solver", "%s%s%s", solver, *version ? " " : "", version);
    conclusion_text(c->out, "cells", hines_form(c->of.form));
    conclusion_text(c->out, "membranes", hines_membrane(c->of.membrane));
    conclusion_print(c->out, "size", "%lldx%lld", (long long)c->e->batch, (long long)c->e->n);
    conclusion_real(c->out, "threads", c->e->exec.threads);
    return ST_OK;
}

static void row_end(const struct compared *c, double seconds, double bytes, int64_t clean, int64_t calls,
                    const char *note)
{
    conclusion_real(c->out, "ns", seconds * 1e9);
    conclusion_real(c->out, "bytes", bytes / (double)(c->e->n * c->e->batch));
    conclusion_real(c->out, "times_as_long", seconds / c->own);
    conclusion_print(c->out, "clean", "%lld/%lld", (long long)clean, (long long)calls);
    conclusion_text(c->out, "note", note);
}

/* The memory of a run of ours, once it has taken a step. */
static enum status own_bytes(struct app_run *run, double *bytes)
{
    const int64_t before = resident_bytes();
    TRY(app_run_load(run));
    TRY(app_run_step(run));
    *bytes = (double)(resident_bytes() - before);
    return ST_OK;
}

/* One job; it may take the rest of --seconds, if that is less than the usual limit. */
static enum status time_once(const struct bench *b, const struct hines_peer *peer, struct peer_job *job,
                             struct peer_times *t)
{
    const double left = b->began + b->seconds_max - seconds_now();
    if (bench_over(b)) return fail(ST_DEVICE, "there was no time left for it");
    job->seconds = b->seconds_max > 0 ? fmin(patience, left) : patience;
    return hines_peer_time(peer, job, t);
}

/* The setting of a peer that is fastest here, NULL if it has none; ST_DEVICE if none can be timed. */
static enum status choose(const struct bench *b, const struct hines_peer *peer, struct peer_job *job)
{
    double least = INFINITY;
    const char *best = NULL;
    enum status s = ST_OK;
    const int repeats = job->repeats;
    job->repeats = TRIES;
    for (int k = 0; k < peer->choices.count; k++) {
        struct peer_times t;
        job->choice = peer->choices.word[k];
        s = time_once(b, peer, job, &t);
        if (s != ST_OK && s != ST_DEVICE) return s;
        if (s == ST_OK && t.seconds < least) least = t.seconds, best = job->choice;
    }
    job->repeats = repeats, job->choice = best;
    return best || !peer->choices.count ? ST_OK : s;
}

static enum status time_peer(const struct compared *c, const struct hines_peer *peer, struct peer_job *job,
                             struct peer_times *t)
{
    const int64_t compartments = c->e->n * c->e->batch;
    TRY(choose(c->b, peer, job));
    TRY(time_once(c->b, peer, job, t));
    return t->compartments == compartments ? ST_OK
                                           : fail(ST_DEVICE, "it has %lld compartments, not %lld",
                                                  (long long)t->compartments, (long long)compartments);
}

static enum status add_peer_row(const struct compared *c, const struct hines_peer *peer, const char *variant)
{
    const double compartments = (double)(c->e->n * c->e->batch);
    struct peer_job job = {.params = c->run->params,
                           .scheme = peer->schemes.word[0],
                           .variant = variant,
                           .threads = c->e->exec.threads,
                           .steps = (int64_t)fmax(STEPS_LEAST, fmin(STEPS_MOST, units / compartments)),
                           .repeats = c->b->samples};
    struct peer_times t;
    char note[2 * PEER_WORD];
    const enum status s = time_peer(c, peer, &job, &t);
    if (s != ST_OK && s != ST_DEVICE) return s;
    TRY(row_begin(c, peer->name, peer->version));
    snprintf(note, sizeof note, "%s%s%s", c->of.membrane == HH ? variant : "",
             c->of.membrane == HH && job.choice ? ", " : "", job.choice ? job.choice : "");
    if (s == ST_DEVICE) t = (struct peer_times){.seconds = (double)NAN, .bytes = (double)NAN};
    row_end(c, t.seconds / ((double)job.steps * compartments), t.bytes, t.clean, t.calls,
            s == ST_OK ? note : fail_text());
    return ST_OK;
}

static enum status compare(struct compared *c, const struct hines_peers *peers)
{
    double bytes;
    TRY(own_bytes(c->run, &bytes));
    TRY(row_begin(c, "bandstand", ""));
    row_end(c, c->own, bytes, c->e->clean, c->e->rounds, c->e->name);
    exec_rest();
    for (int i = 0; i < peers->count; i++)
        for (int k = 0; k < (c->of.membrane == HH ? peers->of[i].variants.count : 1); k++)
            if (!*peers->of[i].missing && !bench_over(c->b))
                TRY(add_peer_row(c, &peers->of[i], peers->of[i].variants.word[k]));
    return ST_OK;
}

/* The case of an entry of this benchmark, by the layout that it was given. */
static bool find_case(const struct entry *e, struct hines_case *out)
{
    for (int form = 0; form < HINES_FORMS; form++)
        for (int membrane = PASSIVE; membrane <= HH; membrane++)
            if (!strcmp(e->layout, hines_layout(form, membrane)))
                return *out = (struct hines_case){form, membrane, e->n, e->batch}, true;
    return false;
}

static enum status compare_entry(const struct bench *b, const struct entry *e, const struct hines_peers *peers,
                                 struct conclusions *out)
{
    struct compared c = {.b = b, .e = e, .out = out, .own = bench_min(e) / e->units};
    if (!e->rounds || strcmp(e->benchmark, name) != 0 || strcmp(e->precision, REAL_NAME) != 0 || !find_case(e, &c.of))
        return ST_OK;
    TRY(hines_run_make(&c.run, &c.of, method, layout, HINES_STEPS, e->exec));
    const enum status s = compare(&c, peers);
    app_run_drop(c.run);
    free(c.run);
    return s;
}

/* A row that has a note instead of numbers. */
static enum status add_note(struct conclusions *out, const char *solver, const char *note)
{
    static const char *const texts[] = {"cells", "membranes", "size"};
    static const char *const numbers[] = {"threads", "ns", "bytes", "times_as_long"};
    TRY(conclusion_begin(out, table));
    conclusion_text(out, "solver", solver);
    for (int k = 0; k < 3; k++) conclusion_text(out, texts[k], "-");
    for (int k = 0; k < 4; k++) conclusion_real(out, numbers[k], (double)NAN);
    conclusion_text(out, "clean", "-");
    conclusion_text(out, "note", note);
    return ST_OK;
}

/* A row for each peer that is not installed. */
static enum status add_missing(const struct hines_peers *peers, struct conclusions *out)
{
    char note[PEER_REASON + 32];
    if (!peers->count) return add_note(out, "peers", hines_peers_none);
    for (int i = 0; i < peers->count; i++) {
        if (!*peers->of[i].missing) continue;
        snprintf(note, sizeof note, "not installed: %s", peers->of[i].missing);
        TRY(add_note(out, peers->of[i].name, note));
    }
    return ST_OK;
}

static enum status conclude(const struct bench *b, struct conclusions *out)
{
    struct hines_peers peers;
    if (strcmp(REAL_NAME, "double") != 0 || b->methods || bench_over(b)) return ST_OK;
    exec_rest();
    TRY(hines_peers_find(&peers));
    enum status s = ST_OK;
    for (int i = 0; s == ST_OK && i < b->count; i++) s = compare_entry(b, &b->entry[i], &peers, out);
    if (s == ST_OK) s = add_missing(&peers, out);
    hines_peers_free(&peers);
    return s;
}

static const char *const measured[] = {"hines_simd", NULL};
const struct benchmark bench_hines_peers = {
    name,
    "the cells of `hines` by NEURON, CoreNEURON and Arbor, where a Python has them: times and memory",
    add,
    .parts = 2,
    .takes = TAKES_ROWS | TAKES_SYSTEMS,
    .methods = measured,
    .conclude = conclude};
