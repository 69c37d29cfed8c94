/* Columns along two axes as coloured cells. */
#pragma once
#include "command/plot/draw/canvas.h"
#include "command/plot/draw/samples.h"

/* A map of each selected column of `s`, with the first axis horizontal, in one picture, <stem>_<what>. */
enum status draw_heat_maps(const struct canvas *c, const struct result *r, const struct wanted *w,
                           const struct series *s, const struct column *const axis[2], const char *what);
