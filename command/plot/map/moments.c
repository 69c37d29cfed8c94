/* Finds the snapshots of a field. */
#include "command/plot/map/moments.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/draw/axis.h"

/* One state of a run. */
struct state {
    int64_t step;
    double time;
};

struct states {
    int64_t count;
    struct state *state;
};

static int by_step(const void *a, const void *b)
{
    const struct state *const x = a, *const y = b;
    return (x->step > y->step) - (x->step < y->step);
}

/* The step of "potential_000000010", or -1: it belongs to another field. */
static int64_t step_of(const char *member, const char *name)
{
    const size_t length = strlen(name);
    char *end;
    if (strncmp(member, name, length) || member[length] != '_' || strlen(member + length + 1) < 9) return -1;
    const long long step = strtoll(member + length + 1, &end, 10);
    return *end ? -1 : step;
}

/* Steps of poisson are right sides, each with its solution: before the first there is none. */
static bool steps_are_states(const struct result *r)
{
    return !strcmp(r->app, "poisson");
}

static enum status add_snapshots(struct states *out, const struct result *r, const char *group, const char *name)
{
    char **names;
    int64_t count;
    if (!store_has(r->store, group)) return ST_OK;
    TRY(store_members(r->store, group, &names, &count));
    out->state = calloc((size_t)count + 1, sizeof *out->state);
    enum status st = out->state ? ST_OK : fail(ST_NOMEM, "no memory for %lld snapshots", (long long)count);
    for (int64_t i = 0; i < count && st == ST_OK; i++) {
        char at[48];
        const int64_t step = step_of(names[i], name);
        struct state *const s = &out->state[out->count];
        snprintf(at, sizeof at, "time_%09lld", (long long)step);
        if (step < (steps_are_states(r) ? 1 : 0) || !store_has_attribute(r->store, group, at)) continue;
        s->step = step;
        st = store_get_real(r->store, group, at, &s->time);
        out->count++;
    }
    store_names_free(names, count);
    if (st == ST_OK) qsort(out->state, (size_t)out->count, sizeof *out->state, by_step);
    return st;
}

/* The end is a state of its own unless the last snapshot is of the end. */
static enum status add_end(struct states *out, const struct result *r, const char *run, bool *timed)
{
    int64_t steps = -1;
    double time = 0;
    if (!out->state && !(out->state = calloc(1, sizeof *out->state))) return fail(ST_NOMEM, "no memory for a time");
    *timed = store_has_attribute(r->store, run, "time");
    if (*timed) TRY(store_get_real(r->store, run, "time", &time));
    if (store_has_attribute(r->store, run, "steps")) TRY(store_get_int(r->store, run, "steps", &steps));
    if (out->count && out->state[out->count - 1].step == steps) out->count--;
    out->state[out->count++] = (struct state){-1, time};
    return ST_OK;
}

int64_t moments_spread(int64_t there, int count, int i)
{
    return count > 1 ? (there - 1) * i / (count - 1) : there - 1;
}

static enum status choose_nearest(const struct states *s, double at, int64_t *out)
{
    const struct state *const first = s->state, *const last = first + s->count - 1;
    const double half = s->count > 1 ? 0.5 * (last->time - first->time) / (double)(s->count - 1) : fabs(last->time);
    if (!(at >= first->time - half && at <= last->time + half))
        return fail(ST_CONFIG, "--time: %g is outside of the times of the run, which reach from %g to %g", at,
                    first->time, last->time);
    *out = 0;
    for (int64_t i = 1; i < s->count; i++)
        if (fabs(s->state[i].time - at) < fabs(s->state[*out].time - at)) *out = i;
    return ST_OK;
}

static struct moment moment_of(const struct state *s, const char *run)
{
    struct moment m = {.time = s->time};
    snprintf(m.path, sizeof m.path, "%s/%s", run, s->step < 0 ? "fields" : "snapshots");
    if (s->step >= 0) snprintf(m.suffix, sizeof m.suffix, "_%09lld", (long long)s->step);
    return m;
}

static enum status choose(struct moments *m, const struct states *s, const char *run, const double *at)
{
    int64_t nearest = 0;
    m->there = s->count;
    if (at) TRY(choose_nearest(s, *at, &nearest));
    m->count = at ? 1 : s->count < MOMENTS_MAX ? (int)s->count : MOMENTS_MAX;
    for (int i = 0; i < m->count; i++)
        m->moment[i] = moment_of(&s->state[at ? nearest : moments_spread(s->count, m->count, i)], run);
    return ST_OK;
}

/* The unit of the time that a run's samples have. */
static enum status read_units(struct moments *m, const struct result *r, const struct stored_run *run)
{
    static const char *const columns[] = {"time", "t"};
    for (int i = 0; i < 2; i++) {
        char path[512], *units;
        snprintf(path, sizeof path, "/runs/%s/series/%s", run->name, columns[i]);
        if (!store_has(r->store, path) || !store_has_attribute(r->store, path, "units")) continue;
        TRY(store_get_text(r->store, path, "units", &units));
        snprintf(m->units, sizeof m->units, "%s", units);
        free(units);
        return ST_OK;
    }
    return ST_OK;
}

enum status moments_find(struct moments *m, const struct result *r, const struct stored_run *run, const char *name,
                         const double *at)
{
    char group[512], snapshots[600];
    struct states s = {0};
    *m = (struct moments){0};
    snprintf(group, sizeof group, "/runs/%s", run->name);
    snprintf(snapshots, sizeof snapshots, "%s/snapshots", group);
    enum status st = read_units(m, r, run);
    if (st == ST_OK) st = add_snapshots(&s, r, snapshots, name);
    if (st == ST_OK) st = add_end(&s, r, group, &m->timed);
    if (st == ST_OK) st = choose(m, &s, group, at);
    free(s.state);
    return st;
}

void moment_text(char *out, size_t size, const struct moments *m, int i)
{
    char text[128];
    *out = '\0';
    if (!m->timed || (!*m->units && m->there == 1 && m->moment[i].time == 0)) return;
    quantity_print(text, sizeof text, m->moment[i].time, m->units);
    snprintf(out, size, "t = %s", text);
}
