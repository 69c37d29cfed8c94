/* Linked into tests of computations: no work counts as small, so that threads share systems of a few rows. */
#include "base/exec.h"

__attribute__((constructor)) static void use_every_thread(void)
{
    exec_small_work(0);
}
