/* The panel of a chart in which each point stands, and its place along the axis. */
#pragma once
#include "command/plot/chart/values.h"

enum {
    FACETS_MAX = 16,
    PLACES_MAX = 256
}; /* the largest numbers of panels, and of places along an axis, in one picture */

struct facets {
    const struct chart_values *values;
    const struct sweep_axis *across; /* horizontal; NULL: points by their names */
    int apart;                       /* axes of panels */
    const struct sweep_axis *other[SWEEP_AXES_MAX];
    int panels;
    int64_t found;             /* number of panels; of more than FACETS_MAX the first are shown */
    int64_t first[FACETS_MAX]; /* point of each panel */
    int places;
    int64_t place[PLACES_MAX]; /* the first point of each value of the axis, or of each name, in their order */
    int64_t distinct;       /* number of values or names; of more than PLACES_MAX places are spread evenly over them */
    int64_t *start, *point; /* of panel p at place k: point[start[i]], ..., point[start[i + 1] - 1], i = p places + k */
};

/* Panels of the points that are not hidden, FACETS_MAX at most, and places. Without `across`, NULL: by names, or along
 * an axis that varies, options before others. Borrows the values; free with facets_free, also after a failure.
 * ST_CONFIG: there is no such axis. ST_NOMEM. */
enum status facets_find(struct facets *f, const struct chart_values *v, const char *across);
void facets_free(struct facets *f);

/* Is the point in the panel? A point with any value of an axis is in all. */
bool facets_has(const struct facets *f, int panel, int64_t point);
/* The point of a run in a panel at a place that has a number, or otherwise the first point there; -1: none. */
int64_t facets_point(const struct facets *f, int panel, int place, int run);

/* Does the axis have several values at the points that are shown? */
bool facets_varies(const struct chart_values *v, const struct sweep_axis *x);

/* Does the run have any number at a point that is shown? */
bool facets_shows(const struct facets *f, int run);

/* Is the run without the horizontal axis? If so, its value holds at all places. */
bool facets_is_constant(const struct facets *f, int run);

/* "512 rows, 3 systems" of a panel, or of a place: its name or its value. */
void facets_panel_print(char *out, size_t size, const struct facets *f, int panel);
void facets_place_print(char *out, size_t size, const struct facets *f, int place);
/* All axes of a point that vary. */
void facets_point_print(char *out, size_t size, const struct facets *f, int64_t point);
