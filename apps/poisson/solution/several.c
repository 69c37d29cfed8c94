/* Gives right sides to threads. */
#include "apps/poisson/solution/several.h"

#include <omp.h>

#include "base/memory.h"

static enum status make_arrays(struct several *s, const struct box *b)
{
    TRY(mem_array(&s->u, HOST, s->most, sizeof *s->u));
    TRY(mem_array(&s->f, HOST, s->most, sizeof *s->f));
    TRY(mem_array(&s->level, HOST, s->most, sizeof *s->level));
    TRY(mem_array(&s->removed, HOST, s->most, sizeof *s->removed));
    for (int64_t k = 0; k < s->most; k++) {
        TRY(mem_array(&s->u[k], HOST, b->points, sizeof **s->u));
        TRY(mem_array(&s->f[k], HOST, b->unknowns, sizeof **s->f));
    }
    return ST_OK;
}

/* One thread each, where one solve is work for one thread, and all together are work for more. */
static int team_of(int64_t most, const struct poisson_direct *direct, struct exec exec)
{
    const double one = direct_traffic(direct) / THREAD_RATE;
    const int threads = exec_deserved(exec, one * (double)most).threads;
    if (exec_for(exec, one).threads > 1) return 1;
    return threads < most ? threads : (int)most;
}

enum status several_make(struct several **out, int64_t most, const struct box *b, const struct poisson_params *p,
                         const struct direct_choice *choice, const struct poisson_direct *direct, struct exec exec)
{
    struct several *s;
    if (most <= 1) return ST_OK;
    TRY(mem_alloc(&s, HOST, sizeof *s));
    *out = s;
    *s = (struct several){.most = most, .team = team_of(most, direct, exec)};
    TRY(make_arrays(s, b));
    TRY(mem_array(&s->own, HOST, s->team - 1, sizeof *s->own));
    for (int t = 0; t + 1 < s->team; t++) TRY(direct_make(&s->own[t], b, p, choice, exec_host(1)));
    return ST_OK;
}

struct several *several_free(struct several *s)
{
    if (!s) return NULL;
    for (int t = 0; s->own && t + 1 < s->team; t++) direct_free(&s->own[t]);
    for (int64_t k = 0; s->u && k < s->most; k++) mem_free(s->u[k]);
    for (int64_t k = 0; s->f && k < s->most; k++) mem_free(s->f[k]);
    mem_free(s->own);
    mem_free(s->u);
    mem_free(s->f);
    mem_free(s->level);
    mem_free(s->removed);
    return mem_free(s);
}

/* The lowest right side of all that fails, or -1. */
static int64_t solve_beside(struct several *s, struct poisson_direct *direct,
                            void (*assemble)(void *context, int64_t k, real *u, int threads), void *context)
{
    int64_t failed = s->count;
#pragma omp parallel for schedule(static) num_threads(s->team) reduction(min : failed)
    for (int64_t k = 0; k < s->count; k++) {
        const int thread = omp_get_thread_num();
        assemble(context, k, s->u[k], 1);
        if (direct_solve(thread ? &s->own[thread - 1] : direct, s->u[k]) != ST_OK && k < failed) failed = k;
    }
    return failed < s->count ? failed : -1;
}

/* A right side that fails is solved again by this thread, which then has its message. */
enum status several_solve(struct several *s, struct poisson_direct *direct,
                          void (*assemble)(void *context, int64_t k, real *u, int threads), void *context)
{
    int64_t first = 0, end = s->count;
    if (s->team > 1) first = solve_beside(s, direct, assemble, context), end = first + 1;
    for (int64_t k = first; k >= 0 && k < end; k++) {
        assemble(context, k, s->u[k], direct->exec.threads);
        TRY(direct_solve(direct, s->u[k]));
    }
    return ST_OK;
}
