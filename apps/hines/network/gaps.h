/* Gap junctions: conductances between places of cells, or of one. A step has the potential of the other side as it was
 * at its beginning, and that of its own side implicitly, as NEURON has it (M. Hines, M. Migliore, F. Schuermann,
 * Neural Computation 20, 2008, 1425, on the transfer of potentials); so cells stay systems of their own, and runs with
 * gap junctions are of first order in the time step. The largest potential never grows if no scheme overshoots at the
 * rate of the junctions of a place: by backward Euler always, by the others up to `most` times its capacitance over a
 * step, beyond which they are refused. */
#pragma once
#include "apps/hines/state/state.h"

/* After the parts are made. ST_CONFIG, ST_NOMEM. */
enum status gaps_make(struct hines_state *s);
void gaps_free(struct gaps *g);

/* Before each step, by every rank: the potentials of all sides. */
void gaps_exchange(struct hines_state *s);
