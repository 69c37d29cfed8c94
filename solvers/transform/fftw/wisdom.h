/* FFTW's planner, with what it has learned kept in a file of the user's. The only file that includes <fftw3.h>. */
#pragma once
#include <fftw3.h>
#include <stdbool.h>

#include "base/real.h"
#include "base/status.h"

/* The library of the working precision. */
#ifdef BANDSTAND_FLOAT
#define FFTW(name) fftwf_##name
#else
#define FFTW(name) fftw_##name
#endif

/* Planning is for one thread at a time, between these two. The first call reads the file; at the end it is written
 * again if `learned` and there is something new. A file that is missing, damaged, or cannot be written costs time only.
 * `threads`: of the plans made in between. */
void fftw_planner_begin(int threads);
void fftw_planner_end(bool learned);

/* Between those two: takes all that was learned out of the planner, and puts it back, in place of what the planner has
 * learned meanwhile. NULL: not enough memory to hold it, and it stays. */
char *fftw_wisdom_aside(void);
void fftw_wisdom_back(char *aside);

/* As fftw_wisdom_back, but what the planner has learned meanwhile stays, in place of what was known of the same
 * problems. */
void fftw_wisdom_renew(char *aside);
