/* For files that compute nothing in the working precision: they include this header and are compiled once, for both
 * precisions (ONCE in make/build.mk). There, real is an incomplete type: pointers to it are stored and passed on, but
 * an operation that depends on its size, its value or its constants does not compile. */
#pragma once
#ifdef BANDSTAND_EITHER
typedef struct real real;
#pragma GCC poison BANDSTAND_FLOAT
#endif
