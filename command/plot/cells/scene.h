/* A picture of cells: its panels, and their contents. */
#pragma once
#include "command/plot/cells/lines.h"
#include "command/plot/map/moments.h"

/* Pixels around the panels, and the width from which a panel is a large one. */
enum { SCENE_LEFT = 96, SCENE_RIGHT = 150, SCENE_HEAD = 72, SCENE_FOOT = 66, SCENE_CAPTION = 36 };
enum { SCENE_WIDE = 400, SCENE_UP = 360 };

/* A panel in pixels from the upper left; and its contents. */
struct pane {
    int left, top, width, height;
    int cell; /* of the list of cells */
    bool unrolled;
    int moment;
    bool x_numbers, y_numbers;
    char title[160];
};

enum { SCENE_PANELS_MAX = 2 * SHAPE_CELLS_MAX + MOMENTS_MAX };

struct scene {
    struct cell_shape shape;
    int cells, panels, width, height;
    int64_t there; /* cells of which the result has shapes */
    struct shape_cell cell[SHAPE_CELLS_MAX];
    struct pane panel[SCENE_PANELS_MAX];
    struct moments moments;
    double *value[MOMENTS_MAX]; /* [nodes] of the field, or NULL */
    double min, max;
    char units[64], about[96];
};

/* Reads the shapes of a run; no panels yet. ST_CONFIG: it holds none. scene_free frees *out, unless it is NULL, also
 * after a failure. */
enum status scene_open(struct scene **out, const struct result *r, const struct stored_run *run);
void scene_free(struct scene *v);
/* Reads a field at v->moments, its range at the nodes of lines, its unit and its name. */
enum status scene_read(struct scene *v, const struct result *r, const struct stored_run *run, const char *field);
/* A row for each cell: its projection, and its tree unrolled. Or a panel for each moment of the cell that has most
 * sections. */
void scene_lay_rows(struct scene *v, const struct result *r);
void scene_lay_moments(struct scene *v);
/* "excitatory, the first of 800", of a cell of the list; empty if there is only one cell. */
void scene_name_cell(char *out, size_t size, const struct scene *v, int cell, const struct result *r);
