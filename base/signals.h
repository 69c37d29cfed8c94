/* SIGINT, SIGTERM, SIGHUP (but not under nohup) and SIGXCPU end the program. Outside of a run they end it at once, and
 * its temporary files are removed. In a run the current step is finished and written first, if that does not take too
 * long; if it does, what was finished before may be saved. The exit code is 128 and the signal's number. */
#pragma once
#include <stdbool.h>
#include <sys/types.h>

/* From here on each of them ends the program, at once; temporary files are removed too where a library calls exit(),
 * as HDF5 and OpenMP do without memory, which becomes one more sentence and exit code 2, and where it crashes. */
void signals_install(void);

/* From here on SIGUSR1 is one of these signals: Slurm sends it, and mpirun passes it on, some time before the end. */
void signals_take_usr1(void);
/* From here on none of these signals, nor SIGUSR1, ends this process: another one, which gets them too, decides. */
void signals_ignore(void);

/* From here on the first signal only asks for the end; the program then has `seconds` to call signals_hold,
 * or is ended. A second signal ends it at once. If a signal came while the program was held, the seconds begin now. */
void signals_wait(double seconds);

/* From here on the program may take its time, since it keeps its results: only a second signal ends it. */
void signals_hold(void);

/* As for signals_install. */
void signals_end_at_once(void);

/* Once the seconds of signals_wait are over, `save` is called before the program ends, by a thread of its own, so that
 * it may allocate memory and write files; the step that did not end in time goes on meanwhile, and whoever wants to
 * hold or wait from then on waits for the end. A second signal ends the program at once. NULL: nothing is saved. */
void signals_save(void (*save)(void *context, int signal_number), void *context);

/* Around calls of a library that two threads must not enter at the same time: the seconds of signals_wait do not end in
 * between. Does nothing where the program does not wait. */
bool signals_pause(void);
void signals_resume(bool paused);

/* The number of the signal that asked for the end, or 0. */
int signals_asked(void);

/* "SIGTERM" */
const char *signals_name(int signal_number);

/* Sets the words, "go on with ...", by which the sentence of a program that is ended names the file that it leaves;
 * NULL: none. */
void signals_leaves(const char *words);

/* Ends the program as a signal does, exit code 2: for a library that has no memory and cannot return an error. */
void signals_without_memory(void);

/* The program ends by itself: from here on exit() is its own. */
void signals_is_over(void);

/* A process that is killed when this one is ended; 0: none. */
void signals_child(pid_t child);

/* Waits for the end of a process, which is killed when this one is ended meanwhile; its status, as of waitpid. */
int signals_await(pid_t child);
/* As signals_await, and kills it after `seconds`, or once a signal has asked for the end of this program: *late says
 * so. */
int signals_await_for(pid_t child, double seconds, bool *late);

/* Runs the program `path` in a process of its own, to its end, and returns 0, or else an errno: there is no process.
 * *end is as of waitpid, with exit code CANNOT_RUN if the program cannot be started. The first signal is passed on to
 * it, so that it can save what it has, and ends this program once that has ended; after `seconds` it is killed. The
 * second signal is passed on too, and leaves it a second. The program gets SIGTERM where this one is killed. */
enum { CANNOT_RUN = 127 };
int signals_run(const char *path, char *const *argv, double seconds, int *end);

/* In a process that was forked: signals, crashes and exit() end only it, and its parent's temporary files stay. */
void signals_forked(void);
