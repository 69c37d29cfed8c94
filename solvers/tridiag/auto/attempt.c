/* Looks at a chunk, solves it, and where that proves nothing checks it, and solves again what is not good. What is
 * dominant has an answer, or is singular but for rounding: that stays as it is reported. */
#include "solvers/tridiag/auto/attempt.h"

#include <string.h>

#include "solvers/tridiag/auto/long_rows.h"
#include "solvers/tridiag/auto/look.h"
#include "solvers/tridiag/check/check_loops.h"
#include "solvers/tridiag/pivot_checkpointed.h"

struct attempt attempt_take(struct workspace *w, const struct shape *shape, const struct chunks *c)
{
    struct attempt a = {.plan = {{NULL}}};
    int64_t values = 0, systems = 0;
    for (int k = 0; k < c->sizes; k++) {
        const struct shape s = chunk_shape(c, shape, k);
        values = kept_values(&s) > values ? kept_values(&s) : values;
        systems = s.batch > systems ? s.batch : systems;
    }
    a.right = workspace_take(w, values * (int64_t)sizeof(real));
    a.info = workspace_take(w, systems * (int64_t)sizeof *a.info);
    if (shape->n <= CAREFUL_ROWS) a.careful = workspace_take(w, shape->n * (int64_t)sizeof *a.careful);
    else a.scratch = workspace_take(w, pivot_checkpointed_values(shape->n) * (int64_t)sizeof(real));
    return a;
}

enum status attempt_begin(struct attempt *a, const struct shape *shape, const struct chunks *c,
                          const struct auto_choice *choice, const struct exec *exec, bool safe)
{
    a->choice = choice, a->chunks = c, a->exec = *exec;
    for (int k = 0; k < c->sizes; k++) {
        const struct shape s = chunk_shape(c, shape, k);
        if (!safe) TRY(plan_make(&a->plan[BY_FAST][k], choice->fast, &s, NULL, exec));
        TRY(plan_make(&a->plan[BY_SAFE][k], choice->safe, &s, NULL, exec));
    }
    return ST_OK;
}

void attempt_end(struct attempt *a)
{
    for (int by = 0; by < 2; by++)
        for (int k = 0; k < CHUNK_SIZES; k++) a->plan[by][k] = plan_free(a->plan[by][k]);
}

static int64_t solve_in_place(const struct check_system *k, real *scratch)
{
    for (int64_t i = 0; i < k->line.n; i++) k->line.x[i * k->line.x_step] = k->right[i * k->right_step];
    return pivot_checkpointed_solve(k->line, scratch);
}

/* info of a system after the reference has solved it. */
static int64_t solve_again(const struct attempt *a, const struct check_system *k)
{
    struct check_sizes sizes = {0};
    const int64_t info = !a->careful ? solve_in_place(k, a->scratch)
                         : k->cyclic ? careful_solve_cyclic(k, a->careful)
                                     : careful_solve(k, a->careful);
    if (info) return info;
    for (int64_t i = 0; i < k->line.n; i++) check_add(&sizes, check_row_of(k, i));
    return check_backward(k, &sizes) <= BACKWARD_MAX ? SOLVED_BY_FALLBACK : INACCURATE;
}

/* All that were not solved. Were there any? */
static bool mend(const struct attempt *a, const struct checked_chunk *of)
{
    const int64_t runs = kept_runs(&of->shape);
    bool again = false;
    for (int64_t r = 0; r < runs; r++) {
        const struct kept_run run = kept_run_at(&of->shape, r);
        for (int64_t s = run.first; s < run.first + run.systems; s++) {
            if (info_is_good(a->info[s])) continue;
            const struct check_system k = checked_system(of, s, &run);
            a->info[s] = solve_again(a, &k);
            again = true;
        }
    }
    return again;
}

/* Was the matrix found unfit when it was factored, or is it to be looked at now? */
static enum chosen choose(const struct attempt *a, const struct plan *p, const struct checked_chunk *of)
{
    if (p->factored) return BY_SAFE;
    return look_at_systems(&of->shape, &of->system, a->choice->factor, a->exec.threads) ? BY_FAST : BY_SAFE;
}

static void keep(const struct checked_chunk *of, const struct exec *exec)
{
    if (long_rows_are(&of->shape, exec)) long_rows_keep(of, exec);
    else checked_host.keep(of, exec);
}

static void measure(const struct checked_chunk *of, const struct exec *exec)
{
    if (long_rows_are(&of->shape, exec)) long_rows_measure(of, exec);
    else checked_host.measure(of, exec);
}

struct attempt_found attempt_solve(const struct attempt *a, int64_t k, const struct plan *p,
                                   const struct system *system)
{
    struct attempt_found found = {.status = ST_OK};
    const struct chunk chunk = chunk_at(a->chunks, k);
    struct checked_chunk of = {
        .shape = chunk_shape(a->chunks, &p->shape, chunk.size),
        .system = chunk_system(a->chunks, &p->shape, system, k),
        .right = a->right,
    };
    if (chunk.systems == 0) return found;
    of.system.info = a->info, of.system.outcome = NULL, of.system.backward = of.system.condition = NULL;
    const enum chosen by = choose(a, p, &of);
    if (by == BY_SAFE) keep(&of, &a->exec);
    found.by[by] = true;
    found.status = plan_solve(a->plan[by][chunk.size], &of.system);
    if (found.status != ST_OK) return found;
    if (by == BY_SAFE) measure(&of, &a->exec);
    if (by == BY_SAFE && (a->careful || !p->shape.tridiag.cyclic)) found.again = mend(a, &of);
    if (system->info) memcpy(system->info + chunk.first, a->info, (size_t)chunk.systems * sizeof *a->info);
    return found;
}
