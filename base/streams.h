/* Standard input, output and error are open, or the first files that the program opens would take their place, and
 * what it tells would be written into its result. */
#pragma once

/* Opens those that the caller had closed so that reading and writing them fails, as if they were. */
void streams_hold(void);
