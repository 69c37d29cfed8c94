/* Elimination in an order in which a sparse matrix stays sparse: which states exchange rates when one is taken out.
 *
 * State p, the p-th that is taken out, then is linked with those after it that it has, or has been given, a rate to or
 * from: its own neighbours, and what the states before it, that had it as the first after them, were linked with (the
 * elimination tree: J. W. H. Liu, SIAM J. Matrix Anal. Appl. 11, 1990; the walk: T. A. Davis, Algorithm 849: LDL, ACM
 * Trans. Math. Softw. 31, 2005). Time and memory of the links. */
#pragma once
#include "solvers/sparse/matrix/csr.h"

struct walk {
    int64_t n, *start;             /* [n + 1] */
    int32_t *before;               /* [entries] of each state, those before it that it shares an entry with */
    int32_t *place, *parent, *met; /* [n]; place: of each row in the order */
};

/* Arrays in `room`, for matrices of so many entries. */
struct walk walk_carve(int64_t n, int64_t entries, struct workspace *room);
void walk_begin(struct walk *w, const struct csr *a, const int32_t *order);

/* count [n]: how many links each state has. If later is not NULL, state p < sparse has them, rising, from
 * later[begin[p]] on. */
void walk_links(struct walk *w, int64_t *count, int64_t sparse, const int64_t *begin, int32_t *later);

/* Of these counts, the last states taken as dense from where three fifths of their pairs are linked. */
struct fill fill_of(int64_t n, const int64_t *count);

/* order [n]: order[p] is the row that is taken out p-th, by approximate minimum degree. ST_NOMEM; ST_DEVICE in a build
 * without SuiteSparse. */
enum status fill_order(const struct matrix *a, int32_t *order, struct fill *fill);
