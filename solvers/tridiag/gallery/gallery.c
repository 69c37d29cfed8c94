/* Fills the eighteen matrices of the gallery. */
#include "solvers/tridiag/gallery/gallery.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/either_precision.h"

/* The three diagonals that a type fills; a[0] and c[n-1] are set to 0 afterwards. */
struct matrix {
    int64_t n;
    uint64_t seed;
    double *a, *b, *c;
};

static void random_entries(struct matrix *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        m->a[i] = gallery_random(&m->seed);
        m->b[i] = gallery_random(&m->seed);
        m->c[i] = gallery_random(&m->seed);
    }
}

static void toeplitz(struct matrix *m, double lower, double diag, double upper)
{
    for (int64_t i = 0; i < m->n; i++) m->a[i] = lower, m->b[i] = diag, m->c[i] = upper;
}

static void toeplitz_large(struct matrix *m)
{
    const double lower = gallery_random(&m->seed);
    toeplitz(m, lower, 1e8, gallery_random(&m->seed));
}

static void toeplitz_64(struct matrix *m)
{
    const double lower = gallery_random(&m->seed);
    toeplitz(m, lower, 64, gallery_random(&m->seed));
}

/* The published condition numbers need these ratios of the off-diagonals, whatever was drawn. */
static void toeplitz_small(struct matrix *m)
{
    toeplitz(m, 0.9, 1e-8, 0.49296);
}

static void toeplitz_zero(struct matrix *m)
{
    toeplitz(m, 0.1608, 0, 0.9);
}

static void lesp(struct matrix *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        const double k = (double)(i + 1);
        m->a[i] = 1 / k, m->b[i] = -(2 * k + 3), m->c[i] = k + 1;
    }
}

static void one_weak_link(struct matrix *m)
{
    random_entries(m);
    m->a[m->n / 2] *= 1e-50;
}

static void half_empty(struct matrix *m)
{
    random_entries(m);
    for (int64_t i = 0; i < m->n; i++) {
        if (gallery_random(&m->seed) < 0) m->a[i] = 0;
        if (gallery_random(&m->seed) < 0) m->c[i] = 0;
    }
}

static void inverse_kms(struct matrix *m)
{
    const double r = 0.5, s = 1 - r * r;
    toeplitz(m, -r / s, (1 + r * r) / s, -r / s);
    m->b[0] = m->b[m->n - 1] = 1 / s;
}

static void weak_lower(struct matrix *m)
{
    random_entries(m);
    for (int64_t i = 0; i < m->n; i++) m->a[i] *= 1e-50;
}

/* F. W. Dorr, An example of ill-conditioning in the numerical solution of singular perturbation problems, Math. Comp.
 * 25, 1971 */
static void dorr(struct matrix *m)
{
    const double theta = 1e-4, h = 1 / (double)(m->n + 1), term = theta / (h * h);
    for (int64_t i = 0; i < m->n; i++) {
        const bool low = i + 1 <= (m->n + 1) / 2;
        const double drift = (0.5 - (double)(i + 1) * h) / h;
        m->a[i] = low ? -term : -term + drift;
        m->c[i] = low ? -term - drift : -term;
        m->b[i] = -(m->a[i] + m->c[i]);
    }
}

static void clement(struct matrix *m)
{
    for (int64_t i = 0; i < m->n; i++) m->a[i] = (double)(m->n - i), m->b[i] = 0, m->c[i] = (double)(i + 1);
}

static void singular_blocks(struct matrix *m)
{
    const int64_t n = m->n;
    toeplitz(m, 1, 0, 1);
    m->b[0] = m->b[n - 1] = 1;
    m->c[0] = m->a[n - 1] = 0;
}

/* Rows 255 and 256 of 512, and the row before them; as many of these as there are. */
static void singular_cut(struct matrix *m)
{
    const int64_t h = m->n / 2;
    random_entries(m);
    if (h >= 2) m->b[h - 2] = 1e15;
    for (int64_t i = h > 0 ? h - 1 : 0; i <= h && m->n > 1; i++) m->b[i] = 0, m->a[i] = m->c[i] = 1;
}

/* fill, or the mode of a random matrix with given singular values. */
static const struct {
    const char *name;
    void (*fill)(struct matrix *m);
    int mode;
} types[GALLERY] = {
    {"1 random", random_entries, 0},
    {"2 Toeplitz, diagonal 1e8", toeplitz_large, 0},
    {"3 lesp", lesp, 0},
    {"4 random, one link 1e-50", one_weak_link, 0},
    {"5 random, half of the links", half_empty, 0},
    {"6 Toeplitz, diagonal 64", toeplitz_64, 0},
    {"7 inverse Kac-Murdock-Szego", inverse_kms, 0},
    {"8 randsvd, one small value", NULL, 2},
    {"9 randsvd, geometric", NULL, 3},
    {"10 randsvd, one large value", NULL, 1},
    {"11 randsvd, arithmetic", NULL, 4},
    {"12 random, lower 1e-50", weak_lower, 0},
    {"13 Dorr", dorr, 0},
    {"14 Toeplitz, diagonal 1e-8", toeplitz_small, 0},
    {"15 Clement", clement, 0},
    {"16 Toeplitz, diagonal 0", toeplitz_zero, 0},
    {"17 singular blocks", singular_blocks, 0},
    {"18 random, singular cut", singular_cut, 0},
};

const char *gallery_name(int type)
{
    assert(type >= 1 && type <= GALLERY);
    return types[type - 1].name;
}

bool gallery_dense(int type)
{
    assert(type >= 1 && type <= GALLERY);
    return !types[type - 1].fill;
}

enum status gallery_fill(int type, int64_t n, uint64_t seed, double *a, double *b, double *c)
{
    assert(type >= 1 && type <= GALLERY && n >= 1);
    struct matrix m = {n, seed, a, b, c};
    if (types[type - 1].fill) types[type - 1].fill(&m);
    else TRY(randsvd_fill(types[type - 1].mode, 1e15, n, seed, a, b, c));
    a[0] = c[n - 1] = 0;
    return ST_OK;
}
