/* Chains and matrices in files that other programs write and read.
 *
 *     Matrix Market  coordinate, real or integer, general: "rows columns entries", then "row column value" from 1 on
 *                    (R. Boisvert, R. Pozo, K. Remington, The Matrix Market exchange formats, NISTIR 5935, 1996)
 *     PRISM .tra     explicit transitions of a Markov chain: "states transitions", then "from to rate" from 0 on
 *                    (M. Kwiatkowska, G. Norman, D. Parker, PRISM 4.0, CAV 2011; manual, "explicit model files")
 *
 * Rates are those of leaving: row s of Q holds what leads away from state s. A diagonal that is not in the file is made
 * of the row; one that is must agree with it. A transition from a state to itself changes nothing, and is dropped.
 * Numbers are written with as many digits as they need: what was written and read again has the same bits. */
#pragma once
#include <stdbool.h>
#include <stdio.h>

#include "apps/cloudqueue/rows.h"

enum exchange { MATRIX_MARKET, TRA };

/* .tra is TRA, all else MATRIX_MARKET. */
enum exchange exchange_of(const char *path);

/* The file at `path`, which `in` is at the beginning of. of_chain: the generator of a chain; else any square matrix,
 * only MATRIX_MARKET. ST_CONFIG, "file:line: reason", for a file that is not all right; ST_NOMEM. On failure nothing is
 * left behind. */
enum status exchange_read_from(struct rows *out, FILE *in, const char *path, enum exchange kind, bool of_chain);
enum status exchange_read(struct rows *out, const char *path, bool of_chain);

/* Q, or any matrix as MATRIX_MARKET; appears whole or not at all. ST_IO. */
enum status exchange_write(const struct rows *r, const char *path, enum exchange kind);
