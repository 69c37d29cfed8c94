/* The fused step: whole lines are solved while their values are in the caches, in two passes over memory
 * instead of one for each stage.
 *
 *     first pass, by planes     R, lines along x and y     reads u, writes d
 *     second pass, by tiles     lines along z, u += d      reads d and u, writes u
 *
 * 5 reals per point and step, 6 with a source; 10 multiply-adds, 9 differences and 3 products. A 2D grid has x in the
 * first pass and y in the second. J. Douglas and J. E. Gunn, Numer. Math. 6 (1964) 428, section 3. */
#include <omp.h>
#include <stddef.h>

#include "apps/adi/fused/fused.h"
#include "base/memory.h"
#include "base/tuning/tuning.h"

/* The shortest and the longest run of a tile in a plane, in reals. */
enum { SHORT_RUN = 512 / sizeof(real), LONG_RUN = 4096 / sizeof(real) };

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Rows an odd number of cache lines apart spread over all sets of a cache. */
static int64_t odd_lines(int64_t n)
{
    return n / LINE % 2 ? n : n + LINE;
}

/* Tiles of n planes, each `rows` rows of `row` reals. */
static struct tiles tiles_of(int64_t row, int64_t rows, int64_t n)
{
    const int64_t values = tuning_value(TUNING_FUSED_TILE) / (int64_t)sizeof(real);
    const int64_t run = smaller(LONG_RUN, larger(SHORT_RUN, whole_lines(values / n)));
    struct tiles t = {.rows = 1, .columns = smaller(row, run)};
    t.across = (row + t.columns - 1) / t.columns;
    if (t.across == 1) t.rows = smaller(rows, run / row);
    t.count = (rows + t.rows - 1) / t.rows * t.across;
    t.size = odd_lines(n * t.rows * t.columns);
    return t;
}

static void lay_out(struct fused *f, const struct grid *g)
{
    real *table = f->table;
    for (int d = 0; d < 3; d++) {
        f->axis[d] = axis_at(g, d, table);
        table += axis_table_size(g->n[d]);
    }
    f->still = (struct direction){.l = table, .r = table};
    f->last = g->n[2] > 1 ? 2 : 1;
    f->row = whole_lines(g->n[0]);
    f->tiles = tiles_of(f->row, f->last == 2 ? g->n[1] : 1, g->n[f->last]);
    f->units = f->last == 2 ? g->n[2] : (g->n[1] + BLOCK - 1) / BLOCK;
    f->scratch_size[0] = f->last == 2 ? fused_planes_workspace(f) : fused_rows_workspace(f);
    f->scratch_size[1] = fused_tiles_workspace(f);
}

enum status fused_make(struct fused **out, const struct grid *grid, const struct exec *exec)
{
    const int64_t *const n = grid->n, y = whole_lines(n[1]),
                         tables = axis_table_size(n[0]) + axis_table_size(n[1]) + axis_table_size(n[2]) + y;
    struct fused *f = NULL;
    *out = NULL;
    enum status s = mem_alloc(&f, HOST, sizeof *f);
    if (s == ST_OK) s = mem_array(&f->table, HOST, tables, sizeof(real));
    if (s == ST_OK) {
        f->exec = *exec;
        lay_out(f, grid);
        s = mem_array(&f->d, HOST, f->tiles.count * f->tiles.size, sizeof(real));
    }
    if (s == ST_OK) {
        const int64_t first = smaller(exec->threads, f->units) * f->scratch_size[0],
                      second = smaller(exec->threads, f->tiles.count) * f->scratch_size[1];
        s = mem_array(&f->scratch, HOST, larger(first, second), sizeof(real));
    }
    if (s == ST_OK) *out = f;
    else fused_free(f);
    return s;
}

struct fused *fused_free(struct fused *f)
{
    if (!f) return NULL;
    mem_free(f->table);
    mem_free(f->d);
    mem_free(f->scratch);
    return mem_free(f);
}

enum status fused_factor(struct fused *f, const struct line_operator op[3])
{
    for (int d = 0; d < 3; d++) TRY(axis_factor(&f->axis[d], &op[d], "xyz"[d]));
    return ST_OK;
}

/* The data of a step without the planes of faces that a stage does not have. */
static struct step_data faces_only(const struct fused *f, const struct step_data *given)
{
    struct step_data data = *given;
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++)
            if (f->axis[d].skipped || f->axis[d].cyclic) data.rhs_face[d][side] = data.stage_face[d][side] = NULL;
    return data;
}

void fused_step(struct fused *f, real *u, const struct step_data *data)
{
    const struct step_data given = faces_only(f, data);
    const int64_t threads = f->exec.threads;
#pragma omp parallel num_threads((int)smaller(threads, f->units))
    {
        const int64_t t = omp_get_thread_num(), all = omp_get_num_threads();
        const int64_t from = f->units * t / all, to = f->units * (t + 1) / all;
        (f->last == 2 ? fused_planes : fused_rows)(f, &given, u, from, to, f->scratch + t * f->scratch_size[0]);
    }
#pragma omp parallel num_threads((int)smaller(threads, f->tiles.count))
    {
        const int64_t t = omp_get_thread_num(), all = omp_get_num_threads();
        const int64_t from = f->tiles.count * t / all, to = f->tiles.count * (t + 1) / all;
        fused_tiles(f, u, from, to, f->scratch + t * f->scratch_size[1]);
    }
}

double fused_bytes_per_point(const struct fused *f, const struct step_data *data)
{
    (void)f;
    return (data->source ? 6 : 5) * (double)sizeof(real);
}
