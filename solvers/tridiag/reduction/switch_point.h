/* The number of levels of parallel cyclic reduction before Thomas: given, or by a model of the work. */
#pragma once
#include "solvers/solver.h"

struct switch_options {
    int64_t switch_point; /* levels, or SWITCH_AUTO */
    int64_t cores;        /* of the model; 0: the threads that share a system */
    double cost_pcr, cost_thomas;
};

enum { SWITCH_AUTO = -1 };

extern const struct option switch_table[];

/* Work of one core, in units of the costs: the `levels` levels are shared by all cores, then each of the 2^levels
 * systems is one core's,
 *
 *     (cost_pcr n / cores) levels + cost_thomas (n / 2^levels) ceil(2^levels / cores)
 *
 * Valero-Lara et al. 2019, section III-A, where the last factor is in the text; their costs are operations, 12 a row
 * and level and 8 a row. 0 <= levels <= 62. */
double switch_work(double n, int levels, int64_t cores, double cost_pcr, double cost_thomas);

/* The levels of least work, the fewest of equals, since they keep fewer cores busy; at most log2 n, rounded up. */
int switch_best(int64_t n, int64_t cores, double cost_pcr, double cost_thomas);

/* The levels by the options, for a system of n rows that `threads` threads share; at most log2 n, rounded up. */
int switch_levels(const struct switch_options *o, int64_t n, int64_t threads);

/* The hooks of solvers with these options, whose `variant` is a struct row_method: so many levels, then Thomas; with no
 * level they are the method `thomas`, with its bits, its factors and its memory, and nothing is copied. */
extern const struct solver_hooks switch_hooks;
