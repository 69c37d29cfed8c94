/* The axes and points that runs along axes have together. */
#pragma once
#include "command/compare/sweep/sweep.h"

/* Adds the axes of the run that was loaded last, and their words in that group. */
enum status sweep_note_axes(struct sweep *s, struct store *in, const char *group);
/* Finds the points, when all runs are loaded. */
enum status sweep_note_points(struct sweep *s);
void sweep_free_axes(struct sweep *s);
