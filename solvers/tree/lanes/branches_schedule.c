/* The schedule of rows of a tree on lanes: list scheduling of sections, the farthest from the root first, as T. C. Hu,
 * Parallel sequencing and assembly line problems, Operations Research 9 (1961) 841, does with single rows, where it
 * takes the fewest steps. */
#include <string.h>

#include "solvers/tree/lanes/branches.h"

/* A part is scheduled. */
struct part {
    struct branch_workspace *w;
    const int64_t *parent;
    int64_t n, rows_max;
    int32_t number, ready;  /* of sections in the heap */
    int64_t end[TREES];     /* step at which the lane is free */
    int32_t section[TREES]; /* its first row, or -1 */
};

/* Does row i follow the row before it in a section? */
static bool follows(const struct branch_workspace *w, const int64_t *parent, int64_t i)
{
    return i > 0 && parent[i] == i - 1 && w->children[i - 1] == 1 && w->part[i] == w->part[i - 1];
}

static bool is_last(const struct branch_workspace *w, int64_t i, int64_t n)
{
    return i == n - 1 || w->base[i + 1] == i + 1;
}

/* Rows with more than n / (8 parts) rows beyond them are the trunk; what hangs on it goes to the part with the least
 * rows so far. */
static void cut(struct branch_workspace *w, const int64_t *parent, int64_t n, int parts)
{
    int32_t *const beyond = w->heap; /* rows of the tree that begins at a row */
    memset(w->part, 0, (size_t)n * sizeof *w->part);
    if (parts == 0) return;
    memset(w->load, 0, (size_t)(parts + 1) * sizeof *w->load);
    for (int64_t i = 0; i < n; i++) beyond[i] = 1;
    for (int64_t i = n - 1; i >= 0; i--)
        if (parent[i] >= 0) beyond[parent[i]] += beyond[i];
    for (int64_t i = 0; i < n; i++) {
        const int64_t p = parent[i];
        if (beyond[i] > n / (8 * parts)) continue;
        if (p >= 0 && w->part[p] > 0) {
            w->part[i] = w->part[p];
            continue;
        }
        int least = 1;
        for (int k = 2; k <= parts; k++)
            if (w->load[k] < w->load[least]) least = k;
        w->load[least] += beyond[i];
        w->part[i] = least;
    }
}

static void find_sections(struct branch_workspace *w, const int64_t *parent, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        const int64_t p = parent[i];
        w->depth[i] = p < 0 ? 0 : w->depth[p] + 1;
        w->base[i] = follows(w, parent, i) ? w->base[i - 1] : (int32_t)i;
        if (p >= 0 && w->base[i] == i && w->part[p] == w->part[i]) w->left[p]++;
    }
}

/* The farther from the root, and the later of equals. */
static bool comes_before(const struct branch_workspace *w, int32_t a, int32_t b)
{
    return w->depth[a] != w->depth[b] ? w->depth[a] > w->depth[b] : a > b;
}

static void push(struct part *p, int32_t row)
{
    int32_t *const heap = p->w->heap, k = p->ready++;
    for (; k > 0 && comes_before(p->w, row, heap[(k - 1) / 2]); k = (k - 1) / 2) heap[k] = heap[(k - 1) / 2];
    heap[k] = row;
}

static int32_t pop(struct part *p)
{
    int32_t *const heap = p->w->heap, first = heap[0], row = heap[--p->ready], k = 0;
    for (int32_t c; (c = 2 * k + 1) < p->ready; k = c) {
        if (c + 1 < p->ready && comes_before(p->w, heap[c + 1], heap[c])) c++;
        if (!comes_before(p->w, heap[c], row)) break;
        heap[k] = heap[c];
    }
    heap[k] = row;
    return first;
}

/* The lane of the next row, if that is a child of the row, or any that is free; -1: none is. */
static int lane_for(const struct part *p, int32_t row)
{
    if (row + 1 < p->n && p->parent[row + 1] == row && p->w->part[row + 1] == p->number) {
        const int q = p->w->when[row + 1] % TREES;
        if (p->section[q] < 0) return q;
    }
    for (int q = 0; q < TREES; q++)
        if (p->section[q] < 0) return q;
    return -1;
}

static bool any_free(const struct part *p)
{
    for (int q = 0; q < TREES; q++)
        if (p->section[q] < 0) return true;
    return false;
}

/* Lanes that are done are free, and what was waiting for them is ready. Returns the next step at which one will be, or
 * -1 if none is busy. */
static int64_t release(struct part *p, int64_t step)
{
    int64_t next = -1;
    for (int q = 0; q < TREES; q++) {
        if (p->section[q] >= 0 && p->end[q] <= step) {
            const int64_t on = p->parent[p->section[q]];
            p->section[q] = -1;
            if (on >= 0 && p->w->part[on] == p->number && --p->w->left[on] == 0) push(p, (int32_t)on);
        }
    }
    for (int q = 0; q < TREES; q++)
        if (p->section[q] >= 0 && (next < 0 || p->end[q] < next)) next = p->end[q];
    return next;
}

/* Lane q takes the section that ends with a row. */
static void take(struct part *p, int q, int32_t last, int64_t step)
{
    const int32_t base = p->w->base[last];
    for (int32_t i = last; i >= base; i--) p->w->when[i] = (int32_t)((step + last - i) * TREES + q);
    p->section[q] = base;
    p->end[q] = step + last - base + 1;
}

/* Returns the steps of a part that begins with `step`, or -1 if it takes too many. */
static int64_t schedule(struct part *p, int64_t step)
{
    struct branch_workspace *const w = p->w;
    for (int q = 0; q < TREES; q++) p->section[q] = -1;
    p->ready = 0;
    for (int64_t i = 0; i < p->n; i++)
        if (w->part[i] == p->number && w->left[i] == 0 && is_last(w, i, p->n)) push(p, (int32_t)i);
    for (;;) {
        while (p->ready > 0 && any_free(p)) {
            const int32_t last = pop(p);
            if (step + last - w->base[last] + 1 > p->rows_max) return -1;
            take(p, lane_for(p, last), last, step);
        }
        const int64_t next = release(p, step);
        if (next < 0 && p->ready == 0) return step;
        if (next > step) release(p, step = next);
    }
}

void branches_schedule(struct branch_tree *t, struct branch_workspace *w, const int64_t *parent, int64_t n, int parts)
{
    struct part p = {.w = w, .parent = parent, .n = n, .rows_max = branches_rows_max(n, parts)};
    memset(w->children, 0, (size_t)n * sizeof *w->children);
    memset(w->left, 0, (size_t)n * sizeof *w->left);
    for (int64_t i = 0; i < n; i++)
        if (parent[i] >= 0) w->children[parent[i]]++;
    cut(w, parent, n, parts);
    find_sections(w, parent, n);
    t->tile = 0;
    for (int k = 0; k <= parts; k++) {
        p.number = k;
        /* The trunk begins with a step without rows, after which other parts are subtracted. */
        const int64_t steps = schedule(&p, k == 0 && parts > 0);
        if (steps < 0 || t->tile + steps > p.rows_max) {
            t->tile = 0;
            return;
        }
        t->first[k] = t->tile;
        t->tile += steps;
    }
    t->first[parts + 1] = t->tile;
}
