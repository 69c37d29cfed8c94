/* Allocates the arrays of a system, and chooses its form by the kind of the solver. */
#include "apps/bvp/equations.h"

#include "base/memory.h"

const struct equation_form *form_of(enum kind kind)
{
    return kind == KIND_RECURRENCE ? &form_recurrence : &form_tridiag;
}

struct shape equations_shape(const struct bvp_params *p, enum kind kind, int64_t intervals)
{
    struct shape s = shape_contiguous(bvp_unknowns(p, intervals), 1);
    s.kind = kind;
    s.recurrence.scaled = kind == KIND_RECURRENCE && !bvp_even(p);
    return s;
}

enum status equations_make(struct equations *e, struct bvp_problem *problem, enum kind kind)
{
    *e = (struct equations){.problem = problem, .form = form_of(kind), .system = {.kind = kind}};
    const int64_t n = problem->unknowns;
    for (int c = 0; c < e->form->coefficients(problem->params); c++)
        TRY(mem_array(&e->coefficient[c], HOST, n, sizeof(real)));
    TRY(mem_array(&e->x, HOST, n, sizeof(real)));
    return kind == KIND_RECURRENCE ? mem_array(&e->span, HOST, end_spans(n), sizeof *e->span) : ST_OK;
}

void equations_free(struct equations *e)
{
    for (int c = 0; c < COEFFICIENTS; c++) mem_free(e->coefficient[c]);
    mem_free(e->x);
    mem_free(e->span);
    *e = (struct equations){0};
}
