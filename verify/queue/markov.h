/* Markov chains given move by move, with their exact probabilities or response times. */
#pragma once
#include "solvers/sparse/matrix/matrix.h"

struct markov_move {
    int64_t from, to;
    double rate;
};

struct markov {
    int64_t states, moves, capacity;
    struct markov_move *move;
    long double *exact; /* [states] stationary probabilities up to a factor, or all 0: not known */
    double *jobs;       /* [states] in the system, or all 0 */
};

/* No moves yet; markov_free in any case. */
enum status markov_make(struct markov *c, int64_t states);
void markov_free(struct markov *c);

/* The rate as the working precision holds it; 0: no move. */
enum status markov_add(struct markov *c, int64_t from, int64_t to, double rate);

/* A = -Q^T, in one block. */
enum status markov_matrix(const struct markov *c, struct matrix **out);

/* Chains with a published exact solution; `make` makes `c`. */
struct known {
    const char *name;
    enum status (*make)(struct markov *c, const struct known *of);
    double servers, lambda, mu, alpha; /* arrivals, service and setup of one server */
    int64_t max;                       /* jobs at most, or the size */
    double min; /* probabilities below this share of the largest are affected by the window's edge */
    double (*response)(const struct known *of); /* the exact mean; NULL: the probabilities are exact */
};
extern const struct known known_chains[]; /* ends with a NULL name */
