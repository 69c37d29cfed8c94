/* Keeps standard input, output and error open: otherwise the first files that the program opens would take their
 * numbers, and messages would be written into its result. */
#pragma once

/* Opens the standard streams that were closed at the start, such that reading and writing them still fails. */
void streams_hold(void);
