/* The origin of a result: host, CPU, memory, compiler, flags, libraries. */
#pragma once
#include "base/result/store.h"

/* Calls `each` with every fact, as text. Keys: host, system, cpu, cores, memory_gb, last_level_cache_mb, tuning,
 * compiler, flags, version, commit, created_utc, hdf5, libconfig, muparser, blas, openmp, gpu. */
void provenance_each(void (*each)(void *context, const char *key, const char *value), void *context);

/* The state of the sources that the program was built from, as `commit`. */
const char *provenance_commit(void);

/* Writes them as attributes of /provenance. */
enum status provenance_store(struct store *s);
