/* Lays out the workspace of hbisa.h, and splits a matrix into its diagonal blocks and the rates between levels. */
#include "solvers/sparse/hbisa/hbisa_workspace.h"

#include <stdlib.h>
#include <string.h>

#include "solvers/sparse/matrix/matrix_visit.h"

/* The next `bytes`, on cache lines of their own; NULL if they are not needed. */
static void *take(char *workspace, int64_t *used, int64_t bytes, bool wanted)
{
    void *const at = workspace && wanted ? workspace + *used : NULL;
    if (wanted) *used += (bytes + 63) / 64 * 64;
    return at;
}

int64_t hbisa_workspace_of(struct hbisa_workspace *space, const struct shape *shape, const struct hbisa_options *o,
                           void *workspace)
{
    const int64_t vector = shape->n * (int64_t)sizeof(real), blocks = shape->n / shape->blocktri.block;
    int64_t used = 0;
    space->lower = take(workspace, &used, vector, true);
    space->diag = take(workspace, &used, vector, true);
    space->upper = take(workspace, &used, vector, true);
    space->r = take(workspace, &used, vector, true);
    space->b = take(workspace, &used, vector, shape->blocktri.question != STATIONARY);
    space->before = take(workspace, &used, vector, o->stop.rule == CONVERGENCE_STEP);
    space->rise = take(workspace, &used, vector, o->aggregation);
    space->fall = take(workspace, &used, vector, o->aggregation);
    for (int k = 0; k < 3; k++) space->sum[k] = take(workspace, &used, blocks * (int64_t)sizeof(double), true);
    space->info = take(workspace, &used, blocks * (int64_t)sizeof(int64_t), true);
    return used;
}

struct split {
    const struct hbisa_workspace *space; /* or NULL: entries are only checked */
    bool neighbours;                     /* are entries of other blocks than neighbours a fault? */
    int64_t block;
    int64_t row, column; /* of an entry that is in no part; row -1: none */
    bool inside;         /* of a diagonal block */
};

static void put(void *to, int64_t row, int64_t column, real value)
{
    struct split *const s = to;
    const struct hbisa_workspace *const space = s->space;
    const int64_t level = row / s->block, from = column / s->block;
    const bool inside = level == from, fits = inside ? llabs(row - column) <= 1 : llabs(level - from) <= 1;
    if (!fits && (inside || s->neighbours)) s->row = row, s->column = column, s->inside = inside;
    if (!fits || !space) return;
    real *const band[] = {space->lower, space->diag, space->upper};
    if (inside) band[column - row + 1][row] = value;
    else if (space->rise) (level > from ? space->rise : space->fall)[column] -= value;
}

static void clear(const struct hbisa_workspace *space, int64_t n)
{
    real *const parts[] = {space->lower, space->diag, space->upper, space->rise, space->fall};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if (parts[k]) memset(parts[k], 0, (size_t)n * sizeof(real));
}

enum status hbisa_split(const struct hbisa_workspace *space, const struct matrix *a, bool neighbours)
{
    struct split s = {.space = space, .neighbours = neighbours, .block = a->block, .row = -1};
    if (space) clear(space, a->n);
    matrix_visit(a, put, &s);
    if (s.row < 0) return ST_OK;
    if (s.inside)
        return fail(ST_REFUSED,
                    "the entry in row %lld, column %lld is in a diagonal block, which must be tridiagonal; bicgstab "
                    "and gmres take any",
                    (long long)s.row, (long long)s.column);
    return fail(ST_REFUSED,
                "the entry in row %lld, column %lld couples blocks that are not neighbours; hbisa_gs without "
                "aggregation takes any",
                (long long)s.row, (long long)s.column);
}
