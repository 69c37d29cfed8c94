/* Preconditioners M of Krylov methods: systems with M are easy, and A' M^-1 is nearer to the identity than A'. */
#pragma once
#include "solvers/sparse/krylov/ilut.h"

/* The options, as PRECONDITIONER_ROWS reads them. */
struct preconditioner_options {
    int which;
    char *inner;
    double drop;
    int64_t fill;
};

extern const char *const preconditioner_words[]; /* "none", "block_jacobi", "ilut", NULL */

/* Rows of an option table for the member `member` of struct `of`. */
#define PRECONDITIONER_ROWS(of, member, inner_) \
    {.key = "preconditioner", \
     .help = \
         "M: none, the diagonal blocks if they are tridiagonal, or incomplete factors, which one thread solves with", \
     .type = OPT_WORD, \
     .offset = offsetof(of, member.which), \
     .default_value = "none", \
     .words = preconditioner_words}, \
        {.key = "inner", \
         .help = "tridiagonal method that solves the diagonal blocks for block_jacobi", \
         .type = OPT_TEXT, \
         .offset = offsetof(of, member.inner), \
         .default_value = inner_}, \
        {.key = "drop", \
         .help = "ilut drops entries below this part of the norm of their row", \
         .type = OPT_REAL, \
         .offset = offsetof(of, member.drop), \
         .min = 0, \
         .max = 1, \
         .default_value = "1e-3"}, \
    { \
        .key = "fill", .help = "entries off the diagonal that a row of either factor keeps at most, for ilut", \
        .type = OPT_INT, .offset = offsetof(of, member.fill), .min = 1, .max = 1e6, .default_value = "20" \
    }

struct preconditioner {
    const struct preconditioner_options *options;
    const struct preconditioner_ops *ops;
    struct plan *inner; /* block_jacobi; in the plan's priv between solves */
    int64_t n;
    real *band[3]; /* block_jacobi: D', [n] each, where the plan is */
    struct ilut ilut;
};

enum status preconditioner_accepts(const char *method, const struct shape *shape,
                                   const struct preconditioner_options *o, enum space space);

/* Makes the plan of block_jacobi's batch, NULL for other preconditioners; the caller frees it. */
enum status preconditioner_begin(struct plan **inner, const struct plan *plan, const struct preconditioner_options *o);

/* Its arrays in `workspace`. */
struct preconditioner preconditioner_of(const struct shape *shape, const struct preconditioner_options *o,
                                        struct plan *inner, struct workspace *workspace);

/* Computes M from the system on the host. ST_REFUSED if a diagonal block is not tridiagonal, for block_jacobi, which
 * writes D' to `band` on the host: m->band itself, or host memory from which it is copied to the device. */
enum status preconditioner_factor(struct preconditioner *m, const struct pinned *a, real *const band[3]);

/* M^-1 r, in `z` or, without a preconditioner, in r itself. 0 at the pin if r is. */
const real *preconditioner_solve(const struct preconditioner *m, const real *r, real *z);
