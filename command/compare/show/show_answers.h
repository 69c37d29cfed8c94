/* Prints the answers of runs. */
#pragma once
#include <stdio.h>

#include "command/compare/result/result.h"

/* The title, and the answers of the reference run: quantities of the whole run one per line, those of blocks, hours and
 * other subjects as a table. Then the answers of other runs that differ by more than their errors and rounding. Nothing
 * where an application reports nothing. */
enum status show_answers(const struct result *r, FILE *out);

/* Prints a line for each answer in which other runs differ. */
enum status show_disagreements(const struct result *r, FILE *out);

/* The first answers of the whole run, as many as fit into the terminal, one line per run. */
enum status show_answers_of_runs(const struct result *r);
