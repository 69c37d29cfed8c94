/* The manner in which threads wait for each other, which OpenMP reads from the environment when the program starts: so
 * it is started again, unless the environment says something of it already. */
#pragma once

/* argv of the program, from main; without it nothing is started again. */
void threads_program(char **argv);

/* All the time on their cores, so that the time of the processors shows whether a sample was disturbed. */
void threads_spin(void);

/* A twentieth of a millisecond on their cores, and then asleep: where another program has one core, a thread that waits
 * on the other would keep it from the one it waits for, by default for milliseconds at each wait. */
void threads_spin_briefly(void);

/* Each of so many threads stays on a core of its own until threads_release, if there are no more cores: else two that
 * work together may share a core for long where another program has one. Nothing where the environment binds them
 * (OMP_PROC_BIND). */
void threads_bind(int threads);
void threads_release(void);
