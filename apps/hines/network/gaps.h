/* Gap junctions: conductances between places of cells, or of one. A step has the potential of the other side as it was
 * at its beginning, and that of its own side implicitly, as NEURON has it (M. Hines, M. Migliore, F. Schuermann,
 * Neural Computation 20, 2008, 1425, on the transfer of potentials); so cells stay systems of their own, and runs with
 * gap junctions are of first order in the time step. The largest potential never grows if no scheme overshoots at the
 * rate of the junctions of a place: by backward Euler always, by the others up to `most` times its capacitance over a
 * step, beyond which they are refused. */
#pragma once
#include <stdint.h>

#include "base/real.h"
#include "base/status.h"

struct hines_state;
struct cell_part;

/* One side of a junction, in a part. */
struct part_gap {
    int64_t node, side; /* its place, and its number: junction k has the sides 2 k and 2 k + 1 */
    int64_t entry;
    real g; /* uS */
};

struct gaps {
    int64_t count;
    real *v;          /* [2 count] mV at each side, at the beginning of a step */
    int32_t *part;    /* [2 count] */
    real *mine, *all; /* [2 count] messages of ranks, sides in order of ranks */
    int64_t *bytes;   /* [ranks] */
};

/* After the parts are made. ST_CONFIG, ST_NOMEM. */
enum status gaps_make(struct hines_state *s);
void gaps_free(struct gaps *g);

/* Before each step, by every rank: the potentials of all sides. */
void gaps_exchange(struct hines_state *s);
/* Adds the currents into the nodes of a part. */
void gaps_add(struct cell_part *p);
