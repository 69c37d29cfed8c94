/* The right side of the difference equations, f with charges and the terms of faces, plane by plane in double. */
#pragma once
#include "apps/poisson/given/charges.h"
#include "apps/poisson/given/steps_file.h"
#include "apps/poisson/given/velocity.h"
#include "apps/poisson/problem/faces.h"

struct poisson_source {
    const struct box *box;
    struct faces faces;
    struct field *f;
    struct steps_file *steps; /* or NULL: f of all steps; f above is absent then */
    int64_t step;             /* the step of it that source_at takes */
    struct charges charges;
    double *x, *y;                   /* [unknowns of this rank in a plane] their coordinates */
    const struct velocity *velocity; /* or NULL: `factor` times its divergence is a part of f */
    double factor;
    int threads;
    double t;
};

/* Borrows `b`; reads the table of charges. On failure source_free still cleans up. */
enum status source_make(struct poisson_source *s, const struct box *b, const struct poisson_params *p, int threads);
void source_free(struct poisson_source *s);

/* Evaluates the faces at time t, which source_plane and source_evaluate take from then on, and reads the step of f. */
enum status source_at(struct poisson_source *s, double t);

/* Evaluates only the faces: f stays that of another time. */
enum status source_faces_at(struct poisson_source *s, double t);

/* out[unknowns of this rank in a plane, x fastest] := the right side at plane k of the unknowns. */
enum status source_plane(struct poisson_source *s, int64_t k, double *out);

/* The right side without the terms of faces and of a velocity: f and charges. */
enum status source_given(struct poisson_source *s, int64_t k, double *out);

/* A function of space and time at such a plane; absent: 0. */
enum status source_evaluate(const struct poisson_source *s, struct field *f, int64_t k, double *out);

/* Unknowns of this rank in a plane. */
static inline int64_t source_plane_size(const struct poisson_source *s)
{
    return s->box->axis[0].unknowns * extent_length(s->box->own[1]);
}
