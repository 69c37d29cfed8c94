/* Evaluates the parts of a formula where their variables have new values, and combines them block by block. */
#include "base/formula/separated.h"

#include <string.h>

#include "base/arena.h"
#include "base/formula/formula_tree.h"
#include "base/formula/repetition.h"
#include "base/memory.h"

/* Combined at once: intermediate results stay in the first-level cache. */
enum { BLOCK = 256 };

/* A part of the text: its values where those of its one column are new; of all points, if it has several, or of none.
 */
struct part {
    struct expression *expression;
    unsigned uses;
    int column; /* -1: none; -2: several */
    double *value;
    int64_t count, capacity;
    double *known; /* [known_count]: the column for which value is right, at these scalars */
    int64_t known_count;
    double scalar[FORMULA_VARIABLES];
};

struct separated {
    struct arena arena;
    struct expression *whole;
    struct formula_tree tree;
    bool split;
    int variables;
    char *name[FORMULA_VARIABLES];
    struct repetition column[FORMULA_VARIABLES];
    struct part part[FORMULA_NODES]; /* of the nodes without operation */
};

static enum status split_names(struct separated *f, const char *variables)
{
    char *rest;
    TRY(arena_copy(&f->arena, &rest, variables, (int64_t)strlen(variables)));
    for (char *name = strtok_r(rest, " ", &rest); name && f->variables < FORMULA_VARIABLES;
         name = strtok_r(NULL, " ", &rest))
        f->name[f->variables++] = name;
    return ST_OK;
}

/* All variables but the last, which is time, vary over the points. */
static enum status fill(struct separated *f, const char *text, const char *variables)
{
    TRY(expression_make(&f->whole, text, variables));
    TRY(split_names(f, variables));
    const unsigned space = (1u << (f->variables - 1)) - 1;
    f->split = f->variables > 2 && formula_tree_make(&f->tree, text, f->variables, (const char *const *)f->name, space);
    for (int i = 0; i < f->tree.count && f->split; i++) {
        const struct formula_node *const node = &f->tree.node[i];
        char *own;
        if (node->op) continue;
        f->part[i].uses = node->uses;
        TRY(arena_copy(&f->arena, &own, text + node->from, node->length));
        const enum status s = expression_make(&f->part[i].expression, own, variables);
        if (s == ST_CONFIG) f->split = false;
        else TRY(s);
    }
    return ST_OK;
}

enum status separated_make(struct separated **out, const char *text, const char *variables)
{
    struct separated *f;
    *out = NULL;
    TRY(mem_alloc(&f, HOST, sizeof *f));
    const enum status s = fill(f, text, variables);
    *out = s == ST_OK ? f : separated_free(f);
    return s;
}

struct separated *separated_free(struct separated *f)
{
    if (!f) return NULL;
    for (int i = 0; i < FORMULA_NODES; i++) {
        expression_free(f->part[i].expression);
        mem_free(f->part[i].value);
        mem_free(f->part[i].known);
    }
    for (int v = 0; v < FORMULA_VARIABLES; v++) repetition_free(&f->column[v]);
    expression_free(f->whole);
    arena_free(&f->arena);
    return mem_free(f);
}

bool separated_uses(const struct separated *f, const char *variable)
{
    return expression_uses(f->whole, variable);
}

static enum status grow(double **p, int64_t *capacity, int64_t count)
{
    if (count <= *capacity) return ST_OK;
    *p = mem_free(*p);
    *capacity = 0;
    TRY(mem_array(p, HOST, count, sizeof **p));
    *capacity = count;
    return ST_OK;
}

/* Is `value` right already? */
static bool is_known(const struct part *p, const struct repetition *c, int variables, const double *const *values,
                     const double *scalars)
{
    if (p->known_count != c->count || memcmp(p->known, c->value, (size_t)c->count * sizeof *c->value) != 0)
        return false;
    for (int v = 0; v < variables; v++)
        if (p->uses >> v & 1 && !values[v] && p->scalar[v] != scalars[v]) return false;
    return true;
}

static enum status eval_part(struct separated *f, struct part *p, int64_t n, const double *const *values,
                             const double *scalars, int threads)
{
    const double *own[FORMULA_VARIABLES] = {NULL};
    struct repetition alone = {.count = 1}, *c = &alone;
    p->column = -1;
    for (int v = 0; v < f->variables; v++)
        if (p->uses >> v & 1 && values[v]) p->column = p->column == -1 ? v : -2;
    if (p->column >= 0) c = &f->column[p->column];
    const bool all = p->column == -2 || (p->column >= 0 && c->kind == REPETITION_ANY);
    p->count = all ? n : c->count;
    if (p->count > p->capacity) p->known_count = 0;
    TRY(grow(&p->value, &p->capacity, p->count));
    if (all) {
        p->known_count = 0;
        return expression_eval(p->expression, n, values, scalars, threads, p->value);
    }
    if (p->column >= 0 && is_known(p, c, f->variables, values, scalars)) return ST_OK;
    p->known = mem_free(p->known);
    p->known_count = 0;
    if (p->column >= 0) own[p->column] = c->value;
    TRY(expression_eval(p->expression, p->count, own, scalars, threads, p->value));
    if (p->column < 0) return ST_OK;
    TRY(mem_array(&p->known, HOST, c->count, sizeof *p->known));
    memcpy(p->known, c->value, (size_t)c->count * sizeof *p->known);
    memcpy(p->scalar, scalars, (size_t)f->variables * sizeof *scalars);
    p->known_count = c->count;
    return ST_OK;
}

static void spread(const struct separated *f, const struct part *p, int64_t first, int64_t count, double *out)
{
    if (p->column == -2) memcpy(out, p->value + first, (size_t)count * sizeof *out);
    else if (p->column >= 0) repetition_spread(&f->column[p->column], p->value, first, count, out);
    else
        for (int64_t i = 0; i < count; i++) out[i] = p->value[0];
}

static void combine(char op, int64_t count, double *restrict out, const double *restrict right)
{
    switch (op) {
    case '+':
        for (int64_t i = 0; i < count; i++) out[i] += right[i];
        return;
    case '-':
        for (int64_t i = 0; i < count; i++) out[i] -= right[i];
        return;
    case '*':
        for (int64_t i = 0; i < count; i++) out[i] *= right[i];
        return;
    default:
        for (int64_t i = 0; i < count; i++) out[i] /= right[i];
    }
}

/* out = node at `count` points from `first` on; `scratch`: FORMULA_DEPTH blocks. */
static void eval_node(const struct separated *f, int node, int64_t first, int64_t count, double *out, double *scratch)
{
    const struct formula_node *const n = &f->tree.node[node];
    if (!n->op) {
        spread(f, &f->part[node], first, count, out);
        return;
    }
    eval_node(f, n->left, first, count, out, scratch);
    if (n->op == 'n') {
        for (int64_t i = 0; i < count; i++) out[i] = -out[i];
        return;
    }
    eval_node(f, n->right, first, count, scratch, scratch + BLOCK);
    combine(n->op, count, out, scratch);
}

enum status separated_eval(struct separated *f, int64_t n, const double *const *values, const double *scalars,
                           int threads, double *out)
{
    const int64_t blocks = (n + BLOCK - 1) / BLOCK;
    if (!f->split || n < 16 * BLOCK) return expression_eval(f->whole, n, values, scalars, threads, out);
    for (int v = 0; v < f->variables; v++)
        if (values[v] && separated_uses(f, f->name[v])) TRY(repetition_find(&f->column[v], n, values[v]));
    for (int i = 0; i < f->tree.count; i++)
        if (!f->tree.node[i].op) TRY(eval_part(f, &f->part[i], n, values, scalars, threads));
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t b = 0; b < blocks; b++) {
        double scratch[FORMULA_DEPTH + 1][BLOCK];
        eval_node(f, f->tree.root, b * BLOCK, n - b * BLOCK < BLOCK ? n - b * BLOCK : BLOCK, out + b * BLOCK,
                  scratch[0]);
    }
    return ST_OK;
}
