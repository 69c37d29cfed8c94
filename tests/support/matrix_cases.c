/* The layouts of a matrix that every tridiagonal method is tried on. */
#include "tests/support/matrix_cases.h"

static struct matrix_layout as_x(int64_t n, int64_t batch)
{
    return (struct matrix_layout){0};
}

static struct matrix_layout shared(int64_t n, int64_t batch)
{
    return matrix_layout_shared();
}

static struct matrix_layout shared_strided(int64_t n, int64_t batch)
{
    return (struct matrix_layout){.stride = 3, .inner = 1};
}

static struct matrix_layout toeplitz(int64_t n, int64_t batch)
{
    return matrix_layout_toeplitz();
}

static struct matrix_layout toeplitz_shared(int64_t n, int64_t batch)
{
    return (struct matrix_layout){.inner = 1};
}

static struct matrix_layout pairs(int64_t n, int64_t batch)
{
    return matrix_layout_pairs(n);
}

static struct matrix_layout pairs_interleaved(int64_t n, int64_t batch)
{
    return (struct matrix_layout){.stride = (batch + 1) / 2, .inner = 2, .outer = 1};
}

static struct matrix_layout contiguous(int64_t n, int64_t batch)
{
    return (struct matrix_layout){.stride = 1, .inner = batch, .dist = n + 1};
}

static struct matrix_layout interleaved(int64_t n, int64_t batch)
{
    return (struct matrix_layout){.stride = batch + 3, .inner = batch, .dist = 1};
}

static struct matrix_layout blocks_of_3(int64_t n, int64_t batch)
{
    return (struct matrix_layout){.stride = 3, .inner = 3, .dist = 1, .outer = 3 * n + 2};
}

/* The same matrices in all runs of 14 interleaved systems. */
static struct matrix_layout runs(int64_t n, int64_t batch)
{
    return (struct matrix_layout){.stride = 14, .inner = 14, .dist = 1};
}

/* The last group first. */
static struct matrix_layout backwards(int64_t n, int64_t batch)
{
    static int64_t starts[64];
    for (int64_t g = 0; g < batch; g++) starts[g] = (batch - 1 - g) * (n + 1);
    return (struct matrix_layout){.stride = 1, .inner = 1, .starts = starts};
}

const struct matrix_case matrix_cases[MATRIX_CASES] = {
    {"as x", as_x, true},
    {"shared", shared, false},
    {"shared, strided", shared_strided, false},
    {"Toeplitz", toeplitz, false},
    {"Toeplitz, shared", toeplitz_shared, false},
    {"pairs", pairs, false},
    {"pairs, interleaved", pairs_interleaved, false},
    {"contiguous", contiguous, true},
    {"interleaved", interleaved, true},
    {"blocks of 3", blocks_of_3, true},
    {"runs", runs, false},
    {"backwards", backwards, true},
};
