/* The memory of the step in one pass: how planes are cut into blocks, and where tables, eta and separators lie. */
#include <stddef.h>

#include "apps/adi/sweep/sweep_data.h"
#include "base/memory.h"

/* The least planes of a block: where there are two blocks, and where there are more. A separator costs the time of some
 * six planes, and counts in some forty planes on either side at dt / h^2 = 1 (NEGLIGIBLE in sweep_factor.c): a block
 * between two separators should have planes where neither does. */
enum { HALF_LEAST = 48, PART_LEAST = 96 };

int adi_sweep_axis(const struct grid *g)
{
    return g->n[2] > 1 ? 2 : 1;
}

bool adi_sweep_takes(const struct grid *g)
{
    bool all = g->n[adi_sweep_axis(g)] > 1;
    for (int d = 0; d < 3; d++) all &= g->n[d] == 1 || g->face[d][0] != FACE_PERIODIC;
    return all;
}

static int blocks_of(int64_t nz)
{
    int blocks = 1;
    while (blocks < SWEEP_BLOCKS_MAX && nz / (2 * blocks) >= (blocks == 1 ? HALF_LEAST : PART_LEAST)) blocks *= 2;
    return blocks;
}

int adi_sweep_blocks(const struct grid *g)
{
    return blocks_of(g->n[adi_sweep_axis(g)]);
}

/* The grid with its last axis as z. */
static struct grid turned(const struct grid *g)
{
    struct grid t = *g;
    if (adi_sweep_axis(g) == 2) return t;
    t.n[1] = 1, t.n[2] = g->n[1];
    for (int side = 0; side < 2; side++) t.face[1][side] = g->face[2][side], t.face[2][side] = g->face[1][side];
    return t;
}

static void cut_into_blocks(struct adi_sweep *f)
{
    const int64_t nz = f->n[2];
    f->blocks = blocks_of(nz);
    for (int b = 0; b < f->blocks; b++) {
        const int64_t planes = nz - (f->blocks - 1);
        f->block[b].from = planes * b / f->blocks + b;
        f->block[b].to = planes * (b + 1) / f->blocks + b;
    }
}

/* The length of rows that are taken together, so that long rows share no set of a cache. */
static int64_t apart(int64_t n)
{
    enum { LONG = 32 };
    const int64_t row = whole_lines(n), lines = row / LINE;
    return lines >= LONG && lines % 2 == 0 ? row + LINE : row;
}

static void measure(struct adi_sweep *f, const struct grid *g)
{
    for (int d = 0; d < 3; d++) {
        f->n[d] = g->n[d];
        for (int side = 0; side < 2; side++) f->fixed[d][side] = g->n[d] > 1 && g->face[d][side] == FACE_DIRICHLET;
    }
    f->rowwise = f->n[1] == 1;
    f->spare = f->rowwise ? 0 : SWEEP_SPARE;
    f->row = f->rowwise ? apart(f->n[0]) : sweep_whole(f->n[0], LANES);
    f->rows = f->rowwise ? 1 : sweep_whole(f->n[1], SWEEP_ROWS);
    f->plane = f->row * f->rows;
    f->ld = whole_lines(f->row);
    f->ld += f->ld / LINE % 2 ? 2 * LINE : LINE;              /* an odd number of lines, and a column to either side */
    f->slab = sweep_whole((f->rows + 3) * f->ld, SWEEP_PAGE); /* so that SWEEP_APART is their distance in a page */
    cut_into_blocks(f);
    f->scratch_size = whole_lines(f->rowwise ? sweep_rowwise_scratch(f) : sweep_planes_scratch(f));
}

/* A table of n values, with a margin before and after; the place of the next. */
static real *take(real **next, int64_t n)
{
    real *const here = *next + SWEEP_MARGIN;
    *next += whole_lines(n) + 2 * SWEEP_MARGIN;
    return here;
}

static void take_lines(struct sweep_lines *w, real **next, int64_t n)
{
    *w = (struct sweep_lines){take(next, n), take(next, n), take(next, n)};
}

/* All tables, from `next` on. */
static void lay_out_tables(struct adi_sweep *f, const struct grid *g, real *next)
{
    const int64_t padded[3] = {f->row, f->rows, f->n[2]};
    for (int d = 0; d < 3; d++) {
        f->axis[d] = axis_at(g, d, next);
        next += axis_table_size(g->n[d]);
        f->lower[d] = take(&next, padded[d]);
        f->upper[d] = take(&next, padded[d]);
        f->rest[d] = take(&next, padded[d]);
        for (int side = 0; side < 2; side++)
            if (f->fixed[d][side]) f->held[d][side] = take(&next, g->points / g->n[d]);
    }
    take_lines(&f->x, &next, f->row);
    for (int w = 0; w < 2; w++) {
        struct sweep_elimination *const z = &f->z[w];
        real **const at[] = {&z->alpha, &z->lambda, &z->g, &z->e, &z->gamma, &z->one, &z->g_share, &z->e_share};
        take_lines(&f->y[w], &next, f->rows);
        for (size_t t = 0; t < sizeof at / sizeof *at; t++) *at[t] = take(&next, f->n[2]);
    }
}

static int64_t table_size(const struct adi_sweep *f, const struct grid *g)
{
    const int64_t margin = 2 * SWEEP_MARGIN, x = whole_lines(f->row) + margin, y = whole_lines(f->rows) + margin,
                  z = whole_lines(f->n[2]) + margin;
    int64_t size = 3 * (x + y + z) + 3 * x + 2 * (3 * y + 8 * z);
    for (int d = 0; d < 3; d++) {
        size += axis_table_size(g->n[d]);
        for (int side = 0; side < 2; side++)
            if (f->fixed[d][side]) size += whole_lines(g->points / g->n[d]) + margin;
    }
    return size;
}

enum { SEPARATOR_PLANES = 7 };

/* eta of all blocks, then the arrays of the separators. */
static int64_t field_size(const struct adi_sweep *f)
{
    const int64_t beside = SEPARATOR_PLANES * (f->blocks - 1) + 1;
    return (f->n[2] - (f->blocks - 1) + f->blocks * f->spare) * f->plane +
           beside * (whole_lines(f->plane) + SWEEP_APART) + LINE;
}

static void lay_out_field(struct adi_sweep *f)
{
    real *next = f->field;
    for (int b = 0; b < f->blocks; b++) {
        f->block[b].eta = next;
        next += (f->block[b].to - f->block[b].from + f->spare) * f->plane;
    }
    for (int b = 0; b + 1 < f->blocks; b++) {
        struct sweep_separator *const s = &f->separator[b];
        real **const at[SEPARATOR_PLANES] = {&s->u, &s->below, &s->above, &s->right, &s->was, &s->moved, &s->sum};
        for (int t = 0; t < SEPARATOR_PLANES; t++)
            *at[t] = next + SWEEP_APART, next += whole_lines(f->plane) + SWEEP_APART;
    }
    f->reference = next + SWEEP_APART;
}

real *adi_sweep_state(struct adi_sweep *f, int64_t *count)
{
    *count = field_size(f);
    return f->field;
}

enum status adi_sweep_make(struct adi_sweep **out, const struct grid *given, const struct exec *exec)
{
    const struct grid grid = turned(given), *const g = &grid;
    struct adi_sweep *f = NULL;
    *out = NULL;
    enum status s = mem_alloc(&f, HOST, sizeof *f);
    if (s == ST_OK) {
        f->exec = *exec;
        f->turned = adi_sweep_axis(given) == 1;
        measure(f, g);
        f->threads = (int)smaller(exec->threads, f->blocks);
        s = mem_array(&f->table, HOST, table_size(f, g), sizeof(real));
    }
    if (s == ST_OK) lay_out_tables(f, g, f->table), s = mem_array(&f->field, HOST, field_size(f), sizeof(real));
    if (s == ST_OK) lay_out_field(f), s = mem_array(&f->scratch, HOST, f->threads * f->scratch_size, sizeof(real));
    if (s == ST_OK) *out = f;
    else adi_sweep_free(f);
    return s;
}

struct adi_sweep *adi_sweep_free(struct adi_sweep *f)
{
    if (!f) return NULL;
    mem_free(f->table);
    mem_free(f->field);
    mem_free(f->scratch);
    return mem_free(f);
}
