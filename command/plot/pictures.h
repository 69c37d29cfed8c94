/* The pictures of a result file. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "command/plot/draw/canvas.h"

/* chosen[i], of every run: does `call` select it: is it its name, label, method, or the beginning of only its name;
 * "all" selects each, NULL the first that is ok. ST_CONFIG, which lists the runs, if none is meant. */
enum status choose_runs(const struct result *r, const char *call, bool *chosen);

/* The size of the work: "64 × 64 × 64, 10 steps, 2 threads". Numbers that are not stored, or differ between runs, are
 * left out. */
void subtitle_print(char *out, size_t size, const struct result *r);

/* Time of a step by phase, and bandwidth against the measured limit, of every run. */
enum status draw_runs(const struct canvas *c, const struct result *r);

/* Every column of samples against time, all runs together, those of one unit in one panel. */
enum status draw_series(const struct canvas *c, const struct result *r);

/* Draws only the selected columns, as <stem>_<what>. */
struct wanted;
enum status draw_over_time(const struct canvas *c, const struct result *r, const struct wanted *w, const char *what);

/* Draws the answers of runs at the points of one axis, as lines, or of two, as maps: <stem>_answers. The second draws
 * only the selected columns. */
enum status draw_answers(const struct canvas *c, const struct result *r);
enum status draw_along_axes(const struct canvas *c, const struct result *r, const struct wanted *w, const char *what);

/* Does the run have a column of that name along axes, which the pictures above show? */
bool is_drawn_along(const struct result *r, const struct stored_run *run, const char *field);

/* Draws each column that is named, separated by commas, by its kind: samples over time, values along axes, a field, or
 * one number of each run, as bars. ST_CONFIG if nothing has that name. */
enum status draw_columns(struct canvas *c, const struct result *r, const char *names, const bool *chosen);

/* Draws, for runs along one or two axes, at each point and for each precision, the speed-up over the first run, and
 * GB/s. */
enum status draw_sweeps(const struct canvas *c, const struct result *r);

/* Every field of one or two axes and a plane of every field of three, of one run. `named`: its name
 * is a part of the pictures' names. A field that fails is reported. */
enum status draw_fields(struct canvas *c, const struct result *r, const struct stored_run *run, bool named);

/* Draws one field in the same manner. */
enum status draw_field_of(const struct canvas *c, const struct result *r, const struct stored_run *run,
                          const char *name, bool named);

/* The path of the places of a field of one axis: its own x_<field>, or the field x of its group; or, *dots, the field
 * that its attribute `over` names. False: there are none. */
bool curve_places(const struct result *r, const char *group, const char *name, char *path, size_t size, bool *dots);

/* Is it the potential of the nodes of cells whose shapes the run holds? Then their picture is drawn. */
bool is_of_cells(const struct result *r, const struct stored_run *run, const char *name);

/* A field of one axis against its places; nothing if there are none of its length. */
enum status draw_curve(const struct canvas *c, const struct result *r, const struct stored_run *run, const char *group,
                       const char *name, bool named);
