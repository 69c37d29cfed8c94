/* The pictures of a result file. */
#pragma once
#include <stdbool.h>

#include "command/result.h"

struct canvas {
    const char *stem; /* pictures are <stem>_<what>.png */
    bool svg;
};

/* Name of a picture; the caller frees, NULL: no memory. */
char *canvas_path(const struct canvas *c, const char *what);

/* Time of a step by phase, and bandwidth against the measured limit, of every run. */
enum status draw_runs(const struct canvas *c, const struct result *r);

/* Every column of samples against time, all runs together. */
enum status draw_series(const struct canvas *c, const struct result *r);

/* Every field of two axes and the middle slice of every field of three, of one run. `named`: its name
 * is a part of the pictures' names. */
enum status draw_fields(const struct canvas *c, const struct result *r, const struct outcome *run, bool named);
