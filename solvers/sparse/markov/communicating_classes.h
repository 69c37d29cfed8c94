/* Transient states of a chain, and its closed classes.
 *
 * Strongly connected components by R. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1 (1972),
 * with a stack of its own in place of recursion: O(states + rates) time, 20 bytes a state. A component that no rate
 * leaves is a closed class. In the long run the chain is in one of them; the states of all others have probability 0.
 */
#pragma once
#include "solvers/sparse/files/matrix_io.h"

struct classes {
    int64_t components, closed; /* closed: classes that no rate leaves */
    int64_t states;             /* of the closed class, if there is only one */
    int32_t *index;             /* [n] of each state in that class, from 0 on; -1: transient */
    int64_t example[2];         /* a state of the first and of the second closed class */
};

/* Finds the classes of the generator Q. ST_NOMEM. On failure classes_free still cleans up. */
enum status classes_find(struct classes *c, const struct csr_double *q);
void classes_free(struct classes *c);

/* ST_CONFIG unless there is exactly one closed class, and that of two states or more. The message begins with the file
 * and line of the chain, and numbers states as the file does. */
enum status classes_check(const struct classes *c, const struct matrix_origin *from);
