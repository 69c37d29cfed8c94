/* Compares files of `bandstand bench --json` with the first of them. */
#pragma once
#include "base/json/json.h"

/* A table or JSON of the ratios of medians, and of the entries that only one file has. max_slowdown > 0: entries that
 * are slower by this factor, and by more than their spread, and entries that are missing are differences, which
 * *differences counts and which junit, if it is not NULL, gets too. */
enum status bench_compare(const char *const *path, int count, double max_slowdown, struct json *j, const char *junit,
                          int64_t *differences);
