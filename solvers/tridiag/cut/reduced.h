/* The state of the schemes reduced and truncated (cut.h). */
#pragma once
#include "base/comm/comm_exchange.h"
#include "solvers/tridiag/cut/cut_lines.h"
#include "solvers/tridiag/cut/reduced_join.h"

/* Far ends of spikes below which truncated drops them: what they would add is far below the rounding of x. */
#ifdef BANDSTAND_FLOAT
#define SPIKE_FADED 5e-9
#else
#define SPIKE_FADED 1e-17
#endif

struct reduced {
    bool truncates, faded; /* truncated is asked for; and all spikes have faded */
    int64_t mine, columns; /* systems that this rank joins; matrices: 1 or batch */
    struct plan *spikes;   /* of the one matrix that all systems share, for f and g; NULL: that of the systems does */
    struct shape shape;    /* of f and g */
    real *f, *g;           /* as x, or [n] of a shared matrix */
    int64_t extent, *info; /* of f, in values; [ENDS][columns] of f and g, then in the first the graver one */
    real *tip;             /* [TIPS][columns] of this rank */
    real *tips;            /* [ranks][TIPS][mine], or [ranks][TIPS] of a shared matrix */
    real *near;            /* truncated: [ENDS][columns] r of the rank before, F of the one behind */
    real *ends, *beside;   /* [ENDS][batch] of y, then u and v; truncated: ends of y of the neighbours */
    real *joined, *kept;   /* [ranks][ENDS][mine], [ranks][ENDS] */
    struct comm_exchange *deal_tips, *deal_ends, *return_ends; /* to the ranks that join systems, and back */
};

/* f, g and their tips, which are dealt to the ranks that join. Collective. */
enum status reduced_spikes(struct cut_lines *l, const struct system *system);

/* y_first and y_last of all systems become u and v. Collective. */
void reduced_connect(struct cut_lines *l);

/* x = y + f u + g v. Sets info, not NULL, of systems whose info is good, where x is not finite, or far smaller than
 * what is added to y. */
void reduced_add(const struct cut_lines *l, const struct system *system);
