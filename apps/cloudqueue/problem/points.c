/* The chains of a run: checks of sweep and day, and the numbers of each point. */
#include "apps/cloudqueue/problem/points.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/either_precision.h"
#include "base/spelling.h"

/* A number of a chain that can be swept. */
struct knob {
    const char *name;
    size_t offset;
    enum { RATE, WHOLE, BUFFER, ON_AT, OFF_AT } kind;
};

static const struct knob knobs[] = {
    {"lambda", offsetof(struct cloud, lambda), RATE},
    {"load", offsetof(struct cloud, load), RATE},
    {"mu", offsetof(struct cloud, mu), RATE},
    {"eta", offsetof(struct cloud, eta), RATE},
    {"nu", offsetof(struct cloud, nu), RATE},
    {"n", offsetof(struct cloud, n), WHOLE},
    {"k", offsetof(struct cloud, k), WHOLE},
    {"kappa", offsetof(struct cloud, kappa), WHOLE},
    {"buffer", 0, BUFFER},
    {"on_at", 0, ON_AT},
    {"off_at", 0, OFF_AT},
};
enum { KNOBS = sizeof knobs / sizeof *knobs };

bool points_sweeps(const char *key)
{
    bool any = false;
    for (int i = 0; i < KNOBS; i++) any |= !strcmp(knobs[i].name, key);
    return any;
}

static enum status find_knob(struct points *x, const char *name)
{
    const char *names[KNOBS];
    char advice[256];
    for (int i = 0; i < KNOBS; i++) {
        names[i] = knobs[i].name;
        if (!strcmp(knobs[i].name, name)) x->knob = &knobs[i];
    }
    if (x->knob) return ST_OK;
    return fail(ST_CONFIG, "'%.40s' is not a number of a chain%s", name,
                spelling_advice(name, names, KNOBS, advice, sizeof advice));
}

/* Either `values` is given, or `from`, `to` and `points`. */
static enum status check_values(const struct queue_params *p, const char **key)
{
    const struct {
        const char *key;
        bool given;
    } range[] = {{"sweep.points", p->points > 0}, {"sweep.from", p->from.count > 0}, {"sweep.to", p->to.count > 0}};
    for (int i = 0; i < 3; i++) {
        *key = range[i].key;
        if (p->values.count && range[i].given)
            return fail(ST_CONFIG, "does not apply with sweep.values, which gives all values");
        if (!p->values.count && !range[i].given)
            return fail(ST_CONFIG, "required: a sweep needs values, or from, to and points");
    }
    *key = "sweep.points";
    if (p->points == 1 && *p->from.v != *p->to.v)
        return fail(ST_CONFIG, "must be 2 or more: 1 value leaves out sweep.to = %g", *p->to.v);
    return ST_OK;
}

static enum status make_sweep(struct points *x, const char **key)
{
    const struct queue_params *const p = x->params;
    const bool geometric = !strcmp(p->sweep_spacing, "geometric");
    *key = "sweep.key";
    TRY(find_knob(x, p->sweep_key));
    *key = "sweep.spacing";
    if (!geometric && strcmp(p->sweep_spacing, "linear"))
        return fail(ST_CONFIG, "'%.40s' is neither linear nor geometric", p->sweep_spacing);
    TRY(check_values(p, key));
    *key = "sweep.from";
    if (geometric && !p->values.count && !(*p->from.v > 0 && *p->to.v > 0))
        return fail(ST_CONFIG, "geometric spacing needs both ends above 0, not %g to %g", *p->from.v, *p->to.v);
    x->plan = SWEPT_CHAINS;
    x->count = p->values.count ? p->values.count : p->points;
    return ST_OK;
}

static enum status check_alone(const struct queue_params *p, const char **key)
{
    const struct {
        const char *key;
        bool given;
    } plan[] = {{"import.file", p->import != NULL},
                {"matrices", p->matrices.count > 0},
                {"sweep", p->sweep_key != NULL},
                {"profile.file", p->profile != NULL}};
    const char *before = NULL;
    for (size_t i = 0; i < sizeof plan / sizeof *plan; i++) {
        if (!plan[i].given) continue;
        *key = plan[i].key;
        if (before) return fail(ST_CONFIG, "not allowed with %s, which also gives the chains to solve", before);
        before = plan[i].key;
    }
    *key = "sweep.key";
    if (!p->sweep_key && (p->points || p->values.count || p->from.count || p->to.count))
        return fail(ST_CONFIG, "required: a sweep needs the number that it varies");
    return ST_OK;
}

enum status points_make(struct points *out, const struct queue_params *p, const char **key)
{
    *out = (struct points){.params = p, .plan = p->matrices.count ? NAMED_CHAINS : ONE_CHAIN, .count = 1};
    TRY(check_alone(p, key));
    if (p->matrices.count) out->count = p->matrices.count;
    if (p->sweep_key) TRY(make_sweep(out, key));
    if (p->profile) {
        *key = "profile.file";
        TRY(profile_read(&out->day, p->profile));
        out->plan = DAY_OF_CHAINS;
        out->count = out->day.count;
    }
    *key = NULL;
    return ST_OK;
}

void points_free(struct points *x)
{
    profile_free(&x->day);
}

double points_at(const struct points *x, int64_t point)
{
    const struct queue_params *const p = x->params;
    if (x->plan == DAY_OF_CHAINS) return x->day.hour[point].time;
    if (p->values.count) return p->values.v[point];
    const double share = x->count > 1 ? (double)point / (double)(x->count - 1) : 0;
    const double from = *p->from.v, to = *p->to.v;
    if (point == x->count - 1 && point > 0) return to;
    if (!strcmp(p->sweep_spacing, "geometric")) return from * pow(to / from, share);
    return from + share * (to - from);
}

const char *points_axis(const struct points *x)
{
    return x->plan == DAY_OF_CHAINS ? "time" : x->knob->name;
}

const char *points_units(const struct points *x)
{
    if (x->plan == DAY_OF_CHAINS) return cloudqueue_day_unit(x->params)->word;
    if (x->knob->kind != RATE || !strcmp(x->knob->name, "load")) return "";
    static const char *const per[] = {"1/ms", "1/s", "1/min", "1/h", "1/day"};
    return per[x->params->time_unit];
}

bool points_is(const struct points *x, const char *name, int64_t bytes)
{
    return x->knob && (int64_t)strlen(x->knob->name) == bytes && !strncmp(x->knob->name, name, (size_t)bytes);
}

static enum status turn(const struct knob *knob, double value, int64_t thresholds[2], struct cloud *out)
{
    const bool whole = knob->kind != RATE;
    if (whole && !(value == floor(value) && fabs(value) < 9e15))
        return fail(ST_CONFIG, "%s: %g is not an integer", knob->name, value);
    void *const number = (char *)out + knob->offset;
    if (knob->kind == RATE) *(double *)number = value;
    if (knob->kind == WHOLE) *(int64_t *)number = (int64_t)value;
    if (knob->kind == BUFFER) out->buffered = true, out->buffer = (int64_t)value;
    if (knob->kind == ON_AT) thresholds[0] = (int64_t)value, out->on = &thresholds[0], out->on_count = 1;
    if (knob->kind == OFF_AT) thresholds[1] = (int64_t)value, out->off = &thresholds[1], out->off_count = 1;
    if (!strcmp(knob->name, "lambda")) out->load = 0;
    if (!strcmp(knob->name, "load")) out->lambda = 0;
    return ST_OK;
}

enum status points_chain(const struct points *x, int64_t point, int64_t thresholds[2], struct cloud *out)
{
    *out = cloudqueue_chain(x->params);
    if (x->plan == NAMED_CHAINS) return cloud_named(out, cloud_names[x->params->matrices.v[point]].name);
    if (x->plan == SWEPT_CHAINS) return turn(x->knob, points_at(x, point), thresholds, out);
    if (x->plan == DAY_OF_CHAINS) out->lambda = x->day.hour[point].lambda, out->load = 0;
    return ST_OK;
}
