/* The transitions of a Markov chain as model checkers write them, "from to rate" a line, in one of these forms:
 *
 *     PRISM    "states transitions" before them, states from 0 on; an action may follow the rate
 *              (M. Kwiatkowska, G. Norman, D. Parker, PRISM 4.0, CAV 2011; manual, "explicit model files")
 *     Storm    "ctmc" before them, states from 0 on (C. Hensel et al., The probabilistic model checker Storm, 2022)
 *     MRMC     "STATES n" and "TRANSITIONS m" before them, states from 1 on (J.-P. Katoen et al., 2005)
 *
 * A transition from a state to itself changes nothing, and is dropped. */
#pragma once
#include "solvers/sparse/files/reading.h"
#include "solvers/sparse/matrix/triplets.h"

/* Fills `t`, which is empty. */
enum status transitions_read(struct triplets *t, struct input *r);
