/* Trees by elimination in order, a few large ones: the lanes of vectors take sections of one tree that do not depend on
 * each other (branches.h), and where there are fewer trees than threads, the threads take parts of it. The operations
 * of `hines` in its order where it matters, so that the solution has the same bits.
 *
 * Many rows at a time as in Y. Zhang et al., A GPU-based computational framework that bridges neuron simulation and
 * artificial intelligence, Nature Communications 14 (2023) 5798 (dendritic hierarchical scheduling). Stable where
 * elimination in order is. 9 flops a row, 5 when factored; the rows of a tree are gathered into a tile, which has up to
 * four places a row, and x is scattered from there: it takes half the time of `hines` where tree and tile stay in the
 * caches, as in steps of one cell of 10,000 rows, and more where they do not. Trees with so few branches that the tile
 * would have more places are eliminated in order. */
#include <omp.h>

#include "solvers/batch/workspace.h"
#include "solvers/tree/hines_elimination.h"
#include "solvers/tree/lanes/branches.h"
#include "solvers/tree/shares.h"
#include "solvers/tree/tree_cost.h"

enum { KEPT = 3 /* arrays of factors */, FRESH = 4 /* arrays of a tile without */ };

/* The division of plan->workspace. */
struct branches {
    int parts, teams;    /* parts of a tree besides the trunk, 0: it has no parts; trees at a time */
    int64_t trees, each; /* different ones; values of an array of a tile */
    struct branch_tree *tree;
    int64_t *weight, *share; /* [batch]; [teams + 1] runs of systems of about as many rows */
    real *tiles;             /* [teams][FRESH][each] */
    real *kept;              /* [batch][KEPT][each] if reuse */
    struct branch_workspace w;
};

static struct branch_tree tree_take(struct workspace *all, int64_t rows, int64_t n, int parts)
{
    struct branch_tree t = {0};
    t.group = workspace_take(all, (parts + 1) * (int64_t)sizeof *t.group);
    t.first = workspace_take(all, (parts + 2) * (int64_t)sizeof *t.first);
    t.source = workspace_take(all, rows * TREES * (int64_t)sizeof *t.source);
    t.row = workspace_take(all, rows * (int64_t)sizeof *t.row);
    t.branch = workspace_take(all, 2 * n * (int64_t)sizeof *t.branch);
    return t;
}

static struct branch_workspace branch_workspace_take(struct workspace *all, int64_t rows, int64_t n, int parts)
{
    const int64_t bytes = n * (int64_t)sizeof(int32_t);
    struct branch_workspace w = {.children = workspace_take(all, bytes), .depth = workspace_take(all, bytes)};
    w.part = workspace_take(all, bytes);
    w.base = workspace_take(all, bytes);
    w.left = workspace_take(all, bytes);
    w.when = workspace_take(all, bytes);
    w.turn = workspace_take(all, bytes);
    w.heap = workspace_take(all, bytes);
    w.place = workspace_take(all, (rows + 1) * (int64_t)sizeof *w.place);
    w.load = workspace_take(all, (parts + 1) * (int64_t)sizeof *w.load);
    return w;
}

/* The tile of each tree is known once it is scheduled: b->tree is filled in by begin. */
static int64_t divide(struct branches *b, const struct shape *s, int threads, bool begins, void *workspace)
{
    struct workspace all = {.memory = workspace};
    *b = (struct branches){.parts = s->batch < threads ? threads : 0, .teams = s->batch < threads ? 1 : threads};
    const int64_t rows = branches_rows_max(s->n, b->parts), value = sizeof(real);
    b->trees = s->batch > 0 && !s->sizes && !s->tree.firsts ? 1 : s->batch;
    b->each = rows * TREES;
    b->tree = workspace_take(&all, b->trees * (int64_t)sizeof *b->tree);
    for (int64_t t = 0; t < b->trees; t++) {
        const struct branch_tree tree = tree_take(&all, rows, s->n, b->parts);
        if (begins) b->tree[t] = tree;
    }
    b->weight = workspace_take(&all, s->batch * (int64_t)sizeof *b->weight);
    b->share = workspace_take(&all, (b->teams + 1) * (int64_t)sizeof *b->share);
    b->tiles = workspace_take(&all, b->teams * FRESH * b->each * value);
    b->kept = workspace_take(&all, s->reuse ? s->batch * KEPT * b->each * value : 0);
    b->w = branch_workspace_take(&all, rows, s->n, b->parts);
    return all.used;
}

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    const int64_t most = INT32_MAX / 8;
    if (shape->n <= most) return ST_OK;
    return fail(ST_REFUSED, "%s: trees of up to %lld rows, not of %lld", self->method, (long long)most,
                (long long)shape->n);
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    struct branches b;
    return divide(&b, shape, exec->threads, false, NULL);
}

static struct branches branches_of(const struct plan *p)
{
    struct branches b;
    divide(&b, &p->shape, p->exec.threads, false, p->workspace);
    return b;
}

static enum status begin(struct plan *p)
{
    struct branches b;
    const struct shape *const s = &p->shape;
    divide(&b, s, p->exec.threads, true, p->workspace);
    for (int64_t t = 0; t < b.trees; t++) {
        const int64_t n = shape_rows(s, t);
        branches_schedule(&b.tree[t], &b.w, tree_parents(s, t), n, b.parts);
        branches_list(&b.tree[t], &b.w, tree_parents(s, t), n, b.parts);
    }
    for (int64_t k = 0; k < s->batch; k++) b.weight[k] = shape_rows(s, k);
    shares_cut(b.share, b.teams, b.weight, s->batch);
    return ST_OK;
}

/* A system that is solved. */
struct branch_job {
    const struct branch_tree *tree;
    struct tree_line line;
    enum lanes_stage stage;
    int parts;
    real *x, *lower, *l, *upper, *w; /* tiles, or where it is eliminated in order, l and w of its rows */
};

static struct branch_job job_of(const struct branches *b, const struct plan *p, const struct system *system,
                                enum lanes_stage stage, int64_t s, int team)
{
    real *const tiles = b->tiles + team * FRESH * b->each;
    struct branch_job j = {
        .tree = &b->tree[b->trees == 1 ? 0 : s],
        .line = tree_line_of(&p->shape, system, s),
        .stage = stage,
        .parts = b->parts,
        .x = tiles,
        .lower = tiles + b->each,
    };
    j.l = p->shape.reuse ? b->kept + s * KEPT * b->each : tiles + 2 * b->each;
    j.upper = j.l + b->each;
    j.w = j.upper + b->each;
    return j;
}

static struct lane_tile tile_of(const struct branch_job *j, int part)
{
    const int64_t at = j->tree->first[part] * TREES;
    return (struct lane_tile){.rows = j->tree->group[part].rows,
                              .width = TREES,
                              .group = &j->tree->group[part],
                              .lower = j->lower + at,
                              .upper = j->upper + at,
                              .x = j->x + at,
                              .stride = TREES,
                              .l = j->l + at,
                              .w = j->w + at};
}

INLINE void gather_rows(real *to, const int32_t *source, int64_t count, const real *from, int64_t stride, real pad)
{
    for (int64_t k = 0; k < count; k++) to[k] = source[k] >= 0 ? from[source[k] * stride] : pad;
}

/* Asks for a share of an array in its order, which a processor expects, before its lines are read in any. */
static void ask_for(const struct branch_job *j, int part, const real *from, int64_t stride)
{
    const int64_t parts = j->parts > 0 ? j->parts : 1, share = j->parts > 0 ? part - 1 : 0, n = j->line.n;
    const int64_t each = stride <= 1 ? LINE : stride < LINE ? LINE / stride : 1;
    if (share < 0) return;
    for (int64_t i = n * share / parts; i < n * (share + 1) / parts; i += each) prefetch(from + i * stride);
}

/* Rows of a part into its tile; those that are contiguous by a loop of their own. */
static void gather(const struct branch_job *j, int part, real *to, const real *from, int64_t stride, real pad)
{
    const int64_t at = j->tree->first[part] * TREES, count = j->tree->group[part].rows * TREES;
    const int32_t *const source = j->tree->source + at;
    ask_for(j, part, from, stride);
    if (stride == 1) gather_rows(to + at, source, count, from, 1, pad);
    else gather_rows(to + at, source, count, from, stride, pad);
}

static void eliminate(const struct branch_job *j, int part)
{
    const struct lane_tile t = tile_of(j, part);
    if (j->stage != LANES_KEPT) {
        gather(j, part, j->l, j->line.diag, j->line.stride, 1);
        gather(j, part, j->lower, j->line.lower, j->line.stride, 0);
        gather(j, part, j->upper, j->line.upper, j->line.stride, 0);
    }
    if (j->stage != LANES_FACTOR) gather(j, part, j->x, j->line.x, j->line.x_stride, 0);
    lanes_own_eliminate(j->stage, &t);
}

/* Returns whether all of x is finite. */
static bool substitute(const struct branch_job *j, int part)
{
    const struct lane_tile t = tile_of(j, part);
    const int32_t *const source = j->tree->source + j->tree->first[part] * TREES;
    real check = 0;
    lanes_own_substitute(&t);
    for (int64_t k = 0; k < t.rows * TREES; k++) {
        check += t.x[k] - t.x[k];
        if (source[k] >= 0) j->line.x[source[k] * j->line.x_stride] = t.x[k];
    }
    return check == 0;
}

static bool solve_in_order(const struct branch_job *j)
{
    if (j->stage == LANES_FACTOR) hines_factor(j->line, j->l, j->w);
    else if (j->stage == LANES_KEPT) hines_eliminate_kept(j->line, j->w);
    else hines_eliminate(j->line, j->l);
    return j->stage == LANES_FACTOR || hines_substitute(j->line, j->l);
}

/* The trunk when all other parts are eliminated; they are substituted when it is. */
static bool solve_parts(const struct branch_job *j)
{
    const int parts = j->parts;
    bool finite = true;
#pragma omp parallel for schedule(static, 1) num_threads(parts)
    for (int k = 1; k <= parts; k++) eliminate(j, k);
    eliminate(j, 0);
    if (j->stage == LANES_FACTOR) return true;
    finite = substitute(j, 0);
#pragma omp parallel for schedule(static, 1) num_threads(parts) reduction(&& : finite)
    for (int k = 1; k <= parts; k++) finite = substitute(j, k) && finite;
    return finite;
}

static void solve_tree(const struct branches *b, const struct plan *p, const struct system *system,
                       enum lanes_stage stage, int64_t s, int team)
{
    const struct branch_job j = job_of(b, p, system, stage, s, team);
    bool finite = true;
    if (j.tree->tile == 0) {
        finite = solve_in_order(&j);
    } else if (b->parts > 0) {
        finite = solve_parts(&j);
    } else {
        eliminate(&j, 0);
        if (stage != LANES_FACTOR) finite = substitute(&j, 0);
    }
    if (stage != LANES_FACTOR && system->info) system->info[s] = finite ? 0 : tree_info(j.line, j.lower);
}

static void run(const struct plan *p, const struct system *system, enum lanes_stage stage)
{
    const struct branches b = branches_of(p);
    if (b.teams == 1) {
        for (int64_t s = 0; s < p->shape.batch; s++) solve_tree(&b, p, system, stage, s, 0);
        return;
    }
#pragma omp parallel for schedule(static, 1) num_threads(b.teams)
    for (int t = 0; t < b.teams; t++)
        for (int64_t s = b.share[t]; s < b.share[t + 1]; s++) solve_tree(&b, p, system, stage, s, omp_get_thread_num());
}

static enum status factor(struct plan *p, const struct system *system)
{
    run(p, system, LANES_FACTOR);
    return ST_OK;
}

static enum status solve(struct plan *p, const struct system *system)
{
    run(p, system, p->factored ? LANES_KEPT : LANES_FRESH);
    return ST_OK;
}

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = tree_cost,
    .begin = begin,
    .factor = factor,
    .solve = solve,
};

const struct solver tree_hines_branches = {
    .method = "hines_branches",
    .about =
        "elimination in order, the sections of few large trees in the lanes of vectors, and parts of them by threads",
    .source = "Hines 1984; Zhang et al. 2023",
    .kind = KIND_TREE,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_BRANCH | DETERMINISTIC | REPORTS_INFO,
    .hooks = &hooks,
};
