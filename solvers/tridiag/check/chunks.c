/* Cuts batches into chunks: neighbouring systems of one group, or whole groups. */
#include "solvers/tridiag/check/chunks.h"

#include "base/tuning/tuning.h"

enum {
    LONGEST_BYTES = 4 << 20, /* that a chunk of fewest systems may have */
    LINE = 64 / (int)sizeof(real),
    FEWEST = 2 * LINE /* systems that methods take together */
};

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static bool can_be_cut(const struct shape *s)
{
    return !s->sizes && !s->starts && (s->matrix.inner == 0 || shape_shared(s)) && !s->reuse;
}

static void add_size(struct chunks *c, int64_t size)
{
    bool there = size == 0;
    for (int k = 0; k < c->sizes; k++) there |= c->size[k] == size;
    if (!there) c->size[c->sizes++] = size;
}

/* Bytes of matrix, right side and solution of a chunk: less than a second-level cache; or, where rows of systems lie
 * interleaved, less than a core's share of the last one, since methods then take 64 systems at a time. */
static int64_t bytes_of_chunk(const struct shape *s)
{
    return tuning_value(s->stride == 1 ? TUNING_CHECK_ROWS : TUNING_CHECK_SIDE);
}

struct chunks chunks_of(const struct shape *s)
{
    struct chunks c = {.batch = s->batch, .span = s->batch, .each = s->batch, .count = 1};
    const int64_t bytes = 5 * (int64_t)sizeof(real) * s->n, inner = least(s->inner, s->batch);
    const bool small = s->n <= LONGEST_BYTES / (5 * (int64_t)sizeof(real) * FEWEST);
    int64_t each = small ? bytes_of_chunk(s) / bytes / FEWEST * FEWEST : s->batch;
    if (each < FEWEST) each = FEWEST;
    if (can_be_cut(s) && small && each < s->batch) {
        c.span = inner > each ? inner : s->batch;
        c.each = inner > each ? each : least(each / inner * inner, s->batch);
    }
    if (s->batch == 0) return (struct chunks){.sizes = 1};
    const int64_t spans = (c.batch + c.span - 1) / c.span;
    const int64_t last = c.batch - (spans - 1) * c.span; /* systems of the last span */
    c.count = spans * ((c.span + c.each - 1) / c.each);
    add_size(&c, least(c.each, c.batch));
    if (spans > 1) add_size(&c, c.span % c.each);
    add_size(&c, last % c.each);
    return c;
}

struct chunk chunk_at(const struct chunks *c, int64_t k)
{
    const int64_t per_span = (c->span + c->each - 1) / c->each, span = k / per_span, at = k % per_span * c->each;
    struct chunk chunk = {.first = span * c->span + at};
    const int64_t left = least(c->span - at, c->batch - chunk.first);
    chunk.systems = left > 0 ? least(c->each, left) : 0; /* of a last span that is not full */
    while (chunk.size < c->sizes - 1 && c->size[chunk.size] != chunk.systems) chunk.size++;
    return chunk;
}

struct shape chunk_shape(const struct chunks *c, const struct shape *shape, int size)
{
    struct shape s = *shape;
    if (c->count <= 1) return s;
    s.batch = c->size[size];
    if (s.inner > s.batch) s.inner = s.batch;
    return s;
}

struct system chunk_system(const struct chunks *c, const struct shape *shape, const struct system *system, int64_t k)
{
    struct system s = *system;
    if (c->count <= 1) return s;
    const int64_t first = chunk_at(c, k).first, at = shape_start(shape, first);
    s.x += at;
    if (shape->matrix.inner == 0) s.tridiag.lower += at, s.tridiag.diag += at, s.tridiag.upper += at;
    if (s.tridiag.shift) s.tridiag.shift += first;
    if (s.info) s.info += first;
    if (s.backward) s.backward += first;
    if (s.condition) s.condition += first;
    if (k > 0) s.outcome = NULL;
    return s;
}
