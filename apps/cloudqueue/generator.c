#include "apps/cloudqueue/generator.h"

#include <stdlib.h>
#include <string.h>

#include "apps/cloudqueue/classes.h"
#include "apps/cloudqueue/exchange.h"
#include "apps/cloudqueue/narrow.h"
#include "base/memory.h"

static enum question question_of(const struct params *p)
{
    if (p->mode == MODE_STATIONARY) return STATIONARY;
    return p->content == CONTENT_GENERAL ? LINEAR : SHIFTED;
}

/* Values that a matrix of this many entries stores, of which 3 n - 2 n / k and more are in its diagonal blocks. */
static int64_t stored_values(const struct params *p, const struct model *m)
{
    const int64_t n = model_states(m), entries = model_entries(m);
    switch (p->format) {
    case DIA: return 5 * n;
    case HYBRID: return 3 * n + entries - m->of.n * (3 * m->of.k - 2);
    default: return entries;
    }
}

enum status generator_shape(struct shape *out, const struct params *p, const struct model *m,
                            const struct solver *solver, const void *options)
{
    *out = shape_blocktri(question_of(p), NULL, &m->levels, levels_band(&m->levels));
    out->tails = p->mode == MODE_STATIONARY;
    if (solver_accepts(solver, out, options) == ST_OK) return ST_OK;
    if (model_states(m) > INT32_MAX)
        return fail(ST_REFUSED, "%s: needs a stored matrix, which has no more than %d rows", solver->method, INT32_MAX);
    out->entries = stored_values(p, m);
    return solver_accepts(solver, out, options);
}

/* The closed class of c->rows takes its place, if there are states besides. */
static enum status keep_closed(struct generator *c, const char *name, int64_t first)
{
    struct classes found;
    struct rows part;
    enum status s = classes_find(&found, &c->rows);
    if (s == ST_OK) s = classes_check(&found, name, first);
    if (s != ST_OK || found.states == c->states) {
        classes_free(&found);
        return s;
    }
    s = rows_restrict(&part, &c->rows, found.index, found.states);
    rows_free(&c->rows);
    c->rows = part;
    c->solved = found.states;
    c->index = found.index;
    return s;
}

/* Levels are the chain; if it is not plain that all of them belong to one class, rows tell. */
static enum status take_model(struct generator *c, const struct params *p, const struct cloud *of)
{
    TRY(model_make(&c->model, of));
    c->states = c->solved = model_states(c->model);
    c->entries = model_entries(c->model);
    c->levels = &c->model->levels;
    if (p->mode != MODE_STATIONARY || model_connected(c->model)) return ST_OK;
    TRY(rows_of_levels(&c->rows, c->levels));
    TRY(keep_closed(c, "the chain", 0));
    if (c->index) c->levels = NULL;
    else rows_free(&c->rows);
    return ST_OK;
}

static enum status take_file(struct generator *c, const struct params *p)
{
    TRY(exchange_read(&c->rows, p->import, c->question != LINEAR));
    c->states = c->solved = c->rows.n;
    c->entries = c->rows.start[c->rows.n];
    return c->question == STATIONARY ? keep_closed(c, p->import, exchange_of(p->import) == MATRIX_MARKET) : ST_OK;
}

/* Blocks of the fewest rows that couple to their neighbours alone: the least divisor not below the band. */
static enum status choose_block(const struct generator *c, const struct params *p, int64_t *block)
{
    const int64_t n = c->solved, band = rows_band(&c->rows), asked = c->index ? 0 : p->block;
    if (c->model && n % c->model->of.n == 0 && band <= n / c->model->of.n) {
        *block = n / c->model->of.n;
        return ST_OK;
    }
    *block = asked ? asked : band > 1 ? band : 1;
    while (!asked && n % *block) ++*block;
    if (n % *block)
        return fail(ST_CONFIG, "import.block: blocks of %lld rows do not divide the %lld rows of %s", (long long)*block,
                    (long long)n, p->import);
    return ST_OK;
}

static enum status check_blocks(const struct generator *c, const struct params *p)
{
    if (!p->block || c->model || matrix_is_blocktri(c->matrix)) return ST_OK;
    return fail(ST_CONFIG, "import.block: blocks of %lld rows of %s couple to more than their neighbours",
                (long long)p->block, p->import);
}

/* As it is, or in an order of its own if that is narrower. */
static enum status order_rows(struct generator *c, int64_t *band)
{
    TRY(mem_array(&c->order, HOST, c->solved, sizeof *c->order));
    if (c->levels) {
        levels_order(c->levels, c->order);
        *band = levels_band(c->levels);
        return ST_OK;
    }
    TRY(narrow_order(&c->rows, c->order, band));
    if (rows_band(&c->rows) > *band) return ST_OK;
    *band = rows_band(&c->rows);
    c->order = mem_free(c->order);
    return ST_OK;
}

static enum status store(struct generator *c, const struct params *p)
{
    int64_t block, band = 0;
    if (c->levels) {
        TRY(levels_matrix(&c->matrix, (enum format)p->format, c->levels, c->shift));
    } else {
        TRY(choose_block(c, p, &block));
        TRY(rows_matrix(&c->matrix, (enum format)p->format, block, &c->rows, c->question != LINEAR, c->shift));
        TRY(check_blocks(c, p));
    }
    TRY(order_rows(c, &band));
    c->shape = shape_blocktri(c->question, c->matrix, c->levels, band);
    c->shape.tails = c->question == STATIONARY;
    return ST_OK;
}

enum status generator_make(struct generator *c, const struct params *p, const struct cloud *of,
                           const struct solver *solver, const void *options)
{
    *c = (struct generator){.question = question_of(p), .shift = p->mode == MODE_BENCHMARK ? p->delta : 0};
    TRY(of ? take_model(c, p, of) : take_file(c, p));
    if (c->levels) TRY(generator_shape(&c->shape, p, c->model, solver, options));
    return c->levels && c->shape.entries == 0 ? ST_OK : store(c, p);
}

void generator_free(struct generator *c)
{
    model_free(c->model);
    mem_free(c->index);
    rows_free(&c->rows);
    matrix_free(c->matrix);
    mem_free(c->order);
    *c = (struct generator){0};
}

enum status generator_rows(struct rows *out, const struct generator *c)
{
    if (c->model) return rows_of_levels(out, &c->model->levels);
    const int64_t entries = c->rows.start[c->rows.n];
    TRY(rows_make(out, c->rows.n, entries));
    memcpy(out->start, c->rows.start, (size_t)(c->rows.n + 1) * sizeof *out->start);
    memcpy(out->column, c->rows.column, (size_t)entries * sizeof *out->column);
    memcpy(out->value, c->rows.value, (size_t)entries * sizeof *out->value);
    return ST_OK;
}
