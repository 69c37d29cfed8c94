/* Counts instructions and cycles with perf_event_open. */
#include "base/timing/counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <omp.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/memory.h"

enum { EVENTS = 2 };
static const uint64_t events[EVENTS] = {PERF_COUNT_HW_INSTRUCTIONS, PERF_COUNT_HW_CPU_CYCLES};

/* One file per thread, since a counter follows the thread that opened it. */
struct counters {
    int threads;
    int (*file)[EVENTS];
};

static int open_event(uint64_t event)
{
    struct perf_event_attr a = {.type = PERF_TYPE_HARDWARE,
                                .size = sizeof a,
                                .config = event,
                                .disabled = 1,
                                .exclude_kernel = 1,
                                .exclude_hv = 1};
    return (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static const char *reason(int error)
{
    if (error == ENOENT || error == EOPNOTSUPP || error == ENODEV)
        return "this processor shows none, as in many virtual machines";
    if (error == EACCES || error == EPERM) return "the kernel does not permit it; see kernel.perf_event_paranoid";
    return strerror(error);
}

enum status counters_make(struct counters **out, const struct exec *exec)
{
    struct counters *c;
    int error = 0;
    *out = NULL;
    TRY(mem_alloc(&c, HOST, sizeof *c));
    const enum status s = mem_array(&c->file, HOST, exec->threads, sizeof *c->file);
    if (s != ST_OK) {
        mem_free(c);
        return s;
    }
    c->threads = exec->threads;
#pragma omp parallel num_threads(c->threads) reduction(max : error)
    for (int e = 0; e < EVENTS; e++) {
        c->file[omp_get_thread_num()][e] = open_event(events[e]);
        if (c->file[omp_get_thread_num()][e] < 0) error = errno;
    }
    *out = c;
    if (!error) return ST_OK;
    *out = counters_free(c);
    return fail(ST_DEVICE, "hardware counters are unavailable: %s", reason(error));
}

struct counters *counters_free(struct counters *c)
{
    if (!c) return NULL;
    for (int t = 0; t < c->threads; t++)
        for (int e = 0; e < EVENTS; e++)
            if (c->file[t][e] > 0) close(c->file[t][e]);
    mem_free(c->file);
    return mem_free(c);
}

static void control_all(const struct counters *c, unsigned long request)
{
    for (int t = 0; t < c->threads; t++)
        for (int e = 0; e < EVENTS; e++) ioctl(c->file[t][e], request, 0);
}

void counters_begin(struct counters *c)
{
    control_all(c, PERF_EVENT_IOC_RESET);
    control_all(c, PERF_EVENT_IOC_ENABLE);
}

struct counts counters_end(struct counters *c)
{
    double sum[EVENTS] = {0};
    control_all(c, PERF_EVENT_IOC_DISABLE);
    for (int t = 0; t < c->threads; t++)
        for (int e = 0; e < EVENTS; e++) {
            uint64_t value;
            if (read(c->file[t][e], &value, sizeof value) == (ssize_t)sizeof value) sum[e] += (double)value;
        }
    return (struct counts){.instructions = sum[0], .cycles = sum[1]};
}
