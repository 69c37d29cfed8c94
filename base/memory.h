/* Memory of the host and the device. Every large array of the program comes from here, so that its alignment, its huge
 * pages, the figures of the result file and the failing-allocation tests are settled once. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/exec.h"
#include "base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* `bytes` >= 0 of zeroed memory, aligned to 64 bytes, on the HOST on huge pages when large. 0 bytes
 * give a pointer that may be freed. On failure *out is NULL and the sentence says how much was asked. */
enum status mem_alloc(void *out, enum space space, int64_t bytes);

/* mem_alloc of `count` items of `size` bytes each; an overflow is a failure. */
enum status mem_array(void *out, enum space space, int64_t count, int64_t size);

/* Frees what mem_alloc gave; NULL is fine. Always returns NULL: x = mem_free(x). */
void *mem_free(void *p);

/* Bytes held now and at most since the last mem_peak_reset, in one space. */
int64_t mem_held(enum space space);
int64_t mem_peak(enum space space);
void mem_peak_reset(void);

/* Tests: the k-th allocation from now (k >= 1) fails; 0: none fails. */
void mem_fail_at(int64_t k);

/* Tests: from now on each block of the host ends, but for the rest of a line of the cache, at a page that nobody may
 * touch; mem_free aborts where that rest was written to. */
void mem_guard(bool on);

/* Bytes of the last-level cache, 32 MiB if the system does not say. */
int64_t mem_cache_bytes(void);

/* Bytes of a core's own, second-level cache, 512 KiB if the system does not say. */
int64_t mem_core_cache_bytes(void);

/* Bytes of memory of this machine, or fewer where a control group or BANDSTAND_MEMORY_BYTES allows no more. */
int64_t mem_machine_bytes(void);

/* Bytes that this process may take now: what the kernel calls available, within the limits of its control groups. */
int64_t mem_available_bytes(void);

#ifdef __cplusplus
}
#endif
