/* The ranks of a program that mpirun started: rank 0 does what the command line asks for, and the others serve it. They
 * print nothing, ignore signals, and end with its exit code. Without MPI, or where one rank is alone, these functions
 * do nothing. */
#pragma once
#include "base/result/store.h"
#include "base/status.h"

/* Starts MPI if the program is a rank, and divides the cores of a machine among ranks that are bound to none: before
 * anything is computed. */
enum status ranks_begin(void);

/* Of the ranks other than 0: serves until rank 0 ends, and returns its exit code. */
int ranks_serve(void);

/* Of rank 0, at its end: the others end too, at once if they are amid a step that takes longer than seconds. Returns
 * `code`. */
int ranks_release(int code);

/* Number of ranks, MPI and machines into /provenance; without MPI nothing. */
enum status ranks_record(struct store *out);
