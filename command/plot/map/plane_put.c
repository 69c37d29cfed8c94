/* Reads a plane of a stored field in bands, thins it, and writes it for gnuplot. */
#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "command/plot/map/plane.h"

enum { BAND = 1 << 22 }; /* values held at a time */
enum { X, Y, Z };

/* A plane z of [z][y][x] is one row of the dataset; other planes take a part of many rows. */
static bool one_row(const struct plane *p)
{
    return p->shape.rank == 3 && p->normal == Z;
}

/* The first element of line j of the plane, in the row of the dataset that holds the line. */
static int64_t line_start(const struct plane *p, int64_t j)
{
    if (one_row(p)) return j * p->nodes[X];
    return p->normal == X ? p->k : p->normal == Y ? p->k * p->nodes[X] : 0;
}

static void put_line(FILE *f, struct plane *p, int64_t j, const double *line)
{
    const int64_t stride = p->normal == X ? p->nodes[X] : 1;
    const double up = p->scale[p->up] * plane_position(p, p->up, j);
    for (int64_t i = 0; i < p->places[p->across]; i += p->step_across) {
        const double across = p->scale[p->across] * plane_position(p, p->across, i);
        const double value = line[plane_node(p, p->across, i) * stride];
        if (!isfinite(value)) {
            fprintf(f, "%.9g %.9g NaN\n", across, up);
            continue;
        }
        fprintf(f, "%.9g %.9g %.9g\n", across, up, value);
        p->min = fmin(p->min, value);
        p->max = fmax(p->max, value);
        p->count++, p->sum += value, p->squares += value * value;
    }
    if (p->gapped) fputs("\n", f);
}

/* A band of the dataset's rows at a time. */
enum status plane_put(FILE *script, struct plane *p, struct store *in)
{
    const int64_t rows = p->shape.dims[0], row = p->shape.rank == 3 ? p->nodes[X] * p->nodes[Y] : p->nodes[X];
    const int64_t max = one_row(p) ? 1 : BAND / row + 1, held = max < rows ? max : rows;
    double *values;
    enum status st = mem_array(&values, HOST, held * row, sizeof *values);
    if (st != ST_OK) return st;
    fprintf(script, "$%s << EOD\n", p->block);
    for (int64_t j = 0, band = -held; j < p->places[p->up] && st == ST_OK; j += p->step_up) {
        const int64_t node = plane_node(p, p->up, j), here = one_row(p) ? p->k : node;
        if (here >= band + held) {
            band = here;
            st = store_array_rows(in, p->path, REAL64, band, rows - band < held ? rows - band : held, values);
        }
        if (st == ST_OK) put_line(script, p, j, values + (here - band) * row + line_start(p, node));
    }
    fputs("EOD\n", script);
    mem_free(values);
    return st;
}
