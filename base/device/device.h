/* The GPU, its memory and streams, or why there is none. The one file that includes the headers of the CUDA runtime is
 * base/device/device.c; a build without CUDA takes base/device/device_none.c in its place. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/exec.h"
#include "base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ST_DEVICE and a sentence if this process has no GPU that it can use. Asked of the driver once. */
enum status device_ready(void);

/* A DEVICE exec with a stream of its own; `threads` are for what the host does meanwhile. */
enum status device_exec(struct exec *out, int threads);
void device_exec_end(struct exec *exec);

/* `bytes` of memory of the device, aligned to 256 bytes, zeroed. For memory.c. */
enum status device_alloc(void **out, int64_t bytes);
void device_free(void *p);

/* Copies between spaces, in the order of exec's stream; done on return, its bytes and seconds recorded. */
enum status device_copy(void *to, enum space to_space, const void *from, enum space from_space, int64_t bytes,
                        const struct exec *exec);

/* Queues a copy within the device on exec's stream. */
enum status device_copy_within(void *to, const void *from, int64_t bytes, const struct exec *exec);

/* Waits for what was queued on exec's stream; ST_DEVICE with the sentence of the first fault of a kernel. */
enum status device_wait(const struct exec *exec);

/* Seconds, by the device's clock, of what `work` queues on exec's stream; waits until it is done. If earlier work keeps
 * the device busy meanwhile, the host's time to start kernels does not count. */
enum status device_seconds(double *seconds, const struct exec *exec, enum status (*work)(void *context), void *context);

/* Bytes of memory that the device has, 0 without one. */
int64_t device_memory_bytes(void);

/* Bytes of shared memory that a block of threads may ask for there, 0 without a device. */
int64_t device_block_bytes(void);

/* The bytes that device_copy has moved since the last device_traffic_reset, to the device and from it. */
struct traffic {
    int64_t bytes[2];
    double seconds[2];
};
struct traffic device_traffic(void);
void device_traffic_reset(void);

/* Name, compute capability, memory, driver and runtime of the GPU, in one line; or why there is none. */
void device_describe(char *out, int64_t size);

/* GB/s, bytes read and written, of a copy within the device of much more than its caches hold: the best of a few. */
enum status device_bandwidth(double *gb_s);

#ifdef __cplusplus
}
#endif
