/* Solvers of other libraries for the box of `bench poisson`, as entries that its methods are compared with. Each is one
 * file; the libraries are opened when first needed, and a missing one gives a skip with a sentence. */
#pragma once
#include "base/real.h"
#include "base/timing/sample.h"

/* The unit cube in n intervals along each axis, periodic or with no flux through its faces. */
struct peer_box {
    int64_t n;
    bool periodic;
    const char *layout; /* of the entries: "neumann, whole" */
};

/* Their names, the last being NULL, as in struct benchmark. */
extern const char *const poisson_peers[];

/* Adds those that are requested and present, as peers of the entry `lanes` of that layout, from `from` on. `ends` is
 * "periodic" or "neumann"; the texts are borrowed. */
enum status poisson_peers_add(struct bench *b, int from, int64_t n, const char *ends, const char *layout);

/* One of them; ST_DEVICE or ST_REFUSED and a sentence if it cannot be measured here. *index is not changed then. */
enum status poisson_mkl_add(struct bench *b, const struct peer_box *box, int *index);
enum status poisson_hypre_add(struct bench *b, const struct peer_box *box, int *index);

/* Appends an entry of that name for a box with so many unknowns: all but what it calls. */
enum status peer_entry_add(struct bench *b, const struct peer_box *box, const char *name, int64_t unknowns,
                           struct entry **out, int *index);
