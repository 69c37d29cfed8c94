/* A formula as a tree of sums, differences, products and quotients of parts of its text, evaluated from the left as
 * written, so that a part that depends on one variable can be evaluated once for each of its values. */
#pragma once
#include <stdbool.h>

enum { FORMULA_NODES = 64, FORMULA_DEPTH = 8, FORMULA_VARIABLES = 8 };

struct formula_node {
    char op; /* one of "+-*" "/"; 'n': minus left; 0: a part, from text[from] on */
    int left, right;
    int from, length;
    unsigned uses; /* bit v: variable v */
};

struct formula_tree {
    int count, root;
    int depth; /* intermediate results that are kept at once */
    struct formula_node node[FORMULA_NODES];
};

/* `text` is a formula without faults (expression_make). Parts are as long as possible with no more than one of the
 * variables in `apart`, a set of bits; an operation other than those above is within one part, whatever that depends
 * on. False if the whole formula is one part that depends on several, or has more than FORMULA_NODES nodes or
 * FORMULA_DEPTH intermediate results. variables <= FORMULA_VARIABLES. */
bool formula_tree_make(struct formula_tree *t, const char *text, int variables, const char *const *name,
                       unsigned apart);
