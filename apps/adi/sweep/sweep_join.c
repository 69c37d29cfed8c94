/* Joins the blocks after a step: with eta known in every block, u on the separators is the solution of a tridiagonal
 * system for each column, with the same matrix for all. Unknowns and right sides are differences to u before the step,
 * so that a constant stays exactly. */
#include "apps/adi/sweep/sweep_data.h"

/* LANES columns of one separator, in the order of elimination. */
struct column {
    vec right, was, eta, sum;
};

static struct column column_at(const struct adi_sweep *f, bool down, int m, int64_t i)
{
    const int at = down ? f->blocks - 2 - m : m, ends = down ? at + 1 : at;
    const struct sweep_separator *const s = &f->separator[at];
    const int64_t k = f->block[at].to;
    return (struct column){.right = vec_load(s->right + i),
                           .was = vec_load(s->u + i),
                           .eta = vec_load(sweep_eta(f, ends, down ? k + 1 : k - 1, down) + i),
                           .sum = vec_load(s->sum + i)};
}

/* u on the separator before this one, or the reference. */
static vec was_before(const struct adi_sweep *f, const struct column *c, int m, int64_t i)
{
    return m > 0 ? c[m - 1].was : vec_load(f->reference + i);
}

/* u of the separators and of the planes next to them. change: the solution of the system. */
static void put(const struct adi_sweep *f, bool down, int m, int64_t i, const struct column *c, const vec *change)
{
    const int last = f->blocks - 2, at = down ? last - m : m;
    const struct sweep_reduced *const r = &f->reduced[down][m];
    const struct sweep_separator *const s = &f->separator[at];
    const vec u = c[m].was + change[m], g = vec_all(r->g);
    const vec near = was_before(f, c, m, i), moved = m ? change[m - 1] : (vec){0}, e = vec_all(r->e);
    const vec end =
        r->scaled ? sweep_scaled(c[m].eta, g, u, e, near, moved) : sweep_coupled(c[m].eta, g, u, e, near + moved);
    vec begin = c[m].sum + r->E * change[m];
    if (m < last) begin += r->G * (c[m + 1].was + change[m + 1] - c[m].was);
    vec_store(s->u + i, u);
    vec_store(s->was + i, c[m].was);
    vec_store(s->moved + i, change[m]);
    vec_store((down ? s->above : s->below) + i, end);
    vec_store((down ? s->below : s->above) + i, c[m].was + begin);
}

/* The term of the block before in the right side: u of its last plane less u on the separator, without the step's
 * changes of either separator. */
static vec end_of(const struct adi_sweep *f, const struct sweep_reduced *r, const struct column *c, int m, int64_t i)
{
    const vec near = was_before(f, c, m, i);
    if (r->scaled) return c[m].eta + (1 - r->g) * (near - c[m].was);
    return (1 - r->g) * (c[m].eta - c[m].was) + r->e * (near - c[m].eta);
}

void sweep_join(const struct adi_sweep *f, bool down, int64_t from, int64_t to)
{
    const int count = f->blocks - 1;
    const struct sweep_reduced *const r = f->reduced[down];
    struct column c[SWEEP_BLOCKS_MAX - 1];
    vec x[SWEEP_BLOCKS_MAX - 1];
    for (int64_t i = from; i < to; i += LANES) {
        for (int m = 0; m < count; m++) c[m] = column_at(f, down, m, i);
        for (int m = 0; m < count; m++) {
            vec begin = c[m].sum;
            if (m < count - 1) begin += r[m].G * (c[m + 1].was - c[m].was);
            x[m] = c[m].right - c[m].was - r[m].to_end * end_of(f, &r[m], c, m, i) - r[m].to_begin * begin;
            if (m > 0) x[m] += r[m].l * x[m - 1];
        }
        for (int m = count - 1; m >= 0; m--) {
            if (m < count - 1) x[m] += r[m].c * x[m + 1];
            x[m] *= r[m].w;
        }
        for (int m = 0; m < count; m++) put(f, down, m, i, c, x);
    }
}
