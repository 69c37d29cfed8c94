/* Evaluates f on planes of unknowns. */
#include "apps/poisson/given/source.h"
#include "apps/poisson/problem/row.h"

#include <string.h>

#include "base/memory.h"

enum status source_make(struct poisson_source *s, const struct box *b, const struct poisson_params *p, int threads)
{
    *s = (struct poisson_source){.box = b, .threads = threads};
    const int64_t m = b->axis[0].unknowns, size = source_plane_size(s);
    TRY(faces_make(&s->faces, b, p));
    TRY(steps_file_open(&s->steps, b, p));
    if (!s->steps) TRY(box_field(&s->f, b, &p->f));
    TRY(mem_array(&s->x, HOST, size, sizeof *s->x));
    TRY(mem_array(&s->y, HOST, size, sizeof *s->y));
    for (int64_t q = 0; q < size; q++) {
        s->x[q] = b->axis[0].x[b->axis[0].first + q % m];
        s->y[q] = b->axis[1].x[b->axis[1].first + b->own[1].from + q / m];
    }
    return p->charges ? charges_make(&s->charges, p->charges, b) : ST_OK;
}

void source_free(struct poisson_source *s)
{
    faces_free(&s->faces);
    field_free(s->f);
    steps_file_close(s->steps);
    charges_free(&s->charges);
    mem_free(s->x);
    mem_free(s->y);
    *s = (struct poisson_source){0};
}

enum status source_faces_at(struct poisson_source *s, double t)
{
    s->t = t;
    return faces_at(&s->faces, t);
}

enum status source_at(struct poisson_source *s, double t)
{
    if (s->steps) TRY(steps_file_read(s->steps, s->step));
    return source_faces_at(s, t);
}

enum status source_evaluate(const struct poisson_source *s, struct field *f, int64_t k, double *out)
{
    const struct axis *const z = &s->box->axis[2];
    const double *const columns[3] = {s->x, s->y, NULL}, at[3] = {0, 0, z->x[z->first + k]};
    const int64_t size = source_plane_size(s);
    memset(out, 0, (size_t)size * sizeof *out);
    return field_absent(f) ? ST_OK : field_eval(f, size, columns, at, s->t, s->threads, out);
}

/* Subtracts the density of charges. */
static void subtract_charges(const struct poisson_source *s, int64_t k, double *out)
{
    const struct axis *const a = s->box->axis;
    const double *const density = s->charges.density;
    const int64_t first = (k * a[1].unknowns + s->box->own[1].from) * a[0].unknowns, size = source_plane_size(s);
    for (int64_t q = 0; density && q < size; q++) out[q] -= density[first + q];
}

enum status source_given(struct poisson_source *s, int64_t k, double *out)
{
    TRY(source_evaluate(s, s->f, k, out));
    if (s->steps) steps_file_add(s->steps, k, s->box->own[1].from, s->box->own[1].to, out);
    subtract_charges(s, k, out);
    return ST_OK;
}

enum status source_plane(struct poisson_source *s, int64_t k, double *out)
{
    const struct box *const b = s->box;
    const int64_t m = b->axis[0].unknowns, from = b->own[1].from;
    TRY(source_evaluate(s, s->f, k, out));
    if (s->steps) steps_file_add(s->steps, k, from, b->own[1].to, out);
    if (s->velocity) velocity_divergence(s->velocity, k, s->factor, out);
    subtract_charges(s, k, out);
    for (int64_t j = from; j < b->own[1].to; j++) faces_add(&s->faces, j, k, out + (j - from) * m);
    return ST_OK;
}
