/* The keys of a cloud queue, and the chain that they describe. */
#include "apps/cloudqueue/params.h"

#include "solvers/sparse/matrix/matrix.h"

static const char *const mode_words[] = {"stationary", "benchmark", NULL};    /* enum mode */
static const char *const arrivals_words[] = {"all", "limited", NULL};         /* enum arrivals */
static const char *const right_words[] = {"ones", "empty", NULL};             /* enum right_side */
static const char *const content_words[] = {"generator", "general", NULL};    /* enum content */
static const char *const auto_words[] = {"auto", NULL};                       /* k = -1 */
static const char *const buffer_words[] = {"unlimited", NULL};                /* buffer = -1 */
static const char *const unit_words[] = {"ms", "s", "min", "h", "day", NULL}; /* units */
static const struct time_unit units[] = {{"ms", 1e-3}, {"s", 1}, {"min", 60}, {"h", 3600}, {"day", 86400}};

/* Of cloud_names. */
static const char *const matrix_words[] = {"Cloud16-100",  "Cloud16-500", "Cloud16-800", "Cloud16-1000",
                                           "Cloud16-2000", "Cloud32-100", "Cloud32-500", "Cloud32-1000",
                                           "Cloud64-100",  "Cloud64-500", NULL};

#define AT(field) offsetof(struct published, field)
static const struct option published_table[] = {
    {"name", "column of the series", OPT_TEXT, AT(name)},
    {"units", "its unit", OPT_TEXT, AT(units), .fallback = "\"\""},
    {"values", "one for each point; 0 where nothing was published", OPT_REALS, AT(values), -1e300, 1e300,
     .count_min = 1},
    {0},
};
#undef AT

#define AT(field) offsetof(struct queue_params, field)

const struct option cloudqueue_table[] = {
    {"mode", "stationary: pi Q = 0, sum of pi = 1; benchmark: A x = b with A = delta I - Q^T", OPT_WORD, AT(mode),
     .fallback = "\"stationary\"", .words = mode_words},
    {"delta", "benchmark: > 0, per unit of time; 1 / delta is how long the chain is watched on average", OPT_REAL,
     AT(delta), 0, 1e30, "0.1"},
    {"right",
     "benchmark: ones: b = A 1, so that x is 1; empty: b = delta e_0, so that x is where a chain that begins "
     "empty is after an exponential time of mean 1 / delta",
     OPT_WORD, AT(right), .fallback = "\"ones\"", .words = right_words},
    {"format", "how the matrix is stored, for methods that want one", OPT_WORD, AT(format), .fallback = "\"csr\"",
     .words = format_words, .varies = true},

    {"matrices", "chains with n, k and the number of entries of table 2, solved one after the other", OPT_WORDS,
     AT(matrices), .words = matrix_words, .optional = true},
    {"preset", "kappa, thresholds and arrivals: free; table2; eq8-open; eq8-closed", OPT_WORD, AT(preset),
     .fallback = "\"free\"", .words = cloud_preset_words},
    {"n", "levels: servers there are", OPT_INT, AT(n), 1, 2147483647, .optional = true},
    {"k",
     "phases: numbers of pending tasks that are distinguished on a level; auto: so many that less than 1e-9 is cut "
     "off, "
     "and nothing above the last level",
     OPT_COUNT, AT(k), 2, 1 << 20, "\"auto\"", .words = auto_words},
    {"below", "of k phases those below 0: more than one server with nothing to do; if k is auto it is too", OPT_INT,
     AT(below), 0, 1 << 20, "0"},
    {"buffer", "tasks that may wait; those that come then are lost", OPT_COUNT, AT(buffer), 0, 1e12, "\"unlimited\"",
     .words = buffer_words},
    {"kappa", "tasks that a server works on at a time, 1 to k - 1; 0: as the preset has it", OPT_INT, AT(kappa), 0,
     1 << 20, "0"},
    {"entries", "table2: entries of Q, its diagonal counted; 0: as published", OPT_INT, AT(entries), 0, 1e15, "0"},
    {"lambda", "arrivals per unit of time; absent: load says it", OPT_REALS, AT(lambda), 0, ARRIVALS_MAX,
     .optional = true, .count_max = 1},
    {"load", "arrivals over what all servers can do, lambda / (n kappa mu); absent: 1/2, unless lambda says it",
     OPT_REALS, AT(load), 0, ARRIVALS_MAX, .optional = true, .count_max = 1},
    {"mu", "service of one task, per unit of time", OPT_REAL, AT(mu), 0, 1e30, "1.0"},
    {"eta", "switching on of one server", OPT_REAL, AT(eta), 0, 1e30, "1.0"},
    {"nu", "switching off of one server", OPT_REAL, AT(nu), 0, 1e30, "1.0"},
    {"service", "phys: min(i, j kappa) mu; eq8c: that of eq. (8), floor(i / j) mu, from mu to kappa mu", OPT_WORD,
     AT(service), .fallback = "\"phys\"", .words = cloud_service_words},
    {"arrivals",
     "limited: only while i <= j kappa, as in eq. (8), a buffer of 1; all: up to the end of buffer and window",
     OPT_WORD, AT(arrivals), .fallback = "\"all\"", .words = arrivals_words},
    {"on_at", "phase from which on a level switches on: one, or one a level; absent: kappa + 1", OPT_INTS, AT(on_at), 0,
     1 << 20, .optional = true},
    {"off_at", "phase up to which a level switches off; absent: 0; -1: never", OPT_INTS, AT(off_at), -1, 1 << 20,
     .optional = true},
    {"units.time", "unit of time that rates are per", OPT_WORD, AT(time_unit), .fallback = "\"s\"",
     .words = unit_words},

    {"sweep.key", "number that is varied: lambda, load, mu, eta, nu, n, k, kappa, buffer, on_at, off_at", OPT_TEXT,
     AT(sweep_key), .optional = true},
    {"sweep.from", "its first value", OPT_REALS, AT(from), -1e30, 1e30, .optional = true, .count_max = 1},
    {"sweep.to", "its last value", OPT_REALS, AT(to), -1e30, 1e30, .optional = true, .count_max = 1},
    {"sweep.points", "how many values, both ends counted", OPT_INT, AT(points), 0, 1e7, "0"},
    {"sweep.spacing", "linear; geometric", OPT_TEXT, AT(sweep_spacing), .fallback = "\"linear\""},
    {"sweep.values", "the values, in place of from, to and points", OPT_REALS, AT(values), -1e30, 1e30,
     .optional = true, .count_min = 1},
    {"profile.file", "a day in CSV: a first line `time, lambda`, then one line for each time", OPT_PATH, AT(profile),
     .optional = true},
    {"profile.blocking", "share of tasks that may be refused: gives the fewest servers that suffice; 0: not asked",
     OPT_REAL, AT(target), 0, 1, "0.0"},

    {"import.file", "the chain, or the matrix, in place of all that: Matrix Market, or .tra of PRISM, Storm or MRMC",
     OPT_PATH, AT(import), .optional = true},
    {"import.content", "generator: Q; general: any regular matrix, for benchmark", OPT_WORD, AT(content),
     .fallback = "\"generator\"", .words = content_words},
    {"import.block", "states of a level, must divide their number; 0: as few as there can be", OPT_INT, AT(block), 0,
     2147483647, "0"},
    {"export.matrix_market", "writes Q there", OPT_PATH, AT(market), .optional = true, .writes = FILE_MATRIX_MARKET},
    {"export.tra", "writes Q there", OPT_PATH, AT(tra), .optional = true, .writes = FILE_TRANSITIONS},

    {"power.busy", "W of a server with all of its slots taken", OPT_REAL, AT(money.busy), 0, 1e12, "200.0"},
    {"power.idle", "W of a server that is on, with none taken", OPT_REAL, AT(money.idle), 0, 1e12, "100.0"},
    {"power.setup", "W of a server that is being switched on", OPT_REAL, AT(money.setup), 0, 1e12, "200.0"},
    {"price.installed", "of an hour of a server that is there, on or off", OPT_REAL, AT(money.installed), 0, 1e12,
     "0.0"},
    {"price.server", "of an hour of a server that is on or being switched on", OPT_REAL, AT(money.server), 0, 1e12,
     "0.0"},
    {"price.energy", "of a kWh", OPT_REAL, AT(money.energy), 0, 1e12, "0.0"},
    {"price.wait", "of an hour that a task waits", OPT_REAL, AT(money.wait), 0, 1e12, "0.0"},
    {"price.loss", "of a task refused", OPT_REAL, AT(money.loss), 0, 1e12, "0.0"},
    {"price.change", "of switching on a server", OPT_REAL, AT(money.change), 0, 1e12, "0.0"},
    {"percentiles", "shares of tasks for which waiting and response are computed; []: none", OPT_REALS, AT(percentiles),
     0, 0.999999999, .fallback = "[0.5, 0.95, 0.99]", .count_max = 8},

    {"tails", "stores pi as mantissa and exponent too, for what is below all plain numbers", OPT_BOOL, AT(tails),
     .fallback = "false"},
    {"stored", "states up to which pi, and P(i) of i pending tasks, are stored", OPT_INT, AT(stored), 0, 1e12,
     "4000000"},
    {"repeats", "timed solves of each chain, of which the median counts; a sweep takes one", OPT_INT, AT(repeats), 1,
     1e6, "1"},
    {"flush", "before each timed solve all caches are written over", OPT_BOOL, AT(flush), .fallback = "false"},
    {"published", "columns that are given, to compare with", OPT_GROUPS, AT(published), .sub = published_table,
     .sub_bytes = sizeof(struct published), .optional = true},
    {0},
};

const struct time_unit *cloudqueue_unit(const struct queue_params *p)
{
    return &units[p->time_unit];
}

struct cloud cloudqueue_chain(const struct queue_params *p)
{
    return (struct cloud){
        .preset = p->preset,
        .service = p->service,
        .n = p->n,
        .k = p->k > 0 ? p->k : 0,
        .below = p->below,
        .buffered = p->buffer >= 0,
        .buffer = p->buffer,
        .kappa = p->kappa,
        .lambda = p->lambda.count ? *p->lambda.v : 0,
        .load = p->load.count     ? *p->load.v
                : p->lambda.count ? 0
                                  : 0.5,
        .mu = p->mu,
        .eta = p->eta,
        .nu = p->nu,
        .limited = p->arrivals == ARRIVALS_LIMITED,
        .entries = p->entries,
        .on = p->on_at.v,
        .off = p->off_at.v,
        .on_count = p->on_at.count,
        .off_count = p->off_at.count,
    };
}
