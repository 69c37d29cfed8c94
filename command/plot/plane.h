/* A plane of nodes of a stored field, thinned to what can be seen. */
#pragma once
#include <stdbool.h>
#include <stdio.h>

#include "base/result/store.h"
#include "command/plot/draw.h"

struct plane {
    const char *name; /* of the field; borrowed */
    char path[1024], units[64];
    char about[96]; /* what it is, in words */
    struct array shape;
    bool metres;                  /* the field has a mesh; else positions are numbers of nodes */
    char axis[3][64];             /* what each axis is called */
    int64_t nodes[3];             /* along x, y, z */
    double origin[3], spacing[3]; /* of them */
    int across, up, normal;       /* axes: 0 is x */
    int64_t k;                    /* the plane's index along its normal */
    int64_t step_across, step_up; /* every so many nodes are drawn */
    double min, max;              /* of the values drawn, once they are put */
};

/* The plane z through the middle, or all of a field of two axes. */
enum status plane_open(struct plane *p, struct store *in, const char *group, const char *name);

/* Is there something to see? */
bool plane_visible(const struct plane *p);

/* The nearest plane to `cut` of a field of three axes; ST_CONFIG if it is not inside. */
enum status plane_cut(struct plane *p, const struct cut *cut);

/* Turns a field of three axes to the plane z through its largest value, of several the one nearest to the middle; if
 * it is `bounded` and the largest value is not from `lower` to `upper`, the plane in the middle of these. */
enum status plane_matter(struct plane *p, struct store *in, bool bounded, double lower, double upper);

double plane_position(const struct plane *p, int axis, int64_t node);

/* Lines "across up value" as the inline data $field; positions are multiplied by `scale`. */
enum status plane_put(FILE *script, struct plane *p, struct store *in, double scale);
