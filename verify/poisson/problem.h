/* Problems of Poisson's equation whose solution is known, as configurations: u is a product of a function along each
 * axis, f follows from the equation, and the faces prescribe the values of u there. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { POISSON_PAIRS = 7, DIMENSIONS = 3 };

/* Kinds of the two faces of an axis. */
struct poisson_pair {
    const char *name, *kind[2];
};
extern const struct poisson_pair poisson_pairs[POISSON_PAIRS];

/* Axes that are stretched; or none, but eps varies along all, which takes iterations. */
enum stretching { NONE, LAST, ALL, ITERATED, STRETCHINGS };
extern const char *const poisson_stretchings[STRETCHINGS];

struct poisson_problem {
    int dim, pair[DIMENSIONS];
    enum stretching stretching;
    bool node, given; /* given: faces prescribe the values of u; otherwise 0, and f is anything */
    int64_t n[DIMENSIONS];
    const char *method, *transform;
};

enum { POISSON_PROBLEM_BYTES = 8192 };
void poisson_problem_print(char *out, size_t size, const struct poisson_problem *p);
