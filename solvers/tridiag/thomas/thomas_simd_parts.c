/* Parts of a batch for methods with a system in each lane of a vector: tiles of neighbours, or groups of LANES. */
#include "base/tuning/tuning.h"
#include "solvers/tridiag/thomas/thomas_simd.h"

const struct option simd_option_table[] = {
    TUNING_ROW("tile",
               "bytes of a core's own cache for neighbouring systems that it solves together; auto: what suits "
               "the processor",
               struct simd_options, tile, 1 << 30),
    TUNING_ROW("ahead", "rows from their use back to their prefetch, where they are contiguous; auto: the same",
               struct simd_options, ahead, 1 << 20),
    TUNING_ROW("tile_ahead", "bytes of each array of a tile from their use back to their prefetch; auto: the same",
               struct simd_options, tile_ahead, 1 << 30),
    {.key = NULL},
};

struct simd_ahead simd_ahead_of(const struct simd_options *o)
{
    return (struct simd_ahead){tuning_chosen(o->ahead, TUNING_LANES_AHEAD),
                               tuning_chosen(o->tile_ahead, TUNING_TILE_AHEAD) / (int64_t)sizeof(real)};
}

enum {
    TILE_LEAST = 2 * LINE, /* systems of a tile */
    TILE_MOST = 16 * LINE
};

/* Shape of the systems described by as few strides as possible. */
static struct shape simplest(struct shape s)
{
    struct matrix_layout *const m = &s.matrix;
    if (m->inner == 1 && !m->starts) m->inner = s.batch, m->dist = m->outer;
    if (s.starts) return s;
    if (s.inner == 1) s.inner = s.batch, s.dist = s.outer;
    if (s.inner >= s.batch || s.outer == s.inner * s.dist) s.inner = s.batch;
    return s;
}

/* Systems that are interleaved in x are a part of one group of the matrix, or of several. */
static enum source source_of(const struct shape *s)
{
    const struct matrix_layout *const m = &s->matrix;
    if (m->inner == 0) return s->tridiag.shifted ? BESIDE : AS_X;
    if (shape_shared(s)) return ONE;
    if (m->inner < s->batch && m->inner % s->inner != 0) return SCATTERED;
    return m->dist == 0 ? ONE : m->dist == 1 ? BESIDE : SCATTERED;
}

static int64_t tile_width(const struct shape *s, int threads, int64_t values)
{
    const int64_t fits = values / s->n;
    const int64_t each = (s->batch + threads - 1) / threads;
    int64_t width = fits < TILE_LEAST ? TILE_LEAST : min_of(fits, TILE_MOST);
    width = min_of(min_of(width, s->inner), each);
    const int64_t tiles = (s->inner + width - 1) / width;
    return round_up((s->inner + tiles - 1) / tiles, LINE);
}

static bool are_neighbours(const struct shape *simplest)
{
    return simplest->dist == 1 && simplest->inner >= LANES && !simplest->sizes && !simplest->starts;
}

struct simd_parts simd_parts_of(const struct shape *shape, int threads, int64_t values)
{
    struct simd_parts p = {.shape = simplest(*shape), .padded = round_up(shape->n, ROWS)};
    const struct shape *const s = &p.shape;
    if (are_neighbours(s)) {
        const int64_t runs = (s->batch + s->inner - 1) / s->inner;
        p.tile = tile_width(s, threads, values);
        p.parts = runs * ((s->inner + p.tile - 1) / p.tile);
        p.slots = runs * round_up(s->inner, LANES);
    } else {
        p.parts = (s->batch + LANES - 1) / LANES;
        p.slots = p.parts * LANES;
    }
    p.source = source_of(s);
    p.starts = p.source == SCATTERED ? round_up(p.tile * (int64_t)(sizeof(int64_t) / sizeof(real)), LINE) : 0;
    return p;
}
