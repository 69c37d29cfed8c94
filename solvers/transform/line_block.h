/* Blocks of up to WIDTH lines of a batch, whose values lie in the lanes of vectors: value j of line l is element
 * j * WIDTH + l of the block. */
#pragma once
#include <string.h>

#include "solvers/batch/simd_transpose.h"
#include "solvers/solver.h"

enum { WIDTH = 2 * LANES };

/* The places of the lines of a block: interleaved, so that they need not be copied; interleaved, but fewer than
 * WIDTH; a row of memory each; anywhere. */
enum line_place { NEIGHBOURS, FEW_NEIGHBOURS, CONTIGUOUS_LINES, ANYWHERE };

struct line_block {
    enum line_place place;
    int lines; /* 1 ... WIDTH */
    int64_t n, stride;
    int64_t pitch; /* CONTIGUOUS_LINES: from line to line */
    int64_t start[WIDTH];
};

/* The division of a batch into blocks: groups of neighbours by themselves, if they fill blocks. */
struct line_blocks {
    struct shape shape;
    int64_t in_group, count;
};

static inline struct line_blocks line_blocks_of(const struct shape *shape)
{
    struct line_blocks b = {.shape = *shape};
    struct shape *const s = &b.shape;
    if (!s->starts && s->inner == 1) s->inner = s->batch, s->dist = s->outer;
    if (!s->starts && (s->inner >= s->batch || s->outer == s->inner * s->dist)) s->inner = s->batch;
    const bool groups = s->inner >= WIDTH && s->inner < s->batch;
    b.in_group = ((groups ? s->inner : s->batch) + WIDTH - 1) / WIDTH;
    b.count = groups ? (s->batch + s->inner - 1) / s->inner * b.in_group : b.in_group;
    return b;
}

static inline struct line_block line_block_at(const struct line_blocks *of, int64_t index)
{
    const struct shape *const s = &of->shape;
    const bool groups = of->count > of->in_group;
    const int64_t group = index / of->in_group, within = index % of->in_group * WIDTH;
    const int64_t first = (groups ? group * s->inner : 0) + within;
    const int64_t end = groups && (group + 1) * s->inner < s->batch ? (group + 1) * s->inner : s->batch;
    struct line_block b = {.n = s->n, .stride = s->stride, .lines = (int)(end - first < WIDTH ? end - first : WIDTH)};
    bool beside = b.lines > 0, even = b.lines == WIDTH && s->stride == 1;
    if (!s->starts && b.lines == WIDTH && (s->inner >= s->batch || first / s->inner == (end - 1) / s->inner)) {
        const int64_t start = shape_start(s, first); /* what follows for each line would be noticed in short ones */
        for (int l = 0; l < WIDTH; l++) b.start[l] = start + l * s->dist;
        b.pitch = s->dist;
        b.place = s->dist == 1 ? NEIGHBOURS : even ? CONTIGUOUS_LINES : ANYWHERE;
        return b;
    }
    for (int l = 0; l < b.lines; l++) b.start[l] = shape_start(s, first + l);
    b.pitch = b.lines > 1 ? b.start[1] - b.start[0] : 0;
    for (int l = 1; l < b.lines; l++) {
        beside = beside && b.start[l] == b.start[0] + l;
        even = even && b.start[l] == b.start[0] + l * b.pitch;
    }
    b.place = beside ? (b.lines == WIDTH ? NEIGHBOURS : FEW_NEIGHBOURS) : even ? CONTIGUOUS_LINES : ANYWHERE;
    return b;
}

/* The same lines as an interleaved group. */
static inline struct line_block line_block_group(const struct line_block *b)
{
    struct line_block g = *b;
    g.place = b->lines == WIDTH ? NEIGHBOURS : FEW_NEIGHBOURS;
    g.stride = b->lines;
    for (int l = 0; l < b->lines; l++) g.start[l] = b->start[0] + l;
    return g;
}

/* The groups may be empty at the end of a batch whose last group is short. */
static inline bool line_block_is_empty(const struct line_block *b)
{
    return b->lines <= 0;
}

INLINE void line_block_read_scattered(const struct line_block *b, const real *x, real *restrict to, const int64_t *row)
{
    for (int64_t j = 0; j < b->n; j++) {
        real *const at = to + (row ? row[j] : j) * WIDTH;
        for (int l = 0; l < WIDTH; l++) at[l] = l < b->lines ? x[b->start[l] + j * b->stride] : 0;
    }
}

INLINE void line_block_write_scattered(const struct line_block *b, real *x, const real *restrict from,
                                       const int64_t *row)
{
    for (int64_t j = 0; j < b->n; j++)
        for (int l = 0; l < b->lines; l++) x[b->start[l] + j * b->stride] = from[(row ? row[j] : j) * WIDTH + l];
}

INLINE void line_block_read_few(const struct line_block *b, const real *x, real *restrict to, const int64_t *row)
{
    const size_t there = (size_t)b->lines * sizeof *x, absent = (size_t)(WIDTH - b->lines) * sizeof *x;
    for (int64_t j = 0; j < b->n; j++) {
        real *const at = to + (row ? row[j] : j) * WIDTH;
        memcpy(at, x + b->start[0] + j * b->stride, there);
        memset(at + b->lines, 0, absent);
    }
}

INLINE void line_block_write_few(const struct line_block *b, real *x, const real *restrict from, const int64_t *row)
{
    const size_t there = (size_t)b->lines * sizeof *x;
    for (int64_t j = 0; j < b->n; j++)
        memcpy(x + b->start[0] + j * b->stride, from + (row ? row[j] : j) * WIDTH, there);
}

/* Copies the lines; row j of the block becomes row[j] of the copy, or j if row is NULL. Lanes without a line are 0.
 * Lines that are a row of memory each draw into the caches what lies `ahead` of them, for the processor does not
 * foresee where so many short ones go on. */
static inline void line_block_read(const struct line_block *b, const real *x, real *restrict to, const int64_t *row,
                                   int64_t ahead)
{
    if (b->place == ANYWHERE) {
        line_block_read_scattered(b, x, to, row);
        return;
    }
    if (b->place == FEW_NEIGHBOURS) {
        line_block_read_few(b, x, to, row);
        return;
    }
    const real *const from = x + b->start[0];
    if (b->place == NEIGHBOURS) {
        for (int64_t j = 0; j < b->n; j++) {
            real *const at = to + (row ? row[j] : j) * WIDTH;
            vec_store(at, vec_load(from + j * b->stride));
            vec_store(at + LANES, vec_load(from + j * b->stride + LANES));
        }
        return;
    }
    int64_t j = 0;
    for (; j + ROWS <= b->n; j += ROWS)
        for (int half = 0; half < 2; half++) {
            vec r[ROWS];
            const real *const at = from + half * LANES * b->pitch + j;
            for (int64_t l = j / ROWS % 2; l < LANES; l += 2) prefetch(at + l * b->pitch + ahead);
            rows_load(at, b->pitch, r);
            for (int i = 0; i < ROWS; i++) vec_store(to + (row ? row[j + i] : j + i) * WIDTH + half * LANES, r[i]);
        }
    for (; j < b->n; j++)
        for (int l = 0; l < WIDTH; l++) to[(row ? row[j] : j) * WIDTH + l] = from[l * b->pitch + j];
}

/* Copies them back, from row[j] of the copy. */
static inline void line_block_write(const struct line_block *b, real *x, const real *restrict from, const int64_t *row)
{
    if (b->place == ANYWHERE) {
        line_block_write_scattered(b, x, from, row);
        return;
    }
    if (b->place == FEW_NEIGHBOURS) {
        line_block_write_few(b, x, from, row);
        return;
    }
    real *const to = x + b->start[0];
    if (b->place == NEIGHBOURS) {
        for (int64_t j = 0; j < b->n; j++) {
            vec_store(to + j * b->stride, vec_load(from + (row ? row[j] : j) * WIDTH));
            vec_store(to + j * b->stride + LANES, vec_load(from + (row ? row[j] : j) * WIDTH + LANES));
        }
        return;
    }
    int64_t j = 0;
    for (; j + ROWS <= b->n; j += ROWS)
        for (int half = 0; half < 2; half++) {
            vec r[ROWS];
            for (int i = 0; i < ROWS; i++) r[i] = vec_load(from + (row ? row[j + i] : j + i) * WIDTH + half * LANES);
            rows_store(to + half * LANES * b->pitch + j, b->pitch, r);
        }
    for (; j < b->n; j++)
        for (int l = 0; l < WIDTH; l++) to[l * b->pitch + j] = from[(row ? row[j] : j) * WIDTH + l];
}
