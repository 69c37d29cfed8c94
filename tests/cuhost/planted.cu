/* Runs kernels with a bug planted, or the same without.
 *
 *     planted right|wrong [CASE]      exit 0 if each answer is right and no call returned an error
 *
 * The right ones are written to give the right answers on a GPU too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cuhost/bugs.cuh"

struct memory {
    double *x, *part;
    int *flag, *count;
};

static double before(int i)
{
    return 1 + i % 17;
}

static double doubled(int i)
{
    return 2 * before(i);
}

static double reversed(int i)
{
    return before(i / N * N + N - 1 - i % N);
}

static double next(int i)
{
    return before(i % N < N - 1 ? i + 1 : i);
}

static double next_of_lanes(int i)
{
    return before(i % 32 < 31 ? i + 1 : i);
}

static double next_of_half(int i)
{
    return before(i % 32 < 15 ? i + 1 : i);
}

static double place(int i)
{
    return i < BLOCKS ? i + 1 : before(i);
}

static double doubled_by_two(int i)
{
    return i < 2 * N ? doubled(i) : before(i);
}

static double total(int i)
{
    return i == 0 ? double(BLOCKS) : before(i);
}

#define EITHER(wrong, kernel, shared_bytes, ...) \
    if (wrong) LAUNCH(kernel<true>, BLOCKS, N, shared_bytes, 0, __VA_ARGS__); \
    else LAUNCH(kernel<false>, BLOCKS, N, shared_bytes, 0, __VA_ARGS__)
#define PLAIN(kernel) [](bool wrong, memory m) { EITHER(wrong, kernel, 0, m.x); }
#define DYNAMIC(kernel) [](bool wrong, memory m) { EITHER(wrong, kernel, N * sizeof(double), m.x); }

static void block_order(bool wrong, memory m)
{
    if (wrong) LAUNCH((chain<true, false>), BLOCKS, N, 0, 0, m.x, m.flag, m.count);
    else LAUNCH((chain<false, false>), BLOCKS, N, 0, 0, m.x, m.flag, m.count);
}

static void relaxed_store(bool wrong, memory m)
{
    if (wrong) LAUNCH((chain<false, true>), BLOCKS, N, 0, 0, m.x, m.flag, m.count);
    else LAUNCH((chain<false, false>), BLOCKS, N, 0, 0, m.x, m.flag, m.count);
}

static void together(bool wrong, memory m)
{
    const int blocks = wrong ? 65536 : 2;
    if (LAUNCH_TOGETHER(wait_for_all, blocks, N, 0, 0, m.x, m.flag) != cudaSuccess) cudaGetLastError(), exit(1);
}

static void flag_stays(bool wrong, memory m)
{
    EITHER(wrong, flag_that_stays, 0, m.flag);
}

static void fence(bool wrong, memory m)
{
    EITHER(wrong, missing_fence, 0, m.x, m.part, m.count);
}

static void shared_unasked(bool wrong, memory m)
{
    const int bytes = 64 << 10;
    if (!wrong) cudaFuncSetAttribute(much_shared<false>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    EITHER(wrong, much_shared, bytes, m.x);
}

static void copy_bounds(bool wrong, memory m)
{
    double there[BLOCKS * N + 1];
    cudaMemcpy(there, m.x, sizeof there - !wrong * sizeof there[0], cudaMemcpyDeviceToHost);
}

static void host_access(bool wrong, memory m)
{
    double first;
    if (wrong) first = *static_cast<volatile double *>(m.x);
    else cudaMemcpy(&first, m.x, sizeof first, cudaMemcpyDeviceToHost);
    if (first != before(0)) exit(1);
}

static void never_freed(bool wrong, memory)
{
    double *x;
    cudaMalloc(&x, sizeof *x);
    if (!wrong) cudaFree(x);
}

static const struct planted {
    const char *name;
    void (*run)(bool wrong, memory m);
    double (*answer)(int i);
} cases[] = {
    {"missing-syncthreads", PLAIN(missing_syncthreads), reversed},
    {"divergent-syncthreads", PLAIN(divergent_syncthreads), reversed},
    {"departed-lane", PLAIN(departed_lane), next_of_lanes},
    {"outside-the-mask", PLAIN(outside_the_mask), next_of_half},
    {"stranded-lanes", PLAIN(stranded_lanes), doubled},
    {"shared-bounds", PLAIN(shared_bounds), next},
    {"shared-pointer-bounds", PLAIN(shared_pointer_bounds), next},
    {"dynamic-shared-bounds", DYNAMIC(dynamic_shared_bounds), next},
    {"global-bounds", PLAIN(global_bounds), before},
    {"block-order", block_order, place},
    {"relaxed-store", relaxed_store, place},
    {"too-many-together", together, doubled_by_two},
    {"flag-that-stays", flag_stays, before},
    {"missing-syncwarp", PLAIN(missing_syncwarp), before},
    {"missing-fence", fence, total},
    {"shared-unasked", shared_unasked, before},
    {"copy-bounds", copy_bounds, before},
    {"host-access", host_access, before},
    {"never-freed", never_freed, before},
};

static bool right(const planted *c, bool wrong)
{
    double x[BLOCKS * N];
    memory m;
    for (int i = 0; i < BLOCKS * N; i++) x[i] = before(i);
    if (cudaMalloc(&m.x, sizeof x) || cudaMalloc(&m.part, BLOCKS * sizeof(double)) ||
        cudaMalloc(&m.flag, BLOCKS * sizeof(int)) || cudaMalloc(&m.count, sizeof(int)) ||
        cudaMemcpy(m.x, x, sizeof x, cudaMemcpyHostToDevice) || cudaMemset(m.flag, 0, BLOCKS * sizeof(int)) ||
        cudaMemset(m.count, 0, sizeof(int)))
        return false;
    c->run(wrong, m);
    bool same = cudaGetLastError() == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess &&
                cudaMemcpy(x, m.x, sizeof x, cudaMemcpyDeviceToHost) == cudaSuccess;
    for (int i = 0; same && i < BLOCKS * N; i++) same = x[i] == c->answer(i);
    cudaFree(m.x);
    cudaFree(m.part);
    cudaFree(m.flag);
    cudaFree(m.count);
    return same;
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3 || (strcmp(argv[1], "right") != 0 && strcmp(argv[1], "wrong") != 0)) {
        fputs("usage: planted right|wrong [CASE]\n", stderr);
        return 2;
    }
    bool any = false, all = true;
    for (const planted &c : cases) {
        if (argc == 3 && strcmp(argv[2], c.name) != 0) continue;
        const bool fine = right(&c, strcmp(argv[1], "wrong") == 0);
        printf("%s: the answer is %s\n", c.name, fine ? "right" : "wrong");
        any = true;
        all &= fine;
    }
    return any ? !all : 2;
}
