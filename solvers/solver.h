/* The header by which applications solve systems: their shape, the methods that exist, and the plans that solve
 * them.
 *
 *     struct plan *plan;
 *     TRY(plan_make(&plan, solver, &shape, options, &exec));
 *     TRY(plan_factor(plan, &system));       only when shape.reuse
 *     TRY(plan_solve(plan, &system));        as often as needed
 *     plan = plan_free(plan);
 *
 * Coefficients are const, unless the shape is overwritable and solver_overwrites says that they are not; the right side
 * becomes the solution. Any n >= 1 (cut.h: >= 0), any batch >= 0. Nothing is allocated between plan_make and plan_free,
 * except by third-party libraries, and where a method finds that it cannot solve a system: it may then make a plan of
 * another method, or take memory to solve it by itself, and frees that. Plans are independent of each other. Misuse is
 * an assert, a failure of the environment is a status, and numerical failure is data: info of each system. Methods
 * round to nearest, compute with subnormal numbers and are not trapped, on x86-64 whatever modes of arithmetic the
 * caller has set; these are restored afterwards.
 *
 * In the space DEVICE all arrays of a system are on the device, and a solve is queued on the stream of exec:
 * device_wait waits until it is done, and so does plan_solve where an outcome is asked for. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/config/options.h"
#include "base/exec.h"
#include "base/real.h"
#include "base/status.h"
#include "solvers/capability.h"
#include "solvers/cut.h"
#include "solvers/kinds.h"
#include "solvers/outcome.h"

#ifdef __cplusplus
extern "C" {
#endif

enum kind {
#define KIND(ID, name) KIND_##ID,
#include "solvers/kinds.h"
#undef KIND
    KIND_COUNT
};

/* A layout of the matrix apart from that of x: stride, inner, dist, and outer or starts, with the groups of its own
 * `inner`. The matrix is read only, so strides may be 0 and systems may share elements. All zeros mean "as x". */
struct matrix_layout {
    int64_t stride, inner, dist, outer; /* inner 0: as x */
    const int64_t *starts;              /* of each of its groups, >= 0, in any order; or NULL. Copied into the plan */
};

/* One matrix for all systems: lower, diag, upper are n values, or those of the longest system.
 *     stride 1   inner 1   dist 0   outer 0 */
struct matrix_layout matrix_layout_shared(void);

/* A Toeplitz matrix a system: lower, diag, upper are one value each, element s of their arrays.
 *     stride 0   inner 1   dist 0   outer 1 */
struct matrix_layout matrix_layout_toeplitz(void);

/* One matrix of n contiguous rows for systems 2k and 2k + 1, as for real and imaginary parts.
 *     stride 1   inner 2   dist 0   outer n */
struct matrix_layout matrix_layout_pairs(int64_t n);

/* The sizes and strides of a batch of systems, taken in groups of `inner`. Row i of system s is the element
 *     (s / inner) * outer + (s % inner) * dist + i * stride    or, where there are `starts`,
 *     starts[s / inner] + (s % inner) * dist + i * stride
 * of x, and of lower, diag and upper too unless the matrix has a layout of its own. Some layouts of a batch of n rows:
 *     contiguous          stride 1      inner batch  dist n (or more)   outer 0
 *     interleaved         stride batch  inner batch  dist 1             outer 0
 *     block-interleaved w stride w      inner w      dist 1             outer n * w
 *     lines along y of a field [nz][ny][nx]
 *                         stride nx     inner nx     dist 1             outer ny * nx
 *     ragged, contiguous  stride 1      inner 1      starts: as in the row pointers of a sparse matrix
 *     ragged, interleaved stride w      inner w      dist 1      starts: groups only as long as their longest system
 * Different systems must not share an element of x. */
struct shape {
    enum kind kind;
    int64_t n, batch;           /* rows of a system (of the longest one), systems */
    const int64_t *sizes;       /* rows of each system, 1 ... n; NULL: all n. Copied into the plan */
    int64_t stride;             /* from a row to the next */
    int64_t inner, dist, outer; /* systems of a group; from a system to the next in it; from a group to the next */
    const int64_t *starts; /* element of the first row of each group, ascending; a group begins where the one before
                              has ended or later. NULL: `outer` apart. Copied into the plan */
    struct matrix_layout matrix;
    bool reuse;          /* the matrix is factored once by plan_factor and solved with many times */
    bool overwritable;   /* a solve may overwrite the matrix: the caller puts it back before the next solve */
    struct rank_cut cut; /* rows over several ranks: n is the number of this one's, and may then be 0 */

    /* The part of each kind: struct tridiag_shape tridiag, ... Only that of `kind` is read. */
#define KIND(ID, name) struct name##_shape name;
#include "solvers/kinds.h"
#undef KIND
};

struct shape shape_contiguous(int64_t n, int64_t batch);
struct shape shape_interleaved(int64_t n, int64_t batch);
struct shape shape_block_interleaved(int64_t n, int64_t batch, int64_t width);

/* All four arrays in one vector v of 4 n batch values (the Unified-Vector of Valero-Lara et al. 2018, whose text leaves
 * the order open: both are provided). Rows: a row of lower of all systems, then of diag, upper and x; lower is v, diag
 * v + batch, upper v + 2 batch, x v + 3 batch. Records: the four values of a row together; lower is v, diag v + 1,
 * upper v + 2, and x v + 3. */
struct shape shape_unified_rows(int64_t n, int64_t batch);
struct shape shape_unified_records(int64_t n, int64_t batch);

/* Systems of sizes[batch] rows, all >= 1, packed: in order, groups of `width` >= 1 interleaved systems, each group as
 * long as its longest system, directly after the one before; so little is padded if the sizes are sorted, and nothing
 * if width is 1: then rows are contiguous. Fills starts[(batch + width - 1) / width]. The caller keeps both arrays
 * until plan_make has copied them. */
struct shape shape_ragged(int64_t batch, const int64_t *sizes, int64_t width, int64_t *starts);

/* order[k]: the k-th system by decreasing size; equal ones keep their order. For shape_ragged a caller puts
 * system order[k] into place k. Sizes are >= 1; memory for the longest's rows is taken meanwhile: ST_NOMEM. */
enum status sizes_order(int64_t batch, const int64_t *sizes, int64_t *order);

/* One past the largest element index of x (0 for an empty batch): what an array must hold. */
int64_t shape_extent(const struct shape *s);

/* shape_extent of lower, diag and upper each. */
int64_t shape_matrix_extent(const struct shape *s);

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

static inline EITHER_SPACE int64_t shape_matrix_groups(const struct shape *s)
{
    return s->batch > 0 && s->matrix.inner > 0 ? (s->batch - 1) / s->matrix.inner + 1 : 0;
}

/* Element of row 0 of a system in lower, diag and upper, and the distance from row to row. */
static inline EITHER_SPACE int64_t shape_matrix_start(const struct shape *s, int64_t system)
{
    const struct matrix_layout *const m = &s->matrix;
    if (m->inner == 0) return shape_start(s, system);
    const int64_t group = system / m->inner;
    return (m->starts ? m->starts[group] : group * m->outer) + system % m->inner * m->dist;
}

static inline EITHER_SPACE int64_t shape_matrix_stride(const struct shape *s)
{
    return s->matrix.inner > 0 ? s->matrix.stride : s->stride;
}

/* Is there one matrix for all systems, from element 0 on? */
static inline EITHER_SPACE bool shape_shared(const struct shape *s)
{
    const struct matrix_layout *const m = &s->matrix;
    return m->inner > 0 && !m->starts && m->outer == 0 && (m->dist == 0 || m->inner == 1);
}

/* The systems of a batch: their coefficients by kind, and the results. All arrays belong to the caller. */
struct system {
    enum kind kind;
    union { /* struct tridiag tridiag, ... */
#define KIND(ID, name) struct name name;
#include "solvers/kinds.h"
#undef KIND
    };
    real *x; /* placed as shape says, in the space of the plan. In: right side, or what the kind says; out: solution */
    int64_t *info; /* [batch] in the space of the plan, or NULL. Out: 0 or SOLVED_BY_FALLBACK: solved; else outcome.h */
    /* [batch] in the space of the plan, or NULL. Out, of plans that check (tridiag.h), else left as they are: the
     * backward error of each x, and an estimate of the condition number of each matrix: a lower bound with pivoting,
     * or where pivots do not grow. */
    double *backward, *condition;
    struct outcome *outcome; /* or NULL. Out: of the solve as a whole; on the host, DEVICE waits for it */
};

/* The least work and traffic of one solve: the roofline is drawn from it. Bytes count each array once
 * per time it must cross the memory bus for data beyond the caches. */
struct cost {
    double flops, bytes;
};

struct config;
struct plan;
struct section;
struct solver;

/* The functions of a method. Hooks find the method's own data in its descriptor. */
struct solver_hooks {
    /* Optional. Pure; refuses with ST_REFUSED and a sentence, or with ST_DEVICE whatever the shape. */
    enum status (*accepts)(const struct solver *self, const struct shape *shape, const void *options);
    /* Optional: shapes that it takes as they are though the kind has a wrapper for them (kind.h). */
    bool (*takes_whole)(const struct shape *shape);
    /* For methods that check answers themselves, if their kind has such (CHECKS, tridiag.h): does the method check
     * systems of this shape? */
    bool (*checks)(const struct shape *shape);
    /* Optional. NULL, or why a solve with these options, not NULL, overwrites the coefficients: a sentence without its
     * full stop, which names the option and the value that is allowed. With its defaults no method does. */
    const char *(*overwrites)(const struct solver *self, const void *options);
    /* Optional. Bytes that the framework allocates, as plan->workspace; exec for that of each thread. */
    int64_t (*workspace_bytes)(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec);
    struct cost (*cost)(const struct solver *self, const struct shape *shape, const void *options);
    /* Optional, in plan_make and plan_free. They may not allocate, that is what workspace_bytes is for, but make and
     * free plans of other methods. */
    enum status (*begin)(struct plan *plan);
    void (*end)(struct plan *plan);
    /* Optional: keeps what solve needs from the coefficients in plan->workspace; only when shape.reuse. */
    enum status (*factor)(struct plan *plan, const struct system *system);
    /* Solves with the coefficients, or, if plan->factored, with what factor kept. Sets those members of the outcome
     * that the method computes, if there is one; there is for kinds whose methods give it (kind.h). */
    enum status (*solve)(struct plan *plan, const struct system *system);
};

/* A method that solves systems of one kind, for any application. (struct method, apps/app.h, is a method of one
 * application that takes whole steps.) One const descriptor closes each solver file. */
struct solver {
    const char *method, *about, *source; /* source: author, year, section */
    const char *twin; /* or NULL. DEVICE: the method on the host that computes the same in the same order, so that the
                         bits are the same where no compiler contracts a * b + c to an fma */
    enum kind kind;
    enum space space;
    unsigned can; /* capabilities, and those of its kind */

    const struct option *options; /* its own; or NULL */
    size_t options_bytes;         /* of the struct its own options are read into */
    size_t priv_bytes;            /* of plan->priv, zeroed */

    const void *variant; /* or NULL: in what methods that share their hooks differ */
    const struct solver_hooks *hooks;
};

struct plan {
    const struct solver *solver;
    struct shape shape;  /* sizes and starts copied */
    struct shape placed; /* the same with sizes and starts in the space of the method: for kernels */
    struct exec exec;
    const void *options; /* as solver_options says; defaults if the caller gave NULL; owned by the plan */
    void *priv;
    void *workspace;
    int64_t workspace_bytes;
    bool factored, begun;
    struct config *defaults;       /* that options point into if it is the plan's: these, or by method_spec_plan */
    const struct wrapper *wrapper; /* of shapes that the kind solves through plans for others (kind.h); NULL: none */
    void *wrapped;
};

/* The registry. Descriptors are static. Counter-examples (kind.h) come after `count`, and NULL after the last. */
size_t solver_count(void);
const struct solver *solver_at(size_t i);
const char *kind_name(enum kind kind); /* "tridiag" */

/* The i-th capability of methods of a kind: those that all kinds share come first; NULL after the last. */
const struct capability *capability_at(enum kind kind, size_t i);

/* ST_CONFIG with the nearest name if there is no such method, ST_REFUSED if it exists only in another
 * space or needs a part that this binary was built without. */
enum status solver_find(enum kind kind, const char *method, enum space space, const struct solver **out);

/* solver_find among several kinds, a set of kind_bit. "tridiag.auto" is that of one of them; ST_CONFIG for a name
 * without a kind that several of them have. */
enum status solver_find_among(unsigned kinds, const char *method, enum space space, const struct solver **out);

static inline unsigned kind_bit(enum kind kind)
{
    return 1u << kind;
}

/* Values of options of a method, by parts: those of its own table, and after them those of its kind, by which plans
 * change the shape that they are given. */
struct option_part {
    const struct option *table;
    size_t offset; /* byte of the values that offsets of the table count from */
};
enum { OPTION_PARTS = 2 };

/* The parts of a method's options, and how many there are. */
int solver_options(const struct solver *s, struct option_part out[OPTION_PARTS]);
/* Bytes of the values; 0: the method has no options. What is `options` below has to have so many. */
size_t solver_options_bytes(const struct solver *s);
/* Reads all parts, of `section` or, if it is NULL, the defaults, into values of so many bytes. */
enum status solver_options_read(const struct solver *s, struct config *c, const struct section *section, void *values);
/* The defaults of all parts into values of so many bytes; *text is the configuration that they point into, to be freed
 * after them, or NULL. ST_NOMEM, ST_CONFIG where an option has no default. */
enum status solver_options_defaults(const struct solver *s, struct config **text, void *values);

/* Does plan_make accept it? ST_REFUSED and a sentence if not, ST_DEVICE if something that the method needs is missing
 * on this machine. options NULL: defaults. */
enum status solver_accepts(const struct solver *s, const struct shape *shape, const void *options);

/* Does a solve overwrite lower, diag and upper of the caller? For a shape that the solver accepts, which then is
 * overwritable; all others are refused. */
bool solver_overwrites(const struct solver *s, const struct shape *shape, const void *options);

/* As solver_accepts, and the workspace in bytes that a plan would hold, copies of the matrix included, but not
 * the plans and arrays that cyclic shapes add. */
enum status solver_bytes(const struct solver *s, const struct shape *shape, const void *options,
                         const struct exec *exec, int64_t *bytes);

/* The cost of a shape that the solver accepts; options are not NULL if it has any. */
struct cost solver_cost(const struct solver *s, const struct shape *shape, const void *options);

/* shape, options and exec are copied. On failure *out is NULL and nothing is left to free. */
enum status plan_make(struct plan **out, const struct solver *s, const struct shape *shape, const void *options,
                      const struct exec *exec);
/* plan_solve after plan_factor is to be given the coefficients that were factored, unchanged. */
enum status plan_factor(struct plan *p, const struct system *system);
enum status plan_solve(struct plan *p, const struct system *system);
/* plan_solve, and ST_FAILED with a sentence where the plan checks backward errors and finds one above BACKWARD_MAX. */
enum status plan_solve_well(struct plan *p, const struct system *system);
struct plan *plan_free(struct plan *p); /* NULL is fine; returns NULL */
/* The meaning of an info of a system of that shape: a static sentence, without its full stop, that says what is wrong
 * and which method solves it. It does not name the row that a positive info stands for. */
const char *solver_info_text(const struct shape *shape, int64_t info);
struct cost plan_cost(const struct plan *p);
int64_t plan_bytes(const struct plan *p); /* scratch and factors held */

#ifdef __cplusplus
}
#endif
