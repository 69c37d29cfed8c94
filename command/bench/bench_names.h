/* Checks the names of benchmarks and methods before anything is timed. */
#pragma once
#include <stdbool.h>

#include "base/status.h"

/* Does `word` mean the benchmark `name`: is it the name, or the part before a dot of it? */
bool bench_means(const char *word, const char *name);

/* ST_CONFIG if one of the `words` names no benchmark, or if one of `methods`, "thomas,windows", is measured by none of
 * the named benchmarks. No words: all benchmarks; `methods` NULL: all methods. */
enum status bench_names_check(char *const *word, int words, const char *methods);
