/* Adaptive R-cyclic reduction: the rows of a level are taken as blocks of one or two, chosen by the criterion of
 * diagonal pivoting; every second block is eliminated, and what is left is a tridiagonal system whose blocks are chosen
 * again, until one block is left. Then the unknowns are substituted level by level. With blocks of one row it is cyclic
 * reduction (R = 2), with blocks of one row that stay and of two that go tricyclic reduction (R = 3).
 *
 * Row i begins a block of two if
 *
 *     kappa |a_{i+1} c_i| > |b_i| sigma      sigma = max(|a_{i+1}|, |a_{i+2}|, |b_{i+1}|, |c_i|, |c_{i+1}|)
 *
 * on the rows of the level as they are: elimination in order tests b_i after what the rows before have left of it, but
 * here b_i itself is divided by. The operations are in arcr_operations.c.
 *
 * L.-W. Chang, Scalable parallel tridiagonal algorithms with diagonal pivoting and their optimization for many-core
 * architectures, thesis, Illinois, 2014, chapter 5. The criterion looks only at the couplings after a block; so a
 * block whose spikes would grow stays here, next to others that stay, and where fewer rows than a third are eliminated
 * what is left is solved in order with partial pivoting. Rows are divided by powers of two wherever they are read. All
 * rows of the solution are checked, and refined by a second pass for their residuals if some miss by more than
 * rounding. About 60 flops a row; 8 values a row of scratch as a rule, at most 12. */
#include "solvers/tridiag/arcr/arcr_reduction.h"
#include "solvers/tridiag/arcr/arcr_reuse.h"
#include "solvers/tridiag/arcr/arcr_structure.h"

static const struct option option_table[] = {
    {.key = "structure",
     .help =
         "blocks of one or two rows by the criterion of diagonal pivoting: on the rows of each level as they are, or "
         "after elimination in order as in diagonal_pivoting; or as `blocks` says",
     .type = OPT_WORD,
     .offset = offsetof(struct arcr_options, structure),
     .words = arcr_structure_words,
     .default_value = "\"raw\""},
    {.key = "blocks",
     .help = "where the structure is given: rows of the blocks of each level in order, one digit each. 1 is cyclic "
             "reduction, 12 that by threes",
     .type = OPT_INT,
     .offset = offsetof(struct arcr_options, blocks),
     .min = 1,
     .max = 2222222222222222,
     .default_value = "1"},
    {.key = "repair",
     .help = "blocks that are nearly singular stay, and what cannot be reduced is left to thomas_pivot; else every "
             "second block is eliminated, and the system is reported as not solved if one is singular",
     .type = OPT_BOOL,
     .offset = offsetof(struct arcr_options, repair),
     .default_value = "true"},
    {.key = NULL},
};

static int64_t workspace_values(int64_t n, const void *options)
{
    return (arcr_kept_bytes(n) + arcr_workspace_bytes(n)) / (int64_t)sizeof(real);
}

static int64_t read_rows(int64_t n, struct const_rows rows, real *x, real *workspace, struct team team,
                         const void *options)
{
    struct arcr_reduction k;
    arcr_begin(&k, n, workspace, (char *)workspace + arcr_kept_bytes(n));
    k.level[0].rows = rows;
    team_enter(team, "reduce");
    return arcr_solve(&k, arcr_down(&k, options, team), options, x, team);
}

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    const struct arcr_options *const o = options;
    for (int64_t rest = o ? o->blocks : 0; rest > 0; rest /= 10)
        if (rest % 10 != 1 && rest % 10 != 2)
            return fail(ST_REFUSED, "%s: each digit of blocks must be 1 or 2, such as 12: not %lld", self->method,
                        (long long)o->blocks);
    return ST_OK;
}

static const struct row_method method = {
    .splits = true, .flops = 60, .workspace_values = workspace_values, .read = read_rows};

static const struct solver_hooks hooks = {.accepts = accepts,
                                          .workspace_bytes = arcr_reuse_workspace_bytes,
                                          .cost = gather_cost,
                                          .factor = arcr_reuse_factor,
                                          .solve = arcr_reuse_solve};

const struct solver tridiag_arcr = {
    .method = "arcr",
    .about =
        "adaptive R-cyclic reduction: by blocks of one or two rows, chosen again on each level; thomas_pivot where "
        "rows do not hold",
    .source = "Chang 2014, chapter 5",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | CAN_ANY_MATRIX | DETERMINISTIC |
           REPORTS_INFO,
    .options = option_table,
    .options_bytes = sizeof(struct arcr_options),
    .variant = &method,
    .hooks = &hooks,
};
