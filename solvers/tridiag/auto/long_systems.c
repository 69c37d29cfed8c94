/* `windows` where it is likely to do: its answers are proven (partition.h). Everything else by `partition_pivot`, whose
 * answers are measured as they are found; what is not good is solved again in order. */
#include "solvers/tridiag/auto/long_systems.h"

#include <string.h>

#include "solvers/tridiag/auto/sample.h"
#include "solvers/tridiag/check/check_vectors.h"
#include "solvers/tridiag/partition/partition.h"

enum { PART = 1 << 13 /* rows that one thread takes at a time */ };

/* The backward error of `windows`: the error of right sides that it restored, relative to their terms. */
#define UNDONE_MAX (128 * (double)REAL_EPS)

/* The data that the threads share. */
struct long_state {
    struct check_sizes sizes;
    int64_t info;
};

/* One system. */
struct one {
    const struct long_systems *systems;
    struct line line;
    struct team team;
};

bool long_systems_are(const struct shape *shape)
{
    return shape->stride == 1 && shape_matrix_stride(shape) == 1 && !shape->tridiag.cyclic && !shape->tridiag.shifted;
}

static int64_t largest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

struct long_systems long_systems_take(struct workspace *w, const struct shape *shape, int threads)
{
    const int64_t n = shape->n, values = largest(windows_values(n, threads), partition_pivot.values(n, threads));
    struct long_systems k;
    k.workspace = workspace_take(w, values * (int64_t)sizeof(real));
    k.right = workspace_take(w, n * (int64_t)sizeof(real));
    k.state = workspace_take(w, sizeof *k.state);
    k.careful = workspace_take(w, careful_rows(n) * (int64_t)sizeof *k.careful);
    return k;
}

static struct check_system check_of(const struct one *k)
{
    return (struct check_system){.line = k->line, .right = k->systems->right, .right_stride = 1};
}

/* Rows from ... to - 1, neither the first nor the last: those between the ends of a system of their own. */
static void add_rows(const struct check_system *k, int64_t from, int64_t to, struct check_sizes *sizes)
{
    struct check_system part = *k;
    const int64_t first = from - 1;
    part.line.a += first, part.line.b += first, part.line.c += first, part.line.x += first;
    part.right += first, part.line.n = to - from + 2;
    check_add_rows(&part, 0, sizes);
}

static void join(struct check_sizes *all, const struct check_sizes *part)
{
    all->unsound += part->unsound;
    all->residual = fmax(all->residual, part->residual), all->matrix = fmax(all->matrix, part->matrix);
    all->x = fmax(all->x, part->x), all->right = fmax(all->right, part->right);
}

/* The sizes of all rows into state->sizes, from those of each thread. */
static void gather(const struct one *k, const struct check_sizes *own)
{
    struct check_sizes *const all = &k->systems->state->sizes;
    if (k->team.rank == 0) *all = (struct check_sizes){0};
    single_system_wait(k->team);
#pragma omp critical(long_systems_gather)
    join(all, own);
    single_system_wait(k->team);
}

static void measure(const struct one *k)
{
    const struct check_system c = check_of(k);
    struct check_sizes own = {0};
    const int64_t last = c.line.n - 1;
    int64_t from, to;
    team_part(k->team, (c.line.n + PART - 1) / PART, &from, &to);
    if (k->team.rank == 0) {
        check_add(&own, check_row_of(&c, 0));
        if (last > 0) check_add(&own, check_row_of(&c, last));
    }
    const int64_t first = largest(from * PART, 1), end = least(to * PART, last);
    if (first < end) add_rows(&c, first, end, &own);
    gather(k, &own);
}

/* The backward error for the right side that was given, which one that was restored may be off by so much. */
static double backward_of(const struct one *k, double off)
{
    const struct check_system c = check_of(k);
    const struct check_sizes *const s = &k->systems->state->sizes;
    const double size = fmin(s->matrix * s->x + s->right, DBL_MAX);
    return check_backward(&c, s) + (off > 0 ? UNDONE_MAX * (off / size) : 0);
}

/* Solves with pivots; `off`: as in backward_of. */
static int64_t solve_safely(const struct one *k, double off, struct long_found *found)
{
    const struct check_system c = check_of(k);
    struct pivot_check check = {.right = k->systems->right};
    found->safe = true;
    const int64_t info = partition_pivot_checked(k->line, k->systems->workspace, k->team, &check);
    if (check.done) gather(k, &check.sizes);
    else measure(k);
    if (info_is_good(info) && backward_of(k, off) <= BACKWARD_MAX) return info;
    found->again = true;
    single_system_wait(k->team);
    if (k->team.rank == 0) k->systems->state->info = careful_solve(&c, k->systems->careful);
    single_system_wait(k->team);
    if (k->systems->state->info > 0) return k->systems->state->info;
    measure(k);
    return backward_of(k, off) <= BACKWARD_MAX ? SOLVED_BY_FALLBACK : INACCURATE;
}

/* The system in place: where its right side lies apart, x takes it. */
static struct one in_place(const struct one *k)
{
    struct one own = *k;
    int64_t from, to;
    if (!k->line.d) return own;
    team_part(k->team, k->line.n, &from, &to);
    memcpy(k->line.x + from, k->line.d + from, (size_t)(to - from) * sizeof(real));
    own.line.d = NULL;
    single_system_wait(k->team);
    return own;
}

/* Called by every thread; each returns info and the same findings. */
static int64_t solve_line(const struct one *k, struct long_found *found)
{
    const struct sample s = sample_line(&k->line, false);
    const bool fast = sample_decays(&s) && sample_right_is_large(&k->line);
    double off = 0;
    if (fast && windows_solve(k->line, k->systems->workspace, k->team, &off) == 0) {
        found->fast = true;
        return 0;
    }
    if (fast) single_system_wait(k->team);
    const struct one own = in_place(k);
    return solve_safely(&own, off, found);
}

struct long_found long_systems_solve(const struct long_systems *in, const struct shape *shape,
                                     const struct system *system, const struct exec *exec)
{
    struct long_found found = {false, false, false};
#pragma omp parallel num_threads(exec->threads)
    {
        const struct team team = {omp_get_thread_num(), omp_get_num_threads(), exec->trace};
        struct long_found own = {false, false, false};
        for (int64_t s = 0; s < shape->batch; s++) {
            const struct one k = {in, line_of(shape, system, s), team};
            const int64_t info = solve_line(&k, &own);
            if (system->info && team.rank == 0) system->info[s] = info;
            single_system_wait(team);
        }
        if (team.rank == 0) found = own;
    }
    return found;
}
