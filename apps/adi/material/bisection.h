/* Finds the places where a function jumps between samples, by bisection of many brackets at once. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

enum { BRACKETS = 1 << 11 }; /* at once */

/* Two coordinates on a line, and the values there. */
struct bracket {
    int64_t line;
    double from, to, left, right;
};

/* A jump that was found on a line. */
struct material_place {
    double at;
    int64_t line;
};
struct material_places {
    int64_t count, capacity;
    struct material_place *v;
};
void places_free(struct material_places *p);

struct bisection {
    /* out[i] is the value at coordinate at[i] of line[i]; count <= BRACKETS. */
    enum status (*evaluate)(void *context, int64_t count, const int64_t *line, const double *at, double *out);
    void *context;
    double shortest;             /* brackets that need no further halving */
    bool unfinished;             /* set by bisection_run where a bracket had more jumps than it takes */
    struct bracket *whole, *now; /* [BRACKETS] each, with what is next in line; filled by bisection_run */
    struct bracket *rest;
    double *at, *value;
    int64_t *line;
};

/* Scratch; the members above it are given by the caller. On failure bisection_free still cleans up. */
enum status bisection_make(struct bisection *b);
void bisection_free(struct bisection *b);

/* Appends the jumps within `count` <= BRACKETS brackets, in no order. */
enum status bisection_run(struct bisection *b, const struct bracket *in, int64_t count, struct material_places *out);

/* May a function jump between values i and i + 1 of n, `stride` apart? Not beyond the last one, nor if the neighbouring
 * changes have the sign and size of this one, as those of a smooth function. */
bool bisection_suspects(const double *v, int64_t stride, int64_t n, int64_t i);
