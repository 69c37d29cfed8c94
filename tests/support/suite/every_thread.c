/* Linked into tests of what computes: no work is small, so that threads meet in systems of a few rows. */
#include "base/exec.h"

__attribute__((constructor)) static void use_every_thread(void)
{
    exec_small_work(0);
}
