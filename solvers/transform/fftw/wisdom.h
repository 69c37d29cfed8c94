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
