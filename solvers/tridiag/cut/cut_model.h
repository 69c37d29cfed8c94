/* Seconds of a solve of lines that are cut over ranks, by a model of five numbers (docs/cluster.md): for any number of
 * ranks, and the numbers of ranks from which on another scheme is the fastest. */
#pragma once
#include "solvers/tridiag/cut/cut_sent.h"

/* A message of s bytes between two ranks takes alpha + beta s seconds; a block of s bytes in an exchange of all ranks,
 * one after the other, each + byte s. */
struct cut_network {
    double alpha, beta, each, byte;
};

struct cut_model {
    struct cut_network network;
    double row[CUT_SCHEMES]; /* seconds of computing a row of a line */
    double join;             /* of joining the ends of one rank and line */
    int chunks;              /* CUT_PIPELINED */
};

/* Seconds of the slowest rank. */
double cut_model_seconds(const struct cut_model *m, const struct cut_batch *b);

/* A problem for growing numbers of ranks, 2^k in a grid of 2^(k/2) times 2^(k - k/2) ranks, rounded down: the latter
 * share the rows of a line, the former the lines. */
struct cut_scaling {
    const char *name;
    int64_t rows, lines; /* of all ranks; or, of `weak`, of one */
    bool weak;
    double diagonal; /* of the matrix -1, diagonal, -1: where spikes fade */
};

/* The batch of one group of ranks that share lines. */
struct cut_batch cut_scaling_batch(const struct cut_scaling *s, int k, enum cut_scheme scheme);

/* Schemes as a set of bits. The fastest of them. */
enum { SCHEMES_ALL = (1 << CUT_SCHEMES) - 1, SCHEMES_SAME_BITS = 1 << CUT_TRANSPOSE | 1 << CUT_PIPELINED };
enum cut_scheme cut_fastest(const struct cut_model *m, const struct cut_scaling *s, int k, int schemes);

/* Numbers of ranks, 2^k with 1 < k <= most, on which the fastest scheme is another than on half as many. Writes them to
 * out[most], and returns how many there are. */
struct cut_crossover {
    int k;
    enum cut_scheme before, from;
};
int cut_crossovers(const struct cut_model *m, const struct cut_scaling *s, int most, int schemes,
                   struct cut_crossover *out);
