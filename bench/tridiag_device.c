/* Batches of tridiagonal systems on the device, every method against the rate of a copy within it.
 *
 * P. Valero-Lara et al., cuThomasBatch & cuThomasVBatch, Concurrency and Computation 30 (2018): the grid of 256 to
 * 256,000 systems of 64 to 512 rows in the arrangements of section 3, and systems of 256 to 512 rows side by side. */
#include <stdlib.h>
#include <string.h>

#include "base/device.h"
#include "base/memory.h"
#include "bench/batch.h"
#include "bench/bench.h"
#include "bench/limit.h"
#include "bench/peers.h"
#include "bench/pool.h"
#include "bench/size.h"
#include "solvers/tridiag/random.h"

enum { ROWS = 512, SYSTEMS = 131072, WIDTH = 32 };

static struct shape shape_blocks(int64_t n, int64_t batch)
{
    return shape_block_interleaved(n, batch, WIDTH);
}

static const struct arrangement contiguous = {"contiguous", shape_contiguous, APART},
                                interleaved = {"interleaved", shape_interleaved, APART},
                                blocks = {"block-interleaved", shape_blocks, APART},
                                by_rows = {"unified-rows", shape_unified_rows, BY_ROWS},
                                by_records = {"unified-records", shape_unified_records, BY_RECORDS},
                                ragged = {"ragged", NULL, APART};

/* What is asked of one size. */
struct part {
    const struct arrangement *arrangement;
    const char *layout;
    enum {
        EQUAL,
        VARIED,
        SORTED
    } sizes; /* of the systems: all alike, or half as many rows to all, in any order or not */
};

static const struct part grid_parts[] = {{&contiguous, "contiguous", EQUAL},
                                         {&interleaved, "interleaved", EQUAL},
                                         {&by_rows, "unified-rows", EQUAL},
                                         {&by_records, "unified-records", EQUAL},
                                         {0}};
static const struct part large_parts[] = {
    {&contiguous, "contiguous", EQUAL},           {&interleaved, "interleaved", EQUAL},
    {&blocks, "block-interleaved", EQUAL},        {&by_rows, "unified-rows", EQUAL},
    {&by_records, "unified-records", EQUAL},      {&contiguous, "contiguous-varied", VARIED},
    {&interleaved, "interleaved-varied", VARIED}, {&interleaved, "interleaved-sorted", SORTED},
    {&ragged, "ragged-sorted", SORTED},           {0}};

/* Methods that are tried otherwise than by themselves: the library's as it is fastest, on the arrays themselves, which
 * are made anew before every call. */
static const struct variant {
    const char *method, *name, *options;
} variants[] = {
    {"cusparse_gtsv2", NULL, "inputs = \"given\";"},
    {"cusparse_gtsv2_nopivot", NULL, "inputs = \"given\";"},
    {"cusparse_strided", NULL, "inputs = \"given\";"},
    {"cusparse_interleaved", NULL, "inputs = \"given\"; algorithm = \"thomas\";"},
    {"cusparse_interleaved", "cusparse_interleaved_lu", "inputs = \"given\"; algorithm = \"lu\";"},
    {"cusparse_interleaved", "cusparse_interleaved_qr", "inputs = \"given\"; algorithm = \"qr\";"},
};

struct size {
    int64_t n, batch;
};

static bool fits(const struct size *size)
{
    return size->n * size->batch <= device_memory_bytes() / 4 / (int64_t)(4 * sizeof(real));
}

static int descending(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (y > x) - (y < x);
}

static int64_t *sizes_of(const struct size *size, bool sorted)
{
    int64_t *const v = malloc((size_t)size->batch * sizeof *v);
    const int64_t least = size->n - size->n / 2;
    for (int64_t s = 0; v && s < size->batch; s++)
        v[s] = least + (int64_t)((0.5 + 0.5 * (double)random_at(s, 0)) * (double)(size->n - least) + 0.5);
    if (v && sorted) qsort(v, (size_t)size->batch, sizeof *v, descending);
    return v;
}

/* `from` is where the entries of this size begin. Varied systems are held against equal ones, packed as densely. */
static enum status add_method(struct bench *b, struct pool *p, const struct task *task, int from)
{
    const char *const equal = task->arrangement->shape ? task->arrangement->name : "interleaved";
    int index;
    TRY(pool_add(b, p, task, &index));
    const int uniform = peer_find(b, from, task->way.solver->method, equal, DEVICE);
    if (index >= 0 && task->sizes && uniform >= 0) peer_add(b, index, "uniform", uniform);
    return ST_OK;
}

static enum status add_variants(struct bench *b, struct pool *p, struct task task, int from)
{
    bool found = false;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        if (strcmp(variants[v].method, task.way.solver->method)) continue;
        found = true;
        task.way.name = variants[v].name, task.way.options = variants[v].options;
        TRY(add_method(b, p, &task, from));
    }
    return found ? ST_OK : add_method(b, p, &task, from);
}

/* Every method that takes it. */
static enum status add_part(struct bench *b, struct pool *p, struct task task, const struct part *part, int from)
{
    const struct size size = {task.n, task.batch};
    int64_t *const sizes = part->sizes != EQUAL ? sizes_of(&size, part->sizes == SORTED) : NULL;
    enum status st = part->sizes != EQUAL && !sizes ? fail(ST_NOMEM, "no memory for sizes") : ST_OK;
    task.arrangement = part->arrangement;
    task.layout = part->layout;
    task.sizes = sizes;
    for (size_t i = 0; st == ST_OK && i < solver_count(); i++) {
        task.way.solver = solver_at(i);
        if (task.way.solver->kind == KIND_TRIDIAG && task.way.solver->space == DEVICE)
            st = add_variants(b, p, task, from);
    }
    free(sizes);
    return st;
}

/* Whoever is there of the peers, each in the layout that it is made for. */
static void add_peers(struct bench *b, int from)
{
    static const struct {
        const char *name, *method, *layout;
        enum space space;
    } peers[] = {{"thomas", "thomas", "interleaved", DEVICE},
                 {"cusparse_strided", "cusparse_strided", "contiguous", DEVICE},
                 {"cusparse_interleaved", "cusparse_interleaved", "interleaved", DEVICE},
                 {"host_thomas", "thomas", "contiguous", HOST},
                 {"host_thomas_simd", "thomas_simd", "contiguous", HOST}};
    for (size_t p = 0; p < sizeof peers / sizeof *peers; p++) {
        const int peer = peer_find(b, from, peers[p].method, peers[p].layout, peers[p].space);
        for (int i = from; peer >= 0 && i < b->count; i++)
            if (i != peer && b->entry[i].limit >= 0) peer_add(b, i, peers[p].name, peer);
    }
}

/* The same size by elimination on the host. */
static enum status add_host(struct bench *b, const struct size *size)
{
    static const char *const methods[] = {"thomas", "thomas_simd"};
    struct batch *batch;
    int limit, index;
    TRY(limit_add(b, &limit));
    TRY(batch_make(&batch, shape_contiguous(size->n, size->batch)));
    enum status st = ST_OK;
    for (size_t m = 0; m < sizeof methods / sizeof *methods && st == ST_OK; m++) {
        struct way way = {0};
        st = solver_find(KIND_TRIDIAG, methods[m], HOST, &way.solver);
        if (st == ST_OK) st = batch_add(b, batch, &way, "contiguous", limit, &index);
    }
    batch_release(batch);
    return st;
}

static enum status add_size(struct bench *b, struct pool *pool, const struct size *size, const struct part *parts,
                            int limit)
{
    const struct task task = {.n = size->n, .batch = size->batch, .limit = limit};
    const int from = b->count;
    if (!fits(size))
        return bench_skip(b, "%lldx%lld, %s: more than a quarter of the device's memory", (long long)size->batch,
                          (long long)size->n, REAL_NAME);
    for (const struct part *p = parts; p->layout; p++) TRY(add_part(b, pool, task, p, from));
    if (parts == large_parts) TRY(add_host(b, size));
    add_peers(b, from);
    return ST_OK;
}

static enum status add_sizes(struct bench *b, const struct size *sizes, int count, const struct part *parts)
{
    struct device_limit *device;
    struct pool *pool;
    int64_t most = 0;
    int limit;
    const enum status there = device_limit_add(b, &device, &limit);
    if (there != ST_OK) return there == ST_DEVICE ? bench_skip(b, "%s", fail_text()) : there;
    for (int k = 0; k < count; k++)
        if (fits(&sizes[k]) && sizes[k].n * sizes[k].batch > most) most = sizes[k].n * sizes[k].batch;
    TRY(pool_make(&pool, device, most));
    const int from = b->count;
    enum status st = ST_OK;
    for (int k = 0; k < count && st == ST_OK; k++) st = add_size(b, pool, &sizes[k], parts, limit);
    peers_add_precision(b, from);
    pool_release(pool);
    return st;
}

static enum status add_large(struct bench *b)
{
    const struct size size = {size_first(b->rows, b->scale_n, ROWS), size_first(b->systems, b->scale_batch, SYSTEMS)};
    return add_sizes(b, &size, 1, large_parts);
}

/* In proportion, where small sizes are asked for. */
static int64_t scaled(int64_t size, int64_t largest, int64_t scale)
{
    const int64_t small = size * scale / largest;
    return !scale ? size : small > 1 ? small : 1;
}

static enum status add_grid(struct bench *b)
{
    static const int64_t rows[] = {64, 128, 256, 512}, systems[] = {256, 2560, 25600, 256000};
    struct size sizes[16];
    for (int k = 0; k < 16; k++)
        sizes[k] = (struct size){scaled(rows[k % 4], 512, b->scale_n), scaled(systems[k / 4], 256000, b->scale_batch)};
    return add_sizes(b, sizes, 16, grid_parts);
}

const struct benchmark bench_tridiag_device = {
    "tridiag.device", "2^26 unknowns on the GPU in every layout, equal and varied systems, and on the host", add_large,
    .takes = TAKES_ROWS | TAKES_SYSTEMS};
const struct benchmark bench_tridiag_grid = {"tridiag.grid", "256 to 256,000 systems of 64 to 512 rows on the GPU",
                                             add_grid};
