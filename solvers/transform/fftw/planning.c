/* Has FFTW plan, times what it has learned, and has it learn again what is slow. */
#include "solvers/transform/fftw/planning.h"

#include <math.h>
#include <string.h>

#include "base/comm/comm.h"
#include "base/timer.h"
#include "solvers/transform/fftw/ready.h"

enum { ROUNDS = 5, JUDGED = 512 };

static const FFTW(r2r_kind) kinds[TRANSFORM_TYPES] = {
    [HALF_COMPLEX] = FFTW_R2HC, [REAL] = FFTW_HC2R,    [DCT1] = FFTW_REDFT00, [DCT2] = FFTW_REDFT10,
    [DCT3] = FFTW_REDFT01,      [DCT4] = FFTW_REDFT11, [DST1] = FFTW_RODFT00, [DST2] = FFTW_RODFT10,
    [DST3] = FFTW_RODFT01,      [DST4] = FFTW_RODFT11,
};

static _Thread_local struct fftw_planning done;

struct fftw_planning fftw_planned(void)
{
    return done;
}

struct fftw_planning fftw_planning_since(const struct fftw_planning *before)
{
    struct fftw_planning p = done;
    p.known -= before->known, p.learned -= before->learned, p.renewed -= before->renewed;
    p.estimated -= before->estimated, p.seconds -= before->seconds;
    return p;
}

static double patience = 1;

void fftw_patience(double factor)
{
    patience = factor;
}

static FFTW(plan) plan_of(const struct fftw_lines *l, unsigned flags)
{
    const struct shape *const s = l->shape;
    const FFTW(iodim64) line = {s->n, s->stride, s->stride};
    const FFTW(iodim64) batch[2] = {{l->groups, s->outer, s->outer}, {l->inner, s->dist, s->dist}};
    return FFTW(plan_guru64_r2r)(1, &line, 2, batch, l->x, l->x, &kinds[s->transform.type], flags);
}

static FFTW(plan) plan_without_wisdom(const struct fftw_lines *l, unsigned flags)
{
    char *const aside = fftw_wisdom_aside();
    const FFTW(plan) p = plan_of(l, flags | FFTW_ESTIMATE);
    fftw_wisdom_back(aside);
    return p;
}

FFTW(plan) fftw_plan_estimated(const struct fftw_lines *l, unsigned flags)
{
    const double began = seconds_now();
    const FFTW(plan) p = plan_without_wisdom(l, flags);
    done.seconds += seconds_now() - began;
    done.estimated += flags == 0; /* other plans accompany one that is counted */
    return p;
}

/* Guarded by the planner. The lines that were judged, by a hash; a full list begins again. */
static bool was_judged(const struct fftw_lines *l, unsigned flags)
{
    static uint64_t judged[JUDGED];
    static int count;
    const struct shape *const s = l->shape;
    const int64_t key[] = {s->transform.type, s->n,     s->stride,  s->dist,       s->outer,
                           l->groups,         l->inner, l->threads, (int64_t)flags};
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < sizeof key; i++) hash = (hash ^ ((const unsigned char *)key)[i]) * 1099511628211u;
    for (int i = 0; i < count; i++)
        if (judged[i] == hash) return true;
    if (count == JUDGED) count = 0;
    judged[count++] = hash;
    return false;
}

/* One execution of a plan, or of the lines by another method, if `of` is NULL. */
static double seconds_of(FFTW(plan) of, struct plan *other, real *x)
{
    const double began = seconds_now();
    if (of) FFTW(execute_r2r)(of, x, x);
    else plan_solve(other, &(struct system){.kind = KIND_TRANSFORM, .x = x});
    return seconds_now() - began;
}

/* Others that the seconds of a plan are compared with. */
enum { ESTIMATED, LANES_OF_VECTORS, PEERS };
struct peers {
    FFTW(plan) estimated;
    struct plan *lanes; /* either is NULL if it could not be made */
};

static struct peers peers_make(const struct fftw_lines *l)
{
    const struct exec exec = exec_host(l->threads);
    struct peers p = {.estimated = plan_without_wisdom(l, 0)};
    const struct solver *lanes;
    struct shape shape = *l->shape;
    shape.batch = l->groups * l->inner;
    if (solver_find(KIND_TRANSFORM, "lanes", HOST, &lanes) == ST_OK) plan_make(&p.lanes, lanes, &shape, NULL, &exec);
    return p;
}

static void peers_free(struct peers *p)
{
    if (p->estimated) FFTW(destroy_plan)(p->estimated);
    plan_free(p->lanes);
}

/* The largest ratio of its least seconds to those of another, over what is slow; 0 if none is above 1. */
static double slowness_of(FFTW(plan) p, const struct fftw_lines *l)
{
    static const double most[PEERS] = {[ESTIMATED] = FFTW_SLOW, [LANES_OF_VECTORS] = FFTW_SLOW_OF_LANES};
    struct peers peers = peers_make(l);
    double own = HUGE_VAL, others[PEERS] = {HUGE_VAL, HUGE_VAL}, worst = HUGE_VAL;
    const double enough = seconds_now() + FFTW_SECONDS; /* one of few executions may have been disturbed */
    memset(l->x, 0, (size_t)l->extent * sizeof *l->x);  /* no page is touched first while one of them is timed */
    for (int round = 0; round < ROUNDS && (worst > patience || seconds_now() < enough); round++) {
        if (peers.estimated) others[ESTIMATED] = fmin(others[ESTIMATED], seconds_of(peers.estimated, NULL, l->x));
        if (peers.lanes) others[LANES_OF_VECTORS] = fmin(others[LANES_OF_VECTORS], seconds_of(NULL, peers.lanes, l->x));
        own = fmin(own, seconds_of(p, NULL, l->x));
        worst = 0;
        for (int k = 0; k < PEERS; k++) worst = fmax(worst, own / (most[k] * others[k]));
    }
    peers_free(&peers);
    return worst > patience ? worst : 0;
}

/* Is the new plan better, in as many rounds? */
static bool is_better(FFTW(plan) now, FFTW(plan) before, real *x)
{
    double seconds[2] = {HUGE_VAL, HUGE_VAL};
    for (int round = 0; round < ROUNDS; round++) {
        seconds[0] = fmin(seconds[0], seconds_of(before, NULL, x));
        seconds[1] = fmin(seconds[1], seconds_of(now, NULL, x));
    }
    return seconds[0] > FFTW_BETTER * seconds[1];
}

/* The better of the plan and one that is learned now, and what is known of these lines then. */
static FFTW(plan) renew(FFTW(plan) p, const struct fftw_lines *l, unsigned flags, double slowness)
{
    char *const aside = fftw_wisdom_aside();
    const FFTW(plan) now = plan_of(l, flags);
    const bool better = now && is_better(now, p, l->x);
    const FFTW(plan) worse = better ? p : now;
    if (better) fftw_wisdom_renew(aside), done.renewed++, done.slowness = slowness;
    else fftw_wisdom_back(aside);
    if (worse) FFTW(destroy_plan)(worse);
    return better ? now : p;
}

FFTW(plan) fftw_plan_learned(const struct fftw_lines *l, unsigned flags, bool *learned)
{
    const double began = seconds_now();
    FFTW(plan) p = plan_of(l, flags | FFTW_WISDOM_ONLY);
    if (p) done.known++;
    else p = plan_of(l, flags), done.learned++, *learned = true;
    if (p && comm_rank(comm_world()) == 0 && !was_judged(l, flags)) {
        const double slowness = slowness_of(p, l);
        const int64_t before = done.renewed;
        if (slowness > 0) p = renew(p, l, flags, slowness);
        *learned |= done.renewed > before;
    }
    done.seconds += seconds_now() - began;
    return p;
}
