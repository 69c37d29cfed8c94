/* Measures the memory limit before and after the runs of a workload, and records it with each run's share. */
#include "command/run/limit.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#include "base/device/device.h"
#include "base/timer.h"

static bool uses_device(const struct workload *w)
{
    for (int i = 0; i < w->count; i++)
        if (w->job[i].choice.space == DEVICE && !w->job[i].refusal) return true;
    return false;
}

/* The number of solvers that run on the host, each in one precision or in both. */
static int solvers(const struct workload *w)
{
    int count = 0;
    for (int i = 0; i < w->count; i++)
        count += w->job[i].choice.space == HOST && !w->job[i].refusal && w->job[i].precision == w->job[0].precision;
    return count;
}

/* A time for both measurements. */
static void measure_host(struct limit *l, const struct workload *w)
{
    const double began = seconds_now();
    struct effort effort = effort_brief;
    effort.seconds = (l->host.bytes ? 1 : 0.6) * effort.seconds - l->seconds;
    *l->unknown = '\0';
    if (bandwidth_measure(&l->host, exec_host((int)w->settings.threads), effort) != ST_OK)
        snprintf(l->unknown, sizeof l->unknown, "%s", fail_text());
    else if (!bandwidth_complete(&l->host))
        snprintf(l->unknown, sizeof l->unknown, "could not be measured within %g s", effort_brief.seconds);
    l->seconds += seconds_now() - began;
}

static void measure_device(struct limit *l, const struct workload *w)
{
    double copy;
    if (uses_device(w) && device_bandwidth(&copy) == ST_OK) l->device = fmax(l->device, copy);
}

void limit_before(struct limit *l, const struct workload *w)
{
    const int threads = exec_host((int)w->settings.threads).threads;
    *l = (struct limit){0};
    if (!w->settings.bandwidth) {
        snprintf(l->unknown, sizeof l->unknown, "not requested");
        return;
    }
    measure_device(l, w);
    l->kept = !w->settings.bandwidth_anew && bandwidth_recall(&l->host, threads);
    if (l->kept) return;
    l->host = (struct bandwidth){0};
    if (solvers(w) > 1 || w->settings.bandwidth_anew) measure_host(l, w);
    else snprintf(l->unknown, sizeof l->unknown, "not measured for a single solver");
}

void limit_after(struct limit *l, const struct workload *w)
{
    if (!w->settings.bandwidth) return;
    measure_device(l, w);
    if (l->kept || !l->host.bytes) return;
    measure_host(l, w);
    bandwidth_keep(&l->host, exec_host((int)w->settings.threads).threads);
}

static enum status record_host(struct store *out, const struct limit *l)
{
    const struct {
        const char *name;
        double gb_s;
    } rates[] = {{"bandwidth_read_gb_s", l->host.read},
                 {"bandwidth_copy_gb_s", l->host.copy},
                 {"bandwidth_triad_gb_s", l->host.triad},
                 {"bandwidth_in_place_gb_s", l->host.in_place},
                 {"bandwidth_solve_gb_s", l->host.solve}};
    char when[64];
    const time_t measured = (time_t)l->host.measured;
    struct tm t;
    if (!bandwidth_complete(&l->host)) return store_text(out, "/provenance", "bandwidth_unknown", l->unknown);
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        TRY(store_real(out, "/provenance", rates[i].name, rates[i].gb_s));
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&measured, &t));
    TRY(store_text(out, "/provenance", "bandwidth_measured_utc", when));
    TRY(store_int(out, "/provenance", "bandwidth_bytes", l->host.bytes));
    TRY(store_int(out, "/provenance", "bandwidth_in_caches", l->host.in_caches));
    return store_int(out, "/provenance", "bandwidth_disturbed", l->host.disturbed);
}

/* Rates of caches are not limits of the memory. */
static double limit_of(const struct job *job, const struct limit *l)
{
    if (job->choice.space == DEVICE) return l->device;
    return l->host.in_caches || !bandwidth_complete(&l->host) ? 0 : bandwidth_limit(&l->host);
}

static enum status record_share(struct store *out, const struct job *job, const struct limit *l)
{
    const double limit = limit_of(job, l);
    char group[160];
    double gb_s;
    snprintf(group, sizeof group, "/runs/%s/metrics", job->name);
    if (!(limit > 0) || !store_has_attribute(out, group, "gb_s")) return ST_OK;
    TRY(store_get_real(out, group, "gb_s", &gb_s));
    return store_real(out, group, "share_of_limit", gb_s / limit);
}

enum status limit_record(struct store *out, const struct workload *w, const struct limit *l)
{
    TRY(record_host(out, l));
    if (l->device > 0) TRY(store_real(out, "/provenance", "bandwidth_device_gb_s", l->device));
    for (int i = 0; i < w->count; i++) TRY(record_share(out, &w->job[i], l));
    return ST_OK;
}
