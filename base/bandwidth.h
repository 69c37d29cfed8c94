/* The memory limit of this machine, measured: what any solver is compared with. */
#pragma once
#include <stdint.h>

#include "base/exec.h"
#include "base/status.h"

struct bandwidth {
    double read, copy, triad, solve; /* GB/s, 10^9 bytes; `solve` is 4 arrays read and 1 written, the
                                        traffic of a tridiagonal solve; all with non-temporal stores where
                                        the machine has them; bytes counted once per array touched */
};

/* Medians of `rounds` rounds over arrays of `bytes` each (0: twice the last-level cache). */
enum status bandwidth_measure(struct bandwidth *out, struct exec exec, int64_t bytes, int rounds);

/* The largest of the four: the limit a share is a share of. */
double bandwidth_limit(const struct bandwidth *b);
