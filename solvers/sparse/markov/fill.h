/* Symbolic elimination of a sparse chain: which states exchange rates when one is eliminated.
 *
 * State p, the p-th to be eliminated, is linked with the later states that it exchanges rates with by then: its own
 * neighbours, and the links of the earlier states whose first later link is p (its children in the elimination
 * tree: J. W. H. Liu, SIAM J. Matrix Anal. Appl. 11, 1990; the walk: T. A. Davis, Algorithm 849: LDL, ACM
 * Trans. Math. Softw. 31, 2005). Time and memory of the links. */
#pragma once
#include "solvers/sparse/matrix/csr.h"

struct walk {
    int64_t n, *start;             /* [n + 1] */
    int32_t *before;               /* [entries] of each state, the earlier states it shares an entry with */
    int32_t *place, *parent, *met; /* [n]; place: of each row in the order */
};

/* Takes the arrays from `workspace`, for matrices of so many entries. */
struct walk walk_take(int64_t n, int64_t entries, struct workspace *workspace);
void walk_begin(struct walk *w, const struct csr *a, const int32_t *order);

/* count [n]: how many links each state has. If later is not NULL, state p < sparse has them, rising, from
 * later[begin[p]] on. */
void walk_links(struct walk *w, int64_t *count, int64_t sparse, const int64_t *begin, int32_t *later);

/* The fill of these counts, where the last states count as dense once three fifths of their pairs are linked. */
struct fill fill_of(int64_t n, const int64_t *count);

/* order [n]: order[p] is the row eliminated p-th, by approximate minimum degree. ST_NOMEM; ST_DEVICE in a build
 * without SuiteSparse. */
enum status fill_order(const struct matrix *a, int32_t *order, struct fill *fill);
