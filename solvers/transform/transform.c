/* The kind of discrete real transforms: names, inverses, coefficients and checks. */
#include "solvers/transform/transform.h"

#include <math.h>

#include "solvers/kind.h"
#include "solvers/transform/line_block.h"

/* A coefficient is weight(j, k) times the cosine or sine of pi (j + from) (k + to) / (n + more). */
static const struct type {
    const char *name;
    enum transform_type inverse;
    bool sine;
    int from, to; /* in halves */
    int more;
    int norm; /* times (n + more) */
} types[TRANSFORM_TYPES] = {
    [HALF_COMPLEX] = {"half_complex", REAL, .norm = 1}, [REAL] = {"real", HALF_COMPLEX, .norm = 1},
    [DCT1] = {"dct1", DCT1, false, 0, 0, -1, 2},        [DCT2] = {"dct2", DCT3, false, 1, 0, 0, 2},
    [DCT3] = {"dct3", DCT2, false, 0, 1, 0, 2},         [DCT4] = {"dct4", DCT4, false, 1, 1, 0, 2},
    [DST1] = {"dst1", DST1, true, 2, 2, 1, 2},          [DST2] = {"dst2", DST3, true, 1, 2, 0, 2},
    [DST3] = {"dst3", DST2, true, 2, 1, 0, 2},          [DST4] = {"dst4", DST4, true, 1, 1, 0, 2},
};

const char *transform_name(enum transform_type type)
{
    return types[type].name;
}

enum transform_type transform_inverse(enum transform_type type)
{
    return types[type].inverse;
}

int64_t transform_norm(enum transform_type type, int64_t n)
{
    return types[type].norm * (n + types[type].more);
}

/* By symmetry from an angle of at most an eighth of a turn, where sine and cosine lose nothing. */
struct twiddle transform_twiddle(int64_t p, int64_t q)
{
    p %= q;
    if (p < 0) p += q;
    const bool lower = 2 * p > q; /* beyond half a turn */
    if (lower) p = q - p;
    const bool left = 4 * p > q; /* beyond a quarter */
    if (left) p = q - 2 * p;
    else p = 2 * p; /* the angle is pi p / q, up to a quarter of a turn */
    const bool steep = 4 * p > q;
    if (steep) p = q - 2 * p;
    else p = 2 * p; /* pi p / (2 q) */
    const long double angle = 1.570796326794896619231321691639751442L * (long double)p / (long double)q;
    struct twiddle t = {cosl(angle), sinl(angle)};
    if (steep) t = (struct twiddle){t.sin, t.cos};
    if (left) t.cos = -t.cos;
    if (lower) t.sin = -t.sin;
    return t;
}

/* The coefficient in x_k of the real part (column k <= n/2) or of the imaginary part (column n - k) of the spectrum. */
static long double real_coefficient(int64_t n, int64_t j, int64_t column)
{
    if (2 * column <= n) return (column == 0 || 2 * column == n ? 1 : 2) * transform_twiddle(j * column, n).cos;
    return -2 * transform_twiddle(j * (n - column), n).sin;
}

long double transform_coefficient(enum transform_type type, int64_t n, int64_t k, int64_t j)
{
    const struct type *const t = &types[type];
    if (type == HALF_COMPLEX) {
        if (2 * k <= n) return transform_twiddle(j * k, n).cos;
        return -transform_twiddle(j * (n - k), n).sin;
    }
    if (type == REAL) return real_coefficient(n, k, j);
    const struct twiddle w = transform_twiddle((2 * j + t->from) * (2 * k + t->to), 8 * (n + t->more));
    const bool once =
        (t->from != 1 && !t->sine && j == 0) || (type == DCT1 && j == n - 1) || (type == DST3 && j == n - 1);
    return (once ? 1 : 2) * (t->sine ? w.sin : w.cos);
}

int64_t transform_group(void)
{
    return WIDTH;
}

static enum status check(const struct shape *s)
{
    const enum transform_type type = s->transform.type;
    const bool behind = s->stride == 1 && s->dist == s->n && s->inner >= s->batch && !s->sizes && !s->starts;
    if (s->transform.order != LINE_BY_LINE && !behind)
        return fail(ST_REFUSED, "only lines that lie one after the other come in groups");
    if (s->matrix.inner) return fail(ST_REFUSED, "transforms have no matrix");
    if (type == GIVEN_MATRIX)
        return s->sizes ? fail(ST_REFUSED, "a matrix that is given is for lines of one length") : ST_OK;
    if ((int)type < 0 || type >= TRANSFORM_TYPES) return fail(ST_REFUSED, "%d is not a type of transform", (int)type);
    if (type == DCT1 && s->n < 2)
        return fail(ST_REFUSED, "dct1 needs lines of two values at least, not of %lld", (long long)s->n);
    if (type == DCT1 && s->sizes)
        for (int64_t i = 0; i < s->batch; i++)
            if (s->sizes[i] < 2) return fail(ST_REFUSED, "dct1 needs lines of two values at least, not of 1");
    return ST_OK;
}

static bool is_given(const struct shape *s)
{
    return s->transform.type == GIVEN_MATRIX;
}

static bool is_in_groups(const struct shape *s)
{
    return s->transform.order != LINE_BY_LINE;
}

static const struct capability capabilities_of_transforms[] = {
    {CAN_GIVEN_MATRIX, "given", "any matrix in place of a transform", is_given,
     "a matrix in place of a transform is not supported"},
    {CAN_GROUP, "groups", "lines that come or go in interleaved groups", is_in_groups,
     "lines in groups are not supported"},
    {0}};

static void make_plain(struct shape *s)
{
    s->transform.type = DCT2;
}

static void make_long(struct shape *s)
{
    *s = shape_contiguous(1 << 26, 1);
    s->kind = KIND_TRANSFORM;
    s->transform.type = DCT2;
}

static void make_given(struct shape *s)
{
    static const real any[1] = {0}; /* shapes are tried, no plan reads it */
    s->transform.type = GIVEN_MATRIX;
    s->transform.matrix = any;
}

static void make_groups(struct shape *s)
{
    s->transform.order = RESULT_IN_GROUPS;
}

static const struct example examples[] = {{"1024 lines of 1024 values", make_plain},
                                          {"a line of 2^26 values", make_long},
                                          {"a matrix in place of a transform", make_given},
                                          {"lines in interleaved groups", make_groups},
                                          {NULL, NULL}};

const struct kind_ops kind_transform = {
    .name = "transform",
    .capabilities = capabilities_of_transforms,
    .check = check,
    .examples = examples,
};
