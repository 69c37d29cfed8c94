/* Whether this binary was built with FFTW. */
#pragma once
#include "base/comm/comm.h"

/* ST_DEVICE and a sentence if it was built without. */
enum status fftw_ready(void);

/* Collective: gives all that FFTW has learned on rank 0 to the other ranks, which then make the same plans of the same
 * lines. Nothing in a build without FFTW, or on one rank. */
void fftw_share(struct comm *c);
