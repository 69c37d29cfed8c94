/* Switches of stacks. On x86-64 six registers are pushed and popped; elsewhere ucontext does it, with system calls. */
#include "tests/cuhost/fiber.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <vector>

#include "tests/cuhost/sanitize.h"
#include "tests/cuhost/setting.h"
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

namespace cuhost
{
namespace
{
struct stack {
    char *base;
    void *tsan;
    bool left; /* its fiber did not end: frames are on it */
};
std::vector<stack> spare;
[[maybe_unused]] std::vector<stack> resting; /* until the launch has ended */
enum { RESTING = 2048 };
fiber scheduler;
void (*fiber_main)();
[[maybe_unused]] const fiber *before; /* the fiber that ran before the last switch */
[[maybe_unused]] const void *scheduler_stack;
[[maybe_unused]] size_t scheduler_stack_bytes;

size_t stack_bytes()
{
    static const size_t bytes = setting("CUHOST_STACK_KIB", 128, 16, 1 << 20) << 10;
    return bytes;
}

size_t guard_bytes()
{
    static const size_t bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    return bytes;
}

void *tsan_make()
{
#ifdef CUHOST_TSAN
    return __tsan_create_fiber(0);
#else
    return nullptr;
#endif
}

/* The page below a stack must not be touched, so that a stack overflow is noticed. Functions that return make their
 * memory accessible again: of a fiber that ended, the memory hidden by its first functions is left. */
stack stack_make()
{
    static const size_t first = 2048;
    if (!spare.empty()) {
        const stack s = spare.back();
        const size_t bytes = s.left ? stack_bytes() : first;
        spare.pop_back();
        memory_show(s.base + stack_bytes() - bytes, bytes);
        return s;
    }
    void *const p = mmap(nullptr, guard_bytes() + stack_bytes(), PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED || mprotect(p, guard_bytes(), PROT_NONE) != 0) {
        perror("cuhost: no memory for the stack of a thread; see vm.max_map_count");
        exit(EXIT_FAILURE);
    }
    return {static_cast<char *>(p) + guard_bytes(), tsan_make(), false};
}

/* The thread sanitizer would take two threads of a launch that run on one stack, one after the other, for a race, and
 * as one thread for none. */
void stack_free(stack s)
{
#ifdef CUHOST_TSAN
    if (resting.size() < RESTING) return resting.push_back(s);
    __tsan_destroy_fiber(s.tsan);
    munmap(s.base - guard_bytes(), guard_bytes() + stack_bytes());
#else
    spare.push_back(s);
#endif
}

/* After a switch to a fiber. The position of the scheduler's stack is known after leaving it. */
void arrive([[maybe_unused]] void *asan)
{
#ifdef __SANITIZE_ADDRESS__
    const bool away = before == &scheduler;
    __sanitizer_finish_switch_fiber(asan, away ? &scheduler_stack : nullptr, away ? &scheduler_stack_bytes : nullptr);
#endif
}

/* First on the new stack. */
void begin()
{
    arrive(nullptr);
    fiber_main();
}

#ifndef CUHOST_UCONTEXT
#ifdef __clang__
#define KEPT_WHOLE naked, noinline
#else
#define KEPT_WHOLE naked, noinline, noipa
#endif
__attribute__((KEPT_WHOLE)) void exchange_stacks(void **, void *)
{
    asm("push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15; mov %rsp, (%rdi); mov %rsi, %rsp;"
        "pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp; ret");
}

void context_make(fiber *f)
{
    void **top = reinterpret_cast<void **>(f->stack + stack_bytes());
    *--top = nullptr; /* where begin would return to */
    *--top = reinterpret_cast<void *>(begin);
    for (int i = 0; i < 6; i++) *--top = nullptr;
    f->top = top;
}

void context_switch(fiber *from, fiber *to)
{
    exchange_stacks(&from->top, to->top);
}
#else
void context_make(fiber *f)
{
    getcontext(&f->context);
    f->context.uc_stack.ss_sp = f->stack;
    f->context.uc_stack.ss_size = stack_bytes();
    f->context.uc_link = nullptr;
    makecontext(&f->context, begin, 0);
}

void context_switch(fiber *from, fiber *to)
{
    swapcontext(&from->context, &to->context);
}
#endif

void change(fiber *from, fiber *to, [[maybe_unused]] bool ending)
{
    before = from;
#ifdef __SANITIZE_ADDRESS__
    const bool home = to == &scheduler;
    __sanitizer_start_switch_fiber(ending ? nullptr : &from->asan, home ? scheduler_stack : to->stack,
                                   home ? scheduler_stack_bytes : stack_bytes());
#endif
#ifdef CUHOST_TSAN
    __tsan_switch_to_fiber(to->tsan, __tsan_switch_to_fiber_no_sync);
#endif
    context_switch(from, to);
    arrive(from->asan);
}
} // namespace

void fiber_make(fiber *f, void (*main)())
{
    fiber_main = main;
    const stack s = stack_make();
    f->stack = s.base;
    f->tsan = s.tsan;
    f->ended = false;
    context_make(f);
}

void fiber_enter(fiber *f)
{
#ifdef CUHOST_TSAN
    scheduler.tsan = __tsan_get_current_fiber();
#endif
    change(&scheduler, f, false);
}

void fiber_leave(fiber *f)
{
    change(f, &scheduler, false);
}

void fiber_pass(fiber *f, fiber *to)
{
    change(f, to, false);
}

void fiber_end(fiber *f)
{
    f->ended = true;
    change(f, &scheduler, true);
    abort();
}

void fiber_free(fiber *f)
{
    stack_free({f->stack, f->tsan, !f->ended});
}

void fibers_rested()
{
    while (!resting.empty() && spare.size() < RESTING) {
        spare.push_back(resting.back());
        resting.pop_back();
    }
}
} // namespace cuhost
