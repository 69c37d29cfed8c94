/* Writes lines of compartments, projected and unrolled. */
#include "command/plot/cells/lines.h"

#include <math.h>

/* Pixels. */
const double line_widths[WIDTHS] = {1.3, 2, 3, 4.5, 7, 11, 17};

static int width_class(double pixels)
{
    int k = 0;
    while (k < WIDTHS - 1 && pixels > sqrt(line_widths[k] * line_widths[k + 1])) k++;
    return k;
}

static bool is_of(const struct cell_shape *s, const struct shape_cell *c, int64_t point)
{
    return s->section[point] >= c->first && s->section[point] < c->end;
}

/* Does a line lead to this point from the one before? */
static bool goes_on(const struct cell_shape *s, int64_t point)
{
    return point > 0 && s->node[point] == s->node[point - 1] && s->section[point] == s->section[point - 1];
}

/* The two axes in which the cell is widest, the wider of which is upright unless it is x: as cells are traced. */
static void choose_axes(struct shape_cell *c, const double low[3], const double high[3])
{
    static const int pairs[3][2] = {{0, 1}, {0, 2}, {2, 1}};
    double best = -1;
    for (int k = 0; k < 3; k++) {
        const int a = pairs[k][0], b = pairs[k][1];
        const double area = (high[a] - low[a]) * (high[b] - low[b]);
        if (!(area > 1.001 * best)) continue;
        best = area, c->across = a, c->up = b;
    }
    for (int d = 0; d < 2; d++) c->low[d] = low[d ? c->up : c->across], c->high[d] = high[d ? c->up : c->across];
    const double wide = c->high[0] - c->low[0], tall = c->high[1] - c->low[1];
    c->flat = !(fmin(wide, tall) > 0.02 * fmax(wide, tall));
}

static void measure(struct shape_cell *c, const struct cell_shape *s)
{
    double low[3] = {(double)INFINITY, (double)INFINITY, (double)INFINITY}, high[3];
    for (int d = 0; d < 3; d++) high[d] = -(double)INFINITY;
    for (int64_t i = 0; i < s->points; i++) {
        if (!is_of(s, c, i)) continue;
        for (int d = 0; d < 3; d++) {
            low[d] = fmin(low[d], s->at[d][i]);
            high[d] = fmax(high[d], s->at[d][i]);
        }
        c->longest = fmax(c->longest, s->path[i]);
    }
    for (int64_t i = c->first; i < c->end; i++) c->lines = fmax(c->lines, s->unrolled[i].order + 1);
    choose_axes(c, low, high);
}

int shape_cells(struct shape_cell out[SHAPE_CELLS_MAX], const struct cell_shape *s, int64_t *there)
{
    int count = 0;
    *there = 0;
    for (int64_t first = 0, end; first < s->sections; first = end, ++*there) {
        for (end = first + 1; end < s->sections && s->cell[end] == s->cell[first];) end++;
        if (count == SHAPE_CELLS_MAX) continue;
        out[count] = (struct shape_cell){.first = first, .end = end, .cell = s->cell[first]};
        measure(&out[count++], s);
    }
    return count;
}

/* Each class of width by itself, as `put` writes the ends of lines. */
static void put_classes(FILE *f, const char *block, const struct cell_shape *s, const struct shape_cell *c,
                        double pixels, const struct line_colour *colour,
                        void (*put)(FILE *f, const struct cell_shape *s, const struct shape_cell *c, int64_t point))
{
    for (int k = 0; k < WIDTHS; k++) {
        fprintf(f, "$%s%d << EOD\n", block, k);
        for (int64_t i = 1; i < s->points; i++) {
            if (!goes_on(s, i) || !is_of(s, c, i)) continue;
            if (width_class(0.5 * (s->diameter[i - 1] + s->diameter[i]) * pixels) != k) continue;
            for (int64_t end = i - 1; end <= i; end++) {
                put(f, s, c, end);
                fprintf(f, " %.9g\n", colour->value(colour->with, s, end));
            }
            fputs("\n", f);
        }
        fputs("EOD\n", f);
    }
}

static void put_projected(FILE *f, const struct cell_shape *s, const struct shape_cell *c, int64_t i)
{
    fprintf(f, "%.9g %.9g", s->at[c->across][i], s->at[c->up][i]);
}

static void put_unrolled(FILE *f, const struct cell_shape *s, const struct shape_cell *c, int64_t i)
{
    (void)c;
    fprintf(f, "%.9g %.9g", s->path[i], s->unrolled[s->section[i]].order);
}

void lines_project(FILE *f, const char *block, const struct cell_shape *s, const struct shape_cell *c, double pixels,
                   const struct line_colour *colour)
{
    put_classes(f, block, s, c, pixels, colour, put_projected);
}

/* Line widths are not to scale, but thick sections are visible as such. */
void lines_unroll(FILE *f, const char *block, const struct cell_shape *s, const struct shape_cell *c,
                  const struct line_colour *colour)
{
    const double pixels = 1.2;
    put_classes(f, block, s, c, pixels, colour, put_unrolled);
    fprintf(f, "$%s_joints << EOD\n", block);
    for (int64_t i = 0; i < s->points; i++) {
        const int64_t section = s->section[i], parent = s->parent[section];
        if (!is_of(s, c, i) || parent < 0 || (i > 0 && s->section[i - 1] == section)) continue;
        fprintf(f, "%.9g %.9g\n%.9g %.9g\n\n", s->path[i], s->unrolled[parent].order, s->path[i],
                s->unrolled[section].order);
    }
    fputs("EOD\n", f);
}
