/* The data of the step in one pass, and the functions that its files share.
 *
 * Planes are padded: rows to full vectors, their number to full blocks of SWEEP_ROWS. Padding is 0 at the beginning,
 * couples to nothing, and so stays 0. */
#pragma once
#include "apps/adi/fused/fused.h"
#include "apps/adi/sweep/sweep.h"

/* Do two squares fit the registers together with the constants of rows? If so, the columns of one are computed while
 * the rows of the other are; if not, one after the other, since spilled vectors take longer than the overlap saves. */
enum { SWEEP_OVERLAPS = 4 * LANES <= (VECTOR_BYTES == 64 ? 32 : 16) };

enum {
    SWEEP_GROUPS = LANES > 8 ? 1 : 2,
    SWEEP_ROWS = SWEEP_GROUPS * LANES, /* whose lines along x are solved together */
    SWEEP_BLOCKS_MAX = 16,
    SWEEP_SPARE = 2,   /* planes of a block of a box beyond its own: eta is written two planes from where it is read */
    SWEEP_MARGIN = 16, /* numbers before and after a table that may be read */
    SWEEP_PAGE = 4096 / (int)sizeof(real),
    SWEEP_APART = 43 * LINE /* between planes that are read at the same time, so that they share no set of a cache */
};

/* Factors of one direction along x or y. Those along x are as in fused.h: the solution is w times what back
 * substitution leaves. Along y rows are divided by their pivots before elimination, and by -theta:
 *     b_j = l_j b_before + w_j d_j,   -v_j / theta = b_j - h_j v_after / theta */
struct sweep_lines {
    real *l, *h, *w;
};

/* Elimination along z in one direction, of every block: with a plane before it and a plane after, in that direction,
 *     eta_k = u_k + alpha (v_k + lambda (eta_before - u_k) - theta R_z)
 *     u_k   = eta_k + g (u_after - eta_k) + e (u_near - eta_k)
 * u_near lies on the separator where the block begins, and there u = s + sum gamma (eta - s) + E (u_near - s) + G
 * (u_far - s) with u_near before the step, s. e and gamma are 0 where they do not count. Where `one` is not 0,
 * one (eta - s) is kept in place of eta. */
struct sweep_elimination {
    real *alpha, *lambda, *g, *e, *gamma, *one; /* [n[2]] */
    real *g_share, *e_share;                    /* g and e over 1 - g - e */
};

/* The separators, in the order of elimination, are unknowns of a tridiagonal system that all columns share. */
struct sweep_reduced {
    real l, w, c;          /* its factors */
    real to_end, to_begin; /* coefficients of the row of the separator */
    bool scaled;           /* the last plane of the block that ends here keeps one (eta - s) */
    real g, e;             /* of that plane */
    real E, G;             /* of the first plane of the block that begins here */
};

struct sweep_block {
    int64_t from, to; /* planes; the plane `to` is a separator, or nz */
    real *eta;        /* spare planes, then its own */
};

/* A plane between two blocks, and the planes of u next to it. */
struct sweep_separator {
    real *u, *below, *above, *right; /* right: its right side after a step */
    real *was, *moved;               /* u before the last step, and the change by that step */
    real *sum;                       /* sum gamma (eta - was) of the block that begins here */
};

struct adi_sweep {
    struct exec exec;
    int64_t n[3];
    bool turned, rowwise;     /* y of the grid is z here; planes have one row each, and sweep_rowwise takes them */
    int64_t row, rows, plane; /* padded: reals of a row, rows of a plane, reals of a plane */
    int64_t spare;            /* planes of a block beyond its own */
    int64_t ld, slab;         /* of planes in scratch: from row to row, from plane to plane */
    bool fixed[3][2];
    bool down; /* the next step */
    real theta;
    real *lower[3], *upper[3], *rest[3]; /* dt times those of L, differences as in fused.h */
    struct sweep_lines x, y[2];
    struct sweep_elimination z[2];
    int blocks;
    struct sweep_block block[SWEEP_BLOCKS_MAX];
    struct sweep_separator separator[SWEEP_BLOCKS_MAX - 1];
    real *reference; /* a plane of one value, u_near of a block that begins at a wall */
    struct sweep_reduced reduced[2][SWEEP_BLOCKS_MAX - 1]; /* in the order of elimination */
    real *held[3][2];                                      /* [plane of step.h] of Dirichlet nodes, or NULL */
    struct fused_axis axis[3];
    real *table, *field, *scratch; /* what was allocated */
    int threads;                   /* of a step */
    int64_t scratch_size;          /* of a thread */
};

static inline int64_t sweep_whole(int64_t n, int64_t unit)
{
    return (n + unit - 1) / unit * unit;
}

/* From strip to strip: LANES rows, and a square before them. */
static inline int64_t sweep_strip(const struct adi_sweep *f)
{
    return (f->row + LANES) * LANES;
}

/* The slot of eta of plane k of a block, as an elimination downward or upward leaves it. */
static inline real *sweep_eta(const struct adi_sweep *f, int block, int64_t k, bool down)
{
    const struct sweep_block *const b = &f->block[block];
    return b->eta + (k - b->from + (down ? 0 : f->spare)) * f->plane;
}

/* The form in which a plane is kept: eta; eta, coupled to the separator of its block; or one (eta - was). */
enum eta_form { SWEEP_PLAIN, SWEEP_COUPLED, SWEEP_SCALED };

/* share: e where the plane is read, gamma where it is written. */
static inline enum eta_form eta_form(real one, real share)
{
    return one != 0 ? SWEEP_SCALED : share != 0 ? SWEEP_COUPLED : SWEEP_PLAIN;
}

/* The back substitution in each form: u from what is kept and from u after it. */
INLINE vec sweep_plain(vec eta, vec g, vec after)
{
    return eta + g * (after - eta);
}

INLINE vec sweep_coupled(vec eta, vec g, vec after, vec e, vec far)
{
    return eta + (g * (after - eta) + e * (far - eta));
}

INLINE vec sweep_scaled(vec eta, vec g, vec after, vec e, vec was, vec moved)
{
    return was + (eta + g * (after - was) + e * moved);
}

/* u of a row from what is kept of it. after, far: u; far, was, moved: of the separator. */
struct sweep_row {
    const real *eta, *after, *far, *was, *moved;
    real g, e;
    enum eta_form form;
};
void sweep_substitute(const struct sweep_row *r, int64_t n, real *u);

/* The planes of one block, or a separator, in the order of the step. */
struct sweep_run {
    int64_t first, count, step;                /* step: 1 or -1 */
    const real *in;                            /* eta of the first plane, to be read */
    real *out;                                 /* and where to write it */
    const real *near, *far;                    /* u on the separators before the first plane and after the last */
    const real *was, *moved;                   /* of the latter */
    bool ends;                                 /* the last plane is at a wall, without a separator after it */
    real *sum;                                 /* [plane] of the separator before the first plane, or NULL */
    const struct sweep_elimination *old, *new; /* of the step before, by which `in` is read, and of this step */
};

/* A row of plane k that begins `place` reals after the start of its plane. */
static inline struct sweep_row sweep_row(const struct sweep_run *run, const real *eta, const real *after, int64_t k,
                                         int64_t place)
{
    const struct sweep_elimination *const z = run->old;
    return (struct sweep_row){.eta = eta,
                              .after = after,
                              .far = run->far + place,
                              .was = run->was + place,
                              .moved = run->moved + place,
                              .g = z->g[k],
                              .e = z->e[k],
                              .form = eta_form(z->one[k], z->e[k])};
}

struct sweep_run sweep_run_of_block(const struct adi_sweep *f, int b);

/* One step of the planes of a run, where planes have several rows, or one: scratch of so many reals. reader: or
 * NULL. */
void sweep_planes(const struct adi_sweep *f, const struct step_data *data, const struct sweep_run *run, real *scratch);
int64_t sweep_planes_scratch(const struct adi_sweep *f);
void sweep_rowwise(const struct adi_sweep *f, const struct step_data *data, const struct sweep_run *run, real *scratch);
int64_t sweep_rowwise_scratch(const struct adi_sweep *f);

/* LANES rows, in registers: eta of the plane before by back substitution along y, u of the plane after by that along z,
 * R and its forward elimination along x. Arrays begin at the first row in the direction along y, which alternates from
 * plane to plane, and so do the numbers of the rows; strips and `add` are ordered by j. */
struct sweep_front {
    const real *eta;       /* of the plane after, or u of the separator */
    real *slot;            /* of eta of the plane before */
    real *old;             /* u of the plane before, becomes that of the plane after */
    real *p;               /* of the plane before; becomes sigma of this one */
    real *z, *strip;       /* back substitution along y; result */
    const real *u, *later; /* of this plane; prefetched */
    const real *near, *far, *was, *moved;
    enum eta_form read, write;                           /* of the plane after, of the plane before */
    real *sum;                                           /* or NULL */
    real g, e, gamma, one, before, after, alpha, lambda; /* before, after: dt L_z of this plane */
    real h[LANES], y_before[LANES], y_after[LANES];
    bool even; /* y_before and y_after are all the same */
    bool x_fixed[2];
    real add[2][LANES]; /* to R at the ends of x, or in its place */
    /* Only where `general`: */
    bool general, eliminates, substitutes, lift_fixed;
    real rest[LANES];
    const real *more, *lift; /* rows to add to R; to add to eta, or to set it to; or NULL */
};
void sweep_front(const struct adi_sweep *f, const struct sweep_front *at, bool down);

/* SWEEP_ROWS rows from j: back substitution along x, forward elimination along y, and sigma taken through it. */
struct sweep_turn {
    const real *strips, *later;
    real *p; /* sigma of row j; its rows become those of the eliminated right side */
    real *carry, *sigma;
    const struct step_data *data;
    int64_t j, k;
    bool first;
};
void sweep_turn(const struct adi_sweep *f, const struct sweep_turn *at, bool down);

/* Rows of sources and faces: sweep_faces.c. */
bool sweep_has_more(const struct adi_sweep *f, const struct step_data *data, int64_t j, int64_t k);
void sweep_more(const struct adi_sweep *f, const struct step_data *data, int64_t j, int64_t k, real *row);
void sweep_x_ends(const struct adi_sweep *f, const struct step_data *data, const real *u, int64_t j, int64_t k,
                  real add[2][LANES]);
/* Does the axis end there with prescribed values? eta of such a plane is u as the last stage made it, which the
 * neighbouring planes have used; prescribed values are set only where u is read. */
bool sweep_is_fixed(const struct adi_sweep *f, int axis, int64_t at);
/* sigma := 0 at the Dirichlet nodes of the LANES rows from j on. Their eta then is only u and v: with sigma, which
 * takes differences between u before and after it is held, it would grow from step to step. */
void sweep_free_ends(const struct adi_sweep *f, int64_t j, real *sigma);
/* Sets the Dirichlet nodes of the rows [from, to) of plane k; rows are ld apart. */
void sweep_hold(const struct adi_sweep *f, int64_t k, int64_t from, int64_t to, real *row, int64_t ld);
/* Does something other than the lines change eta of plane k? And its row j. */
bool sweep_has_lift(const struct adi_sweep *f, const struct step_data *data, int64_t k);
void sweep_lift(const struct adi_sweep *f, const struct step_data *data, real alpha, int64_t j, int64_t k, real *row);

/* Solves for the separators after a step in this direction, on the reals [from, to) of a plane. */
void sweep_join(const struct adi_sweep *f, bool down, int64_t from, int64_t to);

/* The tables z and reduced, from lower, upper and rest. */
enum status sweep_factor_z(struct adi_sweep *f, double theta);
