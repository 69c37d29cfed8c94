/* Cuts a batch of trees into parts, sorts those of different size, and lists where rows of a group hang. */
#include <string.h>

#include "base/tuning/tuning.h"
#include "solvers/batch/workspace.h"
#include "solvers/tree/lanes/lanes.h"
#include "solvers/tree/shares.h"

enum { TILE_LEAST = 2 * LINE, TILE_MOST = 16 * LINE };

static int64_t round_up(int64_t count, int64_t to)
{
    return (count + to - 1) / to * to;
}

static struct shape simplest(struct shape s)
{
    if (s.starts) return s;
    if (s.inner == 1) s.inner = s.batch, s.dist = s.outer;
    if (s.inner >= s.batch || s.outer == s.inner * s.dist) s.inner = s.batch;
    return s;
}

static bool are_neighbours(const struct shape *s)
{
    return s->dist == 1 && s->inner >= LANES && !s->sizes && !s->starts && !s->tree.firsts && s->matrix.inner == 0;
}

/* Systems of a part of neighbours; all threads have some. */
static int64_t tile_width(const struct shape *s, const struct lanes_options *o, int threads)
{
    const int64_t fits = tuning_chosen(o->tile, TUNING_TREE_TILE) / (2 * (int64_t)sizeof(real) * s->n),
                  each = (s->batch + threads - 1) / threads;
    const int64_t width = lanes_min(fits < TILE_LEAST ? TILE_LEAST : lanes_min(fits, TILE_MOST),
                                    lanes_min(s->inner, round_up(each, LANES)));
    const int64_t tiles = (s->inner + width - 1) / width;
    return round_up((s->inner + tiles - 1) / tiles, LANES);
}

/* Systems of run k that fill vectors. */
static int64_t run_systems(const struct shape *s, int64_t k)
{
    return lanes_min(s->inner, s->batch - k * s->inner) / LANES * LANES;
}

/* Rows that do not hang on the row before, of all systems in groups, unless all have one tree. */
static int64_t branches_of(const struct shape *s)
{
    int64_t count = 0;
    if (!s->sizes && !s->tree.firsts) return 0;
    for (int64_t t = 0; t < s->batch; t++) {
        const int64_t *const parent = tree_parents(s, t), rows = shape_rows(s, t);
        for (int64_t i = 1; i < rows; i++) count += parent[i] >= 0 && parent[i] != i - 1;
    }
    return count;
}

/* Numbers of parts and of systems in groups. */
static void cut(struct lanes *l, const struct lanes_options *o, int threads)
{
    const struct shape *const s = &l->shape;
    l->apart = s->batch;
    l->ahead = tuning_chosen(o->ahead, TUNING_TREE_AHEAD);
    if (s->batch > 0 && are_neighbours(s)) {
        l->tile = tile_width(s, o, threads);
        l->runs = shape_groups(s);
        l->per_run = (s->inner / LANES * LANES + l->tile - 1) / l->tile;
        for (int64_t k = 0; k < l->runs; k++) l->apart -= run_systems(s, k);
    }
    l->groups = (l->apart + TREES - 1) / TREES;
    l->branches = l->apart ? branches_of(s) : 0;
}

int64_t lanes_divide(struct lanes *l, const struct shape *shape, const struct solver *solver, const void *options,
                     int threads, void *workspace)
{
    const struct lanes_method *const method = solver->variant;
    struct workspace all = {.memory = workspace};
    *l = (struct lanes){.shape = simplest(*shape), .sorted = method->sorted && shape->sizes};
    l->computes = !method->computes || method->computes(options);
    cut(l, options, threads);
    const int64_t n = shape->n, value = sizeof(real), index = sizeof(int64_t);
    const int64_t rows = l->branches || shape->sizes || shape->tree.firsts ? l->groups * n : 0;
    const int64_t neighbours = shape->batch - l->apart, tile = l->tile > 4 * TREES ? l->tile : 4 * TREES;
    l->of_thread = round_up(n * (tile + 1), LINE);
    l->order = workspace_take(&all, l->apart * index);
    l->place = workspace_take(&all, l->groups ? (n + 1) * index : 0);
    l->weight = workspace_take(&all, (l->runs * l->per_run + l->groups) * index);
    l->first = workspace_take(&all, (threads + 1) * index);
    l->group = workspace_take(&all, l->groups * (int64_t)sizeof *l->group);
    l->row = workspace_take(&all, rows * (int64_t)sizeof *l->row);
    l->branch = workspace_take(&all, 2 * l->branches * (int64_t)sizeof *l->branch);
    l->kept = workspace_take(&all, shape->reuse ? 2 * n * neighbours * value : 0);
    l->kept_groups = workspace_take(&all, shape->reuse ? 3 * n * TREES * l->groups * value : 0);
    l->scratch = workspace_take(&all, l->of_thread * threads * value);
    return all.used;
}

/* The systems that are not in parts of neighbours: by decreasing size, equal ones in order. */
static void fill_order(struct lanes *l)
{
    const struct shape *const s = &l->shape;
    int64_t count = 0;
    for (int64_t k = 0; k < l->runs; k++) {
        const int64_t end = lanes_min((k + 1) * s->inner, s->batch);
        for (int64_t t = k * s->inner + run_systems(s, k); t < end; t++) l->order[count++] = t;
    }
    if (l->runs) return;
    for (int64_t t = 0; t < s->batch; t++) l->order[t] = t;
    if (!l->sorted) return;
    memset(l->place, 0, (size_t)(s->n + 1) * sizeof *l->place);
    for (int64_t t = 0; t < s->batch; t++) l->place[s->n - s->sizes[t] + 1]++;
    for (int64_t i = 1; i <= s->n; i++) l->place[i] += l->place[i - 1];
    for (int64_t t = 0; t < s->batch; t++) l->order[l->place[s->n - s->sizes[t]]++] = t;
}

static bool are_alike(const struct shape *s, int64_t a, int64_t b)
{
    const int64_t rows = shape_rows(s, a), *const p = tree_parents(s, a), *const q = tree_parents(s, b);
    return rows == shape_rows(s, b) && (p == q || !memcmp(p, q, (size_t)rows * sizeof *p));
}

/* The parent of a row of lane q, -1 at roots and beyond the last row. */
static int64_t parent_of(const struct lanes *l, const struct lane_group *g, int64_t i, int64_t q)
{
    const int64_t s = l->order[g->first + q];
    return i < shape_rows(&l->shape, s) ? tree_parents(&l->shape, s)[i] : -1;
}

void lanes_list_parents(struct lane_group *g, struct lane_row *row, struct lane_branch *branch, int64_t count,
                        int64_t *place)
{
    memset(place, 0, (size_t)g->rows * sizeof *place);
    for (int64_t k = 0; k < count; k++) place[branch[k].parent / TREES]++;
    for (int64_t i = 0, before = 0; i < g->rows; i++) {
        const int64_t here = place[i];
        place[i] = before;
        row[i].by_parent = (int32_t)(before += here);
    }
    for (int64_t k = count - 1; k >= 0; k--) branch[count + place[branch[k].parent / TREES]++] = branch[k];
    g->by_child = branch, g->by_parent = branch + count;
}

/* Lists that begin at `row` and `branch`; returns the branches. */
static int64_t list(const struct lanes *l, struct lane_group *g, struct lane_row *row, struct lane_branch *branch)
{
    const uint32_t idle = g->lanes < 32 ? UINT32_MAX << g->lanes : 0;
    int64_t count = 0;
    for (int64_t i = g->rows - 1; i >= 0; i--) {
        row[i].skip = idle;
        for (int64_t q = 0; q < g->lanes; q++) {
            const int64_t p = parent_of(l, g, i, q), beyond = i >= shape_rows(&l->shape, l->order[g->first + q]);
            if (beyond ? !l->computes : p != i - 1 || i == 0) row[i].skip |= UINT32_C(1) << q;
            if (p < 0 || p == i - 1) continue;
            branch[count++] = (struct lane_branch){(int32_t)(i * TREES + q), (int32_t)(p * TREES + q)};
        }
        row[i].by_child = (int32_t)count;
    }
    g->row = row;
    lanes_list_parents(g, row, branch, count, l->place);
    return count;
}

static void fill_groups(struct lanes *l)
{
    struct lane_row *row = l->row;
    struct lane_branch *branch = l->branch;
    for (int64_t k = 0; k < l->groups; k++) {
        struct lane_group *const g = &l->group[k];
        *g = (struct lane_group){.alike = true, .first = k * TREES, .lanes = lanes_min(TREES, l->apart - k * TREES)};
        for (int64_t q = 0; q < g->lanes; q++) {
            const int64_t s = l->order[g->first + q], rows = shape_rows(&l->shape, s);
            if (rows > g->rows) g->rows = rows;
            g->alike = g->alike && are_alike(&l->shape, s, l->order[g->first]);
        }
        if (g->alike) continue;
        branch += 2 * list(l, g, row, branch);
        row += g->rows;
    }
}

void lanes_begin(struct lanes *l, int threads)
{
    const int64_t parts = l->runs * l->per_run;
    fill_order(l);
    fill_groups(l);
    for (int64_t k = 0; k < parts; k++) {
        const int64_t column = k % l->per_run * l->tile, left = run_systems(&l->shape, k / l->per_run) - column;
        l->weight[k] = l->shape.n * (left > 0 ? lanes_min(left, l->tile) : 0);
    }
    for (int64_t k = 0; k < l->groups; k++) l->weight[parts + k] = l->group[k].rows * TREES;
    shares_cut(l->first, threads, l->weight, parts + l->groups);
}
