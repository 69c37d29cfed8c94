/* The ranks of a program that mpirun started: rank 0 carries out the command line, and the others serve it. They print
 * nothing, ignore signals, and end with its exit code. Without MPI, or with a single rank, these functions do nothing.
 */
#pragma once
#include "base/status.h"

/* Starts MPI if the program is a rank, and divides the cores of a machine among ranks that are bound to none: before
 * anything is computed. */
enum status ranks_begin(void);

/* For ranks other than 0: serves until rank 0 ends, and returns the exit code of rank 0. */
int ranks_serve(void);

/* For rank 0, at its end: ends the other ranks with `code`. Those that are in a step are given 6 seconds for it, then
 * MPI aborts all. Returns `code`. */
int ranks_release(int code);
