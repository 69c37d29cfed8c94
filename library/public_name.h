/* Names of public functions of one precision: bandstand_d... or bandstand_s.... All other names of the files that are
 * compiled twice are hidden and need no prefix. */
#pragma once
#ifdef BANDSTAND_FLOAT
#define PUBLIC(name) bandstand_s##name
#else
#define PUBLIC(name) bandstand_d##name
#endif
