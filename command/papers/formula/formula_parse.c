/* Parses conditions of claims, by precedence climbing. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"
#include "command/papers/formula/formula.h"
#include "command/papers/formula/formula_scan.h"

enum { DEPTH_MAX = 64 };

static const struct {
    const char *sign;
    enum operation operation;
    int level;
    bool condition, of_condition;
} operators[] = {
    {"or", OP_OR, 1, true, true},   {"and", OP_AND, 2, true, true}, {"<=", OP_LE, 4, true, false},
    {">=", OP_GE, 4, true, false},  {"==", OP_EQ, 4, true, false},  {"!=", OP_NE, 4, true, false},
    {"<", OP_LT, 4, true, false},   {">", OP_GT, 4, true, false},   {"+", OP_ADD, 5, false, false},
    {"-", OP_SUB, 5, false, false}, {"*", OP_MUL, 6, false, false}, {"/", OP_DIV, 6, false, false},
    {"^", OP_POW, 7, false, false},
};
enum { OPERATORS = sizeof operators / sizeof *operators, LEVEL_NOT = 3 };

static enum status parse_level(struct scanner *p, int level, struct formula **out);

static enum status no_memory(void)
{
    return fail(ST_NOMEM, "no memory for a claim");
}

/* 'Cloud16-100', or rows >= 256 */
static enum status read_filter(struct scanner *p, struct filter *f)
{
    char *name = NULL;
    scan_blanks(p);
    const bool quoted = *p->at == '\'';
    TRY(scan_name(p, &name));
    if (!name) return scan_expected(p, "the name of a point in quotes, or of an axis");
    for (size_t i = 0; i < OPERATORS; i++) {
        if (operators[i].level != 4 || !scan_takes(p, operators[i].sign)) continue;
        f->axis = name, f->compare = operators[i].operation;
        return scan_number(p, &f->value);
    }
    f->point = name;
    return quoted ? ST_OK : scan_expected(p, "one of < <= > >= == != after the name of an axis");
}

static enum status read_quantity(struct scanner *p, struct formula *f)
{
    f->kind = FORMULA_QUANTITY;
    if (scan_takes(p, "[")) {
        TRY(scan_name(p, &f->run));
        if (!f->run) return scan_expected(p, "the label of a run, such as 'P+TO'");
        TRY(scan_need(p, "]"));
    }
    if (!scan_takes(p, "{")) return ST_OK;
    do {
        if (f->filters == FORMULA_FILTERS) return scan_expected(p, "at most 4 conditions of points");
        TRY(read_filter(p, &f->filter[f->filters++]));
    } while (scan_takes(p, ","));
    return scan_need(p, "}");
}

static enum status unknown_function(const char *name)
{
    enum { NAMES = 32 };
    const char *names[NAMES];
    char advice[512];
    size_t count = 0;
    for (; count < NAMES && function_at(count); count++) names[count] = function_at(count)->name;
    return fail(ST_CONFIG, "no function '%.40s'%s", name, spelling_advice(name, names, count, advice, sizeof advice));
}

static enum status check_argument(const struct function *f, int i, const struct formula *x)
{
    const bool named = x->kind == FORMULA_QUANTITY;
    if (f->along && i == 1 && !(named && !x->run && !x->filters))
        return fail(ST_CONFIG, "%s: expected the name of an axis, not '%.80s'", f->name, x->text);
    if (f->of_quantity && !(named && x->run))
        return fail(ST_CONFIG, "%s: expected a quantity of a run, not '%.80s'", f->name, x->text);
    if (!strcmp(f->name, "within") && i == 2 && x->kind == FORMULA_NUMBER && !(x->number >= 1))
        return fail(ST_CONFIG, "within: expected a factor of 1 or more, not '%.80s'", x->text);
    if (x->condition && !f->of_condition)
        return fail(ST_CONFIG, "%s: expected a number, not the condition '%.80s'", f->name, x->text);
    return ST_OK;
}

static enum status read_call(struct scanner *p, const char *name, struct formula *f)
{
    f->kind = FORMULA_CALL;
    for (size_t i = 0; function_at(i) && !f->function; i++)
        if (!strcmp(function_at(i)->name, name)) f->function = function_at(i);
    if (!f->function) return unknown_function(name);
    f->condition = f->function->condition;
    do {
        if (f->arguments == f->function->most)
            return fail(ST_CONFIG, "%s: %d arguments at most: %s", name, f->function->most, f->function->about);
        const enum status s = parse_level(p, 1, &f->argument[f->arguments]);
        f->arguments += f->argument[f->arguments] != NULL;
        TRY(s);
        TRY(check_argument(f->function, f->arguments - 1, f->argument[f->arguments - 1]));
    } while (scan_takes(p, ","));
    if (f->arguments < f->function->least)
        return fail(ST_CONFIG, "%s: %d arguments at least: %s", name, f->function->least, f->function->about);
    return scan_need(p, ")");
}

static enum status read_word(struct scanner *p, struct formula *f)
{
    enum status s;
    scan_blanks(p);
    const bool quoted = *p->at == '\'';
    TRY(scan_name(p, &f->quantity));
    if (!f->quantity)
        return scan_expected(p, "a number, a quantity of a run such as seconds['P+TO'], a function or '('");
    if (quoted || !scan_takes(p, "(")) return read_quantity(p, f);
    s = read_call(p, f->quantity, f);
    free(f->quantity);
    f->quantity = NULL;
    return s;
}

/* Parses an operand: a number, a name, a call, an expression in parentheses, or one of these with a sign. */
static enum status read_operand(struct scanner *p, struct formula **out)
{
    const bool not = scan_takes(p, "not");
    if (!not &&scan_takes(p, "(")) {
        TRY(parse_level(p, 1, out));
        return scan_need(p, ")");
    }
    struct formula *const f = *out = calloc(1, sizeof *f);
    if (!f) return no_memory();
    if (!not &&!scan_takes(p, "-")) {
        scan_blanks(p);
        if (!isdigit((unsigned char)*p->at) && *p->at != '.') return read_word(p, f);
        return scan_number(p, &f->number);
    }
    f->kind = FORMULA_OPERATOR, f->operation = not ? OP_NOT : OP_NEG, f->condition = not ;
    const enum status s = parse_level(p, not ? LEVEL_NOT : 7, &f->argument[0]);
    f->arguments = f->argument[0] != NULL;
    TRY(s);
    if (f->argument[0]->condition == not ) return ST_OK;
    return fail(ST_CONFIG, "%s: expected a %s, not '%.80s'", not ? "not" : "-", not ? "condition" : "number",
                f->argument[0]->text);
}

static enum status keep_text(struct formula *f, const char *from, const char *to)
{
    while (from < to && isspace((unsigned char)*from)) from++;
    while (to > from && isspace((unsigned char)to[-1])) to--;
    free(f->text);
    f->text = strndup(from, (size_t)(to - from));
    return f->text ? ST_OK : no_memory();
}

/* Both sides of an operator, whose left side has been read. */
static enum status join(struct scanner *p, size_t i, const char *from, struct formula **left)
{
    struct formula *const f = calloc(1, sizeof *f);
    if (!f) return no_memory();
    f->kind = FORMULA_OPERATOR, f->operation = operators[i].operation, f->condition = operators[i].condition;
    f->argument[f->arguments++] = *left;
    *left = f;
    const enum status s = parse_level(p, operators[i].level + (operators[i].level != 7), &f->argument[1]);
    f->arguments += f->argument[1] != NULL;
    TRY(s);
    for (int k = 0; k < 2; k++)
        if (f->argument[k]->condition != operators[i].of_condition)
            return fail(ST_CONFIG, "%s: expected a %s, not '%.80s'", operators[i].sign,
                        operators[i].of_condition ? "condition" : "number", f->argument[k]->text);
    return keep_text(f, from, p->at);
}

/* Operators of this level and those that bind tighter. */
static enum status parse_level(struct scanner *p, int level, struct formula **out)
{
    if (++p->depth > DEPTH_MAX) return fail(ST_CONFIG, "nesting of more than %d parentheses and operators", DEPTH_MAX);
    scan_blanks(p);
    const char *const from = p->at;
    TRY(read_operand(p, out));
    if (!(*out)->text) TRY(keep_text(*out, from, p->at));
    for (size_t i = 0; i < OPERATORS;) {
        if (operators[i].level < level || !scan_takes(p, operators[i].sign)) i++;
        else {
            TRY(join(p, i, from, out));
            i = 0;
        }
    }
    p->depth--;
    return ST_OK;
}

enum status formula_parse(const char *text, struct formula **out)
{
    struct scanner p = {.text = text, .at = text};
    *out = NULL;
    if (strlen(text) > FORMULA_MAX) return fail(ST_CONFIG, "longer than %d characters", FORMULA_MAX);
    enum status s = parse_level(&p, 1, out);
    scan_blanks(&p);
    if (s == ST_OK && *p.at) s = scan_expected(&p, "an operator, one of or and < <= > >= == != + - * / ^, or the end");
    if (s == ST_OK && !(*out)->condition)
        s = fail(ST_CONFIG, "'%.80s' is a number: expected a condition, such as a comparison", (*out)->text);
    if (s != ST_OK) formula_free(*out), *out = NULL;
    return s;
}
