/* Numbers below the least normal one, which a processor can be told to take as 0, on each thread by itself: libraries
 * that were built for speed leave it so, and threads inherit it from whoever starts them. */
#pragma once
#include <stdbool.h>

/* Tells the calling thread and the others of its OpenMP team of `threads` to compute with them. True if one of them did
 * not: subnormals_drop, with as many threads, then makes all of them as they were. A call between these two has no more
 * threads than the first one. */
bool subnormals_keep(int threads);
void subnormals_drop(int threads);
