/* The upward axis of a chart: its range, whether it is logarithmic, and its units. */
#pragma once
#include "command/plot/chart/facets.h"

struct chart_scale {
    double min, max; /* of what is shown; max < min: nothing */
    bool log;
    double times;    /* values times this are in units */
    char label[400]; /* "seconds [ms]", "times as fast as Thomas" */
};

/* The scale of all panels, or of one, from measured and published values. The units are those of all. */
struct chart_scale chart_scale_of(const struct facets *f, const struct chart_spec *spec, int panel);
enum { ALL_PANELS = -1 };

/* `set yrange` and its ticks, on the axis x or y; `from_zero`: bars begin at 0, or at the foot of a logarithmic axis,
 * whose value is returned in units. */
double chart_scale_print(FILE *script, const struct chart_scale *s, const char *axis, bool from_zero);

/* The name of the scale beside the upward axis, in a font size that fits a panel of that height in pixels. */
void chart_scale_name(FILE *script, const struct chart_scale *s, int height);

/* The left margin, in letters, that the numbers of the upward axis of all panels and its name take. */
int chart_scale_margin(const struct facets *f, const struct chart_spec *spec);

/* Prints the name of the value of the run that all others are relative to. */
void chart_relative_print(char *out, size_t size, const struct chart_values *v);

/* The run that published values are relative to, if it is another one, such as a run on a missing GPU; or NULL. */
const char *chart_published_reference(const struct chart_values *v);

/* The factor from `from` to `to`, 0: these are not of one kind. */
double chart_units_factor(const char *from, const char *to);
