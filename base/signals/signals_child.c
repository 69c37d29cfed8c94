/* Processes that are awaited: those that are killed when this one ends, and those that get its signals. */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/signals.h"
#include "base/signals/signals_internal.h"
#include "base/timer.h"

static volatile sig_atomic_t child_number;

void signals_child(pid_t child)
{
    child_number = child;
}

void signals_child_kill(void)
{
    const pid_t child = child_number;
    if (child > 0 && kill(child, SIGKILL) == 0) waitpid(child, NULL, 0);
}

/* Queued, by which the process knows it from one that it was sent itself. */
void signals_child_pass(int signal_number)
{
    const pid_t child = child_number;
    if (child > 0) sigqueue(child, signal_number, (union sigval){0});
}

/* Once it is reaped its number may be another process's: it is forgotten before. */
int signals_await(pid_t child)
{
    siginfo_t about;
    int end = 0;
    signals_child(child);
    while (waitid(P_PID, (id_t)child, &about, WEXITED | WNOWAIT) < 0 && errno == EINTR) {}
    signals_child(0);
    while (waitpid(child, &end, 0) < 0 && errno == EINTR) {}
    return end;
}

/* It is looked at from time to time, since no call of the system waits for the end of one process and for a time. */
int signals_await_for(pid_t child, double seconds, bool *late)
{
    static const struct timespec pause = {0, 10000000};
    const double end = seconds_now() + seconds;
    signals_child(child);
    for (*late = false; !*late; nanosleep(&pause, NULL)) {
        siginfo_t about = {0};
        if (waitid(P_PID, (id_t)child, &about, WEXITED | WNOWAIT | WNOHANG) == 0 && about.si_pid == child) break;
        *late = seconds_now() > end || signals_asked();
        if (*late) kill(child, SIGKILL);
    }
    return signals_await(child);
}

/* Runs the new program. On Linux it gets SIGTERM when this one is killed by SIGKILL, which no handler sees. */
static _Noreturn void become(const char *path, char *const *argv, pid_t parent, const sigset_t *mask)
{
    signals_forked();
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(CANNOT_RUN);
#else
    (void)parent;
#endif
    sigprocmask(SIG_SETMASK, mask, NULL);
    execv(path, argv);
    _exit(CANNOT_RUN);
}

/* No signal is taken before it is known to whom it is to be passed on. */
int signals_run(const char *path, char *const *argv, double seconds, int *end)
{
    sigset_t all, before;
    const pid_t parent = getpid();
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    const pid_t child = fork();
    const int reason = errno;
    if (child == 0) become(path, argv, parent, &before);
    if (child > 0) signals_child(child), signals_pass(seconds);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (child < 0) return reason;
    *end = signals_await(child);
    signals_passed();
    return 0;
}
