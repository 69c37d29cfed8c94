/* Runs along axes, as charts show them. */
#pragma once
#include "base/result/metrics.h"
#include "tests/command/plot/plot_cases.h"

/* A run along `rows`, that takes `seconds` at the first point, twice as long at the second, and so on. */
static inline void put_points(struct store *s, int number, const char *label, double seconds, bool converged,
                              int points)
{
    char run[64], group[96];
    struct series c = {0};
    snprintf(run, sizeof run, "/runs/%03d_thomas_host_double", number);
    good(store_text(s, run, "method", "thomas"));
    good(store_text(s, run, "space", "host"));
    good(store_text(s, run, "precision", "double"));
    good(store_text(s, run, "status", "ok"));
    good(store_text(s, run, "label", label));
    for (int i = 1; i <= points; i++) {
        good(series_put_axis(&c, "rows", "", 64 * i));
        good(series_put_measured(&c, "seconds", "s", i * seconds));
        good(series_put(&c, "iterations", "", 100 * number + 10 * i));
        good(series_put(&c, "converged", "", converged));
        good(series_put(&c, "error", "", 1.1e-15 * i));
    }
    snprintf(group, sizeof group, "%s/series", run);
    good(series_store(&c, s, group));
    series_free(&c);
}

static inline void put_swept(struct store *s, int number, const char *label, double seconds, bool converged)
{
    put_points(s, number, label, seconds, converged, 2);
}
