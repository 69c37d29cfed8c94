/* The rows of a block, or one separator, in the order of a step, LANES of them at a time. Each group is finished where
 * it lies: eta becomes u, and u becomes eta of the new elimination, before the next group comes. */
#include <string.h>

#include "apps/adi/sweep/sweep_rows.h"

int64_t sweep_rowwise_scratch(const struct adi_sweep *f)
{
    return (3 + 3 * LANES) * f->row + 2 * SWEEP_MARGIN;
}

/* Scratch of a thread. */
struct workspace {
    real *before, *carry, *wall, *lift, *more, *strip;
};

static struct workspace workspace_of(const struct adi_sweep *f, real *scratch)
{
    struct workspace w = {.before = scratch};
    w.carry = w.before + f->row;
    w.wall = w.carry + f->row;
    w.lift = w.wall + f->row;
    w.more = w.lift + LANES * f->row;
    w.strip = w.more + LANES * f->row + SWEEP_MARGIN; /* a column before the first is written */
    return w;
}

/* The data of a pass: the run, and its scratch. */
struct pass {
    const struct adi_sweep *f;
    const struct step_data *data;
    const struct sweep_run *run;
    struct workspace w;
};

/* Shows row k to the reader: that of a Dirichlet face from `held`, as its own place may hold the value of the last
 * stage. */
static void show(const struct pass *p, int64_t k, const real *row)
{
    const struct adi_sweep *const f = p->f;
    step_show(p->data, f->turned ? k : 0, f->turned ? 0 : k, sweep_is_fixed(f, 2, k) ? f->held[2][k > 0] : row);
}

/* u of the first row, and of the one before it. */
static void begin(const struct pass *p)
{
    const struct adi_sweep *const f = p->f;
    const struct sweep_run *const run = p->run;
    const struct sweep_row first = sweep_row(run, run->in, run->near, run->first, 0);
    memcpy(p->w.before, run->near, (size_t)f->row * sizeof(real));
    memset(p->w.carry, 0, (size_t)f->row * sizeof(real));
    if (run->sum) memset(run->sum, 0, (size_t)f->row * sizeof(real));
    sweep_substitute(&first, f->row, run->out);
    if (!sweep_is_fixed(f, 2, run->first)) sweep_hold(f, run->first, 0, 1, run->out, 0);
    show(p, run->first, run->out);
}

/* Coefficients of row q of the group, which is row k, and the u that the last row of the run uses. */
static void row_of(const struct pass *p, struct sweep_group *g, int q, int64_t k)
{
    const struct adi_sweep *const f = p->f;
    const struct sweep_run *const run = p->run;
    const struct sweep_elimination *const new = run->new, *const old = run->old;
    const bool up = run->step > 0;
    const int64_t next = k + run->step;
    const real north = (up ? f->upper : f->lower)[2][k], south = (up ? f->lower : f->upper)[2][k],
               alpha = new->alpha[k];
    g->north[q] = north, g->south[q] = south, g->rest[q] = f->rest[2][k];
    g->of_v[q] = alpha;
    g->of_north[q] = -alpha * f->theta * north;
    g->of_south[q] = alpha * (f->theta * south - new->lambda[k]);
    g->follow[q] = alpha * new->lambda[k];
    g->gamma[q] = new->gamma[k], g->one[q] = new->one[k];
    g->writes[q] = eta_form(new->one[k], new->gamma[k]);
    if (q >= g->inside) return;
    g->g[q] = old->g[next], g->e[q] = old->e[next];
    g->reads[q] = eta_form(old->one[next], old->e[next]);
}

/* Data of the ends of lines along x in the group. */
static void x_ends(const struct pass *p, struct sweep_group *g, int q, int64_t k)
{
    const struct adi_sweep *const f = p->f;
    for (int side = 0; side < 2; side++) {
        const real *const rhs = p->data->rhs_face[0][side], *const stage = p->data->stage_face[0][side];
        g->add[side][q] = (stage ? stage[k] : 0) + (rhs && !f->fixed[0][side] ? rhs[k] : 0);
        g->held[side][q] = f->fixed[0][side] ? f->held[0][side][k] : 0;
    }
}

/* Does row k have more terms than those of the lines? */
static bool is_special(const struct pass *p, int64_t k)
{
    const struct adi_sweep *const f = p->f;
    return f->rest[2][k] != 0 || sweep_has_more(f, p->data, 0, k) || sweep_has_lift(f, p->data, k) ||
           sweep_is_fixed(f, 2, k);
}

/* Adds sources, and the faces at the ends of the run's axis, to the rows that have them. */
static void extras(const struct pass *p, struct sweep_group *g, int64_t first)
{
    const struct adi_sweep *const f = p->f;
    const struct sweep_run *const run = p->run;
    bool more = false;
    for (int64_t q = 0; q < g->count; q++) more |= sweep_has_more(f, p->data, 0, first + q * run->step);
    for (int64_t q = 0; q < g->count; q++) {
        const int64_t k = first + q * run->step;
        real *const lift = p->w.lift + q * f->row;
        if (more) sweep_more(f, p->data, 0, k, p->w.more + q * f->row);
        g->lift_fixed[q] = sweep_is_fixed(f, 2, k);
        g->lift[q] = sweep_has_lift(f, p->data, k) ? lift : NULL;
        if (g->lift[q]) sweep_lift(f, p->data, run->new->alpha[k], 0, k, lift);
    }
    g->more = more ? p->w.more : NULL;
}

/* u of the last row of the run, k, which is prescribed. */
static const real *wall_row(const struct pass *p, int64_t k)
{
    const struct adi_sweep *const f = p->f;
    memset(p->w.wall, 0, (size_t)f->row * sizeof(real));
    return memcpy(p->w.wall, f->held[2][k > 0], (size_t)f->n[0] * sizeof(real));
}

/* The group that begins t rows into the run. */
static struct sweep_group group_at(const struct pass *p, int64_t t)
{
    const struct adi_sweep *const f = p->f;
    const struct sweep_run *const run = p->run;
    const int64_t first = run->first + t * run->step, end = run->first + (run->count - 1) * run->step;
    struct sweep_group g = {.count = smaller(LANES, run->count - t),
                            .inside = smaller(LANES, run->count - t - 1),
                            .stride = run->step * f->plane,
                            .row = run->out + t * run->step * f->plane,
                            .before = p->w.before,
                            .carry = p->w.carry,
                            .strip = p->w.strip,
                            .after = run->ends ? NULL : run->far,
                            .far = run->far,
                            .was = run->was,
                            .moved = run->moved,
                            .near = run->near,
                            .sum = run->sum};
    g.ahead = g.row + (LANES + 1) * g.stride;
    bool special = g.inside < LANES, alike = true;
    for (int q = 0; q < g.count; q++) {
        row_of(p, &g, q, first + q * run->step);
        x_ends(p, &g, q, first + q * run->step);
        special |= is_special(p, first + q * run->step);
        alike &= g.writes[q] == g.writes[0] && g.reads[q] == g.reads[0];
    }
    for (int side = 0; side < 2; side++)
        g.x_fixed[side] = f->fixed[0][side], g.x_rest[side] = f->rest[0][side ? f->n[0] - 1 : 0];
    g.read = g.reads[0], g.write = g.writes[0];
    if (special) extras(p, &g, first);
    if (run->ends && t + g.inside == run->count - 1 && sweep_is_fixed(f, 2, end)) g.wall = wall_row(p, end);
    g.general = special || g.wall || !alike;
    return g;
}

void sweep_rowwise(const struct adi_sweep *f, const struct step_data *data, const struct sweep_run *run, real *scratch)
{
    const struct pass p = {f, data, run, workspace_of(f, scratch)};
    begin(&p);
    for (int64_t t = 0; t < run->count; t += LANES) {
        const struct sweep_group g = group_at(&p, t);
        sweep_rows_front(f, &g);
        for (int64_t q = 0; q < g.inside; q++) {
            const int64_t k = run->first + (t + q + 1) * run->step;
            real *const row = g.row + (q + 1) * g.stride;
            sweep_hold(f, k, 0, 1, row, 0);
            show(&p, k, row);
        }
        sweep_rows_turn(f, &g);
    }
}
