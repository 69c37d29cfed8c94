/* Writes, reads and measures velocities on the faces of cells. */
#include "tests/support/flows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

static const char *const names[3] = {"u", "v", "w"}, *const places[3] = {"x_u", "y_v", "z_w"};

double noise(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)(*seed >> 11) / (double)(1ll << 52) - 1;
}

int64_t flow_count(const struct flow *f, int d)
{
    return f->n[d][0] * f->n[d][1] * f->n[d][2];
}

void flow_shape(struct flow *f, int dim, const int64_t cells[3], const bool periodic[3])
{
    *f = (struct flow){.dim = dim};
    for (int d = 0; d < 3; d++)
        for (int e = 0; e < 3; e++) f->n[d][e] = e < dim ? cells[e] + (e == d && !periodic[d]) : 1;
}

int64_t flow_index(const struct flow *f, int d, int64_t i, int64_t j, int64_t k)
{
    return i % f->n[d][0] + f->n[d][0] * (j % f->n[d][1] + f->n[d][1] * (k % f->n[d][2]));
}

void flow_stir(struct flow *f, const bool periodic[3], uint64_t *seed)
{
    for (int d = 0; d < f->dim; d++)
        for (int64_t q = 0; q < flow_count(f, d); q++) {
            const int64_t at[3] = {q % f->n[d][0], q / f->n[d][0] % f->n[d][1], q / f->n[d][0] / f->n[d][1]};
            const bool on_face = !periodic[d] && (at[d] == 0 || at[d] == f->n[d][d] - 1);
            f->v[d][q] = on_face ? 0 : noise(seed);
        }
}

void flow_write(const struct flow *f, const char *file)
{
    struct store *s;
    good(store_create(&s, file));
    for (int d = 0; d < f->dim; d++) {
        struct array a = {.name = names[d], .type = REAL64, .data = (void *)f->v[d]};
        if (f->steps) a.dims[a.rank++] = f->steps;
        for (int e = f->dim - 1; e >= 0; e--)
            a.dims[a.rank++] = e == f->dim - 1 && f->steps ? f->n[d][e] / f->steps : f->n[d][e];
        good(store_array(s, "/", &a));
    }
    good(store_commit(s));
}

void flow_read(struct flow *out, struct trial *t, int dim)
{
    *out = (struct flow){.dim = dim};
    for (int d = 0; d < 3; d++)
        for (int e = 0; e < 3; e++) out->n[d][e] = 1;
    for (int d = 0; d < dim; d++) {
        const struct array a = field_of(t, names[d]);
        for (int e = 0; e < dim; e++) out->n[d][e] = a.dims[dim - 1 - e];
        for (int64_t q = 0; q < flow_count(out, d); q++) out->v[d][q] = (double)((const real *)a.data)[q];
    }
}

void widths_read(struct widths *out, struct trial *t, int dim, const double upper[3])
{
    for (int d = 0; d < 3; d++) out->n[d] = 1, out->h[d][0] = 1;
    for (int d = 0; d < dim; d++) {
        const struct array a = field_of(t, places[d]);
        const double *const x = a.data;
        const bool last = x[a.dims[0] - 1] == upper[d];
        out->n[d] = a.dims[0] - last;
        for (int64_t i = 0; i < out->n[d]; i++) out->h[d][i] = (i + 1 < a.dims[0] ? x[i + 1] : upper[d]) - x[i];
    }
}

double flow_divergence(const struct flow *f, const struct flow *of, const struct widths *w)
{
    double worst = 0, rate = 0;
    for (int64_t k = 0; k < w->n[2]; k++)
        for (int64_t j = 0; j < w->n[1]; j++)
            for (int64_t i = 0; i < w->n[0]; i++) {
                const int64_t at[3] = {i, j, k};
                double sum = 0;
                for (int d = 0; d < f->dim; d++) {
                    const double lower = f->v[d][flow_index(f, d, i, j, k)], h = w->h[d][at[d]];
                    const double upper = f->v[d][flow_index(f, d, i + (d == 0), j + (d == 1), k + (d == 2))];
                    sum += (upper - lower) / h;
                    rate = fmax(rate, fabs(of->v[d][flow_index(f, d, i, j, k)]) / h);
                }
                worst = fmax(worst, fabs(sum));
            }
    return worst / rate;
}

double flow_energy(const struct flow *f, const struct widths *w)
{
    double sum = 0;
    for (int64_t k = 0; k < w->n[2]; k++)
        for (int64_t j = 0; j < w->n[1]; j++)
            for (int64_t i = 0; i < w->n[0]; i++)
                for (int d = 0; d < f->dim; d++) {
                    const double a = f->v[d][flow_index(f, d, i, j, k)];
                    const double b = f->v[d][flow_index(f, d, i + (d == 0), j + (d == 1), k + (d == 2))];
                    sum += w->h[0][i] * w->h[1][j] * w->h[2][k] * (a * a + b * b) / 4;
                }
    return sum;
}

double flow_difference(const struct flow *a, const struct flow *b)
{
    double worst = 0;
    for (int d = 0; d < a->dim; d++) {
        assert_int_equal(flow_count(a, d), flow_count(b, d));
        for (int64_t q = 0; q < flow_count(a, d); q++) worst = fmax(worst, fabs(a->v[d][q] - b->v[d][q]));
    }
    return worst;
}

const struct flow_box flow_boxes[FLOW_BOXES] = {
    {"places = \"1+tanh(1.8*(2*s-1))/tanh(1.8)\"; }; tridiagonal_axis = \"y\"",
     3,
     2,
     {24, 16, 20},
     {true, false, true},
     {6, 2, 3}},
    {"places_along = { x = \"s*(3-s)/2\"; y = \"2*s^1.2\"; }; }", 3, 2, {11, 8, 6}, {true, false, true}, {1, 2, 3}},
    {"places = \"3*s^1.5\"; }", 3, 2, {13, 7, 18}, {false, false, false}, {1, 2, 3}},
    {"}; tridiagonal_axis = \"x\"", 3, 3, {9, 16, 5}, {false, true, true}, {1, 2, 3}},
    {"}", 3, 3, {8, 16, 12}, {true, true, true}, {1, 1, 1}},
    {"places = \"2*s*s*(3-2*s)/1\"; }", 2, 2, {17, 21, 1}, {true, false, false}, {1, 2, 1}},
    {"}", 1, 3, {20, 1, 1}, {false, false, false}, {4, 1, 1}},
    {"}", 2, 3, {2, 1, 1}, {true, false, false}, {1, 1, 1}},
};

void flow_print(char *out, size_t size, const struct flow_box *b, const char *file, const char *more)
{
    int used =
        snprintf(out, size, "projection = { velocity = \"%s\"; dt = 0.25; density = 3.0; }; grid = { n = [", file);
    for (int d = 0; d < b->dim; d++)
        used += snprintf(out + used, size - (size_t)used, "%s%d", d ? ", " : "", (int)b->cells[d]);
    used += snprintf(out + used, size - (size_t)used, "]; upper = [");
    for (int d = 0; d < b->dim; d++)
        used += snprintf(out + used, size - (size_t)used, "%s%.1f", d ? ", " : "", b->upper[d]);
    used += snprintf(out + used, size - (size_t)used, "]; %s; boundary = {", b->grid);
    for (int d = 0; d < b->dim; d++)
        if (b->periodic[d])
            used += snprintf(out + used, size - (size_t)used,
                             "%c_lower = { kind = \"periodic\"; }; %c_upper = { kind = \"periodic\"; };", "xyz"[d],
                             "xyz"[d]);
    snprintf(out + used, size - (size_t)used, "%s };", more);
}
