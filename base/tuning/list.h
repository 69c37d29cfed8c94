/* Distances and sizes that are best on one processor and not on another. No include guard: expanded by tuning.h and
 * tuning.c.
 *
 *     TUNING(ID, name, unit, least, most, quarters, about)
 * The value is so many quarters of a core's own cache, but `least` at least and `most` at most. tuning.c has other
 * values for single processors. */
TUNING(WINDOWS_AHEAD, "windows.ahead", "rows", 384, 384, 0, "from a use to its prefetch, in 4 runs of rows")
TUNING(PARTITION_AHEAD, "partition.ahead", "rows", 256, 256, 0, "the same, in both passes")
TUNING(LANES_AHEAD, "thomas_simd.ahead", "rows", 512, 512, 0, "the same, of systems whose rows are contiguous")
TUNING(TILE_AHEAD, "thomas_simd.tile_ahead", "bytes", 6144, 6144, 0, "of each array of a tile of neighbours")
TUNING(TILE, "thomas_simd.tile", "bytes", 64 << 10, 512 << 10, 2, "x and h of a tile of neighbours")
TUNING(FAR_TILE, "thomas_simd.far_tile", "bytes", 512 << 10, 1 << 30, 2, "the same, where rows are far apart")
TUNING(CHECKED_TILE, "thomas_simd.checked_tile", "bytes", 64 << 10, 1 << 30, 2, "a tile and what its check keeps")
TUNING(PIVOT_TILE, "thomas_pivot_simd.tile", "bytes", 64 << 10, 1 << 30, 3, "the factors and y of a tile of neighbours")
TUNING(CHECK_ROWS, "check.rows", "bytes", 384 << 10, 384 << 10, 0, "a chunk of systems that is solved, then compared")
TUNING(CHECK_SIDE, "check.side", "bytes", 1536 << 10, 1536 << 10, 0, "the same, of interleaved systems")
TUNING(TREE_AHEAD, "hines_simd.ahead", "values", 512, 512, 0, "of each array of a tile of neighbours")
TUNING(TREE_TILE, "hines_simd.tile", "bytes", 64 << 10, 512 << 10, 2, "x and l of a tile of neighbours")
TUNING(PACK_AHEAD, "hines_simd.pack_ahead", "rows", 24, 24, 0, "of neighbours that are copied into a tile")
TUNING(SCAN_AHEAD, "scan.ahead", "bytes", 16384, 16384, 0, "from a use to its prefetch, in both passes")
TUNING(FUSED_AHEAD, "fused.ahead", "planes", 2, 2, 0, "from a plane of u to the one that is asked for")
TUNING(FUSED_TILE, "fused.tile", "bytes", 64 << 10, 512 << 10, 2, "eliminated values of a tile of lines")
