/* The language of claims: a condition over the numbers of a result file.
 *
 *     seconds['P+TO'] < seconds['Thomas']            a column of a run, at each point
 *     entries['hybrid']{'Cloud16-100'} == 7231       where a point has this name
 *     speedup['multicore']{rows >= 256, systems == 256} > 1
 *     slope(error['seq'], intervals) > 1.9           intervals: an axis
 *     max(from_thomas['P+T 3']) < 1e-15 and not rising(seconds['CR'], rows)
 *
 * Operators, from the loosest: or; and; not; < <= > >= == !=; + -; * /; ^. A condition holds if it holds at every
 * point. Names that are not words are in single quotes. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum { FORMULA_ARGUMENTS = 8, FORMULA_FILTERS = 4, FORMULA_MAX = 2000 };

enum formula_kind { FORMULA_NUMBER, FORMULA_QUANTITY, FORMULA_CALL, FORMULA_OPERATOR };

enum operation {
    OP_OR,
    OP_AND,
    OP_NOT,
    OP_LT,
    OP_LE,
    OP_GT,
    OP_GE,
    OP_EQ,
    OP_NE,
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_POW,
    OP_NEG
};

/* The points that count: those with this value of an axis, or, without an axis, of this name. */
struct filter {
    char *axis, *point; /* one of them is NULL */
    enum operation compare;
    double value;
};

struct function;

struct formula {
    enum formula_kind kind;
    bool condition; /* else a number */
    double number;
    enum operation operation;
    const struct function *function;
    char *quantity, *run; /* run NULL: an axis */
    int filters, arguments;
    struct filter filter[FORMULA_FILTERS];
    struct formula *argument[FORMULA_ARGUMENTS];
    char *text; /* as it was written */
};

/* A function of the language. */
struct function {
    const char *name;
    int least, most;   /* arguments */
    bool along;        /* the second, if it is given, is the name of an axis */
    bool condition;    /* kind of its value */
    bool of_condition; /* may its argument be a condition? */
    bool of_quantity;  /* its argument is a quantity of a run */
    const char *about;
};
const struct function *function_at(size_t i); /* NULL after the last */

/* Parses a condition. ST_CONFIG, with the fault and the allowed input there. Free it with formula_free, NULL is fine.
 */
enum status formula_parse(const char *text, struct formula **out);
void formula_free(struct formula *f);

/* Calls `each` with every quantity of a run in it, until one call fails. */
enum status formula_each(const struct formula *f, enum status (*each)(void *with, const struct formula *quantity),
                         void *with);
