/* The Rallpacks: cells, and references of their potentials.
 *
 * U. S. Bhalla, D. H. Bilitch, J. M. Bower, Rallpacks: a set of benchmarks for neuronal simulators, Trends Neurosci. 15
 * (1992) 453. Potentials are those in the middle of the first and of the last compartment. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum rallpack { RALLPACK_CABLE, RALLPACK_TREE, RALLPACK_SPIKES, RALLPACKS };
enum { RALLPACK_ENDS = 2 };

/* Membranes and duration of all. */
#define RALLPACK_COMMON \
    "duration = 250.0; membranes = ({ resistivity = 100.0; capacitance = 1.0; leak = 2.5e-5; reversal = -65.0; });"
/* Settings of `hines` but for time steps; and names of the records, "first" and "last". */
extern const char *const rallpack_text[RALLPACKS];
extern const char *const rallpack_names[RALLPACK_ENDS];

/* A potential over time, borrowed. */
struct rallpack_course {
    int64_t count;
    const double *time, *value; /* [count] ms, mV */
};

/* The deviation of a course, from a time on, of the passive cells: root mean square over the range of both, in percent;
 * from the exact potential in the middle of the compartment at that end, or at the end itself, as the authors have it:
 * half a compartment away it differs by 0.04 %. */
enum rallpack_place { RALLPACK_MIDDLE, RALLPACK_END };
double rallpack_deviation(const struct rallpack_course *c, enum rallpack which, int end, enum rallpack_place place,
                          double from);

/* For the cable that fires: the last crossing of 0 mV upwards, by linear interpolation between samples, ms; and the
 * number of crossings. NaN if there is none. */
double rallpack_last_spike(const struct rallpack_course *c, double *spikes);

/* The limit of the time of the last spike as dt goes to 0, in the middle of the compartment, where the second one is
 * known to a thousandth; at the end itself, as the length of compartments goes to 0 too; and the number of spikes. */
extern const double rallpack_limits[][RALLPACK_ENDS], rallpack_counts[RALLPACK_ENDS];
