/* A cone cut off at both ends, between two points of a section that follow each other. */
#pragma once
#include <math.h>

#include "apps/hines/morphology/morphology.h"

/* From a point to the next, um. */
static inline double frustum_length(const struct sample_point *from)
{
    const struct sample_point *const to = from + 1;
    return sqrt((to->x - from->x) * (to->x - from->x) + (to->y - from->y) * (to->y - from->y) +
                (to->z - from->z) * (to->z - from->z));
}

/* Its side, um^2, and the integral of dx / (pi d^2 / 4) along it, 1/um: the resistance, but for the resistivity. */
struct frustum {
    double area, resistance;
};

/* The part from the fraction t to the fraction u between two points. With a linear diameter the integral is
 * 4 length / (pi d1 d2). */
static inline struct frustum frustum_of(const struct sample_point *from, double t, double u)
{
    const double pi = 3.14159265358979323846, grows = from[1].diameter - from[0].diameter;
    const double length = (u - t) * frustum_length(from), d = from->diameter + t * grows,
                 e = from->diameter + u * grows;
    return (struct frustum){.area = pi * (d + e) / 2 * sqrt(length * length + (e - d) * (e - d) / 4),
                            .resistance = length == 0 ? 0 : 4 * length / (pi * d * e)};
}
