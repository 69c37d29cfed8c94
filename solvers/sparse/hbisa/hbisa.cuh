/* hbisa.h on the device: the arguments of the kernel of hbisa.cu, and the hooks of its methods. */
#pragma once
#include "solvers/sparse/hbisa/hbisa.h"
#include "solvers/sparse/matrix/entries.cuh"

enum { THREADS_MAX = 384, WARP = 32 };

/* The outcome of the kernel. */
struct verdict {
    double value, residual;
    int64_t iterations;
    unsigned long long row; /* the first whose x is not finite, or all ones */
};

/* plan->priv, and a copy at the beginning of plan->workspace. Block g of the grid has the blocks of rows g each ... (g
 * + 1) each - 1, and takes `pass` of one colour at a time, one thread per row. */
struct scheme {
    struct matrix a;
    struct convergence stop;
    enum question question;
    bool aggregation, keeps; /* the factors of D in shared memory */
    int64_t captured;        /* entries that a block holds in shared memory; 0: they stay where they are */
    int64_t colours, each, pass;
    int threads, grid, steps;
    double tolerance;
    real damping;
    real *other;      /* [n] with one colour: the next x */
    real *b;          /* [n]; NULL for STATIONARY */
    real *factor;     /* [n][1 + 3 steps], unless it `keeps` */
    double *level[3]; /* [blocks of rows] each */
    int32_t *slot;    /* [n] */
    double *partial;
    real *max;
    int *flag;
    double *history; /* [known] */
    int64_t known;
    struct verdict *verdict;
};

static inline EITHER_SPACE int64_t scheme_blocks(const struct scheme *s)
{
    return s->a.n / s->a.block;
}

/* Shared memory of a block. */
struct shared {
    double *scratch, *mantissa, *factor; /* [threads], [2 threads], [each] */
    int *exponent;                       /* [2 threads] */
    real *row, *kept;                    /* [2 threads], factors of D */
    real *value;                         /* [captured] */
    int32_t *column, *index;             /* [captured] each */
};

/* Lays out the bytes from `from` on, or, if that is NULL, only counts them. */
static inline EITHER_SPACE int64_t shared_of(struct shared *h, const struct scheme *s, char *from)
{
    const int64_t threads = s->threads, kept = s->keeps ? (1 + 3 * s->steps) * s->each * s->a.block : 0;
    int64_t used = 0;
    h->scratch = (double *)(from + used), used += threads * (int64_t)sizeof(double);
    h->mantissa = (double *)(from + used), used += 2 * threads * (int64_t)sizeof(double);
    h->factor = (double *)(from + used), used += s->each * (int64_t)sizeof(double);
    h->row = (real *)(from + used), used += 2 * threads * (int64_t)sizeof(real);
    h->kept = (real *)(from + used), used += (kept + 1) / 2 * 2 * (int64_t)sizeof(real);
    h->value = (real *)(from + used), used += (s->captured + 1) / 2 * 2 * (int64_t)sizeof(real);
    h->exponent = (int *)(from + used), used += 2 * threads * (int64_t)sizeof(int);
    h->column = (int32_t *)(from + used), used += s->captured * (int64_t)sizeof(int32_t);
    h->index = (int32_t *)(from + used), used += s->captured * (int64_t)sizeof(int32_t);
    return used;
}

/* Allows kernels so much shared memory, the same for all plans. ST_DEVICE if there is less. */
enum status scheme_allow(int64_t shared_bytes);

/* Are all blocks on the device at once? ST_REFUSED if not. */
enum status scheme_fits(const struct scheme *s);

/* All sweeps on x [n], queued; `placed` is *s on the device. ST_DEVICE if the launch fails. */
enum status scheme_launch(const struct scheme *s, const struct scheme *placed, real *x, void *stream);

/* As hbisa_hooks, for 1 or 2 colours of blocks. The matrix is on the host. */
extern "C" const struct solver_hooks hbisa_device_hooks;
