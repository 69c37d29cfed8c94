/* Removes temporary files where the program crashes, or where a library calls exit(). */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/signals.h"
#include "base/signals/signals_internal.h"

enum { STACK = 1 << 16 };

static volatile sig_atomic_t is_over;

static void say_number(int number)
{
    char digits[12], *at = digits + sizeof digits - 1;
    *at = '\0';
    do *--at = (char)('0' + number % 10);
    while (number /= 10);
    signals_say(at);
}

/* A crash stays one. */
static void crash(int signal_number)
{
    signals_clear();
    signals_say("bandstand: crashed (signal "), say_number(signal_number);
    signals_say("); temporary files are removed, an older result file is intact\n");
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

void signals_without_memory(void)
{
    signals_clear();
    signals_say("bandstand: no memory for a library that needs it\n");
    _exit(2);
}

static void ended_by_library(void)
{
    if (!is_over) signals_without_memory();
}

static const int crashes[] = {SIGSEGV, SIGABRT, SIGBUS};

/* A stack that overflowed cannot hold the handler. Sanitizers bring one of their own. */
static void bring_stack(void)
{
    static char stack[STACK];
    stack_t there;
    if (sigaltstack(NULL, &there) == 0 && there.ss_flags & SS_DISABLE)
        sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
}

void signals_watch_crashes(void)
{
    struct sigaction act = {.sa_handler = crash, .sa_flags = SA_ONSTACK}, before;
    sigemptyset(&act.sa_mask);
    bring_stack();
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        if (sigaction(crashes[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(crashes[i], &act, NULL);
    atexit(ended_by_library);
}

void signals_is_over(void)
{
    is_over = 1;
}

void signals_forget_crashes(void)
{
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) signal(crashes[i], SIG_DFL);
    signals_is_over();
}
