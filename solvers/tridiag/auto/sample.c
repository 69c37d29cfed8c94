/* Rows at places that are spread by the golden ratio. */
#include "solvers/tridiag/auto/sample.h"

#include <math.h>

enum { ROWS_MAX = 256 /* looked at */, ROWS_EACH = 16 /* one row among so many */ };

#ifdef BANDSTAND_FLOAT
#define RIGHT_LEAST RC(0x1p-70)
#else
#define RIGHT_LEAST RC(0x1p-700)
#endif

static int64_t count_of(int64_t rows)
{
    const int64_t some = rows / ROWS_EACH + 1;
    return some < ROWS_MAX ? some : ROWS_MAX;
}

/* Place k among so many rows. */
static int64_t place(int64_t k, int64_t rows)
{
    const uint64_t fraction = (uint64_t)(k + 1) * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    return rows < INT64_C(1) << 31 ? (int64_t)(fraction * (uint64_t)rows >> 32)
                                   : (int64_t)(fraction * ((uint64_t)rows >> 32));
}

static double size_at(const real *p, int64_t at)
{
    return fabs((double)p[at]);
}

static void add(struct sample *s, const struct line *l, bool cyclic, int64_t i)
{
    const bool first = i == 0, last = i == l->n - 1, left = !first || cyclic, right = !last || cyclic;
    const int64_t here = i * l->stride, before = (first ? l->n - 1 : i - 1) * l->stride,
                  behind = last ? 0 : here + l->stride;
    const double diagonal = fabs((double)(l->b[here] + l->shift));
    const double row = (left ? size_at(l->a, here) : 0) + (right ? size_at(l->c, here) : 0);
    const double column = (left ? size_at(l->c, before) : 0) + (right ? size_at(l->a, behind) : 0);
    s->by_rows &= row <= diagonal;
    s->by_columns &= column <= diagonal;
    s->share += row > 0 ? row / diagonal : 0;
    s->count++;
}

struct sample sample_line(const struct line *l, bool cyclic)
{
    struct sample s = {true, true, 0, 0};
    const int64_t count = count_of(l->n);
    for (int64_t k = 0; k < count && (s.by_rows || s.by_columns); k++) add(&s, l, cyclic, place(k, l->n));
    return s;
}

struct sample sample_systems(const struct shape *shape, const struct system *system)
{
    struct sample s = {true, true, 0, 0};
    const int64_t rows = shape->n * shape->batch, count = count_of(rows);
    for (int64_t k = 0; k < count && (s.by_rows || s.by_columns); k++) {
        const struct line l = line_of(shape, system, k * shape->batch / count);
        add(&s, &l, shape->tridiag.cyclic, place(k, l.n));
    }
    return s;
}

bool sample_decays(const struct sample *s)
{
    return s->by_rows && s->share <= 15.0 / 16 * (double)s->count;
}

static bool is_large(real d)
{
    return d >= RIGHT_LEAST || d <= -RIGHT_LEAST;
}

bool sample_right_is_large(const struct line *l)
{
    const real *const d = line_right(l);
    const int64_t count = count_of(l->n);
    for (int64_t k = 0; k < count; k++)
        if (is_large(d[place(k, l->n) * l->x_stride])) return true;
    for (int64_t i = 0; i < l->n; i++)
        if (is_large(d[i * l->x_stride])) return true;
    return false;
}
