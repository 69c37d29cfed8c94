/* Every tridiagonal method on the eighteen matrices of the gallery, judged relative to LAPACK's gtsv
 * (solvers/tridiag/gallery/verdict.h). */
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "base/exec.h"
#include "solvers/solver.h"
#include "solvers/tridiag/gallery/gallery.h"
#include "solvers/tridiag/gallery/verdict.h"

enum { GALLERY_DENSE_ROWS = 1536 }; /* types that take n^3 operations are left out where matrices are larger */

struct gallery_kept;

/* A method with options as in a configuration. */
struct gallery_entry {
    const char *method, *options;
};

struct gallery_task {
    int64_t rows, copies; /* of a matrix; how often it is repeated, as blocks of one system */
    int64_t partitions;   /* value of the option of this name where a method has it; at most half the rows */
    int seeds;            /* right sides, and matrices where they are random */
    unsigned can;         /* only methods with these capabilities; 0: all */
    const struct gallery_entry *entry; /* [entries] in place of these: those that this build has; NULL: none */
    int entries;
    struct gallery_kept *kept; /* matrices of tasks with the same rows and seeds (systems.h); NULL: none */
};

/* The verdicts on one method, for the systems of one type that the reference solves. Each system is solved by itself,
 * as one of a contiguous batch and as one of an interleaved batch, as far as the method accepts these, and the worst
 * counts. */
struct gallery_result {
    int count[VERDICT_WRONG + 1]; /* systems of each verdict, which add up to those judged */
    double median, largest;       /* ratio to the reference; infinite where flagged or not finite */
    double scaled, naive;         /* medians of the residual, as in systems.h; infinite where x is not finite */
};

struct gallery_method {
    const struct solver *solver;
    const char *options; /* NULL: of the task's number of partitions, if it has one */
    struct gallery_result result[GALLERY];
};

/* All methods for the host that this build has and that take the systems, in the order of the registry or as given. */
struct gallery_verdicts {
    const struct solver *reference;
    int judged[GALLERY]; /* systems of each type that the reference solves */
    int methods;
    struct gallery_method *method; /* [methods] */
};

/* ST_NOMEM, or the status of a method; to be freed whatever is returned. */
enum status gallery_judge(struct gallery_verdicts *out, const struct gallery_task *task, const struct exec *exec);
void gallery_verdicts_free(struct gallery_verdicts *v);

/* NULL if it was not judged. */
const struct gallery_method *gallery_method_find(const struct gallery_verdicts *v, const char *method);

/* The worst verdict on a system of the type. */
enum verdict gallery_worst(const struct gallery_result *r);

/* "solves 1-12, 14-18; degraded 13", by the numbers of the types that the reference solves. */
void gallery_describe(const struct gallery_verdicts *v, const struct gallery_method *method, char *text, size_t size);
