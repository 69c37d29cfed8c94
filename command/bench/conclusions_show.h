/* Prints the conclusions of a benchmark. */
#pragma once
#include <stdio.h>

#include "base/timing/conclusions.h"

/* A line of JSON for each from `from` on: {"scaling": {"ranks": 2, ...}}. */
void conclusions_print_lines(const struct conclusions *f, int from);
/* Tables of all. */
void conclusions_print(const struct conclusions *f);
