/* The cost of ranks: messages, lines that are cut by every scheme, and workloads on all ranks and on one; and, from a
 * model of these numbers, the costs of larger numbers of ranks. docs/cluster.md has its formulas. */
#include "bench/ranks/mpi.h"

#include <math.h>
#include <string.h>

#include "base/comm/comm.h"
#include "bench/bench.h"
#include "bench/entry/limit.h"
#include "bench/ranks/alone.h"
#include "bench/ranks/lines.h"
#include "bench/ranks/messages.h"
#include "bench/ranks/shared_entry.h"

enum { MOST = 14 /* 2^14 ranks */ };

/* The settings of rank 0. */
struct settings {
    int64_t scale_n, scale_batch, rows, systems;
    int part, threads, again; /* again: a part that does not depend on the precision, for the second one */
};

static bool has(const struct bench *b, const char *kind)
{
    for (int i = b->first; i < b->count; i++)
        if (!strcmp(b->entry[i].kind, kind)) return true;
    return false;
}

/* The limit of all threads together, if they are on this machine. */
static enum status add_limit(struct bench *b)
{
    const struct exec own = b->exec;
    struct exec all;
    if (comm_rank(b->comm)) return ST_OK;
    if (alone_can(b, &all)) b->exec = all;
    const enum status st = limit_add(b);
    b->exec = own;
    return st;
}

static enum status add(struct bench *b)
{
    static enum status (*const parts[MPI_PARTS])(struct bench *) = {messages_add, lines_add, NULL};
    struct settings s = {b->scale_n, b->scale_batch, b->rows, b->systems, b->part, b->exec.threads, 0};
    if (comm_rank(b->comm) == 0) {
        s.again = b->part == MPI_MESSAGES && has(b, "messages");
        b->order(b->comm, SHARED_ADD, sizeof(real) == 4);
    }
    comm_broadcast(b->comm, &s, sizeof s, 0);
    b->scale_n = s.scale_n, b->scale_batch = s.scale_batch, b->rows = s.rows, b->systems = s.systems;
    b->part = s.part, b->exec.threads = s.threads;
    TRY(comm_agree(b->comm, add_limit(b)));
    return s.again || !parts[s.part] ? ST_OK : comm_agree(b->comm, parts[s.part](b));
}

static enum status put_fits(const struct bench *b, struct conclusions *out)
{
    for (int f = 0; f < MESSAGE_FITS; f++) {
        const struct fit fit = messages_fit(b, (enum message_fit)f);
        if (!isfinite(fit.alpha)) continue;
        TRY(conclusion_begin(out, "network"));
        conclusion_text(out, "messages", messages_name((enum message_fit)f));
        conclusion_text(out, "ranks", ranks_text(b));
        conclusion_real(out, "alpha_us", fit.alpha * 1e6);
        conclusion_real(out, "beta_ns_per_byte", fit.beta * 1e9);
        conclusion_real(out, "gb_s", 1e-9 / fit.beta);
        conclusion_real(out, "worst_deviation", fit.worst);
    }
    return ST_OK;
}

static const struct cut_scaling scalings[] = {{"strong, 2048^3", 2048, 2048 * 2048, false, LINES_DIAGONAL},
                                              {"weak, 128^3 per rank", 128, 128 * 128, true, LINES_DIAGONAL}};
static const struct {
    const char *name;
    int schemes;
} choices[] = {{"all", SCHEMES_ALL}, {"bits of one rank", SCHEMES_SAME_BITS}};
enum { SCALINGS = sizeof scalings / sizeof *scalings, CHOICES = sizeof choices / sizeof *choices };

static enum status put_scaling(const struct cut_model *m, const struct cut_scaling *s, struct conclusions *out)
{
    for (int k = 1; k <= MOST; k++) {
        TRY(conclusion_begin(out, "scaling"));
        conclusion_text(out, "problem", s->name);
        conclusion_text(out, "precision", REAL_NAME);
        conclusion_real(out, "ranks", 1 << k);
        for (int scheme = 0; scheme < CUT_SCHEMES; scheme++) {
            const struct cut_batch b = cut_scaling_batch(s, k, (enum cut_scheme)scheme);
            conclusion_real(out, lines_scheme((enum cut_scheme)scheme), cut_model_seconds(m, &b) * 1e3);
        }
        for (int c = 0; c < CHOICES; c++)
            conclusion_text(out, c ? "fastest_same_bits" : "fastest",
                            lines_scheme(cut_fastest(m, s, k, choices[c].schemes)));
    }
    return ST_OK;
}

static enum status put_crossovers(const struct cut_model *m, const struct cut_scaling *s, struct conclusions *out)
{
    for (int c = 0; c < CHOICES; c++) {
        struct cut_crossover at[MOST];
        const int count = cut_crossovers(m, s, MOST, choices[c].schemes, at);
        for (int i = 0; i < count; i++) {
            TRY(conclusion_begin(out, "crossover"));
            conclusion_text(out, "problem", s->name);
            conclusion_text(out, "precision", REAL_NAME);
            conclusion_text(out, "among", choices[c].name);
            conclusion_real(out, "ranks", 1 << at[i].k);
            conclusion_text(out, "before", lines_scheme(at[i].before));
            conclusion_text(out, "from", lines_scheme(at[i].from));
        }
    }
    return ST_OK;
}

/* No prediction is made if the sampling ended before everything was measured. */
static enum status conclude(const struct bench *b, struct conclusions *out)
{
    struct cut_model m;
    if (!out->count) TRY(put_fits(b, out));
    if (!lines_model_measured(b, &m)) return ST_OK;
    TRY(lines_conclude(b, &m, out));
    for (int s = 0; s < SCALINGS; s++) TRY(put_scaling(&m, &scalings[s], out));
    for (int s = 0; s < SCALINGS; s++) TRY(put_crossovers(&m, &scalings[s], out));
    return ST_OK;
}

static void follow(struct bench *b, int action, int number)
{
    shared_entry_follow(b, (enum shared_action)action, number);
}

const struct benchmark bench_mpi = {
    "mpi",
    "messages between ranks, lines cut over them by every scheme, workloads, and a model of more ranks: under mpirun",
    add,
    .parts = MPI_PARTS,
    .takes = TAKES_ROWS | TAKES_SYSTEMS,
    .follow = follow,
    .conclude = conclude};
