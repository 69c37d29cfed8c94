/* The state of the schemes reduced and truncated (cut.h).
 *
 * Systems are taken in chunks, three of which are underway: ends of one are found, those of the one before are
 * connected, and the one before that is finished, while it may still be in a cache. So ends travel while others are
 * found. */
#pragma once
#include "base/comm/comm_exchange.h"
#include "solvers/tridiag/cut/cut.h"
#include "solvers/tridiag/cut/reduced_join.h"

/* Far ends of spikes below which truncated drops them: what they would add is far below the rounding of x. */
#ifdef BANDSTAND_FLOAT
#define SPIKE_FADED 5e-9
#else
#define SPIKE_FADED 1e-17
#endif

/* Systems from ... from + count - 1; this rank joins `mine` of them. */
struct reduced_chunk {
    int64_t number, from, count, mine;
};

/* The ends of a chunk: to the ranks that join its systems, and back; truncated: to neighbours. */
struct reduced_messages {
    struct comm_exchange *deal, *back, *beside;
};

enum { DIAGONALS = 3 };
enum { MESSAGES_OF_MOST, MESSAGES_OF_LAST, MESSAGES }; /* of all chunks but the last; of the last */

/* Systems of a chunk, on this rank, before and after their ends are connected. */
struct reduced_loops {
    /* y_first and y_last of its systems to reduced_ends. */
    enum status (*ends)(const struct cut_lines *l, const struct reduced_chunk *c, const struct system *system);
    /* x, by u and v in reduced_ends; and info, if not NULL, of systems whose info is good: where x is not finite, or
     * far smaller than what is added up. */
    enum status (*finish)(const struct cut_lines *l, const struct reduced_chunk *c, const struct system *system);
};
/* by_sum: x = y + f u + g v, after y of all rows. by_weights: y_first and y_last are sums of right sides, with weights
 * that all systems share, and T x = d - a_0 u e_0 - c_{n-1} v e_{n-1} is solved: right sides are read once more, but
 * unknowns are written once. */
extern const struct reduced_loops reduced_by_sum, reduced_by_weights;

struct reduced {
    const struct reduced_loops *loops;
    bool truncates, faded;  /* truncated is asked for; and all spikes have faded */
    int64_t reach[ENDS];    /* by_weights: rows from each end whose right sides change it */
    bool may_be_lost;       /* by_weights: spikes are so large that x has to be looked at */
    int64_t chunks, most;   /* number of chunks; systems of each but the last one */
    int64_t mine, columns;  /* systems that this rank joins of all; matrices: 1 or batch */
    struct plan *last;      /* for the last chunk, if it has fewer systems; NULL: that of all others is */
    struct plan *spikes;    /* of the one matrix that all systems share, for f and g; NULL: that of the systems does */
    struct shape shape;     /* of f and g */
    real *f, *g;            /* as x, or [n] of a shared matrix */
    int64_t extent, *info;  /* of f, in values; [ENDS][columns] of f and g, then in the first the graver one */
    real *tip;              /* [TIPS][columns] of this rank */
    real *tips;             /* [ranks][TIPS][mine], or [ranks][TIPS] of a shared matrix */
    real *weight;           /* by_weights: [ENDS][n] */
    real *transposed;       /* by_weights: [DIAGONALS][n], of the matrix */
    struct plan *across;    /* by_weights: of the transposed matrix, for weights */
    real *near;             /* truncated: [ENDS][columns] r of the rank before, F of the next one */
    real *ends, *beside;    /* [ENDS][count] of each chunk: y, then u and v; truncated: ends of y of the neighbours */
    real *joined[2], *kept; /* [ranks][ENDS][mine] of two chunks; reduced_join's */
    struct comm_exchange *deal_tips;
    struct reduced_messages messages[MESSAGES];
};

struct reduced_chunk reduced_chunk_of(const struct cut_lines *l, int64_t number);
enum status reduced_messages_make(struct cut_lines *l);
void reduced_messages_free(struct reduced *d);

static inline const struct reduced_messages *reduced_messages_of(const struct reduced *d, const struct reduced_chunk *c)
{
    return &d->messages[c->number == d->chunks - 1 ? MESSAGES_OF_LAST : MESSAGES_OF_MOST];
}

/* [ENDS][count] of a chunk. */
static inline real *reduced_ends(const struct reduced *d, const struct reduced_chunk *c)
{
    return d->ends + ENDS * c->from;
}

/* f, g and their tips, which are dealt to the ranks that join. Collective: `st` says whether this rank has come so far,
 * and is returned if not. */
enum status reduced_spikes(struct cut_lines *l, const struct system *system, enum status st);

/* y_first and y_last of the systems of a chunk become u and v, in three steps, each of which all ranks take for the
 * same chunk: ends leave, come and are joined, come back. */
void reduced_send(struct cut_lines *l, const struct reduced_chunk *c);
void reduced_connect(struct cut_lines *l, const struct reduced_chunk *c);
void reduced_receive(struct cut_lines *l, const struct reduced_chunk *c);

/* Solves the rows of a chunk in x. info, if not NULL, becomes that of the method, or that of the spikes where it is
 * good; a positive one counts rows of the whole system. */
enum status reduced_solve_rows(const struct cut_lines *l, const struct reduced_chunk *c, const struct system *system);

/* Solves for the weights of by_weights, the first and the last row of T^-1, and notes their info in that of the spikes.
 */
enum status reduced_weigh(const struct cut_lines *l, const struct system *system);

/* Is x of system s, between u and v, far smaller than what its spikes add to y? */
bool reduced_lost(const struct cut_lines *l, const struct line *x, int64_t s, double u, double v);

/* Times that y may be as large as x: as in cyclic systems, which are summed in the same manner. */
#ifdef BANDSTAND_FLOAT
#define SPIKE_MAX 0x1p8
#else
#define SPIKE_MAX 0x1p12
#endif
