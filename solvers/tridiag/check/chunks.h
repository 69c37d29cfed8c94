/* A batch cut into chunks of systems that stay in a core's caches while something is done with them several times:
 * solved, and compared with the right side that was there before. The cut depends only on the shape. */
#pragma once
#include "solvers/solver.h"

enum { CHUNK_SIZES = 3 };

/* Chunk k holds `each` systems, or fewer at the end of a span of systems: a span is the batch, or a group of it. */
struct chunks {
    int64_t batch, span, each, count;
    int sizes;
    int64_t size[CHUNK_SIZES]; /* the numbers of systems that a chunk may have */
};

struct chunk {
    int64_t first, systems;
    int size; /* its index among the sizes */
};

/* One chunk, the whole batch, where the shape cannot be cut: sizes or starts of systems, matrices in a layout of
 * their own, factors that are kept; or where that is of no use: few systems, or such as exceed the caches one by one.
 */
struct chunks chunks_of(const struct shape *shape);

struct chunk chunk_at(const struct chunks *c, int64_t k);

/* The shape of chunks of that size, and the arrays of a chunk. */
struct shape chunk_shape(const struct chunks *c, const struct shape *shape, int size);
struct system chunk_system(const struct chunks *c, const struct shape *shape, const struct system *system, int64_t k);
