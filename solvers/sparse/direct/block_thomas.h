/* The routines of LAPACK for dense blocks, in working precision: columns one after the other, integers of 32 bits. */
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "base/real.h"

#ifdef BANDSTAND_FLOAT
#define getrf sgetrf_
#define getrs sgetrs_
#else
#define getrf dgetrf_
#define getrs dgetrs_
#endif

void getrf(const int32_t *m, const int32_t *n, real *a, const int32_t *lda, int32_t *ipiv, int32_t *info);
/* Fortran passes the length of `trans` last. */
void getrs(const char *trans, const int32_t *n, const int32_t *nrhs, const real *a, const int32_t *lda,
           const int32_t *ipiv, real *b, const int32_t *ldb, int32_t *info, size_t trans_length);
