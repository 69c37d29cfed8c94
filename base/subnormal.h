/* Subnormal numbers, which a processor can flush to 0, a setting of each thread: libraries built for speed leave it on,
 * and threads inherit it from the thread that starts them. */
#pragma once
#include <stdbool.h>

/* The calling thread and its OpenMP team of `threads` compute with them from here on. True if one of them did not:
 * subnormals_drop, with as many threads, then restores all of them. A call between these two has no more
 * threads than the first one. */
bool subnormals_keep(int threads);
void subnormals_drop(int threads);
