/* The shape of a cell: sections, unbranched stretches of cable, each a polyline with diameters. */
#pragma once
#include <stdint.h>

#include "base/status.h"

/* The types of SWC files, less 1. */
enum region { REGION_SOMA, REGION_AXON, REGION_DENDRITE, REGION_APICAL, REGION_OTHER, REGIONS };

/* A place along a section and its diameter there, um. */
struct sample_point {
    double x, y, z, diameter;
};

/* Hangs on its parent, a section before it, at the fraction `at` of the parent's length. */
struct cell_section {
    int64_t parent; /* -1: the first section of the cell */
    double at;
    enum region region;
    int64_t first, points; /* of the points of the cell; at least 2 */
};

struct morphology {
    int64_t sections, section_capacity, points, point_capacity;
    struct cell_section *section;
    struct sample_point *point;
};

/* Appends a section without points; the points that follow are its own. A section that hangs on the start of another
 * one is attached to the parent of that one. ST_NOMEM. */
enum status morphology_section(struct morphology *m, int64_t parent, double at, enum region region);
enum status morphology_point(struct morphology *m, double x, double y, double z, double diameter);
void morphology_free(struct morphology *m);

/* The length of the line through the points of a section, um. */
double section_length(const struct morphology *m, int64_t section);
/* The area of its side, um^2. */
double section_area(const struct morphology *m, int64_t section);
/* The point at the fraction `at` of its length. */
struct sample_point section_point(const struct morphology *m, int64_t section, double at);
