/* The charts of a result file: those that its configuration or a command line requests. */
#pragma once
#include "command/plot/chart/spec.h"
#include "command/plot/draw/canvas.h"

/* Draws one chart of each precision, and, unless it is a table, of each of its columns: <stem>_<column>. ST_CONFIG: a
 * column, an axis or a run that does not exist. */
enum status chart_draw(const struct canvas *c, const struct result *r, const struct chart_spec *spec);

/* Draws the pictures of the configuration that the file holds; those of a figure that has no list of them show its
 * column. Nothing without either. */
enum status chart_draw_figure(struct canvas *c, const struct result *r);

/* Draws the one column of the spec, of one precision, as curves: <stem>_<what>. */
enum status chart_draw_curves(const struct canvas *c, const struct result *r, const char *precision,
                              const struct chart_spec *spec, const char *what);
