/* Lines of a grid that are cut over ranks, as entries. */
#pragma once
#include "base/timing/conclusions.h"
#include "solvers/tridiag/cut/cut_model.h"

struct bench;

/* Matrices are -1, LINES_DIAGONAL, -1. */
enum { LINES_DIAGONAL = 4, LINES_CHUNKS = 16 };

/* Collective. Adds solves of 256 x 256 lines of 256 rows, or as many lines as memory allows, with one matrix that is
 * factored, each rank having some rows of each: by every scheme; by rank 0 only, with the threads of all, if that is
 * possible; and the join of the scheme reduced by rank 0. */
enum status lines_add(struct bench *b);

/* *out := the time per row by each scheme in this precision, in seconds, and the network of this run. False: not
 * everything was measured. */
bool lines_model_measured(const struct bench *b, struct cut_model *out);

/* Tables of the measurements in this precision, together with the model. */
enum status lines_conclude(const struct bench *b, const struct cut_model *m, struct conclusions *out);

/* Names of entries: "transpose", ...; and that of the join. */
extern const char lines_join[];
const char *lines_scheme(enum cut_scheme scheme);
