/* The modes of floating-point arithmetic, a setting of each thread: which results are rounded up or down, whether
 * subnormal numbers are flushed to 0, and which exceptions are trapped. Libraries built for speed leave the second on,
 * programs under test the third, and threads inherit all of them from the thread that starts them. */
#pragma once
#include <stdbool.h>

/* The bits of the registers that hold them; 0 where the processor has none that are known. */
struct arithmetic_mode {
    unsigned vectors, x87;
};

/* From here on the calling thread rounds to nearest, computes with subnormal numbers and traps nothing, on x86-64 and
 * AArch64; on other processors nothing changes. Returns the mode that it had, for arithmetic_set. Exceptions that
 * happen in between are not trapped afterwards. */
struct arithmetic_mode arithmetic_plain(void);
void arithmetic_set(struct arithmetic_mode mode);

/* As arithmetic_plain, for the calling thread and its OpenMP team of `threads`. True if one had another mode:
 * arithmetic_team_restore, with as many threads, then restores all of them. A call between these two has no more
 * threads than the first one. */
bool arithmetic_team_plain(int threads);
void arithmetic_team_restore(int threads);
