/* Samples that are taken while the next step passes over the field, which is in a cache then: another pass, only for
 * the sample, would take up to a quarter of a step, and more where no field is kept between two steps. Least and
 * greatest value and heat content are reduced row by row as in diagnostics.c; the rows that probes and blocks of a
 * floor plan need are copied. So a sample has the same bits as one of a field that is read. */
#pragma once
#include "apps/adi/step/diagnostics.h"
#include "apps/adi/stepper/blocks.h"

struct passing {
    const struct stencil *op;
    struct summary *row; /* [n[1] n[2]] */
    bool *copied;        /* [n[1] n[2]]: the rows that are copied */
    real *u, *own;       /* [points], to which they are; own: the same, or NULL */
    struct step_reader reader;
    bool due; /* the sample after step number `step` is to be taken */
    int64_t step;
};

/* Does the sample of the step before the first that passes. u [points]: the reader writes it; NULL: it writes memory of
 * its own, as much as these rows need. `p` stays where it is. On failure passing_free still cleans up. */
enum status passing_make(struct passing *p, const struct stencil *op, const struct diagnostics *g,
                         const struct blocks *b, real *u);
void passing_free(struct passing *p);

/* The reader to which the next step shows the field; NULL if no sample is due. */
static inline const struct step_reader *passing_reader(const struct passing *p)
{
    return p->due ? &p->reader : NULL;
}
