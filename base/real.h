/* The working precision: solvers/, apps/, bench/ and verify/ are compiled once with it float and
 * once double, and both sets live in one program. Residuals, norms and times are always double. */
#pragma once
#include <float.h>
#ifdef BANDSTAND_EITHER
#include "base/either_precision.h"
#else
#ifdef BANDSTAND_FLOAT
typedef float real;
#define RC(x) x##f
#define REAL_EPS FLT_EPSILON
#define REAL_MIN FLT_MIN
#define REAL_MAX FLT_MAX
#define REAL_NAME "float"
#else
typedef double real;
#define RC(x) x
#define REAL_EPS DBL_EPSILON
#define REAL_MIN DBL_MIN
#define REAL_MAX DBL_MAX
#define REAL_NAME "double"
#endif
#endif
