/* Velocities on the faces of the cells of a box, for tests of projections: files of them, and quantities computed from
 * them with the places in a result. */
#pragma once
#include "tests/support/trials.h"

enum { CELLS = 24 * 16 * 20, FACES = CELLS * 2 };

/* A velocity as a file has it. */
struct flow {
    int dim;
    int64_t n[3][3], steps; /* faces of each component along x, y, z; steps 0: no axis of them */
    double v[3][FACES];
};

/* Sets the shape of a flow in a box of so many cells. */
void flow_shape(struct flow *f, int dim, const int64_t cells[3], const bool periodic[3]);
int64_t flow_count(const struct flow *f, int component);
/* Index of a component at (i, j, k), which may be one beyond the last: around a periodic axis. */
int64_t flow_index(const struct flow *f, int component, int64_t i, int64_t j, int64_t k);

/* From -1 to 1. */
double noise(uint64_t *seed);
/* Random everywhere, but 0 on the faces of the box. */
void flow_stir(struct flow *f, const bool periodic[3], uint64_t *seed);

/* The datasets u, v and w of a file; steps > 0: a first axis of steps, by which the last axis of n is too long. */
void flow_write(const struct flow *f, const char *file);
void flow_read(struct flow *f, struct trial *t, int dim);

/* The grid of a result: widths of cells along each axis, from the places of faces. */
struct widths {
    int64_t n[3];
    double h[3][64];
};
void widths_read(struct widths *w, struct trial *t, int dim, const double upper[3]);

/* The largest |divergence| of a cell, over the largest velocity of `of` over a width. */
double flow_divergence(const struct flow *f, const struct flow *of, const struct widths *w);
/* Half the integral of the square: each cell has half of the faces around it. */
double flow_energy(const struct flow *f, const struct widths *w);
double flow_difference(const struct flow *a, const struct flow *b);

/* Boxes of cells for projections, and the number of methods that accept them: the last of three needs an even grid. */
struct flow_box {
    const char *grid;
    int dim, methods;
    int64_t cells[3];
    bool periodic[3];
    double upper[3];
};
enum { FLOW_BOXES = 8 };
extern const struct flow_box flow_boxes[FLOW_BOXES];

/* A configuration with this file of a velocity, dt 0.25 and density 3; `more`: further faces. */
void flow_print(char *out, size_t size, const struct flow_box *b, const char *file, const char *more);
