/* Prints the results of a benchmark, as a table or as JSON. */
#pragma once
#include "base/timing/sample.h"

/* Has anything been sampled? */
bool bench_some(const struct bench *b);

/* Lines of JSON, flushed: the limits of this part, its entries, and the skips from that index on. */
void bench_print_lines(const struct bench *b, int skips);

void bench_print_table(const struct bench *b);
