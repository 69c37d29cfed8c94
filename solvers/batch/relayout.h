/* Copies a batch from one layout to another: the pre-processing of methods that need interleaved systems, paid once
 * where the same batch is solved often.
 *
 * P. Valero-Lara et al., cuThomasBatch & cuThomasVBatch, Concurrency and Computation 30 (2018), section 3.
 * A tile of systems and rows is read along that of the two whose elements lie closer in memory, kept in cache, and
 * written along that whose elements lie closer there. 2 values an unknown cross the memory bus. */
#pragma once
#include "solvers/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* to[row i of system s by to_shape] = from[row i of system s by from_shape] for every row of every system; nothing
 * else is read or written, and no bit of a value changes. Both shapes have the same n, batch and sizes; to and from do
 * not overlap. All arrays, sizes and starts too, are in exec's space. In the space DEVICE the copy is queued on exec's
 * stream; ST_DEVICE if this binary was built without CUDA. `matrix`, `cyclic` and `reuse` mean nothing here. */
enum status relayout(real *to, const struct shape *to_shape, const real *from, const struct shape *from_shape,
                     const struct exec *exec);

/* The part of relayout for the space DEVICE. */
enum status relayout_device(real *to, const struct shape *to_shape, const real *from, const struct shape *from_shape,
                            const struct exec *exec);

/* Do the rows of a system lie closer to each other than neighbouring systems? */
static inline EITHER_SPACE bool relayout_by_rows(const struct shape *s)
{
    return s->stride == 1 || s->stride < s->dist;
}

#ifdef __cplusplus
}
#endif
