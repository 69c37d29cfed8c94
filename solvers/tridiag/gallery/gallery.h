/* Eighteen tridiagonal matrices that are hard for solvers: L.-W. Chang, Scalable parallel tridiagonal algorithms with
 * diagonal pivoting and their optimization for many-core architectures, MSc thesis, Urbana 2014, table 6.1. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

enum { GALLERY = 18 };

/* "1 random", numbered as there from 1. */
const char *gallery_name(int type);

/* Does the type take n^2 doubles and n^3 operations? Types 8 to 11 do. */
bool gallery_dense(int type);

/* Type 1 ... GALLERY of n >= 1 rows, the same for the same seed everywhere: a, b, c [n] are the lower, main and upper
 * diagonal, and a[0] and c[n-1] are 0. Rows that the thesis numbers for n = 512 lie at the same share of n. Types 15,
 * 16 and 17 are singular where n is odd. Types 8 to 11 are drawn in n^2 doubles by 3 n^3 multiplications: 0.15 s at n =
 * 512, 2 minutes at n = 4096. ST_NOMEM. */
enum status gallery_fill(int type, int64_t n, uint64_t seed, double *a, double *b, double *c);

/* A random tridiagonal matrix with singular values in one of four distributions (N. J. Higham, Accuracy and Stability
 * of Numerical Algorithms, 2nd edition 2002, section 28.3): `mode` 1: one large, 2: one small, 3: geometric, 4:
 * arithmetic; the ratio of the largest to the least is kappa. */
enum status randsvd_fill(int mode, double kappa, int64_t n, uint64_t seed, double *a, double *b, double *c);

/* Uniform in [-1, 1). */
double gallery_random(uint64_t *seed);
