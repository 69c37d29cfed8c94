/* The closed form for chains that enter each level from above in one phase only: the coupling of a level to the one
 * below then is a matrix of rank one, and each level is a chain of its own that is solved on the pass.
 *
 * Let moves from level j + 1 to j all end in phase e_j, as in W. Yang, K. Li, K. Li (2017), eq. (8), with kappa = k
 * - 2. A path that rises from level j returns to e_j: so in the chain observed on levels up to j, each rise is a move
 * to e_j. All other moves in the level go to neighbouring phases, so that phases eliminated from both ends towards e_j,
 * without subtraction (gth.h), keep links to one neighbour and to e_j: 10 flops a phase. First downwards level by
 * level; then upwards, from the flow out of the level below: 10 more. Every probability is right to some units of
 * rounding a state. No memory but four values a state. */
#include <string.h>

#include "solvers/sparse/direct/error_bound.h"
#include "solvers/sparse/markov/extended_exponent.h"
#include "solvers/sparse/markov/level_rates.h"
#include "solvers/sparse/matrix/matrix.h"

/* One level; `toward` is the neighbour nearer to e. */
struct level {
    int64_t block, end;    /* end: e; -1 while it is not known */
    int64_t stray;         /* a phase with any other move; -1: none */
    double *toward, *away; /* [block] rates from phase p to its neighbour towards e, and from that neighbour to p */
    double *home;          /* from p to e, by rising */
    double *down;          /* out of the level */
};

struct run {
    struct csr a;
    int64_t levels, block;
    double *toward, *away, *home,
        *down;               /* [n]; after elimination toward, away, home over the sum of the rates out of the phase */
    int64_t *end;            /* [levels] */
    int32_t *exponent;       /* [n], if the system has none */
    struct extended *in, *x; /* [block] the flow into a level, and x of the last one */
};

static struct workspace lay_out(struct run *r, const struct shape *s, const struct matrix *a, void *memory)
{
    struct workspace c = {memory, 0};
    double **const array[] = {&r->toward, &r->away, &r->home, &r->down};
    r->a = csr_of(s, a, &c);
    r->block = s->blocktri.block, r->levels = s->n / s->blocktri.block;
    for (int k = 0; k < 4; k++) *array[k] = workspace_take(&c, s->n * (int64_t)sizeof(double));
    r->end = workspace_take(&c, r->levels * (int64_t)sizeof *r->end);
    r->in = workspace_take(&c, s->blocktri.block * (int64_t)sizeof *r->in);
    r->x = workspace_take(&c, s->blocktri.block * (int64_t)sizeof *r->x);
    r->exponent = s->blocktri.exponents ? NULL : workspace_take(&c, s->n * (int64_t)sizeof *r->exponent);
    return c;
}

static struct level level_at(const struct run *r, int64_t j)
{
    const int64_t at = j * r->block;
    return (struct level){r->block, r->end[j], -1, r->toward + at, r->away + at, r->home + at, r->down + at};
}

static void see_landing(void *with, int64_t from, int64_t to, double q)
{
    struct level *const l = with;
    if (l->end >= 0 && l->end != to) l->stray = from;
    l->end = to;
}

static void see_down(void *with, int64_t from, int64_t to, double q)
{
    struct level *const l = with;
    l->down[from] += q;
}

static void see_rise(void *with, int64_t from, int64_t to, double q)
{
    struct level *const l = with;
    l->home[from] += q;
}

/* A rate between neighbouring phases: towards e it is kept with its source, away from e with its destination. */
static void see_inside(void *with, int64_t from, int64_t to, double q)
{
    struct level *const l = with;
    if (to != from + 1 && to != from - 1) l->stray = from;
    else if ((from < l->end) == (to > from) && from != l->end) l->toward[from] = q;
    else l->away[to] = q;
}

/* Eliminates phase p, whose neighbour towards e is `next`; false if it leads nowhere. */
static bool take_out(const struct level *l, int64_t p, int64_t next)
{
    const double sum = l->toward[p] + l->home[p] + l->down[p];
    if (!(sum > 0) || !isfinite(sum)) return false;
    const double f = l->away[p] / sum;
    if (next != l->end) l->home[next] += f * l->home[p];
    l->down[next] += f * l->down[p];
    l->toward[p] /= sum, l->home[p] /= sum;
    l->away[p] = f;
    l->down[p] = 1 / sum;
    return true;
}

/* Eliminates from both ends to e; moves from e to itself do not count. Returns the phase that leads nowhere, or -1. */
static int64_t take_out_all(const struct level *l)
{
    for (int64_t p = l->block - 1; p > l->end; p--)
        if (!take_out(l, p, p - 1)) return p;
    for (int64_t p = 0; p < l->end; p++)
        if (!take_out(l, p, p + 1)) return p;
    return -1;
}

static enum status refuse(int64_t state)
{
    return fail(ST_REFUSED,
                "rank_one: only for chains whose moves down from a level end in one phase, and whose others go to the "
                "next phases or up; state %lld moves elsewhere. Use gth_band or gth_block",
                (long long)state);
}

/* *stuck: the phase of level j that leads nowhere, or -1. Levels above are done. */
static enum status take_level_out(struct run *r, int64_t j, int64_t *stuck)
{
    struct level above = {.end = -1, .stray = -1}, l = level_at(r, j);
    if (j + 1 < r->levels) rates_between(&r->a, r->block, j + 1, j, see_landing, &above);
    if (above.stray >= 0) return refuse((j + 1) * r->block + above.stray);
    l.end = r->end[j] = above.end < 0 ? 0 : above.end;
    rates_between(&r->a, r->block, j, j, see_inside, &l);
    if (l.stray >= 0) return refuse(j * r->block + l.stray);
    if (j + 1 < r->levels) rates_between(&r->a, r->block, j, j + 1, see_rise, &l);
    if (j > 0) rates_between(&r->a, r->block, j, j - 1, see_down, &l);
    *stuck = take_out_all(&l);
    if (*stuck < 0 && j > 0 && !(l.down[l.end] > 0)) *stuck = l.end;
    l.down[l.end] = 1 / l.down[l.end];
    return ST_OK;
}

static enum status take_all_out(struct run *r, struct outcome *o)
{
    for (int64_t j = r->levels - 1; j >= 0; j--) {
        int64_t stuck = -1;
        TRY(take_level_out(r, j, &stuck));
        if (stuck < 0) continue;
        o->info = j * r->block + stuck + 1;
        return ST_OK;
    }
    return ST_OK;
}

static void see_inflow(void *with, int64_t from, int64_t to, double q)
{
    const struct run *const r = with;
    r->in[to] = extended_plus(r->in[to], extended_times(r->x[from], q));
}

/* Passes the inflow at p on towards e. */
static void pass_on(const struct level *l, struct extended *in, int64_t p, int64_t next)
{
    in[next] = extended_plus(in[next], extended_times(in[p], l->toward[p]));
    in[l->end] = extended_plus(in[l->end], extended_times(in[p], l->home[p]));
}

static struct extended from_neighbour(const struct level *l, const struct extended *in, int64_t p, struct extended x)
{
    return extended_plus(extended_times(in[p], l->down[p]), extended_times(x, l->away[p]));
}

static void substitute_level(struct run *r, const struct system *system, int64_t j, int32_t *now)
{
    const struct level l = level_at(r, j);
    struct extended *const in = r->in, *const x = r->x;
    for (int64_t p = 0; p < l.block; p++) in[p] = (struct extended){0, *now};
    if (j > 0) rates_between(&r->a, r->block, j - 1, j, see_inflow, r);
    for (int64_t p = l.block - 1; p > l.end; p--) pass_on(&l, in, p, p - 1);
    for (int64_t p = 0; p < l.end; p++) pass_on(&l, in, p, p + 1);
    x[l.end] = extended_settle(j > 0 ? extended_times(in[l.end], l.down[l.end]) : (struct extended){1, 0}, now);
    for (int64_t p = l.end + 1; p < l.block; p++) x[p] = extended_settle(from_neighbour(&l, in, p, x[p - 1]), now);
    for (int64_t p = l.end - 1; p >= 0; p--) x[p] = extended_settle(from_neighbour(&l, in, p, x[p + 1]), now);
    for (int64_t p = 0; p < l.block; p++)
        extended_write(x[p], system->x + j * l.block + p, system->blocktri.exponent + j * l.block + p);
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *s, const void *options,
                               const struct exec *exec)
{
    struct run r;
    return lay_out(&r, s, NULL, NULL).used;
}

static enum status accepts(const struct solver *self, const struct shape *s, const void *options)
{
    if (s->blocktri.question != STATIONARY) return fail(ST_REFUSED, "rank_one: only for stationary chains");
    if (s->blocktri.entries == 0) return fail(ST_REFUSED, "rank_one: needs a stored matrix; gth_band needs none");
    return ST_OK;
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct shape *const s = &p->shape;
    struct system own = *system;
    struct run r;
    int32_t now = 0;
    if (!matrix_is_blocktri(own.blocktri.matrix)) return fail(ST_REFUSED, "rank_one: moves beyond neighbouring levels");
    lay_out(&r, s, own.blocktri.matrix, p->workspace);
    csr_fill(&r.a, own.blocktri.matrix);
    memset(r.toward, 0, (size_t)((char *)r.end - (char *)r.toward));
    if (!s->blocktri.exponents) own.blocktri.exponent = r.exponent;
    own.outcome->info = 0;
    TRY(take_all_out(&r, own.outcome));
    if (own.outcome->info) return ST_OK;
    for (int64_t j = 0; j < r.levels; j++) substitute_level(&r, &own, j, &now);
    if (!extended_normalize(s->n, own.x, own.blocktri.exponent, p->exec.threads)) own.outcome->info = s->n;
    if (!s->blocktri.exponents) extended_flush(s->n, own.x, own.blocktri.exponent, p->exec.threads);
    if (!own.outcome->info) error_without_subtraction(s, &own, 0);
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *s, const void *options)
{
    const double n = (double)s->n;
    return (struct cost){20 * n,
                         (double)s->blocktri.entries * (double)(sizeof(real) + 4) + 9 * n * (double)sizeof(double)};
}

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .solve = solve,
};

const struct solver blocktri_rank_one = {
    .method = "rank_one",
    .about = "closed form for chains that come down to one phase of each level, phase by phase",
    .source = "this program; no subtraction: Grassmann, Taksar, Heyman 1985",
    .kind = KIND_BLOCKTRI,
    .space = HOST,
    .can = DETERMINISTIC | REPORTS_INFO | ONE_CLASS,
    .hooks = &hooks,
};
