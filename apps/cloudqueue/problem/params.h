/* The parameters of a cloud queue, as the configuration gives them. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "apps/cloudqueue/model/model.h"
#include "apps/cloudqueue/problem/profile.h"
#include "base/config/options.h"

enum mode { MODE_STATIONARY, MODE_BENCHMARK };
enum arrivals { ARRIVALS_ALL, ARRIVALS_LIMITED };
enum right_side { RIGHT_ONES, RIGHT_EMPTY };
enum content { CONTENT_GENERATOR, CONTENT_GENERAL };
enum { TARGETS = 5 }; /* blocking, wait, wait_50, wait_95, wait_99 */

/* Power of a server in its states, and prices. */
struct money {
    double busy, idle, setup;          /* W: with all its slots taken, with none, while it is switched on */
    double installed, server;          /* an hour of a server that is there; of one that is on */
    double energy, wait, loss, change; /* a kWh; an hour that a task waits; a task refused; a switching on */
};

struct queue_params {
    int mode, format, right;
    struct field_spec delta; /* of n and k, of chains of the model */

    struct ints matrices; /* of cloud_names, one point each */
    int preset, service, setups, arrivals;
    int64_t n, k, below, buffer, kappa, entries; /* k, buffer: negative where no number is given */
    struct reals lambda, load;                   /* one value, or none */
    int64_t load_servers;                        /* that load refers to; 0: n */
    double mu, eta, nu;
    struct ints on_at, off_at;
    int time_unit;

    char *sweep_key, *sweep_spacing; /* NULL: no sweep */
    struct reals from, to;           /* one value each, or none */
    int64_t points;
    struct reals values;
    char *profile;          /* a day in CSV */
    int day_unit;           /* of its times */
    double target[TARGETS]; /* of targets.h; 0: none */

    char *import;
    int content;
    int64_t block;
    char *market, *tra; /* where to export to */

    struct money money;
    struct reals percentiles;
    bool tails;
    int64_t stored;
    int64_t repeats;
    bool flush;
};

extern const struct option cloudqueue_table[];
extern const char *const cloudqueue_matrix_words[]; /* names of cloud_names, NULL-terminated */

/* Relations between keys. ST_CONFIG, and *key names the key to blame. */
enum status cloudqueue_check(void *params, const char **key);

/* The chain that the keys describe, before a sweep changes it. Borrows from p. */
struct cloud cloudqueue_chain(const struct queue_params *p);

struct time_unit {
    const char *word;
    double seconds;
};
const struct time_unit *cloudqueue_unit(const struct queue_params *p);

/* The unit of the times of a day. */
const struct time_unit *cloudqueue_day_unit(const struct queue_params *p);
