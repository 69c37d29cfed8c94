/* BLAS and LAPACK from several threads at once. An OpenBLAS built without threads of its own (Debian's
 * libopenblas0-serial) gives out its work arrays without a lock: matrices that two threads factor at the same time
 * overwrite each other's panels. So routines that use such arrays (levels 2 and 3, getrf, getrs and what is built on
 * them) are called between these two; gtsv, gttrf and gttrs use none. They cost nothing where the library is built for
 * threads. */
#pragma once

void blas_begin(void);
void blas_end(void);
