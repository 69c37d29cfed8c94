/* Formulas in a build without muParser: numbers, variables, pi, + - * / ^, parentheses and the functions below,
 * compiled to a tape for a stack. */
#include "base/formula/expression.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { STACK = 64, VARIABLES = 8 };

struct instruction {
    enum { NUMBER, VARIABLE, CALL, ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER } op;
    double number;
    int index; /* of a variable */
    double (*call)(double x);
};

struct expression {
    struct instruction *tape;
    int64_t count;
    char *names; /* of the variables */
    int variables;
};

static double negative(double x)
{
    return -x;
}

static const struct {
    const char *name;
    double (*call)(double x);
} functions[] = {{"sin", sin},   {"cos", cos},   {"tan", tan},   {"exp", exp},   {"ln", log},  {"log", log},
                 {"sqrt", sqrt}, {"sinh", sinh}, {"cosh", cosh}, {"tanh", tanh}, {"abs", fabs}};

struct reader {
    struct expression *e;
    const char *text, *cursor;
    int depth, nested; /* values on the stack; signs, powers and brackets that are open */
};

static enum status wrong(const struct reader *r, const char *what)
{
    return fail(ST_CONFIG, "%s at position %d", what, (int)(r->cursor - r->text));
}

/* The stack is deeper by `change` afterwards. */
static enum status emit(struct reader *r, struct instruction i, int change)
{
    r->depth += change;
    if (r->depth > STACK) return wrong(r, "too many open values");
    r->e->tape[r->e->count++] = i;
    return ST_OK;
}

static bool take(struct reader *r, char c)
{
    r->cursor += strspn(r->cursor, " \t\n");
    if (*r->cursor != c) return false;
    r->cursor++;
    return true;
}

/* Place of a name among `names`, which blanks separate; -1 if it is none. */
static int place_of(const char *names, const char *name, size_t length)
{
    for (int k = 0;; k++) {
        names += strspn(names, " ");
        const size_t there = strcspn(names, " ");
        if (!there) return -1;
        if (there == length && !strncmp(names, name, length)) return k;
        names += there;
    }
}

static enum status read_sum(struct reader *r);

static enum status read_bracket(struct reader *r)
{
    TRY(read_sum(r));
    return take(r, ')') ? ST_OK : wrong(r, "')' is missing");
}

static enum status read_name(struct reader *r)
{
    const char *const name = r->cursor;
    size_t length = 0;
    while (isalnum((unsigned char)name[length]) || name[length] == '_') length++;
    r->cursor += length;
    const int index = place_of(r->e->names, name, length);
    if (index >= 0) return emit(r, (struct instruction){.op = VARIABLE, .index = index}, 1);
    if (length == 2 && !strncmp(name, "pi", 2)) return emit(r, (struct instruction){.op = NUMBER, .number = M_PI}, 1);
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        if (strlen(functions[f].name) != length || strncmp(functions[f].name, name, length) != 0) continue;
        if (!take(r, '(')) return wrong(r, "'(' is expected");
        TRY(read_bracket(r));
        return emit(r, (struct instruction){.op = CALL, .call = functions[f].call}, 0);
    }
    r->cursor = name;
    return wrong(r, "this build, without muParser, does not know the name");
}

static enum status read_atom(struct reader *r)
{
    char *after;
    if (take(r, '(')) return read_bracket(r);
    if (isalpha((unsigned char)*r->cursor)) return read_name(r);
    const double number = strtod(r->cursor, &after);
    if (after == r->cursor || !strchr(".0123456789", *r->cursor)) return wrong(r, "a value is expected");
    r->cursor = after;
    return emit(r, (struct instruction){.op = NUMBER, .number = number}, 1);
}

/* A sign binds less than a power: -x^2 is -(x^2); and 2^-x is known. */
static enum status read_power(struct reader *r)
{
    if (++r->nested > STACK) return wrong(r, "too many brackets, signs or powers");
    if (take(r, '-')) {
        TRY(read_power(r));
        TRY(emit(r, (struct instruction){.op = CALL, .call = negative}, 0));
    } else {
        TRY(read_atom(r));
        if (take(r, '^')) {
            TRY(read_power(r));
            TRY(emit(r, (struct instruction){.op = POWER}, -1));
        }
    }
    r->nested--;
    return ST_OK;
}

static enum status read_product(struct reader *r)
{
    TRY(read_power(r));
    for (;;) {
        const bool times = take(r, '*');
        if (!times && !take(r, '/')) return ST_OK;
        TRY(read_power(r));
        TRY(emit(r, (struct instruction){.op = times ? MULTIPLY : DIVIDE}, -1));
    }
}

static enum status read_sum(struct reader *r)
{
    TRY(read_product(r));
    for (;;) {
        const bool plus = take(r, '+');
        if (!plus && !take(r, '-')) return ST_OK;
        TRY(read_product(r));
        TRY(emit(r, (struct instruction){.op = plus ? ADD : SUBTRACT}, -1));
    }
}

static enum status compile(struct expression *e, const char *text, const char *variables)
{
    struct reader r = {.e = e, .text = text, .cursor = text};
    TRY(mem_alloc(&e->names, HOST, (int64_t)strlen(variables) + 1));
    strcpy(e->names, variables);
    while (e->variables < VARIABLES && *variables) {
        variables += strspn(variables, " ");
        e->variables += *variables != '\0';
        variables += strcspn(variables, " ");
    }
    /* no more instructions than characters */
    TRY(mem_array(&e->tape, HOST, (int64_t)strlen(text) + 1, sizeof *e->tape));
    TRY(read_sum(&r));
    take(&r, ' ');
    return *r.cursor ? wrong(&r, "an operator is expected") : ST_OK;
}

enum status expression_make(struct expression **out, const char *text, const char *variables)
{
    TRY(mem_alloc(out, HOST, sizeof **out));
    const enum status s = compile(*out, text, variables);
    if (s != ST_OK) *out = expression_free(*out);
    return s;
}

struct expression *expression_free(struct expression *e)
{
    if (!e) return NULL;
    mem_free(e->tape);
    mem_free(e->names);
    return mem_free(e);
}

bool expression_uses(const struct expression *e, const char *variable)
{
    const int index = place_of(e->names, variable, strlen(variable));
    for (int64_t k = 0; k < e->count; k++)
        if (e->tape[k].op == VARIABLE && e->tape[k].index == index) return true;
    return false;
}

static double combine(const struct instruction *i, double x, double y)
{
    const double of[] = {[ADD] = x + y, [SUBTRACT] = x - y, [MULTIPLY] = x * y, [DIVIDE] = x / y};
    return i->op == POWER ? pow(x, y) : of[i->op];
}

static double value_at(const struct expression *e, const double *variable)
{
    double stack[STACK], *top = stack;
    stack[0] = 0;
    for (const struct instruction *i = e->tape; i < e->tape + e->count; i++) {
        if (i->op == NUMBER) *top++ = i->number;
        else if (i->op == VARIABLE) *top++ = variable[i->index];
        else if (i->op == CALL) top[-1] = i->call(top[-1]);
        else {
            top--;
            top[-1] = combine(i, top[-1], *top);
        }
    }
    return stack[0];
}

enum status expression_eval(struct expression *e, int64_t n, const double *const *values, const double *scalars,
                            int threads, double *out)
{
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t i = 0; i < n; i++) {
        double at[VARIABLES];
        for (int v = 0; v < e->variables; v++) at[v] = values[v] ? values[v][i] : scalars[v];
        out[i] = value_at(e, at);
    }
    return ST_OK;
}

const char *expression_library(void)
{
    return "none";
}
