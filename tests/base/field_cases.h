/* Datasets in a file of a test, and fields on a grid. */
#pragma once
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exec.h"
#include "base/field/field.h"
#include "base/result/store.h"

#include <cmocka.h>

static char folder[] = "/tmp/test_field.XXXXXX", file[64];
/* A grid of other shape than any dataset, from (-1, 0, 10) to (3, 2, 11). */
static const struct field_axis domain[3] = {{.lower = -1, .upper = 3, .count = 50, .first = -1, .spacing = 4.0 / 49},
                                            {.lower = 0, .upper = 2, .count = 60, .first = 0, .spacing = 2.0 / 59},
                                            {.lower = 10, .upper = 11, .count = 70, .first = 10, .spacing = 1.0 / 69}};

static inline enum status write_datasets(struct store *s)
{
    double line[5], plane[3 * 5], box[2 * 3 * 5], broken[2] = {1, NAN};
    float small[3] = {0.5f, 1.5f, 2.5f};
    int64_t whole[2] = {10, 20};
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 5; i++) {
                line[i] = i * i;
                plane[j * 5 + i] = i + 10 * j;
                box[(k * 3 + j) * 5 + i] = i + 10 * j + 100 * k;
            }
    const struct array arrays[] = {
        {.name = "line", .type = REAL64, .rank = 1, .dims = {5}, .data = line},
        {.name = "plane", .type = REAL64, .rank = 2, .dims = {3, 5}, .data = plane},
        {.name = "column", .type = REAL64, .rank = 2, .dims = {5, 1}, .data = line},
        {.name = "box", .type = REAL64, .rank = 3, .dims = {2, 3, 5}, .data = box},
        {.name = "four", .type = REAL64, .rank = 4, .dims = {1, 2, 3, 5}, .data = box},
        {.name = "scalar", .type = REAL64, .rank = 0, .data = &box[7]},
        {.name = "small", .type = REAL32, .rank = 1, .dims = {3}, .data = small},
        {.name = "whole", .type = INT64, .rank = 1, .dims = {2}, .data = whole},
        {.name = "broken", .type = REAL64, .rank = 1, .dims = {2}, .data = broken},
    };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) TRY(store_array(s, "/data", &arrays[i]));
    return store_commit(s);
}

static inline int make_file(void **state)
{
    struct store *s;
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(file, sizeof file, "%s/u.h5", folder);
    return store_create(&s, file) == ST_OK && write_datasets(s) == ST_OK ? 0 : -1;
}

static inline int remove_file(void **state)
{
    (void)state;
    remove(file);
    return remove(folder);
}

/* Stretched over the domain. */
static inline struct field_spec dataset(const char *name, bool nearest)
{
    static char path[64];
    snprintf(path, sizeof path, "/data/%s", name);
    return (struct field_spec){
        .form = FIELD_DATASET, .file = file, .dataset = path, .nearest = nearest, .interpolate = !nearest};
}

static inline double value_at(struct field *f, double x, double y, double z, double t)
{
    const double at[3] = {x, y, z}, *const nowhere[3] = {NULL, NULL, NULL};
    double value = NAN;
    if (field_eval(f, 1, nowhere, at, t, 1, &value) != ST_OK) fail_msg("%s", fail_text());
    return value;
}

static inline struct field *make(struct field_spec spec, int dim)
{
    struct field *f;
    if (field_make(&f, &spec, dim == 2 ? "x y t" : "x y z t", dim, domain) != ST_OK) fail_msg("%s", fail_text());
    return f;
}

static inline void check(double got, double right)
{
    if (!(fabs(got - right) <= 1e-13 * fmax(1, fabs(right)))) fail_msg("%.17g is not %.17g", got, right);
}
