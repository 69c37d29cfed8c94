/* What is asked of the benchmark is known before anything is timed. */
#pragma once
#include <stdbool.h>

#include "base/status.h"

/* Is the benchmark `name` meant by `word`: its name, or what stands before a dot of it? */
bool bench_means(const char *word, const char *name);

/* ST_CONFIG if one of the `words` means no benchmark, or if none of those meant, all where there are no words, measures
 * one of `methods`, "thomas,windows"; NULL: whatever there is. */
enum status bench_names_check(char *const *word, int words, const char *methods);
