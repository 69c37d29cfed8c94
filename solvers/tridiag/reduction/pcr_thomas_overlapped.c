/* Parallel cyclic reduction, the last level of which writes the rows of each subsystem contiguously, and Thomas (P+TO).
 * The results of pcr_thomas, to the bit, without a copy in between.
 *
 * Valero-Lara et al., A fast solver for large tridiagonal systems on multi-core processors (LASs), IEEE Access 7, 2019,
 * section IV-A. The last level is computed in blocks that stay in the first level cache until they are dealt. Stable if
 * the matrix is diagonally dominant; fails if a diagonal of a level, or a pivot after them, is 0.
 *
 * 12 p + 8 flops a row for p levels. In memory, with the system itself, 16 vectors of n values: two buffers of four for
 * the levels, one for Thomas. The bits depend on p, which as "auto" follows the number of threads. */
#include "solvers/kind.h"
#include "solvers/tridiag/reduction/pcr.h"
#include "solvers/tridiag/reduction/subsystems.h"
#include "solvers/tridiag/reduction/switch_point.h"

static int64_t workspace_values(int64_t n, const void *options)
{
    return pcr_workspace_values(n) + 4 * subsystems_workspace(n);
}

static int64_t read_rows(int64_t n, struct const_rows rows, real *x, real *workspace, struct team team,
                         const void *options)
{
    const struct subsystems subsystems = {.n = n, .levels = switch_levels(options, n, team.ranks)};
    const struct tridiag_rows dealt = subsystems_at(workspace + pcr_workspace_values(n), n);
    int64_t from, to;
    team_span(team, n, &from, &to);
    if (subsystems.levels == 0) {
        team_enter(team, "copy");
        subsystems_deal(&subsystems, from, to, const_rows_from(rows, from), dealt);
    } else {
        team_enter(team, "pcr");
        const struct const_rows reduced = pcr_levels(n, rows, subsystems.levels - 1, workspace, team);
        subsystems_reduce(&subsystems, reduced, INT64_C(1) << (subsystems.levels - 1), from, to, dealt);
    }
    team_wait(team);
    subsystems_finish(&subsystems, dealt, x, team);
    return 0;
}

static real *spare(int64_t n, real *workspace, struct team team, const void *options)
{
    return subsystems_spare(n, switch_levels(options, n, team.ranks), workspace);
}

static const struct row_method method = {
    .splits = true, .workspace_values = workspace_values, .read = read_rows, .checked = true, .spare = spare};

const struct solver tridiag_pcr_thomas_overlapped = {
    .method = "pcr_thomas_overlapped",
    .about = "the same as pcr_thomas, the last level of reduction writing where Thomas reads: P+TO",
    .source = "Valero-Lara et al. 2019, section IV-A",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = FOR_ITS_PAPER | CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | REPORTS_INFO |
           SEES_GROWTH,
    .options = switch_table,
    .options_bytes = sizeof(struct switch_options),
    .variant = &method,
    .hooks = &switch_hooks,
};
