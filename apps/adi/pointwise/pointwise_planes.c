/* The first pass: R and the stages before the last one, while the values are in the caches.
 *
 * A plane of a 3D grid: BLOCK rows at a time get their right side, are solved along x, and eliminated along y into
 * scratch. The next plane is eliminated in the opposite direction along y, so that it overwrites a row as soon as the
 * back substitution of the plane before has streamed it to d. BLOCK rows of a 2D grid: right side and lines along x. */
#include <string.h>

#include "apps/adi/fused/fused_stream.h"
#include "apps/adi/pointwise/pointwise_data.h"
#include "apps/adi/pointwise/pointwise_side.h"

/* Scratch of a thread. r, r_g, r_e: BLOCK rows and their factors along x; y, g, e: a plane, eliminated along y; x: a
 * row of its solution, top: its last unknowns; lines: state of the elimination along y. */
struct workspace {
    real *r, *r_g, *r_e, *x, *top, *y, *g, *e;
    struct point_line *lines;
};

enum { STATE = sizeof(struct point_line) / sizeof(vec) };

static struct workspace workspace_of(const struct pointwise *f, real *scratch)
{
    const int64_t row = f->row, block = BLOCK * row, plane = f->last == 2 ? f->axis[1].n * row : 0;
    struct workspace w = {.r = scratch};
    w.r_g = w.r + block;
    w.r_e = w.r_g + block;
    w.x = w.r_e + block;
    w.top = w.x + row;
    w.lines = (struct point_line *)(void *)(w.top + row);
    w.y = w.top + row + STATE * row;
    w.g = w.y + plane;
    w.e = w.g + plane;
    return w;
}

int64_t pointwise_planes_workspace(const struct pointwise *f)
{
    return (3 * BLOCK + 2 + STATE + 3 * f->axis[1].n) * f->row;
}

int64_t pointwise_rows_workspace(const struct pointwise *f)
{
    return (3 * BLOCK + 2 + STATE) * f->row;
}

/* Sets the ends of the lines of an axis to the values that step_data prescribes, on the row (j, k), before these lines
 * are solved. capacity: of the row, if r is a right side times C, else NULL. */
static void set_ends(const struct pointwise *f, const struct step_data *data, int axis, int64_t j, int64_t k,
                     const real *capacity, real *r)
{
    const struct pointwise_axis *const a = &f->axis[axis];
    const int64_t nx = f->axis[0].n, at[3] = {0, j, k};
    for (int side = 0; side < 2; side++) {
        const int64_t end = side ? a->n - 1 : 0, first = axis == 0 ? end : 0, count = axis == 0 ? 1 : nx;
        const real *const stage = data->stage_face[axis][side];
        if (axis > 0 && at[axis] != end) continue;
        if (a->fixed[side]) memset(r + first, 0, (size_t)count * sizeof *r);
        for (int64_t i = 0; stage && i < count; i++)
            r[first + i] += (capacity ? capacity[first + i] : 1) * stage[plane_number(f->op->grid, axis, at) + i];
    }
}

/* Writes row j, at index `at` of the last axis and from point p on, times C to d. */
static void emit(const struct pointwise *f, int64_t at, int64_t j, int64_t p, const real *row)
{
    const struct pointwise_tiles *const t = &f->tiles;
    const int64_t nx = f->axis[0].n, begin = f->last == 2 ? j * nx : 0;
    const bool aligned = nx % LANES == 0;
    for (int64_t i = 0; i < nx;) {
        const int64_t tile = (begin + i) / t->columns, column = (begin + i) % t->columns;
        const int64_t count = smaller(t->columns - column, nx - i);
        const real *const restrict x = row + i, *const restrict own = f->capacity + p + i;
        real *const restrict d = f->d + tile * t->size + at * t->columns + column;
        for (int64_t q = 0; aligned && q < count; q += LANES) stream(d + q, vec_load(own + q) * vec_load(x + q));
        for (int64_t q = 0; !aligned && q < count; q++) d[q] = own[q] * x[q];
        i += count;
    }
}

/* Prefetches the data of the row from point p on. u of the next plane, links and C come from memory; data that the
 * plane before has used are in the last-level cache at best. */
static void prefetch_row(const struct pointwise *f, const real *u, int64_t p)
{
    const int64_t nx = f->axis[0].n;
    for (int64_t i = p; i < p + nx; i += LINE) {
        prefetch(u + f->tiles.plane + i);
        prefetch(u + i);
        prefetch(u - f->tiles.plane + i);
        prefetch(f->axis[f->last].link - f->tiles.plane + i);
        prefetch(f->capacity + i);
        for (int d = 0; d <= f->last; d++) prefetch(f->axis[d].link + i);
    }
}

/* Solves the rows from (j, k) on along x, into ws->r. next: the first point of the block that comes next. */
static void solve_x(const struct pointwise *f, const struct step_data *data, const real *u, int64_t j, int64_t rows,
                    int64_t k, int64_t next, const struct workspace *ws)
{
    const int64_t nx = f->axis[0].n, p = (k * f->axis[1].n + j) * nx;
    for (int64_t q = 0; q < rows; q++) {
        real *const r = ws->r + q * f->row;
        prefetch_row(f, u, next + q * nx);
        pointwise_inflow(f, data, u, j + q, k, r);
        set_ends(f, data, 0, j + q, k, f->capacity + p + q * nx, r);
    }
    pointwise_x(f, p, rows, ws->r, ws->r_g, ws->r_e);
}

void pointwise_rows(const struct pointwise *f, const struct step_data *data, const real *u, int64_t from, int64_t to,
                    real *scratch)
{
    const struct workspace ws = workspace_of(f, scratch);
    for (int64_t b = from; b < to; b++) {
        const int64_t j = b * BLOCK, rows = smaller(BLOCK, f->axis[1].n - j);
        solve_x(f, data, u, j, rows, 0, (j + BLOCK) * f->axis[0].n, &ws);
        for (int64_t q = 0; q < rows; q++) {
            set_ends(f, data, 1, j + q, 0, NULL, ws.r + q * f->row);
            emit(f, j + q, 0, (j + q) * f->axis[0].n, ws.r + q * f->row);
        }
    }
    stream_end();
}

/* Eliminates row j of the plane k along y; r: its right side. */
static void eliminate(const struct pointwise *f, int64_t j, int64_t k, bool reversed, const struct workspace *ws,
                      const real *r)
{
    const struct pointwise_axis *const y = &f->axis[1];
    const int64_t nx = f->axis[0].n, p = (k * y->n + j) * nx;
    const real *const south = y->link + stencil_before(f->op->grid, 1, j, p), *const north = y->link + p;
    const struct side_row w = {.weight = y->weight[j],
                               .loss = y->loss[j],
                               .cyclic = y->cyclic,
                               .last = j == (reversed ? 0 : y->n - 1),
                               .before = reversed ? north : south,
                               .after = reversed ? south : north,
                               .capacity = f->capacity + p,
                               .r = r,
                               .y = ws->y + j * f->row,
                               .g = ws->g + j * f->row,
                               .e = ws->e + j * f->row};
    side_eliminate(ws->lines, &w, nx, false);
}

/* Row j of the plane k: back substitution along y. */
static void substitute(const struct pointwise *f, const struct step_data *data, int64_t j, int64_t k,
                       const struct workspace *ws)
{
    const int64_t at = j * f->row;
    side_substitute(f->axis[0].n, ws->y + at, ws->g + at, ws->e + at, ws->top, ws->x, f->axis[1].cyclic);
    const bool ends = k == 0 || k == f->axis[2].n - 1;
    if (ends) {
        memcpy(ws->r, ws->x, (size_t)f->row * sizeof(real));
        set_ends(f, data, 2, j, k, NULL, ws->r);
    }
    emit(f, k, j, (k * f->axis[1].n + j) * f->axis[0].n, ends ? ws->r : ws->x);
}

void pointwise_planes(const struct pointwise *f, const struct step_data *data, const real *u, int64_t from, int64_t to,
                      real *scratch)
{
    const struct workspace ws = workspace_of(f, scratch);
    const struct pointwise_axis *const y = &f->axis[1];
    const int64_t blocks = (y->n + BLOCK - 1) / BLOCK;
    for (int64_t k = from; k <= to; k++) {
        const bool reversed = k % 2;
        side_begin(ws.lines, f->row, y->cyclic);
        for (int64_t b = 0; b < blocks; b++) {
            const int64_t j = (reversed ? blocks - 1 - b : b) * BLOCK, rows = smaller(BLOCK, y->n - j);
            for (int64_t q = 0; k > from && q < rows; q++)
                substitute(f, data, reversed ? j + rows - 1 - q : j + q, k - 1, &ws);
            if (k == to) continue;
            const int64_t next = b == blocks - 1 ? f->tiles.plane : (reversed ? -BLOCK : BLOCK) * f->axis[0].n;
            solve_x(f, data, u, j, rows, k, k * f->tiles.plane + j * f->axis[0].n + next, &ws);
            for (int64_t q = 0; q < rows; q++) {
                const int64_t at = reversed ? rows - 1 - q : q;
                set_ends(f, data, 1, j + at, k, NULL, ws.r + at * f->row);
                eliminate(f, j + at, k, reversed, &ws, ws.r + at * f->row);
            }
        }
        memcpy(ws.top, ws.y + (reversed ? 0 : y->n - 1) * f->row, (size_t)f->row * sizeof(real));
        memset(ws.x, 0, (size_t)f->row * sizeof(real));
    }
    stream_end();
}
