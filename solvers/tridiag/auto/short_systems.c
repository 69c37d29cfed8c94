/* Takes `twisted` where all rows are dominant, else `thomas_pivot`. Each answer is judged by all rows; what is not good
 * is solved again by the reference. */
#include "solvers/tridiag/auto/short_systems.h"

#include "solvers/tridiag/check/check_vectors.h"
#include "solvers/tridiag/pivoting/pivot_checkpointed.h"
#include "solvers/tridiag/thomas/twisted.h"

struct short_systems short_systems_take(struct workspace *w, const struct shape *shape)
{
    const int64_t n = shape->n, both = twisted_bytes(n), pivots = pivot_checkpointed_values(n) * (int64_t)sizeof(real);
    struct short_systems k;
    k.right = workspace_take(w, n * (int64_t)sizeof(real));
    k.scratch = workspace_take(w, both > pivots ? both : pivots);
    k.careful = workspace_take(w, careful_rows(n) * (int64_t)sizeof *k.careful);
    return k;
}

static real size_of(real v)
{
    return v < 0 ? -v : v;
}

/* |b_i| >= |a_i| + |c_i| of all rows: elimination in order does not grow. */
static bool is_dominant(const struct line *l)
{
    const int64_t last = l->n - 1;
    bool all = l->n == 1 || (size_of(l->b[0]) >= size_of(l->c[0]) &&
                             size_of(l->b[last * l->stride]) >= size_of(l->a[last * l->stride]));
    for (int64_t i = 1; i < last; i++)
        all &= size_of(l->b[i * l->stride]) >= size_of(l->a[i * l->stride]) + size_of(l->c[i * l->stride]);
    return all;
}

static double backward_of(const struct check_system *k)
{
    const struct line *const l = &k->line;
    struct check_sizes sizes = {0};
    if (l->stride == 1 && l->x_stride == 1 && l->n > 2) {
        check_add(&sizes, check_row_of(k, 0));
        check_add(&sizes, check_row_of(k, l->n - 1));
        check_add_rows(k, 0, &sizes);
    } else
        for (int64_t i = 0; i < l->n; i++) check_add(&sizes, check_row_of(k, i));
    return check_backward(k, &sizes);
}

static int64_t solve_line(const struct short_systems *in, const struct line *l, struct short_found *found)
{
    const struct check_system k = {.line = *l, .right = in->right, .right_stride = 1};
    const bool dominant = is_dominant(l);
    int64_t info = 0;
    for (int64_t i = 0; i < l->n; i++) in->right[i] = l->x[i * l->x_stride];
    if (dominant) twisted_line(*l, in->scratch);
    else info = pivot_checkpointed_solve(*l, in->scratch);
    found->fast |= dominant, found->safe |= !dominant;
    if (info == 0 && backward_of(&k) <= BACKWARD_MAX) return 0;
    found->again = true;
    info = careful_solve(&k, in->careful);
    if (info > 0) return info;
    return backward_of(&k) <= BACKWARD_MAX ? SOLVED_BY_FALLBACK : INACCURATE;
}

struct short_found short_systems_solve(const struct short_systems *k, const struct shape *shape,
                                       const struct system *system)
{
    struct short_found found = {false, false, false};
    for (int64_t s = 0; s < shape->batch; s++) {
        const struct line l = line_of(shape, system, s);
        const int64_t info = solve_line(k, &l, &found);
        if (system->info) system->info[s] = info;
    }
    return found;
}
