/* Other programs: where those are that come with this one, and runs of them, with files in memory for what they read
 * and write, so that a full disk does no harm. */
#pragma once
#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

/* The folder PREFIX/share/bandstand/NAME of PREFIX/bin/bandstand, or TREE/IN_TREE of TREE/build/FLAVOUR/bandstand, so
 * that an installed tree can be moved. `out`: PATH_MAX characters. False: there is none. */
enum program_place { PROGRAM_INSTALLED, PROGRAM_IN_TREE, PROGRAM_PLACES };
bool program_folder(char *out, enum program_place place, const char *name);

/* An empty file in memory. ST_NOMEM, ST_IO. */
enum status program_file(FILE **out);

enum program_end { PROGRAM_WELL, PROGRAM_ABSENT, PROGRAM_FAILED };

/* Runs argv[0], which is looked for as a shell does, from the beginning of `input`, and waits for its end: not longer
 * than `seconds`, 0: without limit, nor than until a signal asks for the end of this program. It writes into `output`.
 * Of a failure `why` is what is to be said after the name of the program, of `size` characters: "failed: ...". */
enum program_end program_run(char *const *argv, FILE *input, FILE *output, double seconds, char *why, size_t size);
