/* The rows on which the rows of a tile hang (branches.h): the row before in their lane, or the listed one. */
#include <string.h>

#include "solvers/tree/lanes/branches.h"

struct lists {
    const struct branch_tree *t;
    struct branch_workspace *w;
    const int64_t *parent;
    int64_t n;
    int part, parts;
    int64_t rows, origin; /* of the part's tile; elements before it */
};

static int64_t element(const struct lists *l, int64_t i)
{
    const int64_t part = l->w->part[i], step = l->w->when[i] / TREES;
    return (l->t->first[part + 1] - 1 - step) * TREES + l->w->when[i] % TREES;
}

/* Does child i, and the last one of its parent to be subtracted, hang on the row before in its lane, all others having
 * been subtracted before? */
static bool hangs_before(const struct lists *l, int64_t i, int64_t p)
{
    const struct branch_workspace *const w = l->w;
    return w->part[i] == l->part && w->when[p] - w->when[i] == TREES && w->left[p] < w->when[i] / TREES;
}

/* Sets turn of all children of rows of the part; in order, from the last to the first of each parent, at the earliest.
 * left of a parent: turn of its latest one. */
static void find_turns(const struct lists *l, struct lane_row *row)
{
    struct branch_workspace *const w = l->w;
    int32_t *const seen = w->heap;
    memset(l->w->place, 0, (size_t)(l->rows + 1) * sizeof *l->w->place);
    for (int64_t i = 0; i < l->n; i++) w->left[i] = -1, seen[i] = 0;
    for (int64_t i = l->n - 1; i >= 0; i--) {
        const int64_t p = l->parent[i];
        w->turn[i] = -1;
        if (p < 0 || w->part[p] != l->part) continue;
        const int32_t step = w->part[i] == l->part ? w->when[i] / TREES : 0;
        if (++seen[p] == w->children[p] && hangs_before(l, i, p)) {
            row[l->rows - 1 - step].skip &= ~(UINT32_C(1) << w->when[i] % TREES);
            continue;
        }
        if (step > w->left[p]) w->left[p] = step;
        w->turn[i] = w->left[p];
        w->place[w->turn[i] + 1]++;
    }
}

/* Returns how many there are. */
static int64_t fill(const struct lists *l, struct lane_row *row, struct lane_branch *branch)
{
    int64_t *const place = l->w->place;
    for (int64_t k = 0; k < l->rows; k++) {
        place[k + 1] += place[k];
        row[l->rows - 1 - k].by_child = (int32_t)place[k + 1];
    }
    for (int64_t i = l->n - 1; i >= 0; i--) {
        if (l->w->turn[i] < 0) continue;
        branch[place[l->w->turn[i]]++] =
            (struct lane_branch){(int32_t)(element(l, i) - l->origin), (int32_t)(element(l, l->parent[i]) - l->origin)};
    }
    return row[0].by_child;
}

void branches_list(struct branch_tree *t, struct branch_workspace *w, const int64_t *parent, int64_t n, int parts)
{
    struct lane_branch *branch = t->branch;
    struct lists l = {.t = t, .w = w, .parent = parent, .n = n, .parts = parts};
    if (t->tile == 0) return;
    for (int64_t k = 0; k < t->tile * TREES; k++) t->source[k] = -1;
    for (int64_t i = 0; i < n; i++) t->source[element(&l, i)] = (int32_t)i;
    for (int64_t i = 0; i < t->tile; i++) t->row[i].skip = UINT32_MAX;
    for (l.part = 0; l.part <= parts; l.part++) {
        struct lane_row *const row = t->row + t->first[l.part];
        struct lane_group *const g = &t->group[l.part];
        l.rows = t->first[l.part + 1] - t->first[l.part];
        l.origin = t->first[l.part] * TREES;
        *g = (struct lane_group){.rows = l.rows, .row = row};
        if (l.rows == 0) continue;
        find_turns(&l, row);
        const int64_t count = fill(&l, row, branch);
        lanes_list_parents(g, row, branch, count, w->place);
        branch += 2 * count;
    }
}
