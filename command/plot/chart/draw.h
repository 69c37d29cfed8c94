/* The kinds of charts, each of one precision. */
#pragma once
#include "command/plot/chart/frame.h"

/* One chart: one quantity, or, of a table, all of them. */
struct chart {
    const struct chart_spec *spec;
    const struct chart_plan *plan;
    int count;
    const struct facets *facets; /* [count] */
    const char *what;            /* the picture's name */
};

enum status chart_curves(const struct canvas *c, const struct chart *x);
enum status chart_bars(const struct canvas *c, const struct chart *x);
enum status chart_rows(const struct canvas *c, const struct chart *x); /* horizontal bars, each with its name */
enum status chart_grid(const struct canvas *c, const struct chart *x); /* a table */
