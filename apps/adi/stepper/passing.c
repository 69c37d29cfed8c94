/* Takes rows of the field as a step passes over them. */
#include "apps/adi/stepper/passing.h"

#include <string.h>

#include "base/memory.h"
#include "base/memory/untouched.h"

static void copy_rows_of_probe(struct passing *p, const double *at)
{
    const struct grid *const g = p->op->grid;
    const struct probe_place place = probe_place(g, at);
    const int64_t *const y[] = {&place.below[1], &place.above[1]}, *const z[] = {&place.below[2], &place.above[2]};
    for (int corner = 0; corner < 4; corner++) p->copied[(*y[corner % 2] + *z[corner / 2]) / g->n[0]] = true;
}

/* Different rows at the same time. Called for different rows at the same time. A row with a value that is not finite is
 * copied too, for the message about it. */
static void take_row(void *passing, int64_t j, int64_t k, const real *u)
{
    struct passing *const p = passing;
    const int64_t n = p->op->grid->n[0], row = k * p->op->grid->n[1] + j;
    p->row[row] = diagnostics_row(p->op, u, row);
    if (p->copied[row] || p->row[row].bad >= 0) memcpy(p->u + row * n, u, (size_t)n * sizeof *u);
}

enum status passing_make(struct passing *p, const struct stencil *op, const struct diagnostics *g,
                         const struct blocks *b, real *u)
{
    const int64_t *const n = op->grid->n;
    int64_t copied = 0;
    *p = (struct passing){.op = op, .u = u, .reader = {take_row, p}};
    TRY(mem_array(&p->row, HOST, n[1] * n[2], sizeof *p->row));
    TRY(mem_array(&p->copied, HOST, n[1] * n[2], sizeof *p->copied));
    for (int64_t r = 0; r < n[1] * n[2]; r++) p->copied[r] = blocks_meet(b, op->grid, r % n[1], r / n[1]);
    for (int64_t i = 0; i < g->probes; i++) copy_rows_of_probe(p, g->at + 3 * i);
    for (int64_t r = 0; r < n[1] * n[2]; r++) copied += p->copied[r];
    if (!u) TRY(mem_array_sparse(&p->own, op->grid->points, sizeof *p->own, copied * n[0]));
    if (!u) p->u = p->own;
    return ST_OK;
}

void passing_free(struct passing *p)
{
    mem_free(p->row);
    mem_free(p->copied);
    mem_free(p->own);
    *p = (struct passing){0};
}
