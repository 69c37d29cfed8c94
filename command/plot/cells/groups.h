/* The groups of the cells of a simulation of neurons, by the configuration that a result holds. */
#pragma once
#include "command/compare/result/result.h"

enum { CELL_GROUPS_MAX = 16 };

struct cell_group {
    char name[48];
    int64_t first, cells; /* numbers of cells count through all groups */
};

struct cell_groups {
    int count; /* 0: there are none, or too many to be distinguished */
    struct cell_group group[CELL_GROUPS_MAX];
};

void cell_groups_read(struct cell_groups *out, const struct result *r);
/* The number of cells in all groups; the group of a cell. */
int64_t cell_groups_cells(const struct cell_groups *g);
int cell_groups_of(const struct cell_groups *g, int64_t cell);
