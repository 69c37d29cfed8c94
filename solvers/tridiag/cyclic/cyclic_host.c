/* The loops of cyclic_ends.h on the host: rows and interleaved systems, by threads. */
#include "base/field/extremes.h"
#include "solvers/tridiag/cyclic/cyclic_ends.h"

enum {
    WIDTH = 16, /* systems processed together */
    TILE = 512  /* neighbours in memory, of one size */
};

static void keep(const struct cyclic_ends *b, const struct exec *exec)
{
#pragma omp parallel for schedule(static) num_threads(exec->threads)
    for (int64_t s = 0; s < b->shape.batch; s++) b->alone[s] = b->system.x[shape_start(&b->shape, s)];
}

static void set(const struct cyclic_ends *b, const struct exec *exec)
{
    const int64_t borders = b->alike ? 1 : b->shape.batch;
#pragma omp parallel num_threads(exec->threads)
    {
#pragma omp for schedule(static)
        for (int64_t k = 0; k < b->q_count; k++) b->q[k] = 0;
#pragma omp for schedule(static)
        for (int64_t s = 0; s < borders; s++) cyclic_set(b, s);
    }
}

/* p_i and x_{m-1} q_i cancel where the second is far larger than x. The squares of q and of x were added up; where that
 * does not do, sizes are compared. */
static bool lost(const struct cyclic_ends *b, int64_t s, real last, real border, real found)
{
    const struct line l = line_of(&b->shape, &b->system, s), q = cyclic_line(b, s);
    const double added = (double)last * (double)last * (double)border;
    if (added <= BORDER_MAX * BORDER_MAX * (double)found && isfinite(added)) return false;
    double most = 0, largest = fabs((double)last);
    for (int64_t i = 0; i < l.n - 1; i++) {
        most = extremes_max(most, fabs((double)last * (double)q.x[i * q.x_stride]));
        largest = extremes_max(largest, fabs((double)l.x[i * l.x_stride]));
    }
    return !(most <= BORDER_MAX * largest);
}

static void note_lost(const struct cyclic_ends *b, int64_t s, real last, real border, real found)
{
    int64_t *const info = b->system.info;
    if (info && info_is_good(info[s]) && lost(b, s, last, border, found)) info[s] = PIVOTS_GREW;
}

/* The systems s ... end - 1, at most WIDTH. */
static void close_some(const struct cyclic_ends *b, int64_t s, int64_t end)
{
    struct line p[WIDTH], q[WIDTH];
    real last[WIDTH], border[WIDTH] = {0}, found[WIDTH] = {0};
    int64_t rows = 0;
    for (int64_t k = 0; s + k < end; k++) {
        p[k] = line_of(&b->shape, &b->system, s + k);
        q[k] = cyclic_line(b, s + k);
        last[k] = cyclic_end(b, s + k);
        if (p[k].n > rows) rows = p[k].n;
    }
    for (int64_t i = 0; i < rows - 1; i++)
        for (int64_t k = 0; k < end - s; k++)
            if (i < p[k].n - 1) {
                const real x = cyclic_add(b, s + k, p[k], q[k], i, last[k]), of = q[k].x[i * q[k].x_stride];
                border[k] += of * of, found[k] += x * x;
            }
    for (int64_t k = 0; k < end - s; k++) note_lost(b, s + k, last[k], border[k], found[k] + last[k] * last[k]);
}

static bool all_finite(const struct cyclic_ends *b, int64_t s)
{
    const struct line l = line_of(&b->shape, &b->system, s);
    for (int64_t i = 0; i < l.n; i++)
        if (!isfinite(l.x[i * l.x_stride])) return false;
    return true;
}

/* all_finite for neighbours: `count` interleaved systems from s on. A sum of squares of x is not finite
 * where x is not, or where it is very large. */
static void close_tile(const struct cyclic_ends *b, int64_t s, int64_t count)
{
    const struct line p = line_of(&b->shape, &b->system, s), q = cyclic_line(b, s);
    real last[TILE], border[TILE], found[TILE];
    for (int64_t k = 0; k < count; k++) last[k] = cyclic_end(b, s + k), border[k] = 0, found[k] = last[k] * last[k];
    for (int64_t i = 0; i < p.n - 1; i++) {
        real *restrict const x = p.x + i * p.x_stride;
        const real *restrict const of = q.x + i * q.x_stride;
        for (int64_t k = 0; k < count; k++) {
            const real here = b->alike ? *of : of[k];
            x[k] += last[k] * here;
            border[k] += here * here, found[k] += x[k] * x[k];
        }
    }
    for (int64_t k = 0; b->system.info && k < count; k++) {
        if (!isfinite(found[k]) && !all_finite(b, s + k) && b->system.info[s + k] <= 0) b->system.info[s + k] = p.n;
        note_lost(b, s + k, last[k], border[k], found[k]);
    }
}

static void close_neighbours(const struct cyclic_ends *b, const struct exec *exec)
{
    const struct shape *const s = &b->shape;
    const int64_t run = s->inner < s->batch ? s->inner : s->batch, tiles = (run + TILE - 1) / TILE;
    const int64_t parts = shape_groups(s) * tiles;
#pragma omp parallel for schedule(static) num_threads(exec->threads)
    for (int64_t t = 0; t < parts; t++) {
        const int64_t first = t / tiles * s->inner, from = t % tiles * TILE;
        const int64_t there = s->batch - first < run ? s->batch - first : run;
        if (from < there) close_tile(b, first + from, there - from < TILE ? there - from : TILE);
    }
}

static void close(const struct cyclic_ends *b, const struct exec *exec)
{
    if (b->shape.dist == 1 && !b->shape.sizes && b->shape.n > 1 && b->shape.inner >= WIDTH) {
        close_neighbours(b, exec);
        return;
    }
    /* Row by row where neighbours are nearer than rows, so that each cache line is fetched once. */
    const int64_t batch = b->shape.batch, width = b->shape.dist < b->shape.stride ? WIDTH : 1;
#pragma omp parallel for schedule(static) num_threads(exec->threads)
    for (int64_t s = 0; s < batch; s += width) close_some(b, s, s + width < batch ? s + width : batch);
}

const struct cyclic_loops cyclic_host = {keep, set, close};
