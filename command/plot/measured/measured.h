/* The parts that all pictures of benchmarks share. */
#pragma once
#include <stddef.h>

#include "base/timing/sample.h"

/* "windows, switch_point 3, 1x33554432, double" */
void entry_label(char *out, size_t size, const struct entry *e);

/* Are they the same but for the parameter? */
bool entries_alike(const struct entry *e, const struct entry *f);

/* A name for a picture: folder/<what>_<words>.png with nothing in it but letters, digits, '-' and '_'. The caller
 * frees; NULL: no memory. */
char *measured_path(const char *folder, const char *what, const char *words);

enum status draw_shares(const struct bench *b, const char *folder);
enum status draw_curves(const struct bench *b, const char *folder);
enum status draw_phases(const struct bench *b, const char *folder);

/* Draws the pictures of a benchmark into that folder: share.png, the share of the memory limit of every entry;
 * <kind>_<parameter>.png, time along the varied parameter; phases_<entry>.png, the phases of each thread in one call,
 * with the best value of a parameter, and phases_<kind>_<size>_<precision>.png, those of all methods of a problem on
 * one scale of time. */
enum status draw_bench(const struct bench *b, const char *folder);
