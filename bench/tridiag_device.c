/* Batches of tridiagonal systems on the device, every method against the rate of a copy within it.
 *
 * P. Valero-Lara et al., cuThomasBatch & cuThomasVBatch, Concurrency and Computation 30 (2018): the grid of 256 to
 * 256,000 systems of 64 to 512 rows in the arrangements of section 3, and systems of 256 to 512 rows in one batch. */
#include "base/either_precision.h"
#include "bench/bench.h"
#include "bench/device/device_batch.h"
#include "bench/entry/size.h"

enum { ROWS = 512, SYSTEMS = 131072, WIDTH = 32, UNKNOWNS = 1 << 26 };

static struct shape shape_blocks(int64_t n, int64_t batch)
{
    return shape_block_interleaved(n, batch, WIDTH);
}

static const struct arrangement contiguous = {"contiguous", shape_contiguous, APART},
                                interleaved = {"interleaved", shape_interleaved, APART},
                                contiguous_padded = {"contiguous-padded", shape_contiguous, PADDED},
                                interleaved_padded = {"interleaved-padded", shape_interleaved, PADDED},
                                blocks = {"block-interleaved", shape_blocks, APART},
                                by_rows = {"unified-rows", shape_unified_rows, BY_ROWS},
                                by_records = {"unified-records", shape_unified_records, BY_RECORDS},
                                ragged = {"ragged", NULL, APART};

static const struct batch_part plain[] = {{&interleaved, "interleaved", EQUAL},
                                          {&contiguous, "contiguous", EQUAL},
                                          {0}},
                               padded[] = {{&interleaved_padded, "interleaved-padded", EQUAL},
                                           {&contiguous_padded, "contiguous-padded", EQUAL},
                                           {0}},
                               unified[] = {{&blocks, "block-interleaved", EQUAL},
                                            {&by_rows, "unified-rows", EQUAL},
                                            {&by_records, "unified-records", EQUAL},
                                            {0}},
                               varied[] = {{&contiguous, "contiguous-varied", VARIED},
                                           {&interleaved, "interleaved-varied", VARIED},
                                           {&interleaved, "interleaved-sorted", SORTED},
                                           {&ragged, "ragged-sorted", SORTED},
                                           {0}},
                               in_grid[] = {{&contiguous, "contiguous", EQUAL},
                                            {&interleaved, "interleaved", EQUAL},
                                            {&by_rows, "unified-rows", EQUAL},
                                            {&by_records, "unified-records", EQUAL},
                                            {0}},
                               side_by_side[] = {{&interleaved, "interleaved", EQUAL}, {0}},
                               one_by_one[] = {{&contiguous, "contiguous", EQUAL}, {0}};

static const struct batch_part *const large[] = {plain, varied, unified, padded};
enum { LARGE = sizeof large / sizeof *large };

static enum status add_large(struct bench *b)
{
    const struct batch_size size = {size_first(b->rows, b->scale_n, ROWS),
                                    size_first(b->systems, b->scale_batch, SYSTEMS)};
    if (b->part < LARGE) return device_batch_add(b, &size, 1, large[b->part], NULL);
    return device_batch_host(b, &size);
}

static const int64_t grid_systems[] = {256, 2560, 25600, 256000};
enum { GRID = sizeof grid_systems / sizeof *grid_systems };

static enum status add_grid(struct bench *b)
{
    static const int64_t rows[] = {64, 128, 256, 512};
    struct batch_size sizes[4];
    for (int k = 0; k < 4; k++)
        sizes[k] = (struct batch_size){size_scaled(rows[k], 512, b->scale_n),
                                       size_scaled(grid_systems[b->part], 256000, b->scale_batch)};
    return device_batch_add(b, sizes, 4, in_grid, NULL);
}

static enum status add_few(struct bench *b)
{
    const struct batch_size size = {size_scaled(4096, 512, b->scale_n), size_scaled(16384, SYSTEMS, b->scale_batch)};
    return device_batch_add(b, &size, 1, side_by_side, NULL);
}

static const int64_t short_rows[] = {64, 128, 256, 512, 1024};
enum { SHORT = sizeof short_rows / sizeof *short_rows };

static enum status add_short(struct bench *b)
{
    const int64_t n = short_rows[b->part];
    const struct batch_size size = {size_scaled(n, 512, b->scale_n),
                                    size_scaled(UNKNOWNS / n, SYSTEMS, b->scale_batch)};
    return device_batch_add(b, &size, 1, one_by_one, NULL);
}

/* Methods that use more than one thread per system: the others would take seconds. At last 2^23 rows, as in figure 6.1
 * of L.-W. Chang, thesis, Illinois, 2014. */
static enum status add_one(struct bench *b)
{
    static const char *const methods[] = {
        "cr_pcr",         "partition_pivot",        "parallel_dp", "cf_lu", "spike_dp", "spike_thomas", "spike_cr",
        "cusparse_gtsv2", "cusparse_gtsv2_nopivot", NULL};
    const int64_t most = b->scale_n ? b->scale_n * 32 : UNKNOWNS / 2;
    const struct batch_size size = {b->part == 0 ? most : most / 4, 1};
    return device_batch_add(b, &size, 1, one_by_one, methods);
}

const struct benchmark bench_tridiag_device = {
    "tridiag.device",   "2^26 unknowns on the GPU in every layout, equal and varied systems, and on the host",
    add_large,          .takes = TAKES_ROWS | TAKES_SYSTEMS,
    .parts = LARGE + 1, .kinds = 1u << KIND_TRIDIAG};
const struct benchmark bench_tridiag_grid = {"tridiag.grid", "256 to 256,000 systems of 64 to 512 rows on the GPU",
                                             add_grid, .parts = GRID, .kinds = 1u << KIND_TRIDIAG};
const struct benchmark bench_tridiag_few = {"tridiag.few", "16,384 interleaved systems of 4,096 rows on the GPU",
                                            add_few, .kinds = 1u << KIND_TRIDIAG};
const struct benchmark bench_tridiag_short = {"tridiag.short",
                                              "2^26 unknowns on the GPU, in contiguous systems of 64 to 1,024 rows",
                                              add_short, .parts = SHORT, .kinds = 1u << KIND_TRIDIAG};
const struct benchmark bench_tridiag_one = {"tridiag.one", "one system of 2^25 unknowns on the GPU, and of 2^23",
                                            add_one, .parts = 2, .kinds = 1u << KIND_TRIDIAG};
