/* Keeps standard input, output and error open: otherwise the first files that the program opens would take their
 * numbers, and messages would be written into its result. */
#pragma once

/* Opens those that the caller had closed so that reading and writing them fails, as if they were. */
void streams_hold(void);
