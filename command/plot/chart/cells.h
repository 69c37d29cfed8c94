/* Numbers and words in the cells of a table. */
#pragma once
#include "command/plot/chart/scale.h"

/* The format of the numbers of one quantity: all with a power of ten where any of them needs one. */
struct cell_style {
    double times; /* values times this are in the units of the scale */
    bool powers;
};

struct cell_style cell_style_of(const struct facets *f, const struct chart_scale *s);

/* "116", "no" for no convergence, "" for a missing value; and the published value, "(120)" or "(no)". */
void cell_print_measured(char *out, size_t size, const struct chart_cell *c, struct cell_style s);
void cell_print_published(char *out, size_t size, const struct chart_cell *c, struct cell_style s);
