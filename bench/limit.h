/* The memory limit as entries of a benchmark, sampled in the same rounds as what it limits. */
#pragma once
#include "base/sample.h"

/* Adds the four traffic patterns "read", "copy", "triad" and "solve", once for both precisions, since they move bytes.
 * *solve is the index of the last one: four arrays read, one written past the caches. */
enum status limit_add(struct bench *b, int *solve);
