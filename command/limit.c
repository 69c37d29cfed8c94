#include "command/limit.h"

#include <math.h>
#include <stdio.h>

#include "base/device.h"

static bool uses_device(const struct workload *w)
{
    for (int i = 0; i < w->count; i++)
        if (w->job[i].choice.space == DEVICE && !w->job[i].refusal) return true;
    return false;
}

enum status limit_measure(const struct workload *w, struct limit *best)
{
    struct bandwidth now;
    double copy;
    if (!w->settings.bandwidth) return ST_OK;
    TRY(bandwidth_measure(&now, exec_host((int)w->settings.threads), 0, 3));
    best->host.read = fmax(best->host.read, now.read);
    best->host.copy = fmax(best->host.copy, now.copy);
    best->host.triad = fmax(best->host.triad, now.triad);
    best->host.in_place = fmax(best->host.in_place, now.in_place);
    best->host.solve = fmax(best->host.solve, now.solve);
    if (uses_device(w) && device_bandwidth(&copy) == ST_OK) best->device = fmax(best->device, copy);
    return ST_OK;
}

static enum status record_share(struct store *out, const struct job *job, const struct limit *l)
{
    const double limit = job->choice.space == DEVICE ? l->device : bandwidth_limit(&l->host);
    char group[160];
    double gb_s;
    snprintf(group, sizeof group, "/runs/%s/metrics", job->name);
    if (!(limit > 0) || !store_has_attribute(out, group, "gb_s")) return ST_OK;
    TRY(store_get_real(out, group, "gb_s", &gb_s));
    return store_real(out, group, "share_of_limit", gb_s / limit);
}

enum status limit_record(struct store *out, const struct workload *w, const struct limit *l)
{
    if (!(l->host.read > 0)) return ST_OK;
    TRY(store_real(out, "/provenance", "bandwidth_read_gb_s", l->host.read));
    TRY(store_real(out, "/provenance", "bandwidth_copy_gb_s", l->host.copy));
    TRY(store_real(out, "/provenance", "bandwidth_triad_gb_s", l->host.triad));
    TRY(store_real(out, "/provenance", "bandwidth_in_place_gb_s", l->host.in_place));
    TRY(store_real(out, "/provenance", "bandwidth_solve_gb_s", l->host.solve));
    if (l->device > 0) TRY(store_real(out, "/provenance", "bandwidth_device_gb_s", l->device));
    for (int i = 0; i < w->count; i++) TRY(record_share(out, &w->job[i], l));
    return ST_OK;
}
