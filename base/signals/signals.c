/* Signal handlers: which of them ends the program, when, and with which sentence. */
#include "base/signals.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/file/atomic_file.h"
#include "base/signals/signals_internal.h"

enum mode { AT_ONCE, PASSING, WAITING, HELD, SAVING };
enum { MILLION = 1000000 };

/* The signals that ask for the end. SIGHUP: the terminal is gone; SIGXCPU: so is the processor time that a queue gives.
 */
static const struct {
    int number;
    const char *words;
} ends[] = {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}, {SIGXCPU, "SIGXCPU"}, {SIGUSR1, "SIGUSR1"}};
enum { ENDS = sizeof ends / sizeof *ends };

static volatile sig_atomic_t asked, hurried, sources, current, on_terminal;
static bool takes_usr1;           /* else SIGUSR1 keeps the action that the system gave it */
static atomic_int mode;           /* enum mode */
static struct itimerval patience; /* written before `mode` says WAITING or PASSING */
static char left[2][1024];        /* left[current] is valid; the other one may be written */

void signals_say(const char *words)
{
    (void)!write(STDERR_FILENO, words, strlen(words));
}

void signals_clear(void)
{
    signals_child_kill(); /* or it would write what is removed here */
    atomic_file_remove_all();
    if (on_terminal) signals_say("\r\033[K"); /* over what progress shows */
}

static void end(int signal_number)
{
    signals_clear();
    signals_say("bandstand: stopped by ");
    for (int i = 0; i < ENDS; i++)
        if (ends[i].number == signal_number) signals_say(ends[i].words);
    if (*left[current]) signals_say("; "), signals_say(left[current]);
    signals_say("\n");
    _exit(128 + signal_number);
}

/* On Linux a call of the system and no more, although POSIX does not list it for handlers. */
static void arm(const struct itimerval *when)
{
    setitimer(ITIMER_REAL, when, NULL);
}

/* A terminal or a service sends a signal to this program and to the one that awaits it, which passes it on
 * (signals_child.c): both copies count as one signal. */
static bool is_copy(const siginfo_t *about)
{
    const int source = about->si_code == SI_QUEUE ? 1 : 2;
    const bool copy = asked && !(sources & source);
    sources |= source;
    return copy;
}

/* The system repeats SIGXCPU every second: a repetition does not count as a second signal. Where signals are passed on,
 * the second one hurries the process that is awaited, and the third one ends this one. */
static void take(int signal_number, siginfo_t *about, void *unused)
{
    static const struct itimerval soon = {.it_value = {1, 0}};
    (void)unused;
    if (asked == SIGXCPU && signal_number == SIGXCPU && mode != AT_ONCE) return;
    if (is_copy(about)) return;
    if (mode == AT_ONCE || (asked && mode != PASSING) || hurried) end(signal_number);
    if (mode == PASSING) signals_child_pass(signal_number);
    hurried = asked;
    if (!asked) asked = signal_number;
    if (mode == WAITING || mode == PASSING) arm(hurried ? &soon : &patience);
}

/* The function that saves something before the end, and the thread that calls it. */
static struct {
    void (*_Atomic save)(void *context, int signal_number);
    void *context;
    bool runs;
    sem_t wanted;
} saver;

static void *save_when_wanted(void *unused)
{
    while (sem_wait(&saver.wanted) != 0) {}
    saver.save(saver.context, asked);
    end(asked);
    return unused;
}

/* No handler runs in that thread. Without it, for want of memory, nothing is saved. */
void signals_save(void (*save)(void *context, int signal_number), void *context)
{
    sigset_t all, before;
    pthread_t thread;
    saver.save = NULL;
    saver.context = context;
    if (save && !saver.runs && sem_init(&saver.wanted, 0, 0) == 0) {
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        saver.runs = pthread_create(&thread, NULL, save_when_wanted, NULL) == 0 && pthread_detach(thread) == 0;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    if (saver.runs) saver.save = save;
}

static void expire(int signal_number)
{
    int waiting = WAITING;
    (void)signal_number;
    if (!asked || (mode != WAITING && mode != PASSING)) return;
    if (!saver.save || mode == PASSING) end(asked);
    if (atomic_compare_exchange_strong(&mode, &waiting, SAVING)) sem_post(&saver.wanted);
}

/* From the waiting into another mode, unless the end is there already. Returns the mode before. */
static int leave(int to)
{
    int before = mode;
    while (before != SAVING && !atomic_compare_exchange_weak(&mode, &before, to)) {}
    while (before == SAVING) pause();
    return before;
}

/* A program under nohup outlives its terminal. */
static bool spared(int number)
{
    struct sigaction now;
    if (number == SIGUSR1) return !takes_usr1;
    return number == SIGHUP && sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

static struct sigaction action(void)
{
    struct sigaction act = {.sa_sigaction = take, .sa_flags = SA_SIGINFO}; /* not SA_RESTART: waiting for a pipe ends */
    sigemptyset(&act.sa_mask);
    for (int i = 0; i < ENDS; i++) sigaddset(&act.sa_mask, ends[i].number);
    sigaddset(&act.sa_mask, SIGALRM);
    return act;
}

void signals_take_usr1(void)
{
    const struct sigaction act = action();
    takes_usr1 = true;
    sigaction(SIGUSR1, &act, NULL);
}

void signals_ignore(void)
{
    for (int i = 0; i < ENDS; i++) signal(ends[i].number, SIG_IGN);
}

void signals_install(void)
{
    signals_watch_crashes();
    struct sigaction act = action();
    asked = hurried = sources = 0;
    signals_child(0);
    on_terminal = isatty(STDERR_FILENO);
    signals_leaves(NULL);
    signals_end_at_once();
    for (int i = 0; i < ENDS; i++)
        if (!spared(ends[i].number)) sigaction(ends[i].number, &act, NULL);
    act.sa_handler = expire, act.sa_flags = 0;
    sigaction(SIGALRM, &act, NULL);
}

/* Into a mode in which a signal leaves so much time. */
static void begin(enum mode to, double seconds)
{
    const struct itimerval never = {0};
    const int64_t microseconds = (int64_t)(seconds * MILLION) + 1; /* a time of 0 would be none */
    leave(HELD);                                                   /* while the time is set */
    arm(&never);
    patience = (struct itimerval){.it_value = {microseconds / MILLION, microseconds % MILLION}};
    atomic_signal_fence(memory_order_seq_cst);
    mode = to;
    if (asked) arm(&patience);
}

void signals_wait(double seconds)
{
    begin(WAITING, seconds);
}

void signals_pass(double seconds)
{
    begin(PASSING, seconds);
}

void signals_passed(void)
{
    const struct itimerval never = {0};
    leave(AT_ONCE);
    arm(&never);
    if (asked) end(asked);
}

void signals_hold(void)
{
    leave(HELD);
}

bool signals_pause(void)
{
    return mode >= WAITING && leave(HELD) == WAITING;
}

void signals_resume(bool paused)
{
    if (!paused) return;
    mode = WAITING;
    if (asked) arm(&patience);
}

void signals_end_at_once(void)
{
    leave(AT_ONCE);
}

int signals_asked(void)
{
    return asked;
}

const char *signals_name(int signal_number)
{
    for (int i = 0; i < ENDS; i++)
        if (ends[i].number == signal_number) return ends[i].words;
    return "a signal";
}

void signals_leaves(const char *words)
{
    const int other = !current;
    snprintf(left[other], sizeof left[other], "%s", words ? words : "");
    atomic_signal_fence(memory_order_seq_cst);
    current = other;
}

void signals_forked(void)
{
    for (int i = 0; i < ENDS; i++)
        if (!spared(ends[i].number)) signal(ends[i].number, SIG_DFL);
    signals_forget_crashes();
}
