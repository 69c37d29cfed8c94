/* oneMKL, Intel's library of linear algebra, or why it is not there. It is opened when first needed and linked by
 * nothing, so that a machine without it runs everything else. */
#pragma once
#include "base/status.h"

/* ST_DEVICE and a sentence if there is none. Looks where the loader looks (LD_LIBRARY_PATH), then in $MKLROOT/lib. The
 * library is set to 32-bit integers and to one thread, the calling one, before anything else of it is called, so that
 * it can be called from parallel regions. */
enum status mkl_ready(void);

/* A function of the library, under its Fortran name; NULL if it has none such. Only after mkl_ready has found it. */
void *mkl_function(const char *name);

/* Gives the library so many threads when the calling thread calls it, and returns how many it will use: 1 if its layer
 * for the OpenMP of this program is missing. Whoever gives it more than 1 gives it 1 again afterwards. Only after
 * mkl_ready has found it. */
int mkl_threads_set(int count);
