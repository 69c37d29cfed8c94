/* Allocates the arrays of a system, and chooses its form by the kind of the solver. */
#include "apps/bvp/equations/equations.h"

#include "base/memory.h"

const struct equation_form *form_of(enum kind kind)
{
    return kind == KIND_RECURRENCE ? &form_recurrence : &form_tridiag;
}

struct shape equations_shape(const struct bvp_params *p, enum kind kind, const struct bvp_part *part)
{
    struct shape s = shape_contiguous(part->rows, 1);
    s.kind = kind;
    s.recurrence.scaled = kind == KIND_RECURRENCE && !bvp_even(p);
    if (!part->comm) return s;
    s.cut = (struct rank_cut){
        .comm = part->comm, .whole = part->whole, .first = part->row, .scheme = (enum cut_scheme)p->lines};
    return s;
}

enum status equations_make(struct equations *e, struct bvp_problem *problem, enum kind kind)
{
    *e = (struct equations){.problem = problem, .form = form_of(kind), .system = {.kind = kind}};
    const int64_t n = problem->part.rows;
    for (int c = 0; c < e->form->coefficients(problem->params); c++)
        TRY(mem_array(&e->coefficient[c], HOST, n, sizeof(real)));
    return mem_array(&e->x, HOST, n, sizeof(real));
}

void equations_free(struct equations *e)
{
    for (int c = 0; c < COEFFICIENTS; c++) mem_free(e->coefficient[c]);
    mem_free(e->x);
    *e = (struct equations){0};
}
