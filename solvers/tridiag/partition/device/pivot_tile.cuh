/* Half of the rows of the parts of a warp in shared memory, and how they come there and back from any layout.
 *
 * The rows of a lane lie together, in chunks of 16 bytes. Chunk c of lane q is in place c ^ q % 8 of its chunks, so
 * that lanes that read chunk c of their parts, and lanes that move all chunks of one part, are in different banks. From
 * memory rows are read along the parts, or across the lanes, so that a warp reads whole sectors. */
#pragma once
#include "solvers/tridiag/partition/device/pivot_cut.cuh"

enum { CHUNK = 16 / sizeof(real), CHUNKS = TILE / CHUNK, TOGETHER = 8 /* rows that a lane loads together */ };
enum { ROW_A, ROW_B, ROW_C, ROW_D, COLUMNS };

struct alignas(16) part_chunk {
    real v[CHUNK];
};

struct part_tile {
    struct part_chunk v[COLUMNS][WARP * CHUNKS];
};

struct part_row {
    real a, b, c, d;
};

/* Rows c * CHUNK ... of a tile, of one lane. */
struct part_rows {
    struct part_chunk a, b, c, d;
};

__device__ __forceinline__ int chunk_at(int q, int c)
{
    return q * CHUNKS + (c ^ q % CHUNKS);
}

__device__ __forceinline__ struct part_rows part_rows_at(const struct part_tile &t, int c)
{
    const int at = chunk_at(threadIdx.x, c);
    return {t.v[ROW_A][at], t.v[ROW_B][at], t.v[ROW_C][at], t.v[ROW_D][at]};
}

__device__ __forceinline__ struct part_row part_row_in(const struct part_rows &m, int k)
{
    return {m.a.v[k], m.b.v[k], m.c.v[k], m.d.v[k]};
}

/* Element of row r of lane q. */
__device__ __forceinline__ real &tile_element(struct part_tile &t, int column, int q, int r)
{
    return t.v[column][chunk_at(q, r / CHUNK)].v[r % CHUNK];
}

/* Row and lane that this lane moves in pass p of a tile. */
template <bool ACROSS> __device__ __forceinline__ int row_moved(int p)
{
    return ACROSS ? p : (int)threadIdx.x % TILE;
}

template <bool ACROSS> __device__ __forceinline__ int lane_moved(int p)
{
    return ACROSS ? (int)threadIdx.x : p * (WARP / TILE) + (int)threadIdx.x / TILE;
}

/* Row r of the part of lane q. Behind the system are rows of the identity. */
__device__ __forceinline__ struct part_row part_row_of(const struct part_lanes &lanes, const struct device_batch &g,
                                                       int q, int r)
{
    const struct part_bounds b = lanes.bounds[q];
    const struct tridiag &m = g.system.tridiag;
    const int64_t at = lanes.matrix[q] + r * shape_matrix_stride(&g.shape);
    const bool in = r < b.end;
    return {in && r > b.low ? m.lower[at] : RC(0.0), in ? m.diag[at] + lanes.shift[q] : RC(1.0),
            r < b.high ? m.upper[at] : RC(0.0), in ? g.system.x[lanes.x[q] + r * g.shape.stride] : RC(0.0)};
}

template <bool ACROSS>
__device__ __forceinline__ void tile_load(struct part_tile &to, const struct part_lanes &lanes,
                                          const struct device_batch &g, int from)
{
#pragma unroll 1
    for (int p = 0; p < TILE; p += TOGETHER) {
        struct part_row row[TOGETHER];
#pragma unroll
        for (int k = 0; k < TOGETHER; k++)
            row[k] = part_row_of(lanes, g, lane_moved<ACROSS>(p + k), from + row_moved<ACROSS>(p + k));
#pragma unroll
        for (int k = 0; k < TOGETHER; k++) {
            const int q = lane_moved<ACROSS>(p + k), r = row_moved<ACROSS>(p + k);
            tile_element(to, ROW_A, q, r) = row[k].a, tile_element(to, ROW_B, q, r) = row[k].b;
            tile_element(to, ROW_C, q, r) = row[k].c, tile_element(to, ROW_D, q, r) = row[k].d;
        }
    }
}

/* Rows `from` ... from + TILE - 1 of all parts of the warp. */
__device__ __forceinline__ void part_tile_load(struct part_tile &to, const struct part_lanes &lanes,
                                               const struct device_batch &g, bool across, int from)
{
    if (across) tile_load<true>(to, lanes, g, from);
    else tile_load<false>(to, lanes, g, from);
}

template <bool ACROSS>
__device__ __forceinline__ void tile_store(struct part_tile &t, const struct part_lanes &lanes,
                                           const struct device_batch &g, int from)
{
#pragma unroll 8
    for (int p = 0; p < TILE; p++) {
        const int r = row_moved<ACROSS>(p), q = lane_moved<ACROSS>(p);
        if (from + r < lanes.bounds[q].end)
            g.system.x[lanes.x[q] + (from + r) * g.shape.stride] = tile_element(t, ROW_D, q, r);
    }
}

/* Column ROW_D to rows `from` ... of x. */
__device__ __forceinline__ void part_tile_store(struct part_tile &t, const struct part_lanes &lanes,
                                                const struct device_batch &g, bool across, int from)
{
    if (across) tile_store<true>(t, lanes, g, from);
    else tile_store<false>(t, lanes, g, from);
}
