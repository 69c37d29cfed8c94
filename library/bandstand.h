/* libbandstand: direct solvers for batches of tridiagonal systems and of systems coupled along trees, recurrences and
 * real transforms of lines, and for Markov chains; for C99, C++ and, by bandstand.f90, Fortran.
 *
 *     status = bandstand_dtridiag(n, batch, lower, diag, upper, x, info);             one call
 *
 *     struct bandstand_layout layout = bandstand_contiguous(n, batch);                plans
 *     struct bandstand_options options = BANDSTAND_OPTIONS;
 *     options.flags = BANDSTAND_REUSE;
 *     struct bandstand_plan *plan;
 *     status = bandstand_dtridiag_plan(&plan, &layout, &options);
 *     status = bandstand_dtridiag_factor(plan, lower, diag, upper, NULL);             only with BANDSTAND_REUSE
 *     status = bandstand_dtridiag_solve(plan, lower, diag, upper, NULL, x, info, NULL);   as often as needed
 *     bandstand_plan_free(plan);
 *
 * A d in a name stands for double, an s for float (single). Arrays belong to the caller. Coefficients are only read; x
 * is the right side and becomes the solution; it shares no element with another array. Functions return a status and
 * neither print nor end the program; they read no variable of the environment, and no file but that in which Linux says
 * how large a cache is. Plans are independent of each other: each thread may make and use its own; one plan is for one
 * thread at a time. On x86-64 the caller's modes of floating-point arithmetic do not matter, and stay. */
#ifndef BANDSTAND_H
#define BANDSTAND_H

#include <stddef.h>
#include <stdint.h>

#define BANDSTAND_VERSION "0.1.0"
#define BANDSTAND_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

enum bandstand_status {
    BANDSTAND_OK = 0,
    BANDSTAND_UNSOLVED = 1,  /* some systems have no solution that can be used: info of each says which and why */
    BANDSTAND_MISUSE = 2,    /* an argument is wrong; nothing was computed */
    BANDSTAND_REFUSED = 3,   /* the method that was asked for cannot solve such systems */
    BANDSTAND_NO_MEMORY = 4, /* x of a solve is undefined then, as it is after BANDSTAND_FAILED */
    BANDSTAND_FAILED = 5
};

/* info of a system, one integer each: 0, solved; i + 1 > 0, not solved: row i has no pivot, or its x is not finite, and
 * x of the system is undefined; or one of these. */
enum bandstand_info {
    BANDSTAND_SOLVED_BY_FALLBACK = -1, /* solved, by another method than the one that was asked for */
    BANDSTAND_INACCURATE = -4,         /* not solved: x is there, but its backward error is above 256 eps */
    BANDSTAND_PIVOTS_GREW = -5         /* not solved: x is there, but elements grew in elimination without pivoting */
};

enum bandstand_kind { BANDSTAND_TRIDIAG = 0, BANDSTAND_RECURRENCE = 1, BANDSTAND_TRANSFORM = 3, BANDSTAND_TREE = 4 };

/* The sizes and strides of a batch of systems, taken in groups of `inner`. Row i of system s is the element
 *     (s / inner) * outer + (s % inner) * dist + i * step       or, where there are starts,
 *     starts[s / inner] + (s % inner) * dist + i * step
 * of x, and of the coefficients too unless matrix_inner > 0: then the same holds with matrix_step, matrix_inner, ...
 * Coefficients may be shared by rows and systems, strides of 0 included. With step, inner, dist and outer all 0, and
 * without starts, the rows of a system are contiguous, and each system follows the one before. Arrays are copied into
 * plans. Later versions add members at the end; those that a smaller `size` leaves out are 0. */
struct bandstand_layout {
    size_t size;           /* sizeof(struct bandstand_layout) */
    int64_t n, batch;      /* rows of a system, >= 1 (with `rows`: of the longest, or 0); systems, >= 0 */
    int64_t step;          /* elements from a row to the next */
    int64_t inner, dist;   /* systems of a group; elements from a system to the next in it */
    int64_t outer;         /* elements from a group to the next */
    const int64_t *rows;   /* [batch] rows of each system, or NULL: all have n */
    const int64_t *starts; /* [groups] ascending: element where each group begins; or NULL: by outer */
    int64_t matrix_step, matrix_inner, matrix_dist, matrix_outer;
    const int64_t *matrix_starts; /* [groups of matrix_inner] or NULL; in any order */
};

enum bandstand_flag {
    BANDSTAND_REUSE = 1,   /* the matrix is factored once and solved with many times */
    BANDSTAND_CYCLIC = 2,  /* lower of row 0 couples it to the last row, upper of the last row to row 0 */
    BANDSTAND_SHIFTED = 4, /* shift[s] is added to the diagonal of system s */
    BANDSTAND_CHECK = 8,   /* find backward errors, and call a solution above 256 eps BANDSTAND_INACCURATE */
    BANDSTAND_REFINE = 16, /* improve each solution by one step of iterative refinement */
    BANDSTAND_SCALED = 32, /* of recurrences: there is a factor for each row */
    BANDSTAND_ONCE = 64    /* a hint: the plan is used once; its memory is cleared page by page as solves touch it */
};

struct bandstand_options {
    size_t size;          /* sizeof(struct bandstand_options) */
    const char *method;   /* NULL: "auto"; bandstand_method_name lists them */
    const char *settings; /* of the method, "window = 3;"; or NULL. Copied */
    int32_t threads;      /* OpenMP threads of a call, at most; 0: one */
    uint32_t flags;       /* a sum of enum bandstand_flag */
};
#define BANDSTAND_OPTIONS \
    { \
        sizeof(struct bandstand_options), NULL, NULL, 0, 0 \
    }

/* Results of a solve that returns BANDSTAND_OK or BANDSTAND_UNSOLVED. Arrays belong to the caller. */
struct bandstand_outcome {
    size_t size;       /* sizeof(struct bandstand_outcome) */
    double *backward;  /* [batch] or NULL; with BANDSTAND_CHECK: backward error of each solution */
    double *condition; /* [batch] or NULL; with BANDSTAND_CHECK: estimate of each condition number, a lower bound
                          where the method pivots or pivots do not grow; else it may be above */
    int64_t unsolved;  /* the first system that is not solved, or -1 */
    int64_t info;      /* of that system, or 0 */
    double max_backward, max_condition; /* the largest of all systems; NaN where they are not found */
    const char *method;                 /* what solved; static */
    const char *why;                    /* why "auto" chose it, half a sentence; static; or NULL */
};
#define BANDSTAND_OUTCOME \
    { \
        sizeof(struct bandstand_outcome), NULL, NULL, -1, 0, 0, 0, NULL, NULL \
    }

struct bandstand_plan;

/* Row i of system s is element s * n + i. */
static inline struct bandstand_layout bandstand_contiguous(int64_t n, int64_t batch)
{
    struct bandstand_layout layout = {
        sizeof(struct bandstand_layout), n, batch, 0, 0, 0, 0, NULL, NULL, 0, 0, 0, 0, NULL};
    return layout;
}
/* Row i of system s is element i * batch + s. */
static inline struct bandstand_layout bandstand_interleaved(int64_t n, int64_t batch)
{
    struct bandstand_layout layout = bandstand_contiguous(n, batch);
    layout.step = layout.inner = batch > 0 ? batch : 1;
    layout.dist = 1;
    return layout;
}
/* One matrix of n rows for all systems. */
static inline void bandstand_share_matrix(struct bandstand_layout *layout)
{
    layout->matrix_step = layout->matrix_inner = 1;
    layout->matrix_dist = layout->matrix_outer = 0;
}
/* A Toeplitz matrix a system: element s of lower, diag and upper. */
static inline void bandstand_toeplitz_matrix(struct bandstand_layout *layout)
{
    layout->matrix_step = layout->matrix_dist = 0;
    layout->matrix_inner = layout->matrix_outer = 1;
}

/* Counts the elements that x, and each of lower, diag and upper, must have. Either pointer may be NULL. */
BANDSTAND_API int bandstand_extents(const struct bandstand_layout *layout, int64_t *x, int64_t *matrix);

/* lower_i x_{i-1} + diag_i x_i + upper_i x_{i+1} = right side, `batch` systems of n rows, one after the other: all
 * arrays have n * batch values, info has batch or is NULL. lower of the first row and upper of the last are not used.
 * _shared: lower, diag and upper have n values, one matrix for all systems. _cyclic: lower of the first row couples it
 * to the last row, upper of the last row couples it to the first. */
BANDSTAND_API int bandstand_dtridiag(int64_t n, int64_t batch, const double *lower, const double *diag,
                                     const double *upper, double *x, int64_t *info);
BANDSTAND_API int bandstand_stridiag(int64_t n, int64_t batch, const float *lower, const float *diag,
                                     const float *upper, float *x, int64_t *info);
BANDSTAND_API int bandstand_dtridiag_shared(int64_t n, int64_t batch, const double *lower, const double *diag,
                                            const double *upper, double *x, int64_t *info);
BANDSTAND_API int bandstand_stridiag_shared(int64_t n, int64_t batch, const float *lower, const float *diag,
                                            const float *upper, float *x, int64_t *info);
BANDSTAND_API int bandstand_dtridiag_cyclic(int64_t n, int64_t batch, const double *lower, const double *diag,
                                            const double *upper, double *x, int64_t *info);
BANDSTAND_API int bandstand_stridiag_cyclic(int64_t n, int64_t batch, const float *lower, const float *diag,
                                            const float *upper, float *x, int64_t *info);

/* The right sides lie in an array of their own, which is kept: `right`, n * batch values; x is written only, and shares
 * no element with other arrays. A long system so crosses memory once, without the copy that would keep it. */
BANDSTAND_API int bandstand_dtridiag_apart(int64_t n, int64_t batch, const double *lower, const double *diag,
                                           const double *upper, const double *right, double *x, int64_t *info);
BANDSTAND_API int bandstand_stridiag_apart(int64_t n, int64_t batch, const float *lower, const float *diag,
                                           const float *upper, const float *right, float *x, int64_t *info);

/* Plans of such systems. options NULL: the defaults. On failure *plan is NULL. A plan owns all workspace: a solve
 * allocates nothing, except where a system needs another method than the plan's. */
BANDSTAND_API int bandstand_dtridiag_plan(struct bandstand_plan **plan, const struct bandstand_layout *layout,
                                          const struct bandstand_options *options);
BANDSTAND_API int bandstand_stridiag_plan(struct bandstand_plan **plan, const struct bandstand_layout *layout,
                                          const struct bandstand_options *options);

/* shift: [batch] with BANDSTAND_SHIFTED, else NULL. info: [batch] or NULL. outcome: or NULL. With BANDSTAND_REUSE a
 * solve is given the coefficients that were factored, unchanged. */
BANDSTAND_API int bandstand_dtridiag_factor(struct bandstand_plan *plan, const double *lower, const double *diag,
                                            const double *upper, const double *shift);
BANDSTAND_API int bandstand_stridiag_factor(struct bandstand_plan *plan, const float *lower, const float *diag,
                                            const float *upper, const float *shift);
BANDSTAND_API int bandstand_dtridiag_solve(struct bandstand_plan *plan, const double *lower, const double *diag,
                                           const double *upper, const double *shift, double *x, int64_t *info,
                                           struct bandstand_outcome *outcome);
BANDSTAND_API int bandstand_stridiag_solve(struct bandstand_plan *plan, const float *lower, const float *diag,
                                           const float *upper, const float *shift, float *x, int64_t *info,
                                           struct bandstand_outcome *outcome);

/* Systems coupled along trees, as of branched cables: diag_i x_i + lower_i x_parent(i) + the sum of upper_c x_c over
 * the children c of row i = right side. parents: of the rows of one tree for all systems, or, with firsts, of trees one
 * after the other, firsts[s] being the element of row 0 of system s; parents stand before their children, and -1 is
 * the parent of a root. Both are copied. Flags: BANDSTAND_REUSE. */
BANDSTAND_API int bandstand_dtree_plan(struct bandstand_plan **plan, const struct bandstand_layout *layout,
                                       const int64_t *parents, const int64_t *firsts,
                                       const struct bandstand_options *options);
BANDSTAND_API int bandstand_stree_plan(struct bandstand_plan **plan, const struct bandstand_layout *layout,
                                       const int64_t *parents, const int64_t *firsts,
                                       const struct bandstand_options *options);
BANDSTAND_API int bandstand_dtree_factor(struct bandstand_plan *plan, const double *lower, const double *diag,
                                         const double *upper);
BANDSTAND_API int bandstand_stree_factor(struct bandstand_plan *plan, const float *lower, const float *diag,
                                         const float *upper);
BANDSTAND_API int bandstand_dtree_solve(struct bandstand_plan *plan, const double *lower, const double *diag,
                                        const double *upper, double *x, int64_t *info,
                                        struct bandstand_outcome *outcome);
BANDSTAND_API int bandstand_stree_solve(struct bandstand_plan *plan, const float *lower, const float *diag,
                                        const float *upper, float *x, int64_t *info, struct bandstand_outcome *outcome);

/* The stationary probabilities of a Markov chain, x Q = 0, x >= 0, the sum of x being 1. Rates out of state i are
 * rate[e] to state target[e], start[i] <= e < start[i + 1], by rising targets, no two equal; that of a state to itself
 * is not read. start: [states + 1], start[0] = 0; target, rate: [start[states]]; x: [states]; exponent: [states] or
 * NULL; error: a bound on the relative error of x, in the sum norm, or NULL. Probabilities of steps do as well as
 * rates. Results share no element with other arrays; they are set if and only if BANDSTAND_OK is returned.
 *
 * Elimination without subtraction: each probability is right to some roundings a state, relative to itself. Where it is
 * below the least normal number, it is x[i] 2^exponent[i], or, without `exponent`, rounded to a subnormal number or 0;
 * all other exponents are 0. States that the chain leaves for good get 0. Chains are solved in an order of small
 * bandwidth, 2 states band^2 flops and states band values of memory. BANDSTAND_MISUSE for rates below 0 or not finite,
 * and for a chain that ends in one of several classes; BANDSTAND_FAILED where a rate, or the sum of the rates of a
 * state, is not a normal number, or where they differ by more than double holds; BANDSTAND_NO_MEMORY. */
BANDSTAND_API int bandstand_dstationary(int64_t states, const int64_t *start, const int32_t *target, const double *rate,
                                        double *x, int32_t *exponent, double *error);

/* Recurrences down the rows and up, in place: y_i = x_i + forward y_{i-1}, z_i = scale_i y_i, x_i = z_i + backward
 * x_{i+1}. scale is placed as the matrix of the layout, with BANDSTAND_SCALED, else NULL: all ones. There is
 * no info: a value that is not finite is a result like any other. */
BANDSTAND_API int bandstand_drecurrence_plan(struct bandstand_plan **plan, const struct bandstand_layout *layout,
                                             const struct bandstand_options *options);
BANDSTAND_API int bandstand_srecurrence_plan(struct bandstand_plan **plan, const struct bandstand_layout *layout,
                                             const struct bandstand_options *options);
BANDSTAND_API int bandstand_drecurrence_solve(struct bandstand_plan *plan, double forward, double backward,
                                              const double *scale, double *x);
BANDSTAND_API int bandstand_srecurrence_solve(struct bandstand_plan *plan, float forward, float backward,
                                              const float *scale, float *x);

/* Real transforms of lines, in place, by the definitions of FFTW 3 ("What FFTW really computes"), times factor, which
 * is not 0. HALF_COMPLEX is FFTW_R2HC, and REAL, FFTW_HC2R, undoes it but for a factor n. DCT1 needs n >= 2. */
enum bandstand_transform {
    BANDSTAND_HALF_COMPLEX,
    BANDSTAND_REAL,
    BANDSTAND_DCT1,
    BANDSTAND_DCT2,
    BANDSTAND_DCT3,
    BANDSTAND_DCT4,
    BANDSTAND_DST1,
    BANDSTAND_DST2,
    BANDSTAND_DST3,
    BANDSTAND_DST4
};
BANDSTAND_API int bandstand_dtransform_plan(struct bandstand_plan **plan, const struct bandstand_layout *layout,
                                            int type, const struct bandstand_options *options);
BANDSTAND_API int bandstand_stransform_plan(struct bandstand_plan **plan, const struct bandstand_layout *layout,
                                            int type, const struct bandstand_options *options);
BANDSTAND_API int bandstand_dtransform_apply(struct bandstand_plan *plan, double factor, double *x);
BANDSTAND_API int bandstand_stransform_apply(struct bandstand_plan *plan, float factor, float *x);

BANDSTAND_API void bandstand_plan_free(struct bandstand_plan *plan); /* of any kind; NULL is allowed */
/* Bytes of workspace that a plan holds; 0 for NULL. */
BANDSTAND_API int64_t bandstand_plan_bytes(const struct bandstand_plan *plan);
/* The meaning of an info: a static sentence. */
BANDSTAND_API const char *bandstand_info_text(const struct bandstand_plan *plan, int64_t info);

/* The sentence of this thread's last call, where it did not return BANDSTAND_OK; valid until its next call. */
BANDSTAND_API const char *bandstand_message(void);
/* BANDSTAND_VERSION of the library that is linked. */
BANDSTAND_API const char *bandstand_version(void);

/* Method i of a kind: its name, one sentence about it, and where it was published. Static; NULL after the last. */
BANDSTAND_API const char *bandstand_method_name(int kind, int i);
BANDSTAND_API const char *bandstand_method_about(int kind, int i);
BANDSTAND_API const char *bandstand_method_source(int kind, int i);

#ifdef __cplusplus
}
#endif
#endif
