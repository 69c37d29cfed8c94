/* The one header an application reads: what a system looks like, which methods exist, and how a plan
 * solves it.
 *
 *     struct plan *plan;
 *     TRY(plan_make(&plan, solver, &shape, options, &exec));
 *     TRY(plan_factor(plan, &system));       only when shape.reuse
 *     TRY(plan_solve(plan, &system));        as often as wanted
 *     plan = plan_free(plan);
 *
 * Coefficients are const; the right side becomes the solution. Any n >= 1, any batch >= 0. Nothing is
 * allocated between plan_make and plan_free, but where a method finds that it cannot solve a system: it may then make a
 * plan of another method, and frees it. Plans are independent of each other. Misuse is an assert, what the world does
 * is a status, and numerical failure is data: info of each system. Numbers that are not normal are numbers to methods,
 * even if the caller has told the processor to take them as 0; it is told so again when they are done.
 *
 * In the space DEVICE all arrays of a system are on the device, and a solve is queued on the stream of exec:
 * device_wait tells when it is done. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/config/options.h"
#include "base/exec.h"
#include "base/real.h"
#include "base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum kind { KIND_TRIDIAG, KIND_RECURRENCE, KIND_BLOCKTRI, KIND_COUNT };

/* What is asked of a system of KIND_BLOCKTRI. For the last two A belongs to a Markov chain: Q holds its rates, the sum
 * of each row of Q is 0. */
enum question {
    LINEAR,    /* A x = b, A regular */
    SHIFTED,   /* the same, and A = shift I - Q^T with shift > 0 */
    STATIONARY /* A x = 0 with A = -Q^T, x >= 0, the sum of x being 1 */
};

/* What elimination in an order of small fill holds: fill.h. */
struct fill {
    int64_t links; /* pairs of states that exchange rates when the one is taken out, but for the last `dense` states */
    int64_t dense; /* states that are taken out last, among which there are rates all over; 0: there is no such order */
    double products;
};

/* The sizes and strides of a batch of systems, taken in groups of `inner`. Row i of system s is the element
 *     (s / inner) * outer + (s % inner) * dist + i * step      or, where there are `starts`,
 *     starts[s / inner] + (s % inner) * dist + i * step
 * of diag and x, and, unless `shared`, of lower and upper too. Some layouts of a batch of n rows:
 *     contiguous          step 1      inner batch  dist n (or more)   outer 0
 *     interleaved         step batch  inner batch  dist 1             outer 0
 *     block-interleaved w step w      inner w      dist 1             outer n * w
 *     lines along y of a field [nz][ny][nx]
 *                         step nx     inner nx     dist 1             outer ny * nx
 *     ragged, contiguous  step 1      inner 1      starts: as in the row pointers of a sparse matrix
 *     ragged, interleaved step w      inner w      dist 1      starts: groups only as long as their longest system
 * Different systems must not share an element. */
struct shape {
    enum kind kind;
    int64_t n, batch;     /* rows of a system (of the longest one), systems */
    const int64_t *sizes; /* rows of each system, 1 ... n; NULL: all n. Copied into the plan */
    int64_t step, inner, dist, outer;
    const int64_t *starts; /* element of the first row of each group, ascending; a group begins where the one before
                              has ended or later. NULL: `outer` apart. Copied into the plan */
    bool shared;           /* one matrix for all: lower, diag, upper are n contiguous values */
    bool cyclic;           /* lower[0] couples row 0 to the last row, upper of the last row couples it to row 0 */
    bool reuse;            /* the matrix is factored once by plan_factor and solved with many times */
    bool scaled;           /* KIND_RECURRENCE: there is a factor for each row between the two recurrences */

    /* KIND_BLOCKTRI: one system of n contiguous rows. */
    enum question question;
    int64_t block;    /* rows of a diagonal block; divides n */
    int64_t entries;  /* stored values of the matrix; 0: there are only rates */
    int64_t band;     /* elements of A farther than this from the diagonal, in the order of elimination, are 0 */
    struct fill fill; /* of the order `sparse` that the system gives */
    bool leveled;     /* there are rates of a chain of levels (matrix.h) */
    bool tails;       /* there are exponents */
};

struct shape shape_contiguous(int64_t n, int64_t batch);
struct shape shape_interleaved(int64_t n, int64_t batch);
struct shape shape_block_interleaved(int64_t n, int64_t batch, int64_t width);

/* KIND_BLOCKTRI: what is asked of a matrix, or of a chain of which there are rates, or of both; one may be NULL. The
 * band is matrix_band, or qbd_band, of the order that the system gives. */
struct matrix;
struct qbd;
struct shape shape_blocktri(enum question question, const struct matrix *matrix, const struct qbd *levels,
                            int64_t band);

/* All four arrays in one vector v of 4 n batch values (the Unified-Vector of Valero-Lara et al. 2018), in either
 * reading of its lost figure. Rows: a row of lower of all systems, then of diag, upper and x; lower is v, diag v +
 * batch, upper v + 2 batch, x v + 3 batch. Records: the four values of a row together; lower is v, diag v + 1, upper v
 * + 2, x v + 3. */
struct shape shape_unified_rows(int64_t n, int64_t batch);
struct shape shape_unified_records(int64_t n, int64_t batch);

/* Systems of sizes[batch] rows, all >= 1, packed: in order, groups of `width` >= 1 interleaved systems, each group as
 * long as its longest system, right behind the one before; so little is padded if the sizes are sorted, and nothing if
 * width is 1: then rows are contiguous. Fills starts[(batch + width - 1) / width]. The caller keeps both arrays until
 * plan_make has copied them. */
struct shape shape_ragged(int64_t batch, const int64_t *sizes, int64_t width, int64_t *starts);

/* order[k]: the system that comes k-th by decreasing size; equal ones stay in order. For shape_ragged a caller puts
 * system order[k] into place k. Sizes are >= 1; memory for the longest's rows is taken meanwhile: ST_NOMEM. */
enum status sizes_order(int64_t batch, const int64_t *sizes, int64_t *order);

/* One past the largest element index of x (0 for an empty batch): what an array must hold. */
int64_t shape_extent(const struct shape *s);

/* ST_REFUSED with a sentence if the sizes and strides make no sense or overflow. */
enum status shape_check(const struct shape *s);

/* 0 for an empty batch. */
static inline EITHER_SPACE int64_t shape_groups(const struct shape *s)
{
    return s->batch > 0 ? (s->batch - 1) / s->inner + 1 : 0;
}

static inline EITHER_SPACE int64_t shape_start(const struct shape *s, int64_t system)
{
    const int64_t group = system / s->inner;
    return (s->starts ? s->starts[group] : group * s->outer) + system % s->inner * s->dist;
}

static inline EITHER_SPACE int64_t shape_rows(const struct shape *s, int64_t system)
{
    return s->sizes ? s->sizes[system] : s->n;
}

/* lower_i x_{i-1} + diag_i x_i + upper_i x_{i+1} = rhs_i. Unless cyclic, lower of the first row and upper
 * of the last are never used: they are elements of the arrays, but may hold anything, NaN too. All arrays
 * belong to the caller. */
struct tridiag {
    const real *lower, *diag, *upper;
    real *x;       /* in: right side, out: solution */
    int64_t *info; /* [batch] or NULL. 0: solved; i + 1: row i is the first whose pivot is zero or not
                      finite, or, if the pivots of elimination in order are fine, whose x is not finite;
                      SOLVED_OTHERWISE: solved, but not in the way of the method */
};

/* info of a system that a method saw to be none of those it serves, and handed to the one its `about` names. */
enum { SOLVED_OTHERWISE = -1 };

/* Two first-order linear recurrences with constant coefficients, one down the rows and one up, in place:
 *     y_i = d_i + forward y_{i-1}      z_i = scale_i y_i      x_i = z_i + backward x_{i+1}
 * so x = R^-1 S L^-1 d with unit bidiagonal L and R. The shape says where d and x are, and, unless it is `shared`,
 * scale. |forward|, |backward| <= 1, or the recurrence amplifies what is rounded. Nothing can fail. */
struct recurrence {
    real forward, backward;
    const real *scale; /* only if shape.scaled; NULL otherwise: all ones */
    real *x;           /* in: d, out: x */
};

/* How a solve went; methods that iterate fill all but error and condition, others info. On the host whatever the space.
 */
struct outcome {
    int64_t info;       /* 0: solved; i + 1: row i has no pivot, or x of it is not finite; NOT_CONVERGED,
                           also where elimination lost the digits of x, its error being above NO_DIGITS */
    double error;       /* a bound on the error of x relative to x, in the sum norm or the largest-element norm, where
                           the method knows one (of elimination with pivots estimated by the factors); NAN: nothing is
                           certain but the residual. certificate.h finds out */
    double condition;   /* how many times a relative change of A and b may be larger in x; NAN: not known */
    int64_t iterations; /* sweeps, or products with the matrix for methods that take no sweeps */
    double residual;    /* the last one that the method saw */
    const char *chosen; /* NULL, or the method that another one chose to solve with; static */
    double *history;    /* NULL, or [room]: by the caller; that residual after each iteration */
    int64_t room;
};
enum { NOT_CONVERGED = -2 };
#define NO_DIGITS 1e-3 /* relative error from which on nothing is sure of what is called solved */

/* A x = b with A of n rows in blocks of `block`, of which each is coupled to itself and its neighbours only; what more
 * or less a method wants it says in a refusal. All arrays belong to the caller. */
struct blocktri {
    const struct matrix *matrix; /* A; may be NULL for methods that take `levels`. On the host whatever the space:
                                    methods for the device send it there when it is factored */
    const struct qbd *levels;    /* or NULL: rates of the chain A belongs to; only SHIFTED, STATIONARY */
    const int32_t *order;        /* or NULL: [n] order[k] is the k-th row in an order of small bandwidth. On the host */
    const int32_t *sparse;       /* or NULL: [n] the same of small fill, as shape.fill has it. On the host */
    double shift;                /* only SHIFTED */
    real *x;                     /* [n]. LINEAR, SHIFTED: in: b. STATIONARY: in: a guess >= 0, or all 0: none.
                                    out: solution */
    int32_t *exponent;       /* [n] if shape.tails, out: the solution is x[i] 2^exponent[i]. 0 wherever x may hold it
                                without. On the host */
    struct outcome *outcome; /* not NULL */
};

struct system {
    enum kind kind;
    union {
        struct tridiag tridiag;
        struct recurrence recurrence;
        struct blocktri blocktri;
    };
};

/* The least work and traffic of one solve: what the roofline is drawn from. Bytes count each array once
 * per time it must cross the memory bus for data beyond the caches. */
struct cost {
    double flops, bytes;
};

struct plan;

/* What a method can do beyond the plainest shape; plan_make refuses the rest with a sentence, except
 * that cyclic systems are solved through any method by bordering. */
enum capability {
    CAN_STRIDE = 1,      /* any step, inner, dist, outer (without: contiguous rows, step 1) */
    CAN_SIZES = 2,       /* systems of different size */
    CAN_SHARED = 4,      /* one matrix for all */
    CAN_ANY_MATRIX = 8,  /* pivots: any regular matrix, not only those that elimination in order solves */
    DETERMINISTIC = 16,  /* the same bits for any number of threads */
    REPORTS_INFO = 32,   /* sets info itself; without: a bad pivot makes x_0 not finite, as in elimination
                            in order, and plan_solve sets info from that. DEVICE methods all set it */
    CAN_RAGGED = 64,     /* groups of systems that start where they please */
    CAN_SCALE = 256,     /* KIND_RECURRENCE: shapes that are `scaled` */
    ONE_CLASS = 512,     /* KIND_BLOCKTRI: no chains with states in front to which nothing leads; without: they get 0 */
    SPARSE_ORDER = 1024, /* KIND_BLOCKTRI: makes use of an order of small fill, if it is given one */
    CAN_INTERLEAVED = 128, /* step batch, dist 1, and no other layout: its accepts refuses them */
};

/* One const descriptor closes each solver file. */
struct solver {
    const char *method, *about, *source; /* source: author, year, section */
    const char *twin; /* or NULL. DEVICE: the method on the host that computes the same in the same order, so that the
                         bits are the same where no compiler contracts */
    enum kind kind;
    enum space space;
    unsigned can; /* capabilities */

    const struct option *options; /* or NULL */
    size_t options_bytes;         /* of the struct the options are read into */
    size_t priv_bytes;            /* of plan->priv, zeroed */

    /* Optional. Pure; refuses with ST_REFUSED and a sentence, or with ST_DEVICE whatever it is asked. */
    enum status (*accepts)(const struct shape *shape, const void *options);
    /* Optional. Scratch that the framework allocates, in plan->work; exec for per-thread scratch. */
    int64_t (*work_bytes)(const struct shape *shape, const void *options, const struct exec *exec);
    /* Optional: of methods that share their hooks, what they differ in; and in the place of accepts, work_bytes and
     * cost hooks that are told who is asked. */
    const void *by;
    enum status (*accepts_as)(const struct solver *self, const struct shape *shape, const void *options);
    int64_t (*work_bytes_as)(const struct solver *self, const struct shape *shape, const void *options,
                             const struct exec *exec);
    struct cost (*cost_as)(const struct solver *self, const struct shape *shape, const void *options);
    /* Optional, in plan_make and plan_free. They may not allocate, that is what work_bytes is for, but make and free
     * plans of other methods. */
    enum status (*begin)(struct plan *plan);
    void (*end)(struct plan *plan);
    /* Optional: keeps what solve needs from the coefficients in plan->work; only when shape.reuse. */
    enum status (*factor)(struct plan *plan, const struct system *system);
    /* Solves with the coefficients, or, if plan->factored, with what factor kept. */
    enum status (*solve)(struct plan *plan, const struct system *system);
    struct cost (*cost)(const struct shape *shape, const void *options);
};

struct plan {
    const struct solver *solver;
    struct shape shape;  /* sizes and starts copied */
    struct shape placed; /* the same with sizes and starts in the space of the method: for kernels */
    struct exec exec;
    const void *options; /* values of solver->options; defaults if the caller gave NULL; owned by the plan */
    void *priv;
    void *work;
    int64_t work_bytes;
    bool factored, begun;
    struct config *defaults; /* that options point into if the caller gave none */
    struct cyclic *cyclic;   /* cyclic shapes: the wrapped plan of n - 1 rows */
};

/* The registry. Descriptors are static. */
size_t solver_count(void);
const struct solver *solver_at(size_t i);
const char *kind_name(enum kind kind); /* "tridiag" */

/* ST_CONFIG with the nearest name if there is no such method, ST_REFUSED if it exists only in another
 * space or needs a part that this binary was built without. */
enum status solver_find(enum kind kind, const char *method, enum space space, const struct solver **out);

/* The same among several kinds, a set of kind_bit; a name belongs to the first kind that has it. */
enum status solver_find_among(unsigned kinds, const char *method, enum space space, const struct solver **out);

static inline unsigned kind_bit(enum kind kind)
{
    return 1u << kind;
}

/* Would plan_make take it? ST_REFUSED and a sentence if not, ST_DEVICE if something that the method is made of is not
 * on this machine. options NULL: defaults. */
enum status solver_accepts(const struct solver *s, const struct shape *shape, const void *options);

/* The same, and the scratch in bytes that a plan would hold, what cyclic shapes take on top left out. */
enum status solver_bytes(const struct solver *s, const struct shape *shape, const void *options,
                         const struct exec *exec, int64_t *bytes);

/* Of a shape that it accepts; options are not NULL if it has any. */
struct cost solver_cost(const struct solver *s, const struct shape *shape, const void *options);

/* shape, options and exec are copied. On failure *out is NULL and nothing is left behind. */
enum status plan_make(struct plan **out, const struct solver *s, const struct shape *shape, const void *options,
                      const struct exec *exec);
/* plan_solve after plan_factor is to be given the coefficients that were factored, unchanged. */
enum status plan_factor(struct plan *p, const struct system *system);
enum status plan_solve(struct plan *p, const struct system *system);
struct plan *plan_free(struct plan *p); /* NULL is fine; returns NULL */
struct cost plan_cost(const struct plan *p);
int64_t plan_bytes(const struct plan *p); /* scratch and factors held */

#define SOLVER(id) extern const struct solver id;
#define SOLVER_DEVICE(id, kind, method) extern const struct solver id;
#include "solvers/list.h"
#undef SOLVER
#undef SOLVER_DEVICE

#ifdef __cplusplus
}
#endif
