/* Gathers the sums of rows, and adds them up in order on every rank. */
#include "apps/poisson/ranks/rows.h"

#include <string.h>

#include "apps/poisson/ranks/part.h"
#include "base/memory.h"

enum status ranks_join(struct comm *c, const double *mine, const int64_t *counts, double *all)
{
    int64_t *bytes;
    const enum status s = mem_array(&bytes, HOST, comm_size(c), sizeof *bytes);
    TRY(comm_agree(c, s));
    for (int r = 0; r < comm_size(c); r++) bytes[r] = counts[r] * (int64_t)sizeof *mine;
    comm_gather_ragged(c, mine, bytes, all);
    mem_free(bytes);
    return ST_OK;
}

static void add_up(const double *rows, int64_t count, int width, double *sum)
{
    for (int w = 0; w < width; w++) sum[w] = 0;
    for (int64_t q = 0; q < count; q++)
        for (int w = 0; w < width; w++) sum[w] += rows[q * width + w];
}

/* `across`: rows of one plane of the axis that is cut; `all`: rows of all ranks. */
static enum status sum(const struct box *b, struct extent (*part)(const struct box *b, int rank), int64_t across,
                       int64_t all, const double *mine, int width, double *out)
{
    const int ranks = comm_size(b->comm);
    double *rows = NULL;
    int64_t *counts = NULL;
    if (!b->comm) {
        add_up(mine, all, width, out);
        return ST_OK;
    }
    enum status s = mem_array(&rows, HOST, all * width, sizeof *rows);
    if (s == ST_OK) s = mem_array(&counts, HOST, ranks, sizeof *counts);
    s = comm_agree(b->comm, s);
    for (int r = 0; s == ST_OK && r < ranks; r++) counts[r] = across * width * extent_length(part(b, r));
    if (s == ST_OK) s = ranks_join(b->comm, mine, counts, rows);
    if (s == ST_OK) add_up(rows, all, width, out);
    mem_free(counts);
    mem_free(rows);
    return s;
}

enum status rows_sum_unknowns(const struct box *b, const double *mine, int width, double *out)
{
    const int64_t all = b->axis[1].unknowns * b->axis[2].unknowns;
    return sum(b, part_unknowns, all / b->axis[b->cut].unknowns, all, mine, width, out);
}

enum status rows_sum_points(const struct box *b, const double *mine, int width, double *out)
{
    const int64_t all = b->axis[1].points * b->axis[2].points;
    return sum(b, part_points, all / b->axis[b->cut].points, all, mine, width, out);
}
