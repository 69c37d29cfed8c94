/* Multigrid for a network of conductances: coarser networks, and the cycle through them.
 *
 * A level joins pairs of nodes along the axes whose links are strong, so that those of all axes become alike
 * (semicoarsening), down to one node. Losses of a pair add up. The link between two pairs is that of the half links
 * within them and the one between them in series, with neighbouring columns in parallel: a thin layer that conducts
 * badly stays one. Residuals are summed over a pair and its correction is constant; the smoother is damped Jacobi, the
 * same number of sweeps before and after. (U. Trottenberg, C. Oosterlee, A. Schueller, Multigrid, 2001, sections 5.1,
 * 7.7.) */
#include "apps/adi/conductance/conductance.h"
#include "base/either_precision.h"
#include "base/memory.h"

enum { LEVELS_MAX = 96, SWEEPS = 2 };
static const double damping = 0.7, strong = 0.3;

struct level {
    struct conductances network; /* of the finest, borrowed: its arrays are not freed here */
    bool joined[3];              /* axes along which pairs become a node of the next level */
    double *x, *r, *s;           /* [points] correction, right side (not of the finest), residual */
};

struct levels {
    int count;
    struct level level[LEVELS_MAX];
};

static double mean_link(const struct conductances *w, int axis)
{
    double sum = 0;
    int64_t links = 0;
    for (int64_t p = 0; w->link[axis] && p < w->points; p++)
        if (w->link[axis][p] > 0) sum += w->link[axis][p], links++;
    return links ? sum / (double)links : 0;
}

static void choose_axes(struct level *l)
{
    const struct conductances *const w = &l->network;
    double mean[3], most = 0;
    for (int d = 0; d < 3; d++) {
        mean[d] = w->n[d] > 1 ? mean_link(w, d) : 0;
        most = mean[d] > most ? mean[d] : most;
    }
    for (int d = 0; d < 3; d++) l->joined[d] = w->n[d] > 1 && mean[d] >= strong * most;
}

static int64_t coarse_point(const struct level *l, const struct conductances *coarse, int64_t p)
{
    const int64_t *const n = l->network.n;
    const int64_t at[3] = {p % n[0], p / n[0] % n[1], p / n[0] / n[1]};
    int64_t c[3];
    for (int d = 0; d < 3; d++) c[d] = l->joined[d] ? at[d] / 2 : at[d];
    return (c[2] * coarse->n[1] + c[1]) * coarse->n[0] + c[0];
}

/* The link from p, if it leaves its pair, in series with half of those within the pairs on both sides. */
static double link_beyond(const struct level *l, int axis, int64_t p)
{
    const struct conductances *const w = &l->network;
    const double *const link = w->link[axis];
    const int64_t n = w->n[axis], stride = conductance_stride(w, axis), i = p / stride % n;
    if (!l->joined[axis] || !(link[p] > 0)) return link[p];
    if (i % 2 == 0 && i < n - 1) return 0;
    const int64_t next = conductance_after(w, axis, i, p), j = i < n - 1 ? i + 1 : 0;
    double resistance = 1 / link[p];
    if (i % 2 && link[p - stride] > 0) resistance += 0.5 / link[p - stride];
    if (j < n - 1 && link[next] > 0) resistance += 0.5 / link[next];
    return 1 / resistance;
}

static enum status coarsen(const struct level *fine, struct level *out)
{
    const struct conductances *const w = &fine->network;
    struct conductances *const c = &out->network;
    int64_t n[3];
    for (int d = 0; d < 3; d++) n[d] = fine->joined[d] ? (w->n[d] + 1) / 2 : w->n[d];
    TRY(conductance_make(c, n, w->periodic, w->exec));
    for (int64_t p = 0; p < w->points; p++) {
        const int64_t q = coarse_point(fine, c, p);
        c->loss[q] += w->loss[p];
        for (int d = 0; d < 3; d++)
            if (c->link[d]) c->link[d][q] += link_beyond(fine, d, p);
    }
    conductance_diagonal(c);
    return mem_array(&out->r, HOST, c->points, sizeof(double));
}

static enum status make(struct levels *l)
{
    for (;; l->count++) {
        struct level *const here = &l->level[l->count];
        const int64_t points = here->network.points;
        TRY(mem_array(&here->x, HOST, points, sizeof(double)));
        TRY(mem_array(&here->s, HOST, points, sizeof(double)));
        choose_axes(here);
        if (l->count == LEVELS_MAX - 1 || !(here->joined[0] || here->joined[1] || here->joined[2])) break;
        TRY(coarsen(here, here + 1));
    }
    return l->count++, ST_OK;
}

enum status levels_make(struct levels **out, const struct conductances *finest)
{
    TRY(mem_alloc(out, HOST, sizeof **out));
    (*out)->level[0].network = *finest;
    const enum status s = make(*out);
    if (s != ST_OK) *out = levels_free(*out);
    return s;
}

struct levels *levels_free(struct levels *l)
{
    for (int k = 0; l && k < LEVELS_MAX; k++) {
        if (k) conductance_free(&l->level[k].network);
        mem_free(l->level[k].x), mem_free(l->level[k].r), mem_free(l->level[k].s);
    }
    return mem_free(l);
}

/* x += damping / diag * (r - A x); `first`: x is 0 before. */
static void smooth(struct level *l, const double *r, double *x, bool first)
{
    const struct conductances *const w = &l->network;
    if (!first) conductance_apply(w, x, l->s);
#pragma omp parallel for simd schedule(static) num_threads(w->exec.threads)
    for (int64_t p = 0; p < w->points; p++) {
        const double step = w->diag[p] > 0 ? damping / w->diag[p] : 0;
        x[p] = first ? step * r[p] : x[p] + step * (r[p] - l->s[p]);
    }
}

/* Sums the residual of r over the pairs. */
static void restrict_residual(struct level *fine, const double *r, const double *x, struct level *coarse)
{
    const struct conductances *const w = &fine->network, *const c = &coarse->network;
    conductance_apply(w, x, fine->s);
    for (int64_t q = 0; q < c->points; q++) coarse->r[q] = 0;
    for (int64_t row = 0, rows = w->points / w->n[0]; row < rows; row++) {
        const int64_t first = row * w->n[0], to = coarse_point(fine, c, first);
        for (int64_t i = 0; i < w->n[0]; i++) {
            const int64_t p = first + i;
            if (w->diag[p] > 0) coarse->r[to + (fine->joined[0] ? i / 2 : i)] += r[p] - fine->s[p];
        }
    }
}

static void correct(const struct level *fine, const struct level *coarse, double *x)
{
    const struct conductances *const w = &fine->network;
    for (int64_t row = 0, rows = w->points / w->n[0]; row < rows; row++) {
        const int64_t first = row * w->n[0], from = coarse_point(fine, &coarse->network, first);
        for (int64_t i = 0; i < w->n[0]; i++)
            if (w->diag[first + i] > 0) x[first + i] += coarse->x[from + (fine->joined[0] ? i / 2 : i)];
    }
}

static void cycle(struct levels *l, int k, const double *r, double *x)
{
    struct level *const here = &l->level[k];
    if (k == l->count - 1 && here->network.points == 1) {
        x[0] = here->network.diag[0] > 0 ? r[0] / here->network.diag[0] : 0;
        return;
    }
    for (int i = 0; i < SWEEPS; i++) smooth(here, r, x, i == 0);
    if (k < l->count - 1) {
        struct level *const next = here + 1;
        restrict_residual(here, r, x, next);
        cycle(l, k + 1, next->r, next->x);
        correct(here, next, x);
    }
    for (int i = 0; i < SWEEPS; i++) smooth(here, r, x, false);
}

void levels_cycle(struct levels *l, const double *r, double *z)
{
    cycle(l, 0, r, z);
}

const struct conductances *levels_finest(const struct levels *l)
{
    return &l->level[0].network;
}
