/* Relations between the keys of a cloud queue, each fault one sentence and the key to blame. */
#include <string.h>

#include "apps/cloudqueue/targets.h"
#include "base/config/config.h"
#include "base/either_precision.h"

static enum status check_mode(const struct queue_params *p, const char **key)
{
    *key = "delta";
    if (p->delta.form == FIELD_DATASET) return fail(ST_CONFIG, "expected a number or a formula of n and k");
    if (p->mode == MODE_BENCHMARK && p->delta.form == FIELD_NUMBER && !(p->delta.number > 0))
        return fail(ST_CONFIG, "%g is not above 0: the matrix of mode benchmark would be singular", p->delta.number);
    if (p->delta.form == FIELD_EXPRESSION && p->import)
        return fail(ST_CONFIG, "is a formula of n and k, which a matrix from a file does not have");
    *key = "import.content";
    if (p->content == CONTENT_GENERAL && p->mode == MODE_STATIONARY)
        return fail(ST_CONFIG,
                    "only the generator of a chain has a stationary distribution: mode benchmark takes others");
    if (p->content == CONTENT_GENERAL && !p->import) return fail(ST_CONFIG, "applies only with import.file");
    *key = "right";
    if (p->content == CONTENT_GENERAL && p->right == RIGHT_EMPTY)
        return fail(ST_CONFIG, "only a chain can begin empty: a general matrix takes ones");
    return ST_OK;
}

static enum status check_files(const struct queue_params *p, const struct points *x, const char **key)
{
    *key = "import.block";
    if (p->block && !p->import) return fail(ST_CONFIG, "applies only with import.file");
    *key = p->market ? "export.matrix_market" : "export.tra";
    if ((p->market || p->tra) && (points_many(x) || x->count > 1))
        return fail(ST_CONFIG, "a file holds one chain, but the run has %lld, of a sweep, a day or a list",
                    (long long)x->count);
    *key = "export.tra";
    if (p->tra && p->market && !strcmp(p->tra, p->market))
        return fail(ST_CONFIG, "is also the file that export.matrix_market writes");
    if (p->tra && p->content == CONTENT_GENERAL)
        return fail(ST_CONFIG, "a matrix that is not a generator has no rates");
    return ST_OK;
}

/* Arrivals are given once, and a single chain must have some: without arrivals nothing is left to solve. */
static enum status check_arrivals(const struct queue_params *p, const char **key)
{
    const struct {
        const char *key;
        const struct reals *value;
    } said[] = {{"lambda", &p->lambda}, {"load", &p->load}};
    const char *const file = p->profile ? "profile.file" : p->import ? "import.file" : NULL;
    for (int i = 0; i < 2; i++) {
        *key = said[i].key;
        if (!said[i].value->count) continue;
        if (file) return fail(ST_CONFIG, "does not apply with %s, which gives the arrivals", file);
        if (*said[i].value->v == 0 && !p->sweep_key && p->mode == MODE_STATIONARY)
            return fail(ST_CONFIG, "is 0, so no task ever arrives and there is nothing to solve: must be above 0, "
                                   "except in a sweep or a day, where a closed hall is one value of many");
    }
    if (p->lambda.count && p->load.count)
        return fail(ST_CONFIG, "give load or lambda, not both: load = %g, lambda = %g", *p->load.v, *p->lambda.v);
    return ST_OK;
}

/* `load_servers` applies only with a load. */
static enum status check_load_servers(const struct queue_params *p, const char **key)
{
    const struct {
        const char *beside;
        bool given;
    } said[] = {{"lambda", p->lambda.count > 0},
                {"a sweep over lambda", p->sweep_key && !strcmp(p->sweep_key, "lambda")},
                {"profile.file", p->profile != NULL},
                {"import.file", p->import != NULL}};
    *key = "load_servers";
    for (size_t i = 0; p->load_servers && i < sizeof said / sizeof *said; i++)
        if (said[i].given) return fail(ST_CONFIG, "must not be given with %s, which sets the arrivals", said[i].beside);
    if (p->load_servers && p->matrices.count)
        return fail(ST_CONFIG, "must not be given with matrices, which set the arrivals");
    return ST_OK;
}

/* Keys of a chain must be absent where a file, or table 2, gives them. */
static enum status check_chain(const struct queue_params *p, const char **key)
{
    const struct {
        const char *key;
        bool given;
    } said[] = {{"n", p->n > 0}, {"k", p->k > 0}, {"entries", p->entries > 0}, {"preset", p->preset != PRESET_FREE}};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        *key = said[i].key;
        if (said[i].given && (p->import || p->matrices.count))
            return fail(ST_CONFIG, "does not apply with %s, which gives it", p->import ? "import.file" : "matrices");
    }
    *key = "below";
    if (p->below && p->k < 0 && !(p->sweep_key && !strcmp(p->sweep_key, "k")))
        return fail(ST_CONFIG, "does not apply where k is auto, which chooses it");
    *key = "n";
    const bool swept = p->sweep_key && !strcmp(p->sweep_key, "n");
    return p->n || swept || p->import || p->matrices.count ? ST_OK : fail(ST_CONFIG, "required");
}

/* Lists are of numbers of 8 bytes. */
static bool same_value(const struct option *o, const void *one, const void *other)
{
    if (o->type != OPT_INTS && o->type != OPT_REALS) return !memcmp(one, other, option_bytes(o->type));
    const struct ints *const a = one, *const b = other;
    return a->count == b->count && (!a->count || !memcmp(a->v, b->v, (size_t)a->count * sizeof *a->v));
}

/* Keys of a hall must have their defaults with import.file: the states of a chain from a file are not those of a hall.
 */
static enum status check_hall(const struct queue_params *p, const char **key)
{
    static const char *const keys[] = {
        "below",        "buffer",       "kappa",      "mu",         "eta",          "nu",          "service",
        "arrivals",     "on_at",        "off_at",     "power.busy", "power.idle",   "power.setup", "price.installed",
        "price.server", "price.energy", "price.wait", "price.loss", "price.change", "percentiles", NULL};
    struct queue_params usual;
    struct config *defaults;
    *key = NULL;
    if (!p->import) return ST_OK;
    TRY(config_parse(&defaults, "cloudqueue", ""));
    enum status s = section_read(defaults, NULL, cloudqueue_table, &usual);
    for (int i = 0; s == ST_OK && keys[i]; i++) {
        const struct option *const o = option_find(cloudqueue_table, keys[i]);
        if (same_value(o, (const char *)p + o->offset, (const char *)&usual + o->offset)) continue;
        *key = keys[i];
        s = fail(ST_CONFIG, "does not apply with import.file, whose states are not those of a hall");
    }
    config_free(defaults);
    return s;
}

/* A sentence about a chain begins with the key to blame, which becomes *key; for a swept number or a day, *key is the
 * key that gives its values. */
static enum status blame(enum status s, const struct points *x, int64_t point, const char **key)
{
    const char *const text = fail_text(), *const end = strstr(text, ": ");
    const bool swept = x->plan == SWEPT_CHAINS && end && points_is(x, text, (int64_t)(end - text));
    if (s != ST_CONFIG || !end) return s;
    if (swept) {
        *key = x->params->values.count ? "sweep.values" : "sweep.from";
        return fail(s, "%s = %g: %s", points_axis(x), points_at(x, point), end + 2);
    }
    if (x->plan == DAY_OF_CHAINS && !strncmp(text, "lambda: ", 8)) {
        *key = "profile.file";
        return fail(s, "time = %g: %s", points_at(x, point), end + 2);
    }
    for (const struct option *o = cloudqueue_table; o->key && !*key; o++)
        if (strlen(o->key) == (size_t)(end - text) && !strncmp(o->key, text, strlen(o->key))) *key = o->key;
    return *key ? fail(s, "%s", end + 2) : s;
}

/* Checks every chain of the run. */
static enum status check_points(const struct points *x, const char **key)
{
    *key = NULL;
    for (int64_t i = 0; i < x->count && !x->params->import; i++) {
        struct cloud of;
        struct model *m = NULL;
        int64_t thresholds[2];
        enum status s = points_chain(x, i, thresholds, &of);
        const bool widens = s == ST_OK && !of.k;
        if (s == ST_OK) s = cloud_rates(&of);
        if (widens && s == ST_OK) s = cloud_widen(&of, 0, 0);
        if (widens && s == ST_OK) s = cloud_settles(&of);
        if (s == ST_OK) s = model_make(&m, &of);
        model_free(m);
        if (s != ST_OK) return blame(s, x, i, key);
    }
    return ST_OK;
}

enum status cloudqueue_check(void *params, const char **key)
{
    const struct queue_params *const p = params;
    struct points x;
    *key = NULL;
    enum status s = check_mode(p, key);
    if (s == ST_OK) s = check_chain(p, key);
    if (s == ST_OK) s = check_arrivals(p, key);
    if (s == ST_OK) s = check_load_servers(p, key);
    if (s == ST_OK) s = check_hall(p, key);
    if (s != ST_OK) return s;
    s = points_make(&x, p, key);
    if (s == ST_OK) s = targets_check(&x, key);
    if (s == ST_OK) s = check_files(p, &x, key);
    if (s == ST_OK) s = queue_columns_check(&x, key);
    if (s == ST_OK) s = check_points(&x, key);
    points_free(&x);
    return s;
}
