/* The factors of the lines along z, block by block and in both directions, and of the system of the separators.
 *
 * In each row, with b before the diagonal, c after it, s = b + diagonal + c, and b' the value of the row before:
 *     pivot p = diagonal + b g',   g = -c / p,   e = -b e' / p, at the beginning of a block -b / p
 *     p (1 - g - e) = s - b (1 - g' - e')
 * so alpha = 1 / (p (1 - g - e)) and lambda = -b (1 - g' - e') add up as s alpha + lambda alpha = 1: a constant stays
 * exactly. In double; stable for the diagonally dominant M of a diffusion step. */
#include <math.h>

#include "apps/adi/sweep/sweep_data.h"

/* Below this share of a value the influence of a separator is less than a two-thousandth of its rounding. */
#define NEGLIGIBLE ((double)REAL_EPS / 2048)

/* eta of a field that is rough along z is larger than the field by 1 / one: where that is more than 1 / SMALL_ONE, one
 * (eta - s) is kept. */
#define SMALL_ONE 0.125

/* Row k of M as eliminated in one direction. */
struct z_row {
    double before, after, sum;
};

static struct z_row row_at(const struct adi_sweep *f, int64_t k, bool down, double theta)
{
    const double lower = -theta * (double)f->lower[2][k], upper = -theta * (double)f->upper[2][k];
    return (struct z_row){down ? upper : lower, down ? lower : upper, 1 - theta * (double)f->rest[2][k]};
}

/* Factors of u on the separators before and after a block, in u of its first plane. */
struct coupling {
    double E, G;
};

static enum status factor_block(const struct adi_sweep *f, const struct sweep_block *b, bool down, double theta,
                                struct coupling *first)
{
    const struct sweep_elimination *const z = &f->z[down];
    const double first_before = row_at(f, down ? b->to - 1 : b->from, down, theta).before; /* 0: a wall */
    double p = 1, above = 0, e = 0, one = 0, product = 1;
    *first = (struct coupling){0, 0};
    for (int64_t t = 0; t < b->to - b->from; t++) {
        const int64_t k = down ? b->to - 1 - t : b->from + t;
        const struct z_row r = row_at(f, k, down, theta);
        const double lambda = t ? -r.before * one : 0;
        p = r.sum - r.before - r.after - (t ? r.before / p * above : 0);
        e = -r.before / p * (t ? e : 1);
        const double g = -r.after / p;
        one = 1 - g - e;
        if (!isnormal(p * one) || !isnormal((real)(1 / (p * one))))
            return fail(ST_REFUSED, "a step in one sweep cannot eliminate along %c: the pivot of row %lld is %g",
                        f->turned ? 'y' : 'z', (long long)k, p * one);
        z->alpha[k] = (real)(1 / (p * one));
        z->lambda[k] = (real)lambda;
        const bool coupled = first_before != 0 && fmax(fabs(e), fabs(product * one)) >= NEGLIGIBLE;
        z->g[k] = (real)g, z->g_share[k] = (real)(g / one);
        z->e[k] = coupled ? (real)e : 0, z->e_share[k] = coupled ? (real)(e / one) : 0;
        z->gamma[k] = coupled ? (real)(product * one) : 0;
        z->one[k] = one < SMALL_ONE ? (real)one : 0;
        first->E += product * e;
        product *= g;
        above = r.after;
    }
    first->G = product;
    return ST_OK;
}

static void factor_separator(const struct adi_sweep *f, int64_t k, bool down)
{
    const struct sweep_elimination *const z = &f->z[down];
    z->alpha[k] = 1;
    z->lambda[k] = z->g[k] = z->e[k] = z->gamma[k] = z->one[k] = z->g_share[k] = z->e_share[k] = 0;
}

/* The row of separator m in the order of elimination, which couples to those before and after it. */
static void factor_reduced(struct adi_sweep *f, bool down, double theta, const struct coupling *of_block)
{
    double pivot = 1, after = 0;
    for (int m = 0; m < f->blocks - 1; m++) {
        const int at = down ? f->blocks - 2 - m : m, begins = down ? at : at + 1;
        const int64_t k = f->block[at].to, end = down ? k + 1 : k - 1;
        const struct z_row r = row_at(f, k, down, theta);
        const struct coupling c = of_block[begins];
        struct sweep_reduced *const out = &f->reduced[down][m];
        const double g = (double)f->z[down].g[end], e = (double)f->z[down].e[end];
        const double before = m ? r.before * e : 0, l = -before / pivot;
        pivot = r.sum - r.before * (1 - g) - r.after * (1 - c.E) + l * after;
        after = m < f->blocks - 2 ? r.after * c.G : 0;
        *out = (struct sweep_reduced){.l = (real)l,
                                      .w = (real)(1 / pivot),
                                      .c = (real)-after,
                                      .to_end = (real)r.before,
                                      .to_begin = (real)r.after,
                                      .scaled = f->z[down].one[end] != 0,
                                      .g = (real)g,
                                      .e = (real)e,
                                      .E = (real)c.E,
                                      .G = (real)(m < f->blocks - 2 ? c.G : 0)};
    }
}

enum status sweep_factor_z(struct adi_sweep *f, double theta)
{
    struct coupling of_block[SWEEP_BLOCKS_MAX];
    for (int down = 0; down < 2; down++) {
        for (int b = 0; b < f->blocks; b++) {
            TRY(factor_block(f, &f->block[b], down, theta, &of_block[b]));
            if (b + 1 < f->blocks) factor_separator(f, f->block[b].to, down);
        }
        factor_reduced(f, down, theta, of_block);
    }
    return ST_OK;
}
