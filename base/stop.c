#include "base/stop.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t asked;

/* Both signals get their deadly default back, whichever comes second. */
static void ask(int signal_number)
{
    asked = signal_number;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

void stop_install(void)
{
    struct sigaction act = {.sa_handler = ask}; /* not SA_RESTART: what waits for a pipe is to end */
    sigemptyset(&act.sa_mask);
    sigaddset(&act.sa_mask, SIGINT);
    sigaddset(&act.sa_mask, SIGTERM);
    asked = 0;
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
}

int stop_asked(void)
{
    return asked;
}
