/* One size of a batch on the device under every method that takes it, in some layouts, each entry compared with the
 * existing peers: the parts of the benchmarks of tridiag_device.c. */
#pragma once
#include "bench/device/device_pool.h"

struct batch_size {
    int64_t n, batch;
};

/* The layout of the systems of a size, and whether they are all alike or have half as many rows to all, in any order or
 * the longest first. */
struct batch_part {
    const struct arrangement *arrangement;
    const char *layout;
    enum { EQUAL, VARIED, SORTED } sizes;
};

/* The methods: all, or, if not NULL, some, the last name being NULL. */
typedef const char *const *methods_among;

/* Adds every part of each of `count` sizes, parts ending with a NULL layout. Peers may be entries of earlier parts of
 * the same benchmark. Without a GPU it adds only a skip. */
enum status device_batch_add(struct bench *b, const struct batch_size *sizes, int count, const struct batch_part *parts,
                             methods_among methods);

/* The size by elimination on the host, and those entries as peers of the ones on the device. */
enum status device_batch_host(struct bench *b, const struct batch_size *size);

/* A size in proportion, if `scale` requests small ones: the largest becomes `scale`. */
static inline int64_t size_scaled(int64_t size, int64_t largest, int64_t scale)
{
    const int64_t small = size * scale / largest;
    return !scale ? size : small > 1 ? small : 1;
}
