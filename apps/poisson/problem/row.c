/* Makes functions in the box, and evaluates them on rows of points. */
#include "apps/poisson/problem/row.h"

#include <string.h>

#include "base/either_precision.h"

enum status box_field(struct field **out, const struct box *b, const struct field_spec *spec)
{
    static const char *const variables[] = {"x t", "x y t", "x y z t"};
    struct field_axis axes[3];
    for (int d = 0; d < 3; d++) axes[d] = axis_places(&b->axis[d]);
    return field_make(out, spec, variables[b->dim - 1], b->dim, axes);
}

struct row box_row(const struct box *b, int64_t from, int64_t count, int64_t j, int64_t k)
{
    return (struct row){.x = {b->axis[0].x + from}, .at = {0, b->axis[1].x[j], b->axis[2].x[k]}, .count = count};
}

enum status row_evaluate(const struct row *r, struct field *f, double t, double *out)
{
    memset(out, 0, (size_t)r->count * sizeof *out);
    return field_absent(f) ? ST_OK : field_eval(f, r->count, r->x, r->at, t, 1, out);
}
