/* The manner in which threads wait for each other, which OpenMP reads from the environment when the program starts: so
 * the program is started again, unless the environment already sets it. */
#pragma once

/* argv of the program, from main; without it nothing is started again. */
void threads_program(char **argv);

/* Threads spin on their cores all the time, so that the processor time shows whether a sample was disturbed. */
void threads_spin(void);

/* Threads spin for a twentieth of a millisecond, and then sleep: where another program has one core, a thread that
 * spins on the other would keep it from the thread that it waits for, by default for milliseconds at each wait. */
void threads_spin_briefly(void);

/* Each of so many threads stays on a core of its own until threads_release, if there are at least as many cores:
 * otherwise two threads that work together may share a core for a long time where another program has one. Nothing
 * where the environment binds them (OMP_PROC_BIND). */
void threads_bind(int threads);
void threads_release(void);
