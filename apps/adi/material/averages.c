/* Walks over the boxes into which sections cut the grid, x fastest, and adds up what each contributes. */
#include "apps/adi/material/averages.h"

#include "apps/adi/material/sections.h"
#include "apps/adi/material/thinning.h"
#include "base/either_precision.h"
#include "base/memory.h"

static const double boxes_most = 1 << 23; /* with the parts of oblique axes */
enum { PARTS = 4 /* of a half cell, along an oblique axis */ };

static void averages_shape(struct averages *a, const struct material *m)
{
    *a = (struct averages){.grid = *m->grid, .points = 1};
    for (int d = 0; d < 3; d++) {
        a->n[d] = m->changes[d] ? m->grid->n[d] : 1;
        a->stride[d] = m->changes[d] ? a->points : 0;
        a->points *= a->n[d];
    }
}

/* The coordinates of the points from `first` on, x fastest, of a box with these numbers along its axes. */
static void fill(struct nodes_workspace *w, const int64_t size[3], double *const along[3], int64_t first, int64_t count)
{
    int64_t at[3] = {first % size[0], first / size[0] % size[1], first / size[0] / size[1]};
    for (int64_t p = 0; p < count; p++) {
        for (int d = 0; d < 3; d++) w->xyz[d][p] = along[d][at[d]];
        if (++at[0] < size[0]) continue;
        at[0] = 0;
        if (++at[1] < size[1]) continue;
        at[1] = 0, at[2]++;
    }
}

static enum status evaluate(const struct material *m, struct nodes_workspace *w, const int64_t size[3],
                            double *const along[3], int64_t first, int64_t *count)
{
    const int64_t left = size[0] * size[1] * size[2] - first;
    *count = left < NODES_CHUNK ? left : NODES_CHUNK;
    fill(w, size, along, first, *count);
    return material_eval(m, *count, (const double *[]){w->xyz[0], w->xyz[1], w->xyz[2]}, w->value);
}

static enum status at_nodes(struct averages *a, const struct material *m, struct nodes_workspace *w)
{
    double *along[3];
    int64_t count;
    TRY(mem_array(&a->cell, HOST, a->points, sizeof *a->cell));
    TRY(mem_array(&along[0], HOST, a->n[0] + a->n[1] + a->n[2], sizeof *along[0]));
    along[1] = along[0] + a->n[0], along[2] = along[1] + a->n[1];
    for (int d = 0; d < 3; d++)
        for (int64_t i = 0; i < a->n[d]; i++) along[d][i] = grid_coordinate(m->grid, d, i);
    enum status s = ST_OK;
    for (int64_t first = 0; s == ST_OK && first < a->points; first += count) {
        s = evaluate(m, w, a->n, along, first, &count);
        for (int64_t p = 0; s == ST_OK && p < count; p++) a->cell[first + p] = w->value[p];
    }
    mem_free(along[0]);
    return s;
}

/* The walk over boxes: its position, and the sums in series so far on the edges that it has not left. */
struct walk {
    struct averages *averages;
    struct sections along[3];
    int64_t size[3], at[3];
    double *behind[3]; /* [1], [size[0]], [size[0] * size[1]] */
};

static int64_t number(const struct averages *a, int64_t x, int64_t y, int64_t z)
{
    return x * a->stride[0] + y * a->stride[1] + z * a->stride[2];
}

static void add_cell(struct walk *w, const double length[3], const int64_t node[3], double value)
{
    w->averages->cell[number(w->averages, node[0], node[1], node[2])] += length[0] * length[1] * length[2] * value;
}

/* Ends an edge, when the box is the last one on it. */
static void add_edges(struct walk *w, const double length[3], const int64_t node[3], double value)
{
    const int64_t column[3] = {0, w->at[0], w->at[1] * w->size[0] + w->at[0]};
    for (int d = 0; d < w->averages->grid.dim; d++) {
        double *const behind = &w->behind[d][column[d]];
        *behind += length[d] / value;
        if (!sections_ends_edge(&w->along[d], w->at[d])) continue;
        int64_t to[3] = {node[0], node[1], node[2]};
        to[d] = w->along[d].edge[w->at[d]];
        const double face = length[0] * length[1] * length[2] / length[d];
        w->averages->edge[d][number(w->averages, to[0], to[1], to[2])] += face / *behind;
        *behind = 0;
    }
}

static void add(struct walk *w, enum average which, const double *value, int64_t count)
{
    for (int64_t p = 0; p < count; p++) {
        double length[3];
        int64_t node[3];
        for (int d = 0; d < 3; d++) length[d] = w->along[d].length[w->at[d]], node[d] = w->along[d].node[w->at[d]];
        if (which == OF_CELLS) add_cell(w, length, node, value[p]);
        else add_edges(w, length, node, value[p]);
        for (int d = 0; d < 3 && ++w->at[d] == w->size[d]; d++) w->at[d] = 0;
    }
}

/* From sums to means: over the part of a cell that a node at the end of an axis owns, but not along an edge. */
static void divide(struct averages *a, double *sum, int edge)
{
    for (int64_t q = 0; q < a->points; q++) {
        const int64_t at[3] = {q % a->n[0], q / a->n[0] % a->n[1], q / a->n[0] / a->n[1]};
        for (int d = 0; d < 3; d++)
            if (d != edge && a->stride[d]) sum[q] /= grid_share(&a->grid, d, at[d]);
    }
}

static enum status take(struct walk *w, enum average which)
{
    struct averages *const a = w->averages;
    int64_t columns = 1;
    if (which == OF_CELLS) return mem_array(&a->cell, HOST, a->points, sizeof *a->cell);
    for (int d = 0; d < a->grid.dim; columns *= w->size[d], d++) {
        TRY(mem_array(&a->edge[d], HOST, a->points, sizeof *a->edge[d]));
        TRY(mem_array(&w->behind[d], HOST, columns, sizeof *w->behind[d]));
    }
    return ST_OK;
}

static enum status over_boxes(struct walk *w, const struct material *m, enum average which,
                              struct nodes_workspace *workspace)
{
    struct averages *const a = w->averages;
    double *const along[3] = {w->along[0].middle, w->along[1].middle, w->along[2].middle};
    const int64_t boxes = w->size[0] * w->size[1] * w->size[2];
    int64_t count;
    TRY(take(w, which));
    for (int64_t first = 0; first < boxes; first += count) {
        TRY(evaluate(m, workspace, w->size, along, first, &count));
        add(w, which, workspace->value, count);
    }
    if (which == OF_CELLS) divide(a, a->cell, -1);
    for (int d = 0; which == OF_EDGES && d < a->grid.dim; d++) divide(a, a->edge[d], d);
    return ST_OK;
}

static double boxes_of(const struct material *m, const struct interfaces at[3], int parts)
{
    double boxes = 1;
    for (int d = 0; d < 3; d++) boxes *= sections_most(m, d, &at[d], at[d].oblique ? parts : 1);
    return boxes;
}

static enum status averaged(struct averages *a, const struct material *m, struct interfaces at[3], enum average which,
                            struct nodes_workspace *workspace)
{
    struct walk w = {.averages = a};
    int most = PARTS, parts[3];
    while (most > 1 && boxes_of(m, at, most) > boxes_most) most /= 2;
    for (int d = 0; d < 3; d++) parts[d] = at[d].oblique ? most : 1;
    enum status s = thinning_run(at, m, parts);
    a->cell = mem_free(a->cell);
    for (int d = 0; d < 3 && s == ST_OK; d++) {
        s = sections_make(&w.along[d], m, d, &at[d], parts[d]);
        w.size[d] = w.along[d].count;
    }
    if (s == ST_OK) s = over_boxes(&w, m, which, workspace);
    for (int d = 0; d < 3; d++) {
        sections_free(&w.along[d]);
        mem_free(w.behind[d]);
    }
    return s;
}

enum status averages_make(struct averages *a, const struct material *m, enum average which,
                          struct nodes_workspace *workspace)
{
    struct interfaces at[3] = {{0}};
    bool any = false;
    averages_shape(a, m);
    enum status s = at_nodes(a, m, workspace);
    for (int d = 0; d < 3 && s == ST_OK; d++) {
        if (m->changes[d]) s = interfaces_find(&at[d], m, d, a, workspace);
        any |= at[d].count > 0 || at[d].oblique;
    }
    if (s == ST_OK && any) s = averaged(a, m, at, which, workspace);
    for (int d = 0; d < 3; d++) interfaces_free(&at[d]);
    return s;
}

void averages_free(struct averages *a)
{
    mem_free(a->cell);
    for (int d = 0; d < 3; d++) mem_free(a->edge[d]);
    *a = (struct averages){0};
}
