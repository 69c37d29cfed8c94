/* The memory that a run takes, counted before it is taken. */
#pragma once
#include "apps/hines/population/population.h"
#include "solvers/solver.h"

/* From the keys alone: at least so many nodes, synapses and connections, whose shapes may make more. ST_CONFIG: they do
 * not fit the memory of this machine; *key names the key to blame. */
enum status memory_check_keys(const struct hines_params *p, const char **key);

/* The method that will solve the systems of the parts. */
struct memory_solver {
    const struct solver *solver;
    const void *options;
    struct exec exec; /* of one part */
    int layout;
    int sharing; /* ranks of this machine that share the cells; 1: a single one */
};

/* Bytes of a run whose cells are known, lists of connections in files left out: the memory of the population, which
 * exists, and that of its parts, its network, its fields and its samples. ST_NOMEM. */
enum status memory_bytes(const struct population *c, const struct memory_solver *of, double *out);

/* The same count against this machine: ST_CONFIG with the key. */
enum status memory_check_population(const struct population *c, const struct memory_solver *of);
