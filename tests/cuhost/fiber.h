/* A stack for one CUDA thread, and the switch between it and the scheduler. */
#pragma once
#ifndef __x86_64__
#define CUHOST_UCONTEXT
#endif
#ifdef CUHOST_UCONTEXT
#include <ucontext.h>
#endif

namespace cuhost
{
struct fiber {
    char *stack;
#ifndef CUHOST_UCONTEXT
    void *top; /* the stack pointer while the fiber does not run */
#else
    ucontext_t context;
#endif
    void *asan, *tsan;
    bool ended;
};

/* A fiber that will run main, which must not return but end with fiber_end. */
void fiber_make(fiber *f, void (*main)());

/* The scheduler enters a fiber, until one leaves: fibers may pass the processor on to each other. */
void fiber_enter(fiber *f);
void fiber_pass(fiber *f, fiber *to);
void fiber_leave(fiber *f);
[[noreturn]] void fiber_end(fiber *f);

/* For a fiber that has ended, or is never entered again. */
void fiber_free(fiber *f);

/* The launch is over: its fibers may serve the next one. */
void fibers_rested();
} // namespace cuhost
