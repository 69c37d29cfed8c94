/* The routines of LAPACK in use, in working precision. Its integers are 32 bits wide here. */
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "base/real.h"

#ifdef BANDSTAND_FLOAT
#define gtsv sgtsv_
#define gttrf sgttrf_
#define gttrs sgttrs_
#else
#define gtsv dgtsv_
#define gttrf dgttrf_
#define gttrs dgttrs_
#endif

void gtsv(const int32_t *n, const int32_t *nrhs, real *dl, real *d, real *du, real *b, const int32_t *ldb,
          int32_t *info);
void gttrf(const int32_t *n, real *dl, real *d, real *du, real *du2, int32_t *ipiv, int32_t *info);
/* Fortran passes the length of `trans` last. */
void gttrs(const char *trans, const int32_t *n, const int32_t *nrhs, const real *dl, const real *d, const real *du,
           const real *du2, const int32_t *ipiv, real *b, const int32_t *ldb, int32_t *info, size_t trans_length);
