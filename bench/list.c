/* The list of benchmarks. */
#include "base/either_precision.h"
#include "bench/bench.h"

static const struct benchmark *const table[] = {
#define BENCHMARK(id) &id,
#include "bench/list.h"
#undef BENCHMARK
};

size_t benchmark_count(void)
{
    return sizeof table / sizeof table[0];
}

const struct benchmark *benchmark_at(size_t i)
{
    return table[i];
}
