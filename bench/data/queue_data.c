/* Makes the matrix of a cloud queue, and the vectors of its solution. */
#include "bench/data/queue_data.h"

#include "base/memory.h"

enum status queue_data_make(struct queue_data *q, const struct cloud *of)
{
    *q = (struct queue_data){0};
    TRY(model_make(&q->model, of));
    const int64_t states = model_states(q->model);
    TRY(qbd_matrix(&q->matrix, CSR, &q->model->levels, 0));
    TRY(mem_array(&q->order, HOST, states, sizeof *q->order));
    TRY(mem_array(&q->exponent, HOST, states, sizeof *q->exponent));
    TRY(mem_array(&q->x, HOST, states, sizeof *q->x));
    qbd_order(&q->model->levels, q->order);
    return matrix_band(q->matrix, q->order, &q->band);
}

void queue_data_free(struct queue_data *q)
{
    model_free(q->model);
    matrix_free(q->matrix);
    mem_free(q->order);
    mem_free(q->exponent);
    mem_free(q->x);
    *q = (struct queue_data){0};
}
