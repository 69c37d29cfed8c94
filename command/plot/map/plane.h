/* A plane of nodes of a stored field, thinned to the visible resolution. */
#pragma once
#include <stdbool.h>
#include <stdio.h>

#include "base/result/store.h"
#include "command/plot/draw/canvas.h"
#include "command/plot/draw/samples.h"

struct units;

struct plane {
    const char *name; /* of the field; borrowed */
    char path[1024], units[64];
    char about[96]; /* its description */
    struct array shape;
    bool mesh;                    /* the field has one; otherwise positions are numbers of nodes */
    char lengths[64];             /* their unit on a mesh */
    char axis[3][120];            /* the name of each axis */
    int64_t nodes[3];             /* along x, y, z */
    int64_t places[3];            /* of them, or, where nodes are not at the same distance, as their least asks for */
    double origin[3], spacing[3]; /* of the places */
    double scale[3];              /* positions are written multiplied by it */
    double *uneven[3];            /* positions of uneven nodes, or NULL */
    int across, up, normal;       /* axes: 0 is x */
    int64_t k;                    /* the plane's index along its normal */
    int64_t most;                 /* places that can be seen along an axis */
    int64_t step_across, step_up; /* distance of drawn nodes */
    char block[24];               /* the name of its inline data: "field" */
    bool gapped;                  /* blank lines between the rows of the data, as contours need them */
    double min, max;              /* range of all values that were written */
    double count, sum, squares;   /* of them */
};

/* The plane z through the middle, or all of a field of two axes. */
enum status plane_open(struct plane *p, struct store *in, const char *group, const char *name);
void plane_close(struct plane *p); /* also after a failed plane_open */

/* Does the plane have more than one node along both axes? */
bool plane_visible(const struct plane *p);

/* The nearest plane to `cut` of a field of three axes; ST_CONFIG if it is not inside. */
enum status plane_cut(struct plane *p, const struct cut *cut);

/* Selects, in a field of three axes, the plane z through its largest value, of several the one nearest to the middle;
 * if it is `bounded` and the largest value is not from `lower` to `upper`, the plane in the middle of these. Where
 * values are the same all over that plane, as in layers, it is the plane y through the middle instead. */
enum status plane_matter(struct plane *p, struct store *in, bool bounded, double lower, double upper);

/* The position of a place that is drawn; and the node nearest to it, which is the place itself where nodes are even. */
double plane_position(const struct plane *p, int axis, int64_t place);
int64_t plane_node(const struct plane *p, int axis, int64_t place);
/* The position of the plane itself along its normal. */
double plane_height(const struct plane *p);

/* Draws at most so many places along an axis. */
void plane_limit(struct plane *p, int64_t most);
/* Selects the plane in which another field of the same mesh is drawn. */
void plane_like(struct plane *p, const struct plane *of);

/* Lines "across up value" as the inline data $field, or as its block is called. */
enum status plane_put(FILE *script, struct plane *p, struct store *in);
/* The values that have colours of their own: all; but where a few points stand out so far that all others would have
 * one colour, as near point charges, the values up to three standard deviations from the mean. */
struct range plane_shown(const struct plane *p);
/* Its colours and their scale with about `ticks` ticks, of values that plane_put has written; shown in these units. The
 * label gives the range of values if it exceeds that of the colours. */
void plane_put_colours(FILE *script, const struct plane *p, int ticks, const struct units *u);
