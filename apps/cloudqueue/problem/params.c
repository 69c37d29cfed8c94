/* The keys of a cloud queue, and the chain that they describe. */
#include "apps/cloudqueue/problem/params.h"

#include "base/either_precision.h"
#include "solvers/sparse/matrix/matrix.h"

static const char *const mode_words[] = {"stationary", "benchmark", NULL};    /* enum mode */
static const char *const arrivals_words[] = {"all", "limited", NULL};         /* enum arrivals */
static const char *const right_words[] = {"ones", "empty", NULL};             /* enum right_side */
static const char *const content_words[] = {"generator", "general", NULL};    /* enum content */
static const char *const auto_words[] = {"auto", NULL};                       /* k = -1 */
static const char *const buffer_words[] = {"unlimited", NULL};                /* buffer = -1 */
static const char *const unit_words[] = {"ms", "s", "min", "h", "day", NULL}; /* units */
static const struct time_unit units[] = {{"ms", 1e-3}, {"s", 1}, {"min", 60}, {"h", 3600}, {"day", 86400}};

/* The words of cloud_names. */
const char *const cloudqueue_matrix_words[] = {"Cloud16-100",  "Cloud16-500", "Cloud16-800", "Cloud16-1000",
                                               "Cloud16-2000", "Cloud32-100", "Cloud32-500", "Cloud32-1000",
                                               "Cloud64-100",  "Cloud64-500", NULL};

#define AT(field) offsetof(struct queue_params, field)

const struct option cloudqueue_table[] = {
    {"mode", "stationary: pi Q = 0, sum of pi = 1; benchmark: A x = b with A = delta I - Q^T", OPT_WORD, AT(mode),
     .default_value = "\"stationary\"", .words = mode_words},
    {"delta",
     "benchmark: delta > 0, per unit of time, in A = delta I - Q^T; a formula gives each of several chains its own",
     OPT_FIELD, AT(delta), 0, 1e30, "0.1", .variables = "n k", .varies = true},
    {"right",
     "benchmark: ones: b = A 1, so x = 1; empty: b = delta e_0, so x is the distribution of a chain that starts empty, "
     "after an exponential time of mean 1 / delta",
     OPT_WORD, AT(right), .default_value = "\"ones\"", .words = right_words},
    {"format", "format of the matrix, for methods that need one", OPT_WORD, AT(format), .default_value = "\"csr\"",
     .words = format_words, .varies = true},

    {"matrices", "chains with n, k and the number of entries of the paper's table 2, solved one after the other",
     OPT_WORDS, AT(matrices), .words = cloudqueue_matrix_words, .optional = true},
    {"preset", "sets kappa, thresholds and arrivals: free: as given; table2, eq8-open, eq8-closed: as in the paper",
     OPT_WORD, AT(preset), .default_value = "\"free\"", .words = cloud_preset_words},
    {"n", "levels: number of servers", OPT_INT, AT(n), 1, 2147483647, .optional = true},
    {"k",
     "phases of a level that are kept; auto: as many as needed to cut off less than 1e-9, and none above the last "
     "level",
     OPT_COUNT, AT(k), 2, 1 << 20, "\"auto\"", .words = auto_words},
    {"below", "number of the k phases that are below 0, where more than one server is idle; chosen too if k is auto",
     OPT_INT, AT(below), 0, 1 << 20, "0"},
    {"buffer", "tasks that may wait; a task that arrives when as many wait is lost", OPT_COUNT, AT(buffer), 0, 1e12,
     "\"unlimited\"", .words = buffer_words},
    {"kappa", "slots of a server: tasks it serves at the same time, 1 to k - 1; 0: given by the preset", OPT_INT,
     AT(kappa), 0, 1 << 20, "0"},
    {"entries", "table2: entries of Q with its diagonal; 0: as published", OPT_INT, AT(entries), 0, 1e15, "0"},
    {"lambda", "arrivals per unit of time; absent: given by load", OPT_REALS, AT(lambda), 0, ARRIVALS_MAX,
     .optional = true, .count_max = 1},
    {"load",
     "arrival rate over the service rate of all servers, lambda / (n kappa mu); absent: 1/2, unless lambda is given",
     OPT_REALS, AT(load), 0, ARRIVALS_MAX, .optional = true, .count_max = 1},
    {"load_servers",
     "number of servers that load refers to: lambda = load * load_servers * kappa * mu, whatever n is; 0: n", OPT_INT,
     AT(load_servers), 0, 2147483647, "0"},
    {"mu", "service rate of one task, per unit of time", OPT_REAL, AT(mu), 0, 1e30, "1.0"},
    {"eta", "rate of switching on one server", OPT_REAL, AT(eta), 0, 1e30, "1.0"},
    {"nu", "rate of switching off one server", OPT_REAL, AT(nu), 0, 1e30, "1.0"},
    {"service", "phys: min(i, j kappa) mu; eq8c: that of eq. (8), floor(i / j) mu, from mu to kappa mu", OPT_WORD,
     AT(service), .default_value = "\"phys\"", .words = cloud_service_words},
    {"setups",
     "servers that are switched on at a time, one for every kappa tasks that wait: unlimited: even more than exist, as "
     "in the paper; available: at most the n - j that are off",
     OPT_WORD, AT(setups), .default_value = "\"unlimited\"", .words = cloud_setups_words},
    {"arrivals",
     "limited: only while i <= j kappa, as in eq. (8), a buffer of 1; all: up to the end of buffer and window",
     OPT_WORD, AT(arrivals), .default_value = "\"all\"", .words = arrivals_words},
    {"on_at", "smallest phase in which a level switches servers on: one number, or one per level; absent: kappa + 1",
     OPT_INTS, AT(on_at), 0, 1 << 20, .optional = true},
    {"off_at", "largest phase in which a level switches servers off; absent: 0; -1: never", OPT_INTS, AT(off_at), -1,
     1 << 20, .optional = true},
    {"units.time", "unit of time of the rates", OPT_WORD, AT(time_unit), .default_value = "\"s\"", .words = unit_words},

    {"sweep.key", "the key that is varied: lambda, load, mu, eta, nu, n, k, kappa, buffer, on_at, off_at", OPT_TEXT,
     AT(sweep_key), .optional = true},
    {"sweep.from", "its first value", OPT_REALS, AT(from), -1e30, 1e30, .optional = true, .count_max = 1},
    {"sweep.to", "its last value", OPT_REALS, AT(to), -1e30, 1e30, .optional = true, .count_max = 1},
    {"sweep.points", "number of values, with both ends", OPT_INT, AT(points), 0, 1e7, "0"},
    {"sweep.spacing", "linear: equal steps; geometric: equal ratios", OPT_TEXT, AT(sweep_spacing),
     .default_value = "\"linear\""},
    {"sweep.values", "the values, in place of from, to and points", OPT_REALS, AT(values), -1e30, 1e30,
     .optional = true, .count_min = 1},
    {"profile.file", "CSV file of a day: a first line `time, lambda`, then one line for each time", OPT_PATH,
     AT(profile), .optional = true},
    {"profile.unit", "unit of the times in that file", OPT_WORD, AT(day_unit), .default_value = "\"h\"",
     .words = unit_words},

    {"target.blocking",
     "largest share of tasks that may be lost; targets add the column servers_enough, the fewest servers that meet all "
     "of them, and their cost; 0: none",
     OPT_REAL, AT(target[0]), 0, 1, "0.0", .older = "profile.blocking"},
    {"target.wait", "longest mean wait, in the unit of time; 0: none", OPT_REAL, AT(target[1]), 0, 1e30, "0.0"},
    {"target.wait_50", "longest wait of the shorter half of the tasks; 0: none", OPT_REAL, AT(target[2]), 0, 1e30,
     "0.0"},
    {"target.wait_95", "longest wait of 95 % of the tasks; 0: none", OPT_REAL, AT(target[3]), 0, 1e30, "0.0"},
    {"target.wait_99", "longest wait of 99 % of the tasks; 0: none", OPT_REAL, AT(target[4]), 0, 1e30, "0.0"},

    {"import.file",
     "file of a chain or matrix, instead of the keys of a hall: Matrix Market, or .tra of PRISM, Storm or MRMC",
     OPT_PATH, AT(import), .optional = true},
    {"import.content", "generator: the file has Q; general: any regular matrix, for mode benchmark", OPT_WORD,
     AT(content), .default_value = "\"generator\"", .words = content_words},
    {"import.block", "states in a level, a divisor of their number; 0: the smallest possible number", OPT_INT,
     AT(block), 0, 2147483647, "0"},
    {"export.matrix_market", "writes Q there", OPT_PATH, AT(market), .optional = true, .writes = FILE_MATRIX_MARKET},
    {"export.tra", "writes Q there", OPT_PATH, AT(tra), .optional = true, .writes = FILE_TRANSITIONS},

    {"power.busy", "power of a server with all slots taken, W", OPT_REAL, AT(money.busy), 0, 1e12, "200.0"},
    {"power.idle", "power of a server that is on, with no slot taken, W", OPT_REAL, AT(money.idle), 0, 1e12, "100.0"},
    {"power.setup", "power of a server that is being switched on, W", OPT_REAL, AT(money.setup), 0, 1e12, "200.0"},
    {"price.installed", "price of an hour of a server, on or off", OPT_REAL, AT(money.installed), 0, 1e12, "0.0"},
    {"price.server", "price of an hour of a server that is on or being switched on", OPT_REAL, AT(money.server), 0,
     1e12, "0.0"},
    {"price.energy", "price of a kWh", OPT_REAL, AT(money.energy), 0, 1e12, "0.0"},
    {"price.wait", "price of an hour that a task waits", OPT_REAL, AT(money.wait), 0, 1e12, "0.0"},
    {"price.loss", "price of a lost task", OPT_REAL, AT(money.loss), 0, 1e12, "0.0"},
    {"price.change", "price of switching a server on", OPT_REAL, AT(money.change), 0, 1e12, "0.0"},
    {"percentiles", "percentiles of wait and response that are computed, as shares of tasks; []: none", OPT_REALS,
     AT(percentiles), 0, 0.999999999, .default_value = "[0.5, 0.95, 0.99]", .count_max = 8},

    {"tails", "true: pi is also stored as mantissa and exponent, for probabilities below the range of numbers",
     OPT_BOOL, AT(tails), .default_value = "false"},
    {"stored", "pi is stored up to this number of states, P(i) up to this number of tasks", OPT_INT, AT(stored), 0,
     1e12, "4000000"},
    {"repeats",
     "timed solves of each chain; their median is reported; 0: as many as fit into 10 ms, after one that warms up; a "
     "sweep solves once",
     OPT_INT, AT(repeats), 0, 1e6, "0"},
    {"flush", "true: the caches are emptied before each timed solve", OPT_BOOL, AT(flush), .default_value = "false"},
    {0},
};

const struct time_unit *cloudqueue_unit(const struct queue_params *p)
{
    return &units[p->time_unit];
}

const struct time_unit *cloudqueue_day_unit(const struct queue_params *p)
{
    return &units[p->day_unit];
}

struct cloud cloudqueue_chain(const struct queue_params *p)
{
    return (struct cloud){
        .preset = p->preset,
        .service = p->service,
        .setups = p->setups,
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
        .load_servers = p->load_servers,
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
