/* Reports of methods that check their answers themselves. */
#include <assert.h>

#include "solvers/batch/growth.h"
#include "solvers/tridiag/check/check_lanes.h"

/* Between these sizes |A| |x| + |d| no product of a residual overflows, and none loses digits that count. */
#ifdef BANDSTAND_FLOAT
#define CHECK_SIZE_LEAST 0x1p-90
#define CHECK_SIZE_MOST 0x1p120
#else
#define CHECK_SIZE_LEAST 0x1p-900
#define CHECK_SIZE_MOST 0x1p1000
#endif

/* G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number generators, 2014, has the mix: what an inverse
 * without changes of sign, or one with many, adds up over rows is found in either case. */
real check_probe(int64_t i)
{
    uint64_t z = ((uint64_t)i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z >> 63 ? 1 : RC(1.0) / 3;
}

/* Are products within the range of double? If x and d are 0, so is the residual, and only the size of the matrix
 * counts. */
static bool is_plain(const struct check_sizes *s)
{
    const double size = s->matrix * s->x + s->right;
    if (s->x == 0 && s->right == 0) return s->matrix <= CHECK_SIZE_MOST;
    return size >= CHECK_SIZE_LEAST && size <= CHECK_SIZE_MOST;
}

static struct check_sizes sizes_of(const struct check_system *k)
{
    struct check_sizes sizes = {0};
    for (int64_t i = 0; i < k->line.n; i++) check_add(&sizes, check_row_of(k, i));
    return sizes;
}

static void put_back(const struct check_system *k)
{
    for (int64_t i = 0; i < k->line.n; i++) k->line.x[i * k->line.x_stride] = k->right[i * k->right_stride];
}

/* Have elements grown, and done harm, in an elimination in order whose failures are to be solved again? This is
 * examined where some |h| is large, since the residual of a small row may be hidden by a large one. */
static bool grew(const struct check_own *own, int64_t s, const struct check_sizes *sizes, double h)
{
    if (!own->shape->tridiag.restore || !info_is_good(own->system->info[s])) return false;
    if (h <= GROWTH_MAX || sizes->residual == 0) return false;
    const struct line l = line_of(own->shape, own->system, s);
    return growth_harms(l, l.n, false);
}

void check_own_report(struct check_own *own, int64_t s, struct check_sizes sizes, struct check_largest largest,
                      const real *right, int64_t right_stride)
{
    const struct system *const to = own->system;
    struct check_system k = {0};
    if (to->condition) to->condition[s] = largest.z;
    const bool sound = sizes.unsound == 0, plain = !sound || is_plain(&sizes);
    if (!plain) {
        k = (struct check_system){line_of(own->shape, to, s), right, right_stride, false};
        sizes = sizes_of(&k);
    }
    const double backward = sound ? check_backward(&k, &sizes) : (double)INFINITY;
    if (sound && grew(own, s, &sizes, largest.h)) to->info[s] = PIVOTS_GREW;
    checked_report(to, s, &k, &sizes, backward, own->shape->tridiag.restore);
    own->worst.backward = fmax(own->worst.backward, backward);
    if (to->condition) own->worst.condition = fmax(own->worst.condition, to->condition[s]);
    if (!own->shape->tridiag.restore || info_is_good(to->info[s])) return;
    if (plain) k = (struct check_system){line_of(own->shape, to, s), right, right_stride, false};
    put_back(&k);
}

struct check_own check_own_begin(const struct shape *shape, const struct system *system)
{
    assert(!shape->tridiag.restore || system->info);
    return (struct check_own){shape, system, {0, system->condition ? 0 : (double)NAN}};
}

void check_own_end(const struct check_own *own)
{
    struct outcome *const o = own->system->outcome;
    if (!o) return;
#pragma omp critical(check_own_end)
    {
        o->backward = fmax(o->backward, own->worst.backward);
        o->condition = fmax(o->condition, own->worst.condition);
    }
}
