/* Prints what runs found. */
#pragma once
#include <stdio.h>

#include "command/compare/result/result.h"

/* The title, and what the reference run found: quantities of the whole one a line, those of blocks, hours and other
 * subjects as a table. Then where other runs found something else, beyond their errors and rounding. Nothing where an
 * application reports nothing. */
enum status show_answers(const struct result *r, FILE *out);

/* Prints a line for each answer in which other runs differ. */
enum status show_disagreements(const struct result *r, FILE *out);

/* The first answers of the whole, as many as the terminal is wide, a line a run. */
enum status show_answers_of_runs(const struct result *r);
