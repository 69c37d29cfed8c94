/* The layout of `layout = "auto"`: the expected time of a step by each of them, from a model of its traffic and of its
 * rows. */
#pragma once
#include "apps/hines/population/population.h"
#include "solvers/solver.h"

enum { LAYOUTS = LAYOUT_AUTO };

/* A step of one layout, for a node. */
struct layout_cost {
    double extent; /* elements of an array, padding too */
    double bytes;  /* bytes that pass between the processor and the memory or the cache that holds the arrays */
    double ns;
};

struct layout_choice {
    int layout;
    double levels; /* nodes on the longest path of a cell, over those of the cell: these wait for each other */
    double rows;   /* of trees that a method takes interleaved, for a node: 1 of single ones */
    struct layout_cost cost[LAYOUTS];
};

/* For parts that are cut, on every rank alike. The choice is the layout of the least time; of equal ones the first of
 * flat, block and interleaved. Trees that all differ are judged by the first of each group. Faults are those of
 * population_cable. */
enum status layout_choose(struct layout_choice *out, const struct population *c, const struct solver *solver,
                          enum space space);

/* The key's word for a layout, and why it was chosen; both static. */
const char *layout_word(int layout);
const char *layout_why(int layout);
