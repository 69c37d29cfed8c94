/* Sizes and strides of batches: the usual layouts, extents, and checks. */
#include "base/either_precision.h"
#include "base/memory.h"
#include "solvers/kind.h"

/* More than any memory holds; scratch of some values a row and thread is still counted without overflow. */
static const int64_t extent_max = INT64_C(1) << 48;

static int64_t larger(int64_t i, int64_t j)
{
    return i > j ? i : j;
}

struct shape shape_contiguous(int64_t n, int64_t batch)
{
    return (struct shape){.n = n, .batch = batch, .stride = 1, .inner = batch > 0 ? batch : 1, .dist = n};
}

struct shape shape_interleaved(int64_t n, int64_t batch)
{
    const int64_t width = batch > 0 ? batch : 1;
    return (struct shape){.n = n, .batch = batch, .stride = width, .inner = width, .dist = 1};
}

struct shape shape_block_interleaved(int64_t n, int64_t batch, int64_t width)
{
    return (struct shape){.n = n, .batch = batch, .stride = width, .inner = width, .dist = 1, .outer = n * width};
}

struct shape shape_unified_rows(int64_t n, int64_t batch)
{
    struct shape s = shape_interleaved(n, batch);
    s.stride *= 4;
    return s;
}

struct shape shape_unified_records(int64_t n, int64_t batch)
{
    struct shape s = shape_interleaved(n, batch);
    s.stride *= 4;
    s.dist = 4;
    return s;
}

struct shape shape_ragged(int64_t batch, const int64_t *sizes, int64_t width, int64_t *starts)
{
    struct shape s = {
        .n = 1, .batch = batch, .stride = width, .inner = width, .dist = 1, .sizes = sizes, .starts = starts};
    int64_t end = 0;
    for (int64_t t = 0; t < batch; t += width) {
        int64_t rows = 1;
        for (int64_t q = t; q < batch && q < t + width; q++) rows = larger(rows, sizes[q]);
        starts[t / width] = end;
        end += rows * width;
        s.n = larger(s.n, rows);
    }
    return s;
}

struct matrix_layout matrix_layout_shared(void)
{
    return (struct matrix_layout){.stride = 1, .inner = 1};
}

struct matrix_layout matrix_layout_toeplitz(void)
{
    return (struct matrix_layout){.inner = 1, .outer = 1};
}

struct matrix_layout matrix_layout_pairs(int64_t n)
{
    return (struct matrix_layout){.stride = 1, .inner = 2, .outer = n};
}

enum status sizes_order(int64_t batch, const int64_t *sizes, int64_t *order)
{
    int64_t longest = 0, *place; /* of a size: how many systems are longer, and then where the next of it goes */
    for (int64_t s = 0; s < batch; s++) longest = larger(longest, sizes[s]);
    TRY(mem_array(&place, HOST, longest + 1, sizeof *place));
    for (int64_t s = 0; s < batch; s++) place[sizes[s] - 1]++;
    for (int64_t size = longest - 1; size >= 0; size--) place[size] += place[size + 1];
    for (int64_t s = 0; s < batch; s++) order[place[sizes[s]]++] = s;
    mem_free(place);
    return ST_OK;
}

/* One past the last element of system t; 0 if t is before the first, or has no rows on this rank. */
static int64_t end_of(const struct shape *s, int64_t t)
{
    return t < 0 || shape_rows(s, t) == 0 ? 0 : shape_start(s, t) + (shape_rows(s, t) - 1) * s->stride + 1;
}

int64_t shape_extent(const struct shape *s)
{
    int64_t extent = 0;
    for (int64_t t = 0; (s->sizes || s->starts) && t < s->batch; t++) extent = larger(extent, end_of(s, t));
    if (s->sizes || s->starts) return extent;
    /* If all systems are equal, the last one reaches farthest, or the last one of the last full group. */
    return larger(end_of(s, s->batch - 1), end_of(s, s->batch / s->inner * s->inner - 1));
}

/* One past the last element of the matrix of system t, 0 if t is before the first. */
static int64_t matrix_end_of(const struct shape *s, int64_t t)
{
    return t < 0 || shape_rows(s, t) == 0 ? 0
                                          : shape_matrix_start(s, t) + (shape_rows(s, t) - 1) * s->matrix.stride + 1;
}

int64_t shape_matrix_extent(const struct shape *s)
{
    const struct matrix_layout *const m = &s->matrix;
    int64_t extent = 0;
    if (m->inner == 0) return shape_extent(s);
    if (shape_shared(s)) return s->batch > 0 && s->n > 0 ? (s->n - 1) * m->stride + 1 : 0;
    for (int64_t t = 0; (s->sizes || m->starts) && t < s->batch; t++) extent = larger(extent, matrix_end_of(s, t));
    if (s->sizes || m->starts) return extent;
    return larger(matrix_end_of(s, s->batch - 1), matrix_end_of(s, s->batch / m->inner * m->inner - 1));
}

/* The farthest element of `count` ones, `stride` apart; more than extent_max if that is too large. */
static int64_t reach(int64_t count, int64_t stride)
{
    int64_t reached;
    if (__builtin_mul_overflow(count - 1, stride, &reached) || reached > extent_max) return extent_max + 1;
    return reached;
}

/* Elements of different (group, lane, row) are distinct if each of these strides exceeds the extent of all smaller
 * ones, as with the digits of a number. */
static enum status check_strides(const struct shape *s)
{
    const int64_t groups = s->starts ? 1 : shape_groups(s);
    struct axis {
        int64_t count, stride;
    } axis[3] = {{s->n, s->stride}, {s->batch < s->inner ? s->batch : s->inner, s->dist}, {groups, s->outer}};

    for (int i = 1; i < 3; i++)
        for (int j = i; j > 0 && axis[j].stride < axis[j - 1].stride; j--) {
            const struct axis larger = axis[j - 1];
            axis[j - 1] = axis[j];
            axis[j] = larger;
        }
    int64_t reached = 0;
    for (int i = 0; i < 3; i++) {
        if (axis[i].count <= 1) continue;
        if (axis[i].stride <= reached)
            return fail(ST_REFUSED, "step %lld, dist %lld and outer %lld let rows or systems share elements",
                        (long long)s->stride, (long long)s->dist, (long long)s->outer);
        reached += reach(axis[i].count, axis[i].stride);
        if (reached > extent_max)
            return fail(ST_REFUSED, "%lld systems of %lld rows with these strides reach beyond any memory",
                        (long long)s->batch, (long long)s->n);
    }
    return ST_OK;
}

/* Checks that every group begins at or after the end of the one before. */
static enum status check_starts(const struct shape *s)
{
    int64_t end = 0;
    for (int64_t g = 0; g < shape_groups(s); g++) {
        const int64_t first = g * s->inner;
        if (s->starts[g] < end)
            return fail(ST_REFUSED, "group %lld starts at element %lld, before %lld, the end of the groups before it",
                        (long long)g, (long long)s->starts[g], (long long)end);
        if (s->starts[g] > extent_max) return fail(ST_REFUSED, "group %lld starts beyond any memory", (long long)g);
        for (int64_t q = 0; q < s->inner && first + q < s->batch; q++) end = larger(end, end_of(s, first + q));
    }
    return ST_OK;
}

/* The matrix may alias as it likes, but not reach below element 0 or beyond any memory. */
static enum status check_matrix(const struct shape *s)
{
    const struct matrix_layout *const m = &s->matrix;
    const long long strides[] = {m->stride, m->dist, m->outer, m->inner};
    if (m->inner < 0 || m->stride < 0 || m->dist < 0 || m->outer < 0)
        return fail(ST_REFUSED, "step %lld, dist %lld, outer %lld and inner %lld of the matrix cannot be negative",
                    strides[0], strides[1], strides[2], strides[3]);
    if (m->inner == 0 && (m->stride || m->dist || m->outer || m->starts))
        return fail(ST_REFUSED, "a group of a matrix with strides of its own has 1 system or more, not 0");
    if (m->inner == 0) return ST_OK;
    int64_t farthest = 0, reached = reach(s->n, m->stride) + reach(s->batch < m->inner ? s->batch : m->inner, m->dist);
    for (int64_t g = 0; m->starts && g < shape_matrix_groups(s); g++) {
        if (m->starts[g] < 0)
            return fail(ST_REFUSED, "group %lld of the matrix starts at element %lld, below 0", (long long)g,
                        (long long)m->starts[g]);
        farthest = larger(farthest, m->starts[g] > extent_max ? extent_max + 1 : m->starts[g]);
    }
    reached += m->starts ? farthest : reach(shape_matrix_groups(s), m->outer);
    if (reached > extent_max)
        return fail(ST_REFUSED, "the matrix of %lld systems of %lld rows with these strides reaches beyond any memory",
                    (long long)s->batch, (long long)s->n);
    return ST_OK;
}

/* n >= 0 rows of whole >= 1, all systems of one size. */
static enum status check_cut(const struct shape *s)
{
    const struct rank_cut *const c = &s->cut;
    if (!kind_of(s->kind)->cuts)
        return fail(ST_REFUSED, "systems of kind %s are not cut over ranks", kind_name(s->kind));
    if (c->scheme < 0 || c->scheme >= CUT_SCHEMES)
        return fail(ST_REFUSED, "%d is not a scheme for systems that are cut", (int)c->scheme);
    if (c->whole < 0 || c->first < 0 || s->n < 0 || c->first > c->whole - s->n)
        return fail(ST_REFUSED, "a system of %lld rows cannot have %lld of them from row %lld on", (long long)c->whole,
                    (long long)s->n, (long long)c->first);
    if (c->chunks < 0) return fail(ST_REFUSED, "a batch cannot be cut into %d chunks", c->chunks);
    if (s->sizes || s->starts) return fail(ST_REFUSED, "systems of different sizes are not cut over ranks");
    return ST_OK;
}

enum status shape_check(const struct shape *s)
{
    if (s->kind < 0 || s->kind >= KIND_COUNT) return fail(ST_REFUSED, "%d is not a kind of systems", (int)s->kind);
    if (kind_of(s->kind)->check) TRY(kind_of(s->kind)->check(s));
    if (s->cut.whole) TRY(check_cut(s));
    else if (s->n < 1) return fail(ST_REFUSED, "a system has 1 row or more, not %lld", (long long)s->n);
    if (s->batch < 0) return fail(ST_REFUSED, "a batch cannot have %lld systems", (long long)s->batch);
    if (s->inner < 1) return fail(ST_REFUSED, "a group has 1 system or more, not %lld", (long long)s->inner);
    if (s->batch == 0 || s->n == 0) return ST_OK;
    for (int64_t t = 0; s->sizes && t < s->batch; t++)
        if (s->sizes[t] < 1 || s->sizes[t] > s->n)
            return fail(ST_REFUSED, "system %lld has %lld rows, outside 1 ... %lld", (long long)t,
                        (long long)s->sizes[t], (long long)s->n);
    TRY(check_strides(s));
    TRY(check_matrix(s));
    return s->starts ? check_starts(s) : ST_OK;
}
