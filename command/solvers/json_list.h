/* bandstand solvers --json. */
#pragma once

/* Prints the methods with their options, capabilities, costs and refusals; `only`, as in solver_listed, may be NULL.
 * Returns the exit code. */
int solvers_json(const char *only);
