/* Makes the matrix of a cloud queue, and solves it by a given method. */
#include "verify/queue/queue_chain.h"

#include <string.h>

#include "base/memory.h"

enum status queue_chain_make(struct queue_chain *q, const struct cloud *of, double shift)
{
    *q = (struct queue_chain){.shift = shift};
    TRY(model_make(&q->model, of));
    const int64_t n = model_states(q->model);
    TRY(qbd_matrix(&q->matrix, CSR, &q->model->levels, shift));
    TRY(mem_array(&q->order, HOST, n, sizeof *q->order));
    qbd_order(&q->model->levels, q->order);
    TRY(matrix_band(q->matrix, q->order, &q->band));
    TRY(mem_array(&q->b, HOST, n, sizeof *q->b));
    for (int64_t s = 0; shift > 0 && s < n; s++) q->b[s] = (real)(1 + s % 7);
    TRY(mem_array(&q->x, HOST, n, sizeof *q->x));
    return mem_array(&q->exponent, HOST, n, sizeof *q->exponent);
}

void queue_chain_free(struct queue_chain *q)
{
    model_free(q->model);
    matrix_free(q->matrix);
    mem_free(q->order);
    mem_free(q->b);
    mem_free(q->x);
    mem_free(q->exponent);
}

enum status queue_chain_solve(struct queue_chain *q, const struct method_spec *spec, const struct exec *exec)
{
    const enum question question = q->shift > 0 ? SHIFTED : STATIONARY;
    struct shape shape = shape_blocktri(question, q->matrix, NULL, q->band);
    const struct system system = {
        .kind = KIND_BLOCKTRI,
        .blocktri = {.matrix = q->matrix, .order = q->order, .shift = q->shift, .exponent = q->exponent},
        .x = q->x,
        .outcome = &q->outcome};
    shape.blocktri.exponents = true;
    q->outcome = (struct outcome){0};
    memcpy(q->x, q->b, (size_t)shape.n * sizeof *q->x);
    memset(q->exponent, 0, (size_t)shape.n * sizeof *q->exponent);
    return method_spec_solve(spec, &shape, &system, exec);
}
