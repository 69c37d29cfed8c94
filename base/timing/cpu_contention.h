/* Whether each thread has a core of its own at the moment.
 *
 * A host may run two threads, of the same guest or of two, on one core for a while. No clock of the guest shows it:
 * each thread runs all the time, slower. */
#pragma once

/* Bytes per second that the slowest of so many threads, all busy at once, updates in its second cache; takes a fifth
 * of a millisecond. Only of use in comparison with another value for as many threads. */
double cpu_contention_speed(int threads);
