/* Every tridiagonal method on the eighteen matrices of the gallery (L.-W. Chang, thesis, Urbana 2014, section 6.1). A
 * method is judged by its residual |T x - d| / |d|, in the Euclidean norm, over that of elimination with partial
 * pivoting (LAPACK's gtsv) on the same matrix and right side: above 100 the thesis calls an answer degraded, above
 * 10^6, or where it is not finite, failed. A residual of the reference below the rounding unit counts as that. */
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "base/exec.h"
#include "solvers/solver.h"
#include "solvers/tridiag/gallery/gallery.h"

#define GALLERY_DEGRADED 1e2
#define GALLERY_FAILED 1e6

enum { GALLERY_DENSE_ROWS = 1536 }; /* types that take n^3 operations are left out where matrices are larger */

struct gallery_task {
    int64_t rows, copies; /* of a matrix; how often it is repeated, as blocks of one system */
    int64_t partitions;   /* value of the option of this name where a method has it; at most half the rows */
    int seeds;            /* right sides, and matrices where they are random */
    unsigned can;         /* only methods with these capabilities; 0: all */
};

/* How one method solved the systems of one type that the reference solves: numbers of systems, which add up to those
 * judged. Flagged: reported as not solved by info, whatever x is. Each system is solved alone, as one of a contiguous
 * batch and as one of an interleaved batch, as far as the method takes these, and the worst counts. */
struct gallery_result {
    int good, degraded, failed, flagged;
    double median, largest; /* ratio to the reference; infinite where flagged or not finite */
    double scaled, naive;   /* medians of the residual, as in systems.h; infinite where x is not finite */
};

struct gallery_method {
    const struct solver *solver;
    struct gallery_result result[GALLERY];
};

/* All methods for the host that this build has and that take the systems, in the order of the registry. */
struct gallery_verdicts {
    const struct solver *reference;
    int judged[GALLERY]; /* systems of each type that the reference solves */
    int methods;
    struct gallery_method *method; /* [methods] */
};

/* ST_NOMEM, or what a method returns; to be freed whatever is returned. */
enum status gallery_judge(struct gallery_verdicts *out, const struct gallery_task *task, const struct exec *exec);
void gallery_verdicts_free(struct gallery_verdicts *v);

/* NULL if it was not judged. */
const struct gallery_method *gallery_method_find(const struct gallery_verdicts *v, const char *method);

/* The worst that happened to systems of a type, the last one being the worst: an answer that is not flagged, and wrong.
 */
enum gallery_word { GALLERY_SOLVED, GALLERY_IS_DEGRADED, GALLERY_IS_FLAGGED, GALLERY_IS_WRONG };
enum gallery_word gallery_word_of(const struct gallery_result *r);

/* "solves 1-12, 14-18; degraded 13", by the numbers of the types that the reference solves. */
void gallery_describe(const struct gallery_verdicts *v, const struct gallery_method *method, char *text, size_t size);
