/* Samples that are taken while the next step passes over the field, by a method that does not keep the field between
 * two steps. Least and greatest value and heat content are reduced row by row as in diagnostics.c; the rows that probes
 * and blocks of a floor plan need are copied. So a sample has the same bits as one of a field that is read. */
#pragma once
#include "apps/adi/blocks.h"
#include "apps/adi/diagnostics.h"

struct passing {
    const struct stencil *op;
    struct summary *row; /* [n[1] n[2]] */
    bool *copied;        /* [n[1] n[2]]: the rows that are copied */
    real *u;             /* [points], to which they are */
    bool due;            /* the sample after step number `step` is to be taken */
    int64_t step;
};

/* Does the sample of the step before the first that passes. u [points]: written by passing_row. On failure passing_free
 * still cleans up. */
enum status passing_make(struct passing *p, const struct stencil *op, const struct diagnostics *g,
                         const struct blocks *b, real *u);
void passing_free(struct passing *p);

/* Takes the row u [n[0]]; different rows at the same time. `passing`: a struct passing. */
void passing_row(void *passing, int64_t j, int64_t k, const real *u);
