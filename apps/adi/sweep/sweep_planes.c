/* The planes of a block, or one separator, in the order of a step: each is finished along x and y while u of the next
 * is found, and the eliminated right side of the one before it is written. */
#include <string.h>

#include "apps/adi/sweep/sweep_data.h"

int64_t sweep_planes_scratch(const struct adi_sweep *f)
{
    return 3 * (f->slab + SWEEP_APART) + (3 + LANES + SWEEP_ROWS + 8) * f->ld + (SWEEP_GROUPS + 1) * sweep_strip(f);
}

/* Scratch of a thread. */
struct workspace {
    real *u[2], *p;          /* planes: u of two planes, alternating; after elimination along y, then sigma */
    real *z, *carry, *sigma; /* rows */
    real *strips, *more, *lift;
};

static struct workspace workspace_of(const struct adi_sweep *f, real *scratch)
{
    struct workspace w = {.z = scratch};
    w.carry = w.z + f->ld;
    w.sigma = w.carry + f->ld;
    w.strips = w.sigma + f->ld + LANES * LANES; /* a square before the first is written */
    w.more = w.strips + SWEEP_GROUPS * sweep_strip(f);
    w.lift = w.more + LANES * f->ld;
    w.u[0] = w.lift + SWEEP_ROWS * f->ld + 2 * f->ld; /* a row before the first is read */
    w.u[1] = w.u[0] + f->slab + SWEEP_APART;
    w.p = w.u[1] + f->slab + SWEEP_APART;
    return w;
}

/* One plane of a run. */
struct plane {
    const struct adi_sweep *f;
    const struct step_data *data;
    const struct sweep_run *run;
    const struct workspace *w;
    int64_t k, before, after;                             /* this plane, and its neighbours in the order of the run */
    bool eliminates, computes, inside, substitutes, down; /* down: along y, in this plane */
    real *slot;
    const real *eta;
};

/* Shows the rows [from, to) of plane k, ld apart, to the reader: those of a Dirichlet face from `held`, since
 * `begin` does not set their plane. */
static void show(const struct plane *x, int64_t k, int64_t from, int64_t to, const real *row)
{
    const struct adi_sweep *const f = x->f;
    const real *const held = sweep_is_fixed(f, 2, k) ? f->held[2][k > 0] : NULL;
    for (int64_t j = from; x->data->reader && j < smaller(to, f->n[1]); j++)
        step_show(x->data, j, k, held ? held + j * f->n[0] : row + (j - from) * f->ld);
}

/* u of the first plane, and of the one before it. */
static void begin(const struct plane *x)
{
    const struct adi_sweep *const f = x->f;
    const struct sweep_run *const run = x->run;
    const int64_t k = run->first;
    for (int64_t j = 0; j < f->rows; j++) {
        const int64_t row = j * f->row;
        const struct sweep_row r = sweep_row(run, run->in + row, run->near + row, k, row);
        memcpy(x->w->u[1 - k % 2] + j * f->ld, r.after, (size_t)f->row * sizeof(real));
        sweep_substitute(&r, f->row, x->w->u[k % 2] + j * f->ld);
    }
    if (!sweep_is_fixed(f, 2, k)) sweep_hold(f, k, 0, f->rows, x->w->u[k % 2], f->ld);
    show(x, k, 0, f->rows, x->w->u[k % 2]);
}

/* The last plane of a run: only its back substitution along y is left. */
static void close_row(const struct plane *x, int64_t j)
{
    const struct adi_sweep *const f = x->f;
    const struct sweep_elimination *const new = x->run->new;
    const struct sweep_lines *const y = &f->y[!x->down];
    const int64_t k = x->before, row = j * f->row;
    const real alpha = -f->theta * new->alpha[k], h = y->h[j], one = new->one[k], gamma = new->gamma[k];
    const bool lifted = sweep_has_lift(f, x->data, k), fixed = sweep_is_fixed(f, 2, k);
    const enum eta_form form = eta_form(one, gamma);
    real *const z = x->w->z, *const sum = form != SWEEP_PLAIN && x->run->sum ? x->run->sum + row : NULL;
    const real *const p = x->w->p + j * f->ld, *const old = x->w->u[k % 2] + j * f->ld;
    if (lifted) sweep_lift(f, x->data, new->alpha[k], j, k, x->w->lift);
    for (int64_t i = 0; i < f->row; i += LANES) {
        const vec t = h * vec_load(z + i) + vec_load(p + i), near = vec_load(x->run->near + row + i),
                  base = form == SWEEP_SCALED ? near : (vec){0};
        vec eta = alpha * t + (vec_load(old + i) - base);
        if (lifted) eta = fixed ? vec_load(x->w->lift + i) - base : eta + vec_load(x->w->lift + i);
        vec_store(z + i, t);
        vec_store(x->slot + row + i, form == SWEEP_SCALED ? one * eta : eta);
        if (sum) vec_store(sum + i, vec_load(sum + i) + gamma * (form == SWEEP_SCALED ? eta : eta - near));
    }
}

/* Coefficients of the plane. */
static struct sweep_front front_of(const struct plane *x)
{
    const struct adi_sweep *const f = x->f;
    const struct sweep_run *const run = x->run;
    const bool up = run->step > 0;
    struct sweep_front s = {.z = x->w->z, .eliminates = x->eliminates, .substitutes = x->substitutes};
    s.before = (up ? f->lower : f->upper)[2][x->k];
    s.after = (up ? f->upper : f->lower)[2][x->k];
    if (x->eliminates) {
        s.alpha = -f->theta * run->new->alpha[x->before], s.lambda = -run->new->lambda[x->k] / f->theta;
        s.gamma = run->new->gamma[x->before], s.one = run->new->one[x->before];
        s.write = eta_form(s.one, s.gamma);
        s.lift_fixed = sweep_is_fixed(f, 2, x->before);
    }
    if (x->inside) {
        s.g = run->old->g[x->after], s.e = run->old->e[x->after];
        s.read = eta_form(run->old->one[x->after], s.e);
    }
    for (int side = 0; side < 2; side++) s.x_fixed[side] = f->fixed[0][side];
    return s;
}

/* Coefficients of the LANES rows from j on, in their order. */
static void rows_of(const struct plane *x, int64_t j, struct sweep_front *s)
{
    const struct adi_sweep *const f = x->f;
    const struct sweep_lines *const before = &f->y[!x->down];
    for (int q = 0; q < LANES; q++) {
        const int64_t at = x->down ? j + LANES - 1 - q : j + q;
        s->h[q] = before->h[at];
        s->y_before[q] = (x->down ? f->upper : f->lower)[1][at];
        s->y_after[q] = (x->down ? f->lower : f->upper)[1][at];
        s->rest[q] = f->rest[1][at] + f->rest[2][x->k];
    }
    s->even = true;
    for (int q = 0; q < LANES; q++) s->even &= s->y_before[q] == s->y_after[0] && s->y_after[q] == s->y_after[0];
}

static bool any_rest(const struct sweep_front *s)
{
    bool any = false;
    for (int q = 0; q < LANES; q++) any |= s->rest[q] != 0;
    return any;
}

/* LANES rows from j on. */
static void front(const struct plane *x, struct sweep_front s, int64_t j, int64_t group, const real *later)
{
    const struct adi_sweep *const f = x->f;
    const struct workspace *const w = x->w;
    const int64_t first = x->down ? LANES - 1 : 0, at = j + first;
    bool more = false;
    rows_of(x, j, &s);
    sweep_x_ends(f, x->data, w->u[x->k % 2] + j * f->ld, j, x->k, s.add);
    for (int64_t q = 0; q < LANES; q++) more |= sweep_has_more(f, x->data, j + q, x->k);
    for (int64_t q = 0; more && q < LANES; q++) sweep_more(f, x->data, j + q, x->k, w->more + q * f->ld);
    if (more) s.more = w->more + first * f->ld;
    if (x->eliminates && sweep_has_lift(f, x->data, x->before)) {
        for (int64_t q = 0; q < LANES; q++)
            sweep_lift(f, x->data, x->run->new->alpha[x->before], j + q, x->before, w->lift + q * f->ld);
        s.lift = w->lift + first * f->ld;
    }
    s.eta = x->eta ? x->eta + at * f->row : NULL;
    s.slot = x->slot + at * f->row;
    s.old = w->u[1 - x->k % 2] + at * f->ld;
    s.u = w->u[x->k % 2] + at * f->ld;
    s.p = w->p + at * f->ld;
    s.strip = w->strips + group * sweep_strip(f);
    s.later = later + group * LANES * f->row;
    s.far = x->run->far + at * f->row, s.was = x->run->was + at * f->row, s.moved = x->run->moved + at * f->row;
    s.near = x->run->near + at * f->row;
    s.sum = x->run->sum ? x->run->sum + at * f->row : NULL;
    s.general = !s.eliminates || !s.substitutes || s.more || s.lift || any_rest(&s);
    sweep_front(f, &s, x->down);
    sweep_free_ends(f, j, w->p + j * f->ld);
    real *const after = w->u[1 - x->k % 2] + j * f->ld;
    if (x->substitutes) sweep_hold(f, x->after, j, j + LANES, after, f->ld);
    if (x->inside) show(x, x->after, j, j + LANES, after);
}

/* SWEEP_ROWS rows from j on. */
static void block(const struct plane *x, const struct sweep_front *s, int64_t j, bool first, const real *later)
{
    const struct adi_sweep *const f = x->f;
    for (int64_t c = 0; c < SWEEP_GROUPS; c++) {
        const int64_t g = x->down ? SWEEP_GROUPS - 1 - c : c;
        front(x, *s, j + g * LANES, g, later);
    }
    const struct sweep_turn turn = {.strips = x->w->strips,
                                    .later = later,
                                    .p = x->w->p + j * f->ld,
                                    .carry = x->w->carry,
                                    .sigma = x->w->sigma,
                                    .data = x->data,
                                    .j = j,
                                    .k = x->k,
                                    .first = first};
    sweep_turn(f, &turn, x->down);
}

/* The last row along y needs no further row. */
static void end_turn(const struct plane *x)
{
    const struct adi_sweep *const f = x->f;
    real *const last = x->w->p + (x->down ? 0 : f->rows - 1) * f->ld;
    for (int64_t i = 0; i < f->row; i += LANES)
        vec_store(last + i, vec_load(x->w->carry + i) + vec_load(x->w->sigma + i));
}

static void compute(const struct plane *x)
{
    const struct adi_sweep *const f = x->f;
    const int64_t blocks = f->rows / SWEEP_ROWS, step = x->down ? -SWEEP_ROWS : SWEEP_ROWS;
    const struct sweep_front s = front_of(x);
    for (int64_t b = 0; b < blocks; b++) {
        const int64_t j = (x->down ? blocks - 1 - b : b) * SWEEP_ROWS;
        const real *const later =
            b == blocks - 1 ? x->slot + x->run->step * f->plane + j * f->row : x->slot + (j + step) * f->row;
        block(x, &s, j, b == 0, later);
    }
    end_turn(x);
}

void sweep_planes(const struct adi_sweep *f, const struct step_data *data, const struct sweep_run *run, real *scratch)
{
    const struct workspace w = workspace_of(f, scratch);
    struct plane x = {.f = f, .data = data, .run = run, .w = &w};
    begin(&x);
    if (run->sum) memset(run->sum, 0, (size_t)f->plane * sizeof(real));
    for (int64_t t = 0; t <= run->count; t++) {
        x.k = run->first + t * run->step, x.before = x.k - run->step, x.after = x.k + run->step;
        x.eliminates = t > 0, x.computes = t < run->count, x.inside = t + 1 < run->count;
        x.substitutes = x.inside || (x.computes && !run->ends);
        x.down = x.k % 2 != 0;
        x.slot = run->out + (t - 1) * run->step * f->plane;
        x.eta = x.inside ? run->in + (t + 1) * run->step * f->plane : run->far;
        memset(w.z, 0, (size_t)f->row * sizeof(real));
        if (x.computes) compute(&x);
        else
            for (int64_t j = 0; j < f->rows; j++) close_row(&x, x.down ? f->rows - 1 - j : j);
    }
}
