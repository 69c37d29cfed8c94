/* Collects the moves of a chain, and makes its matrix. */
#include "verify/queue/markov.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum status markov_make(struct markov *c, int64_t states)
{
    *c = (struct markov){.states = states};
    TRY(mem_array(&c->exact, HOST, states, sizeof *c->exact));
    return mem_array(&c->jobs, HOST, states, sizeof *c->jobs);
}

void markov_free(struct markov *c)
{
    mem_free(c->move);
    mem_free(c->exact);
    mem_free(c->jobs);
}

enum status markov_add(struct markov *c, int64_t from, int64_t to, double rate)
{
    if (c->moves == c->capacity) {
        struct markov_move *more;
        const int64_t capacity = 2 * c->capacity + 1024;
        TRY(mem_array(&more, HOST, capacity, sizeof *more));
        if (c->moves) memcpy(more, c->move, (size_t)c->moves * sizeof *more);
        mem_free(c->move);
        c->move = more, c->capacity = capacity;
    }
    if (rate > 0) c->move[c->moves++] = (struct markov_move){from, to, (double)(real)rate};
    return ST_OK;
}

/* By the row of A, then by column. */
static int by_place(const void *one, const void *other)
{
    const struct markov_move *const a = one, *const b = other;
    const int64_t row = a->to - b->to, column = a->from - b->from;
    return row ? (row > 0) - (row < 0) : (column > 0) - (column < 0);
}

/* The diagonal: the rate out of a state. */
static enum status add_diagonal(struct markov *all, const struct markov *c)
{
    double *out;
    enum status s = ST_OK;
    TRY(mem_array(&out, HOST, c->states, sizeof *out));
    for (int64_t m = 0; m < c->moves; m++) out[c->move[m].from] += c->move[m].rate;
    for (int64_t m = 0; s == ST_OK && m < c->moves; m++)
        s = markov_add(all, c->move[m].from, c->move[m].to, c->move[m].rate);
    for (int64_t i = 0; s == ST_OK && i < c->states; i++) s = markov_add(all, i, i, out[i]);
    mem_free(out);
    return s;
}

static enum status build(const struct markov *all, struct matrix **out, int64_t *start, int32_t *column, real *value)
{
    for (int64_t e = 0; e < all->moves; e++) {
        const struct markov_move *const m = &all->move[e];
        start[m->to + 1] = e + 1;
        column[e] = (int32_t)m->from;
        value[e] = (real)(m->from == m->to ? m->rate : -m->rate);
    }
    for (int64_t i = 0; i < all->states; i++)
        if (start[i + 1] < start[i]) start[i + 1] = start[i];
    return matrix_make(out, CSR, all->states, all->states, start, column, value);
}

enum status markov_matrix(const struct markov *c, struct matrix **out)
{
    struct markov all = {.states = c->states};
    int64_t *start = NULL;
    int32_t *column = NULL;
    real *value = NULL;
    *out = NULL;
    enum status s = add_diagonal(&all, c);
    if (s == ST_OK) s = mem_array(&start, HOST, c->states + 1, sizeof *start);
    if (s == ST_OK) s = mem_array(&column, HOST, all.moves, sizeof *column);
    if (s == ST_OK) s = mem_array(&value, HOST, all.moves, sizeof *value);
    if (s == ST_OK) {
        qsort(all.move, (size_t)all.moves, sizeof *all.move, by_place);
        s = build(&all, out, start, column, value);
    }
    mem_free(start);
    mem_free(column);
    mem_free(value);
    mem_free(all.move);
    return s;
}
