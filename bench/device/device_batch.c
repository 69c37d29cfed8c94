/* Benchmarks of one batch on the device under every method that takes it. */
#include "bench/device/device_batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/device/device.h"
#include "base/memory.h"
#include "bench/data/problem.h"
#include "bench/entry/benchmark.h"
#include "bench/entry/limit.h"
#include "bench/entry/peers.h"
#include "solvers/batch/random_rows.h"

/* Methods that are measured with other options than their own: the library's with its fastest, on the arrays
 * themselves, which are made again before every call. */
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

/* The first entry of this benchmark and precision: the search for peers begins there. */
static int begun(const struct bench *b)
{
    int first = b->count;
    while (first > 0 && b->entry[first - 1].benchmark == b->benchmark) first--;
    return first;
}

static int peer_of(const struct bench *b, const struct batch_size *size, const char *method, const char *layout,
                   enum space space)
{
    for (int i = begun(b); i < b->count; i++) {
        const struct entry *const e = &b->entry[i];
        if (e->exec.space == space && !strcmp(e->name, method) && !strcmp(e->layout, layout) && e->n == size->n &&
            e->batch == size->batch && !strcmp(e->precision, REAL_NAME))
            return i;
    }
    return -1;
}

static bool fits(const struct batch_size *size)
{
    return size->n * size->batch <= device_memory_bytes() / 4 / (int64_t)(4 * sizeof(real));
}

static int descending(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (y > x) - (y < x);
}

static int64_t *sizes_of(const struct batch_size *size, bool sorted)
{
    int64_t *const v = malloc((size_t)size->batch * sizeof *v);
    const int64_t min = size->n - size->n / 2;
    for (int64_t s = 0; v && s < size->batch; s++)
        v[s] = min + (int64_t)((0.5 + 0.5 * (double)random_at(s, 0)) * (double)(size->n - min) + 0.5);
    if (v && sorted) qsort(v, (size_t)size->batch, sizeof *v, descending);
    return v;
}

/* Varied systems are compared with equal ones, packed as densely. */
static enum status add_method(struct bench *b, struct device_pool *p, const struct task *task)
{
    const char *const equal = task->arrangement->shape ? task->arrangement->name : "interleaved";
    const struct batch_size size = {task->n, task->batch};
    int index;
    TRY(device_pool_add(b, p, task, &index));
    if (index >= 0 && task->sizes)
        peer_add(b, index, "uniform", peer_of(b, &size, task->spec.solver->method, equal, DEVICE));
    return ST_OK;
}

static enum status add_variants(struct bench *b, struct device_pool *p, struct task task)
{
    bool found = false;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        if (strcmp(variants[v].method, task.spec.solver->method)) continue;
        found = true;
        task.spec.name = variants[v].name, task.spec.options = variants[v].options;
        TRY(add_method(b, p, &task));
    }
    return found ? ST_OK : add_method(b, p, &task);
}

static bool is_among(methods_among methods, const char *method)
{
    for (; methods && *methods; methods++)
        if (!strcmp(*methods, method)) return true;
    return !methods;
}

static enum status add_part(struct bench *b, struct device_pool *p, struct task task, const struct batch_part *part,
                            methods_among methods)
{
    const struct batch_size size = {task.n, task.batch};
    int64_t *const sizes = part->sizes != EQUAL ? sizes_of(&size, part->sizes == SORTED) : NULL;
    enum status st = part->sizes != EQUAL && !sizes ? fail(ST_NOMEM, "no memory for sizes") : ST_OK;
    task.arrangement = part->arrangement;
    task.layout = part->layout;
    task.sizes = sizes;
    for (size_t i = 0; st == ST_OK && i < solver_count(); i++) {
        task.spec.solver = solver_at(i);
        if (task.spec.solver->kind == KIND_TRIDIAG && task.spec.solver->space == DEVICE &&
            is_among(methods, task.spec.solver->method))
            st = add_variants(b, p, task);
    }
    free(sizes);
    return st;
}

/* Compares the entries from `from` on with the existing peers, each in the layout that it is made for. */
static void add_peers(struct bench *b, int from, const struct batch_size *size)
{
    static const struct {
        const char *name, *method, *layout;
    } peers[] = {{"thomas", "thomas", "interleaved"},
                 {"cusparse_strided", "cusparse_strided", "contiguous"},
                 {"cusparse_interleaved", "cusparse_interleaved", "interleaved"},
                 {"cusparse_gtsv2", "cusparse_gtsv2", "contiguous"},
                 {"cusparse_gtsv2_nopivot", "cusparse_gtsv2_nopivot", "contiguous"}};
    for (size_t p = 0; p < sizeof peers / sizeof *peers; p++) {
        const int peer = peer_of(b, size, peers[p].method, peers[p].layout, DEVICE);
        for (int i = from; peer >= 0 && i < b->count; i++)
            if (i != peer && b->entry[i].limit >= 0) peer_add(b, i, peers[p].name, peer);
    }
}

static enum status add_size(struct bench *b, struct device_pool *pool, struct task task, const struct batch_part *parts,
                            methods_among methods)
{
    const struct batch_size size = {task.n, task.batch};
    const int from = b->count;
    if (!fits(&size))
        return bench_skip(b, "%lldx%lld, %s: more than a quarter of the device's memory", (long long)size.batch,
                          (long long)size.n, REAL_NAME);
    for (const struct batch_part *p = parts; p->layout; p++) TRY(add_part(b, pool, task, p, methods));
    add_peers(b, from, &size);
    return ST_OK;
}

enum status device_batch_add(struct bench *b, const struct batch_size *sizes, int count, const struct batch_part *parts,
                             methods_among methods)
{
    struct device_limit *device;
    struct device_pool *pool;
    int64_t max = 0;
    int limit;
    const enum status there = device_limit_add(b, &device, &limit);
    if (there != ST_OK) return there == ST_DEVICE ? bench_skip(b, "%s", fail_text()) : there;
    for (int k = 0; k < count; k++)
        if (fits(&sizes[k]) && sizes[k].n * sizes[k].batch > max) max = sizes[k].n * sizes[k].batch;
    TRY(device_pool_make(&pool, device, max));
    const int from = b->count;
    enum status st = ST_OK;
    for (int k = 0; k < count && st == ST_OK; k++)
        st = add_size(b, pool, (struct task){.n = sizes[k].n, .batch = sizes[k].batch, .limit = limit}, parts, methods);
    peers_add_precision(b, from);
    device_pool_release(pool);
    return st;
}

enum status device_batch_host(struct bench *b, const struct batch_size *size)
{
    static const char *const methods[] = {"thomas", "thomas_simd"};
    const int from = b->count;
    struct problem *batch;
    int index;
    if (device_ready() != ST_OK) return ST_OK; /* said already */
    TRY(limit_add(b));
    TRY(problem_tridiag(&batch, shape_contiguous(size->n, size->batch)));
    enum status st = ST_OK;
    for (size_t m = 0; m < sizeof methods / sizeof *methods && st == ST_OK; m++) {
        struct method_spec spec = {0};
        st = solver_find(KIND_TRIDIAG, methods[m], HOST, &spec.solver);
        if (st == ST_OK) st = problem_add(b, batch, &batch->shape, &spec, "contiguous", &index);
        if (st == ST_OK && index >= 0)
            peer_add(b, index, "device_thomas", peer_of(b, size, "thomas", "interleaved", DEVICE));
    }
    problem_release(batch);
    peers_add_precision(b, from);
    return st;
}
