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
