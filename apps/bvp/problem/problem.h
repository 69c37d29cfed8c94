/* The equation on one grid, as finite volumes around the nodes.
 *
 * Integrated over the cell of node i, which ends in the middle between neighbours and has the width w_i,
 *
 *     link_{i-1} (u_i - u_{i-1}) + link_i (u_i - u_{i+1}) + w_i q_i u_i = w_i f_i      link_i = p_i / (x_{i+1} - x_i)
 *
 * p_i is the harmonic mean of p in the middles of both halves of the interval, which flow passes in series: a jump of p
 * may lie on a node or midway between two, one of q or f midway. Second order on any grid, for the flow through the
 * middle of an interval is, and the error of f_i standing for its cell, f' (h_i^2 - h_{i-1}^2) / 8, cancels in the sum
 * (T. A. Manteuffel and A. B. White, Math. Comp. 47, 1986).
 *
 * An end is a neighbour too: a Dirichlet node is one that is known, a Robin end one of value `ambient` beyond the link
 * h, a Neumann end one without link from which the flux comes. Where all links are equal rows are divided by them: 2
 * u_i - u_{i-1} - u_{i+1} + ... = h^2 f_i / p, so that neither h nor p is rounded into the matrix. */
#pragma once
#include "apps/bvp/problem/part.h"
#include "apps/bvp/problem/sharing.h"
#include "base/exec.h"

enum { CHUNK = GRID_MAX / 2 }; /* nodes that are evaluated at a time: their columns stay in the caches */

/* One walk at a time. Of a chunk of `count` nodes from `first` on, k < count is node first + k. */
struct bvp_workspace {
    double x[CHUNK + 2];    /* of node first - 1 + k; beyond an end, that of the end */
    double link[CHUNK + 1]; /* between the nodes first - 1 + k and first + k */
    double loss[CHUNK];     /* w q */
    double source[CHUNK];   /* w f */
    double exact[CHUNK + 1];
    double at[2 * CHUNK + 2], value[2 * CHUNK + 2];
};

struct end {
    double link, outside, flux; /* link (outside - u) + flux flows in; of the row of the unknown next to it */
};

struct bvp_problem {
    const struct bvp_params *params;
    struct bvp_grid grid;
    struct coefficient p, q, f;         /* p: in the halves of intervals; q, f: at nodes */
    struct coefficient exact;           /* at nodes; kept only if it is shared */
    struct evaluated_values *reference; /* the values of reference.h that runs share, or NULL */
    bool even;                          /* all links are equal */
    double unit;                        /* that rows are multiplied by: 1 / link if even, else 1 */
    int64_t first, unknowns;            /* u is unknown at the nodes first ... first + unknowns - 1 */
    struct bvp_part part;               /* the nodes of this rank */
    struct end end[2];
    struct exec exec;
    struct bvp_workspace *workspace;
};

/* Evaluates the kept values of p, q and f at the nodes of this rank of `c`, for systems of that kind. `shared`: values
 * that runs share, or NULL. ST_CONFIG if an end, p, q or f cannot be evaluated or p is not above 0. `p` and `shared`
 * are borrowed. On failure problem_free still cleans up. */
enum status problem_make(struct bvp_problem *b, const struct bvp_params *p, enum kind kind, int64_t intervals,
                         struct comm *c, struct exec exec, struct evaluated *shared);
void problem_free(struct bvp_problem *b);

/* Bytes that problem_make holds of a part of a grid of so many intervals, without those that are shared
 * (sharing_bytes). */
double problem_bytes(const struct bvp_params *p, int64_t intervals, const struct bvp_part *part);

/* A walk over nodes, chunk by chunk. */
struct bvp_walk {
    int64_t end, first, count;
};

static inline struct bvp_walk walk_over(int64_t first, int64_t nodes)
{
    return (struct bvp_walk){.end = first + nodes, .first = first};
}

/* Over the nodes of this rank, and over its unknowns. */
static inline struct bvp_walk walk_over_nodes(const struct bvp_problem *b)
{
    return walk_over(b->part.from, b->part.end - b->part.from);
}

static inline struct bvp_walk walk_over_unknowns(const struct bvp_problem *b)
{
    return walk_over(b->part.first, b->part.rows);
}

static inline bool walk_next(struct bvp_walk *w)
{
    w->first += w->count;
    w->count = w->end - w->first < CHUNK ? w->end - w->first : CHUNK;
    return w->count > 0;
}

/* The number of threads that pays for so many nodes. */
static inline int problem_team(const struct bvp_problem *b, int64_t nodes)
{
    static const double formula = 5e-8; /* seconds per node */
    return exec_for(b->exec, formula * (double)nodes).threads;
}

/* Columns of the chunk: places first, then the others, each as requested. ST_CONFIG if nodes do not rise, or p is not
 * above 0; ST_FAILED if a formula is not finite. */
enum status problem_place(struct bvp_problem *b, const struct bvp_walk *w);
enum status problem_links(struct bvp_problem *b, const struct bvp_walk *w);
enum status problem_losses(struct bvp_problem *b, const struct bvp_walk *w);
enum status problem_sources(struct bvp_problem *b, const struct bvp_walk *w);
/* One node more than the chunk, if there is one. */
enum status problem_exact(struct bvp_problem *b, const struct bvp_walk *w);

/* Between the nodes first - 1 + k and first + k of a placed chunk; 0 beyond an end. */
static inline double problem_interval(const struct bvp_problem *b, int64_t first, int64_t k)
{
    if (first + k == 0 || first + k > b->grid.intervals) return 0;
    return b->grid.uniform ? b->grid.width : b->workspace->x[k + 1] - b->workspace->x[k];
}

/* *share: the part of the resistance from x0 to x1, neighbouring nodes, that lies before x: in steady flow u falls in
 * proportion to it. The joint of two materials in the middle between nodes thus has its true value, however different
 * they are. Errors as problem_links. */
enum status problem_share(struct bvp_problem *b, double x0, double x1, double x, double *share);

/* The width of the cell of node first + k. */
static inline double problem_cell(const struct bvp_problem *b, int64_t first, int64_t k)
{
    return 0.5 * (problem_interval(b, first, k) + problem_interval(b, first, k + 1));
}

/* The source term of the row next to an end. */
static inline double end_source(const struct end *e)
{
    return e->link * e->outside + e->flux;
}
