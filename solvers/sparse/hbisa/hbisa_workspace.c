#include "solvers/sparse/hbisa/hbisa_workspace.h"

#include <stdlib.h>
#include <string.h>

#include "solvers/sparse/matrix/matrix_visit.h"

/* `bytes` more, on cache lines of their own, if they are wanted. */
static void *take(char *work, int64_t *used, int64_t bytes, bool wanted)
{
    void *const at = work && wanted ? work + *used : NULL;
    if (wanted) *used += (bytes + 63) / 64 * 64;
    return at;
}

int64_t hbisa_workspace_of(struct hbisa_workspace *room, const struct shape *shape, const struct hbisa_options *o,
                           void *work)
{
    const int64_t vector = shape->n * (int64_t)sizeof(real), blocks = shape->n / shape->blocktri.block;
    int64_t used = 0;
    room->lower = take(work, &used, vector, true);
    room->diag = take(work, &used, vector, true);
    room->upper = take(work, &used, vector, true);
    room->r = take(work, &used, vector, true);
    room->b = take(work, &used, vector, shape->blocktri.question != STATIONARY);
    room->before = take(work, &used, vector, o->stop.rule == CONVERGENCE_STEP);
    room->rise = take(work, &used, vector, o->aggregation);
    room->fall = take(work, &used, vector, o->aggregation);
    for (int k = 0; k < 3; k++) room->sum[k] = take(work, &used, blocks * (int64_t)sizeof(double), true);
    room->info = take(work, &used, blocks * (int64_t)sizeof(int64_t), true);
    return used;
}

struct split {
    const struct hbisa_workspace *room; /* or NULL: only looked at */
    bool neighbours;                    /* are entries of other blocks than neighbours a fault? */
    int64_t block;
    int64_t row, column; /* of an entry that is in no part; row -1: none */
    bool inside;         /* of a diagonal block */
};

static void put(void *to, int64_t row, int64_t column, real value)
{
    struct split *const s = to;
    const struct hbisa_workspace *const room = s->room;
    const int64_t level = row / s->block, from = column / s->block;
    const bool inside = level == from, fits = inside ? llabs(row - column) <= 1 : llabs(level - from) <= 1;
    if (!fits && (inside || s->neighbours)) s->row = row, s->column = column, s->inside = inside;
    if (!fits || !room) return;
    real *const band[] = {room->lower, room->diag, room->upper};
    if (inside) band[column - row + 1][row] = value;
    else if (room->rise) (level > from ? room->rise : room->fall)[column] -= value;
}

static void clear(const struct hbisa_workspace *room, int64_t n)
{
    real *const parts[] = {room->lower, room->diag, room->upper, room->rise, room->fall};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if (parts[k]) memset(parts[k], 0, (size_t)n * sizeof(real));
}

enum status hbisa_split(const struct hbisa_workspace *room, const struct matrix *a, bool neighbours)
{
    struct split s = {.room = room, .neighbours = neighbours, .block = a->block, .row = -1};
    if (room) clear(room, a->n);
    matrix_visit(a, put, &s);
    if (s.row < 0) return ST_OK;
    if (s.inside)
        return fail(ST_REFUSED,
                    "the entry in row %lld, column %lld is in a diagonal block, which is to be tridiagonal; bicgstab "
                    "and gmres take any",
                    (long long)s.row, (long long)s.column);
    return fail(ST_REFUSED,
                "the entry in row %lld, column %lld couples blocks that are no neighbours; hbisa_gs without "
                "aggregation takes any",
                (long long)s.row, (long long)s.column);
}
