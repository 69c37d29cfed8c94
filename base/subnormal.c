/* Clears and restores the bits of the register MXCSR that flush subnormal numbers to 0 (Intel, Software Developer's
 * Manual, volume 1, section 10.2.3). Nothing to do on other processors. */
#include "base/subnormal.h"

#ifdef __SSE2__
#include <xmmintrin.h>

enum { RESULTS_TO_ZERO = 0x8000, OPERANDS_ARE_ZERO = 0x40, BOTH = RESULTS_TO_ZERO | OPERANDS_ARE_ZERO };

static _Thread_local unsigned found; /* what this thread had set */

static bool keep(void)
{
    const unsigned now = _mm_getcsr();
    if (!(now & BOTH)) return false;
    found = now & BOTH;
    _mm_setcsr(now & ~(unsigned)BOTH);
    return true;
}

static void drop(void)
{
    if (found) _mm_setcsr(_mm_getcsr() | found);
    found = 0;
}
#else
static bool keep(void)
{
    return false;
}

static void drop(void)
{
}
#endif

bool subnormals_keep(int threads)
{
    bool any = keep();
    if (threads == 1) return any;
#pragma omp parallel num_threads(threads) reduction(|| : any)
    any = keep() || any;
    return any;
}

void subnormals_drop(int threads)
{
    drop();
    if (threads == 1) return;
#pragma omp parallel num_threads(threads)
    drop();
}
