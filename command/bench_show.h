/* What a benchmark has measured, on stdout. */
#pragma once
#include "base/sample.h"

void bench_print_json(const struct bench *b);
void bench_print_table(const struct bench *b);
