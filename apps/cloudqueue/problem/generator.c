/* Makes the data of a chain that a solver needs: closed class, matrix in the chosen format, orders, shape. */
#include "apps/cloudqueue/problem/generator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/either_precision.h"
#include "base/formula/expression.h"
#include "base/memory.h"
#include "solvers/sparse/markov/communicating_classes.h"
#include "solvers/sparse/markov/fill.h"
#include "solvers/sparse/matrix/rcm.h"

static enum question question_of(const struct queue_params *p)
{
    if (p->mode == MODE_STATIONARY) return STATIONARY;
    return p->content == CONTENT_GENERAL ? LINEAR : SHIFTED;
}

/* Values that the matrix stores in the chosen format. */
static int64_t stored_values(const struct queue_params *p, const struct model *m)
{
    const int64_t n = model_states(m), entries = model_entries(m);
    switch (p->format) {
    case DIA: return 5 * n;
    case HYBRID: return 3 * n + entries - m->of.n * (3 * m->of.k - 2);
    default: return entries;
    }
}

enum status generator_shape(struct shape *out, const struct queue_params *p, const struct model *m,
                            const struct solver *solver, const void *options)
{
    *out = shape_blocktri(question_of(p), NULL, &m->levels, qbd_band(&m->levels));
    out->blocktri.exponents = p->mode == MODE_STATIONARY;
    if (solver_accepts(solver, out, options) == ST_OK) return ST_OK;
    if (model_states(m) > INT32_MAX)
        return fail(ST_REFUSED, "%s: needs a stored matrix, which may have at most %d rows", solver->method, INT32_MAX);
    out->blocktri.entries = stored_values(p, m);
    return solver_accepts(solver, out, options);
}

/* Restricts c->rows to its closed class, if there are other states; `whole` keeps all rows. */
static enum status keep_closed(struct generator *c)
{
    struct classes found;
    struct csr_double part;
    enum status s = classes_find(&found, &c->rows);
    if (s == ST_OK) s = classes_check(&found, &c->from);
    if (s != ST_OK || found.states == c->states) {
        classes_free(&found);
        return s;
    }
    s = csr_double_restrict(&part, &c->rows, found.index, found.states);
    c->whole = c->rows;
    c->rows = part;
    c->solved = found.states;
    c->index = found.index;
    return s;
}

/* The chain as levels; as rows, from which the closed class is found, unless all states are known to be in it. */
static enum status take_model(struct generator *c, const struct queue_params *p, const struct cloud *of,
                              const struct solver *solver)
{
    TRY(model_make(&c->model, of));
    c->states = c->solved = model_states(c->model);
    c->block = c->model->of.k;
    c->entries = model_entries(c->model);
    c->levels = &c->model->levels;
    const bool whole = model_void(c->model) == 0 || !(solver->can & ONE_CLASS);
    if (p->mode != MODE_STATIONARY || (whole && model_connected(c->model))) return ST_OK;
    TRY(csr_double_of_qbd(&c->rows, c->levels));
    TRY(keep_closed(c));
    csr_double_free(&c->whole);
    if (c->index) c->levels = NULL;
    else csr_double_free(&c->rows);
    return ST_OK;
}

/* Blocks of the file have import.block rows, or the fewest rows possible. */
static enum status take_file(struct generator *c, const struct queue_params *p)
{
    TRY(matrix_file_read(&c->rows, &c->from, p->import, c->question != LINEAR));
    c->states = c->solved = c->rows.n;
    c->entries = c->rows.start[c->rows.n];
    c->block = p->block ? p->block : csr_double_min_block(&c->rows);
    if (c->states % c->block)
        return fail(ST_CONFIG, "%s:%lld: blocks of %lld rows, given by import.block, do not divide the %lld rows",
                    p->import, (long long)c->from.line, (long long)c->block, (long long)c->states);
    if (c->question == STATIONARY) TRY(keep_closed(c));
    if (!p->block || c->index || csr_double_in_blocks(&c->rows, c->block)) return ST_OK;
    return fail(ST_CONFIG, "%s:%lld: blocks of %lld rows, given by import.block, couple to more than their neighbours",
                p->import, (long long)c->from.line, (long long)c->block);
}

/* The number of levels that hold a state that is solved. */
static int64_t levels_held(const struct generator *c)
{
    int64_t held = 0, last = -1;
    for (int64_t s = 0; c->index && s < c->states; s++) {
        if (c->index[s] < 0 || s / c->block == last) continue;
        last = s / c->block;
        held++;
    }
    return c->index ? held : c->states / c->block;
}

/* As many blocks as there are levels, if all can have the same size, else blocks of the fewest rows. */
static int64_t choose_block(const struct generator *c, const struct queue_params *p)
{
    const int64_t levels = levels_held(c), block = c->solved / levels;
    const bool given = c->model || p->block;
    return given && c->solved % levels == 0 && csr_double_in_blocks(&c->rows, block) ? block
                                                                                     : csr_double_min_block(&c->rows);
}

/* The order of smaller bandwidth: reverse Cuthill-McKee, or none. */
static enum status order_rows(struct generator *c, int64_t *band)
{
    TRY(mem_array(&c->order, HOST, c->solved, sizeof *c->order));
    if (c->levels) {
        qbd_order(c->levels, c->order);
        *band = qbd_band(c->levels);
        return ST_OK;
    }
    TRY(rcm_order(&c->rows, c->order, band));
    if (csr_double_band(&c->rows) > *band) return ST_OK;
    *band = csr_double_band(&c->rows);
    c->order = mem_free(c->order);
    return ST_OK;
}

/* A build without orderings gives none; the methods report what they need. */
static enum status order_sparse(struct generator *c)
{
    TRY(mem_array(&c->sparse, HOST, c->solved, sizeof *c->sparse));
    const enum status s = fill_order(c->matrix, c->sparse, &c->shape.blocktri.fill);
    if (s == ST_DEVICE) c->sparse = mem_free(c->sparse);
    return s == ST_DEVICE ? ST_OK : s;
}

static enum status store(struct generator *c, const struct queue_params *p, const struct solver *solver)
{
    int64_t band = 0;
    if (c->levels) {
        TRY(qbd_matrix(&c->matrix, (enum format)p->format, c->levels, c->shift));
    } else {
        TRY(csr_double_matrix(&c->matrix, (enum format)p->format, choose_block(c, p), &c->rows, c->question != LINEAR,
                              c->shift));
    }
    TRY(order_rows(c, &band));
    c->shape = shape_blocktri(c->question, c->matrix, c->levels, band);
    c->shape.blocktri.exponents = c->question == STATIONARY;
    return c->question == STATIONARY && solver->can & SPARSE_ORDER ? order_sparse(c) : ST_OK;
}

/* delta of the chain; 0: its stationary distribution is requested. */
static enum status shift_of(const struct queue_params *p, const struct cloud *of, double *shift)
{
    static const double *const no_columns[2] = {NULL, NULL};
    struct expression *formula;
    *shift = p->mode == MODE_BENCHMARK ? p->delta.number : 0;
    if (p->mode != MODE_BENCHMARK || p->delta.form != FIELD_EXPRESSION) return ST_OK;
    const double at[2] = {(double)of->n, (double)of->k};
    TRY(expression_make(&formula, p->delta.expression, "n k"));
    const enum status s = expression_eval(formula, 1, no_columns, at, 1, shift);
    expression_free(formula);
    TRY(s);
    if (*shift > 0 && isfinite(*shift)) return ST_OK;
    return fail(ST_CONFIG, "delta: %g at n = %g, k = %g is not above 0: the matrix of mode benchmark would be singular",
                *shift, at[0], at[1]);
}

enum status generator_make(struct generator *c, const struct queue_params *p, const struct cloud *of,
                           const struct solver *solver, const void *options)
{
    *c = (struct generator){.question = question_of(p)};
    TRY(shift_of(p, of, &c->shift));
    TRY(of ? take_model(c, p, of, solver) : take_file(c, p));
    if (c->levels) TRY(generator_shape(&c->shape, p, c->model, solver, options));
    return c->levels && c->shape.blocktri.entries == 0 ? ST_OK : store(c, p, solver);
}

void generator_free(struct generator *c)
{
    model_free(c->model);
    mem_free(c->index);
    csr_double_free(&c->rows);
    csr_double_free(&c->whole);
    matrix_free(c->matrix);
    mem_free(c->order);
    mem_free(c->sparse);
    *c = (struct generator){0};
}

enum status generator_rows(struct csr_double *out, const struct generator *c)
{
    if (c->model) return csr_double_of_qbd(out, &c->model->levels);
    const struct csr_double *const all = c->index ? &c->whole : &c->rows;
    const int64_t entries = all->start[all->n];
    TRY(csr_double_make(out, all->n, entries));
    memcpy(out->start, all->start, (size_t)(all->n + 1) * sizeof *out->start);
    memcpy(out->column, all->column, (size_t)entries * sizeof *out->column);
    memcpy(out->value, all->value, (size_t)entries * sizeof *out->value);
    return ST_OK;
}
