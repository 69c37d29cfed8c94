/* The kind of systems coupled along trees: checks of parents, and the arrays that plans copy. */
#include "solvers/tree/tree_line.h"

#include "solvers/kind.h"

/* Parents of `rows` rows of system s. */
static enum status check_tree(const struct shape *shape, int64_t s, int64_t rows)
{
    if (shape->tree.firsts && shape->tree.firsts[s] < 0)
        return fail(ST_REFUSED, "the parents of system %lld begin at element %lld, below 0", (long long)s,
                    (long long)shape->tree.firsts[s]);
    const int64_t *const parent = tree_parents(shape, s);
    for (int64_t i = 0; i < rows; i++)
        if (parent[i] < -1 || parent[i] >= i)
            return fail(ST_REFUSED,
                        "row %lld of the tree of system %lld has the parent %lld: a parent is a row before its "
                        "children, or -1 at a root",
                        (long long)i, (long long)s, (long long)parent[i]);
    return ST_OK;
}

/* Sizes that are out of range are left to the framework, which checks them next. */
static enum status check(const struct shape *s)
{
    if (s->n < 1 || s->batch < 1) return ST_OK;
    if (!s->tree.parents) return fail(ST_REFUSED, "trees need the parents of their rows");
    for (int64_t t = 0; s->sizes && t < s->batch; t++)
        if (s->sizes[t] < 1 || s->sizes[t] > s->n) return ST_OK;
    if (!s->tree.firsts) return check_tree(s, 0, s->n);
    for (int64_t t = 0; t < s->batch; t++) TRY(check_tree(s, t, shape_rows(s, t)));
    return ST_OK;
}

static int64_t parents_count(const struct shape *s)
{
    int64_t count = s->tree.firsts || s->batch < 1 ? 0 : s->n;
    for (int64_t t = 0; s->tree.firsts && t < s->batch; t++) {
        const int64_t end = s->tree.firsts[t] + shape_rows(s, t);
        if (end > count) count = end;
    }
    return count;
}

static int64_t firsts_count(const struct shape *s)
{
    return s->batch;
}

static int arrays(struct shape *s, struct shape_array out[SHAPE_ARRAYS])
{
    out[0] = (struct shape_array){&s->tree.parents, parents_count};
    out[1] = (struct shape_array){&s->tree.firsts, firsts_count};
    return 2;
}

static bool is_branched(const struct shape *s)
{
    const int64_t trees = s->tree.firsts ? s->batch : s->batch > 0;
    for (int64_t t = 0; t < trees; t++) {
        const int64_t *const parent = tree_parents(s, t), rows = s->tree.firsts ? shape_rows(s, t) : s->n;
        for (int64_t i = 0; i < rows; i++)
            if (parent[i] != i - 1) return true;
    }
    return false;
}

static const struct capability capabilities_of_trees[] = {
    {CAN_BRANCH, "branches", "trees with branches, and several roots", is_branched,
     "trees in which a row does not hang on the row before it are not supported"},
    {0}};

static struct shape shape_of_trees(const int64_t *parents, int64_t rows)
{
    struct shape s = shape_contiguous(rows, 1024);
    s.kind = KIND_TREE;
    s.tree.parents = parents;
    return s;
}

static void make_unbranched(struct shape *s)
{
    static const int64_t parents[] = {-1, 0, 1, 2, 3, 4, 5, 6};
    *s = shape_of_trees(parents, sizeof parents / sizeof *parents);
}

static void make_branched(struct shape *s)
{
    static const int64_t parents[] = {-1, 0, 0, 1, 1, 2, 2, 3};
    *s = shape_of_trees(parents, sizeof parents / sizeof *parents);
}

static const struct example examples[] = {
    {"1024 cables of 8 rows", make_unbranched}, {"trees with branches", make_branched}, {NULL, NULL}};

const struct kind_ops kind_tree = {
    .name = "tree",
    .capabilities = capabilities_of_trees,
    .check = check,
    .arrays = arrays,
    .examples = examples,
};
