/* Chooses the thread that runs next. Only the scheduler, on the stack of the launch, switches to threads. */
#pragma once
#include "tests/cuhost/thread.h"

namespace cuhost
{
/* The thread may run. */
void thread_ready(thread *t);

/* The running thread gives up the processor until it is ready. */
void thread_wait();

/* CUHOST_SEED: 0 runs blocks and threads in order, any other number in an order of its own. */
uint64_t schedule_seed();

/* CUHOST_RESIDENT: the number of blocks that run at the same time; the device has as many multiprocessors. */
int schedule_resident();
} // namespace cuhost
