/* The right side of the difference equations, f with charges and what faces add, plane by plane in double. */
#pragma once
#include "apps/poisson/faces.h"
#include "apps/poisson/projection/velocity.h"

struct poisson_source {
    const struct box *box;
    struct faces faces;
    struct field *f;
    double *charges;                 /* [unknowns] per volume, or NULL */
    double charge;                   /* of all points */
    double *x, *y;                   /* [unknowns of a plane] places */
    const struct velocity *velocity; /* or NULL: `factor` times its divergence is a part of f */
    double factor;
    int threads;
    double t;
};

/* `box` is borrowed. On failure source_free still cleans up. */
enum status source_make(struct poisson_source *s, const struct box *b, const struct poisson_params *p, int threads);
void source_free(struct poisson_source *s);

/* Evaluates what does not depend on the plane; before source_plane. */
enum status source_at(struct poisson_source *s, double t);

/* out[unknowns of a plane] of plane k of the unknowns. */
enum status source_plane(struct poisson_source *s, int64_t k, double *out);

/* A function of space at the unknowns of plane k. */
enum status source_evaluate(const struct poisson_source *s, struct field *f, int64_t k, double *out);

/* Of a plane. */
static inline int64_t source_plane_size(const struct poisson_source *s)
{
    return s->box->axis[0].unknowns * s->box->axis[1].unknowns;
}
