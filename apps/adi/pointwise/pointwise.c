/* Memory, factorization and steps of the pointwise method, over all threads. */
#include "apps/adi/pointwise/pointwise.h"

#include <omp.h>
#include <string.h>

#include "apps/adi/pointwise/pointwise_data.h"
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

static struct pointwise_tiles tiles_of(int64_t plane, int64_t n)
{
    const int64_t values = tuning_value(TUNING_FUSED_TILE) / (int64_t)(2 * sizeof(real)); /* y and g */
    const int64_t run = smaller(LONG_RUN, larger(SHORT_RUN, whole_lines(values / n)));
    struct pointwise_tiles t = {.plane = plane, .columns = smaller(whole_lines(plane), run)};
    t.count = (plane + t.columns - 1) / t.columns;
    t.size = n * t.columns;
    return t;
}

static struct pointwise sized(const struct stencil *op)
{
    const struct grid *const g = op->grid;
    struct pointwise f = {.op = op, .last = g->n[2] > 1 ? 2 : 1, .row = odd_lines(whole_lines(g->n[0]))};
    for (int d = 0; d < 3; d++) f.axis[d].n = g->n[d];
    f.tiles = tiles_of(f.last == 2 ? g->n[0] * g->n[1] : g->n[0], g->n[f.last]);
    f.units = f.last == 2 ? g->n[2] : (g->n[1] + BLOCK - 1) / BLOCK;
    f.scratch_size[0] = f.last == 2 ? pointwise_planes_workspace(&f) : pointwise_rows_workspace(&f);
    f.scratch_size[1] = pointwise_tiles_workspace(&f);
    return f;
}

static void set_axes(struct pointwise *f)
{
    const struct grid *const g = f->op->grid;
    real *table = f->table;
    for (int d = 0; d < 3; d++) {
        struct pointwise_axis *const a = &f->axis[d];
        *a = (struct pointwise_axis){
            .n = g->n[d], .cyclic = g->n[d] > 1 && grid_periodic(g, d), .link = f->op->link[d], .weight = table};
        a->loss = table + g->n[d];
        for (int side = 0; side < 2; side++) a->fixed[side] = g->n[d] > 1 && g->face[d][side] == FACE_DIRICHLET;
        table += 2 * g->n[d];
    }
}

/* An array, and how many numbers it has. */
struct part {
    real **at;
    int64_t count;
};
enum { PARTS = 6 };

static void parts_of(struct pointwise *f, struct part out[PARTS])
{
    const struct grid *const g = f->op->grid;
    const int64_t threads = f->op->exec.threads, padded = f->tiles.count * f->tiles.size;
    const int64_t first = smaller(threads, f->units) * f->scratch_size[0],
                  second = smaller(threads, f->tiles.count) * f->scratch_size[1];
    const struct part parts[PARTS] = {{&f->table, 2 * (g->n[0] + g->n[1] + g->n[2])},
                                      {&f->scratch, larger(first, second)},
                                      {&f->d, padded},
                                      {&f->link, padded},
                                      {&f->pivot, padded},
                                      {&f->capacity, g->points}};
    memcpy(out, parts, sizeof parts);
}

double pointwise_bytes(const struct grid *g, int threads)
{
    const struct stencil op = {.grid = g, .exec = exec_host(threads)};
    struct pointwise f = sized(&op);
    struct part part[PARTS];
    double bytes = sizeof f;
    parts_of(&f, part);
    for (int i = 0; i < PARTS; i++) bytes += (double)part[i].count * (double)sizeof(real);
    return bytes;
}

/* Links of the last axis in the order of tiles; links and pivots are 0 beyond the plane. */
static void copy_link(const struct pointwise *f)
{
    const struct pointwise_tiles *const t = &f->tiles;
#pragma omp parallel for schedule(static) num_threads(f->op->exec.threads)
    for (int64_t tile = 0; tile < t->count; tile++) {
        const int64_t first = tile * t->columns, count = smaller(t->columns, t->plane - first);
        for (int64_t i = 0; i < f->axis[f->last].n; i++) {
            const int64_t run = tile * t->size + i * t->columns, rest = (t->columns - count) * (int64_t)sizeof(real);
            memcpy(f->link + run, f->axis[f->last].link + i * t->plane + first, (size_t)count * sizeof(real));
            memset(f->link + run + count, 0, (size_t)rest);
            memset(f->pivot + run + count, 0, (size_t)rest);
        }
    }
}

static enum status make_arrays(struct pointwise *f)
{
    struct part part[PARTS];
    parts_of(f, part);
    for (int i = 0; i < PARTS; i++) TRY(mem_array(part[i].at, HOST, part[i].count, sizeof(real)));
    set_axes(f);
    copy_link(f);
#pragma omp parallel for schedule(static) num_threads(f->op->exec.threads)
    for (int64_t p = 0; p < f->op->grid->points; p++) f->capacity[p] = 1 / f->op->inverse_capacity[p];
    return ST_OK;
}

enum status pointwise_make(struct pointwise **out, const struct stencil *op)
{
    struct pointwise *f = NULL;
    *out = NULL;
    TRY(mem_alloc(&f, HOST, sizeof *f));
    *f = sized(op);
    const enum status s = make_arrays(f);
    if (s == ST_OK) *out = f;
    else pointwise_free(f);
    return s;
}

struct pointwise *pointwise_free(struct pointwise *f)
{
    if (!f) return NULL;
    mem_free(f->table);
    mem_free(f->scratch);
    mem_free(f->d);
    mem_free(f->link);
    mem_free(f->pivot);
    mem_free(f->capacity);
    return mem_free(f);
}

/* The second pass, or, where u is NULL, its pivots. */
static void over_tiles(const struct pointwise *f, real *u)
{
#pragma omp parallel num_threads((int)smaller(f->op->exec.threads, f->tiles.count))
    {
        const int64_t t = omp_get_thread_num(), all = omp_get_num_threads();
        const int64_t from = f->tiles.count * t / all, to = f->tiles.count * (t + 1) / all;
        real *const scratch = f->scratch + t * f->scratch_size[1];
        if (u) pointwise_tiles(f, u, from, to, scratch);
        else pointwise_pivots(f, from, to, scratch);
    }
}

void pointwise_factor(struct pointwise *f, double c)
{
    for (int d = 0; d < 3; d++) {
        const struct pointwise_axis *const a = &f->axis[d];
        for (int64_t i = 0; i < a->n; i++) {
            a->weight[i] = (real)c * f->op->weight[d][i];
            a->loss[i] =
                (real)(c * ((i == 0 ? f->op->exchange[d][0] : 0) + (i == a->n - 1 ? f->op->exchange[d][1] : 0)));
        }
    }
    over_tiles(f, NULL);
}

void pointwise_step(struct pointwise *f, real *u, const struct step_data *data)
{
    const int64_t threads = f->op->exec.threads;
#pragma omp parallel num_threads((int)smaller(threads, f->units))
    {
        const int64_t t = omp_get_thread_num(), all = omp_get_num_threads();
        const int64_t from = f->units * t / all, to = f->units * (t + 1) / all;
        (f->last == 2 ? pointwise_planes : pointwise_rows)(f, data, u, from, to, f->scratch + t * f->scratch_size[0]);
    }
    over_tiles(f, u);
}

double pointwise_bytes_per_point(const struct pointwise *f, const struct step_data *data)
{
    return ((f->last == 2 ? 11 : 10) + (data->source != NULL)) * (double)sizeof(real);
}
