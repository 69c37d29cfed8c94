/* Parallel cyclic reduction splits one large system into 2^p subsystems, and Thomas solves each of those (P+T):
 *
 *     pcr         p levels over all rows: those of subsystem s are then s, s + 2^p, s + 2 2^p, ...
 *     copy        the rows of each subsystem become contiguous
 *     thomas      each subsystem
 *     copy back   the solutions to where their rows were
 *
 * P. Valero-Lara, D. Andrade, R. Sirvent, J. Labarta, B. B. Fraguela, R. Doallo, A fast solver for large tridiagonal
 * systems on multi-core processors (LASs), IEEE Access 7, 2019, section III and algorithm 1. All threads share the rows
 * of every stage but Thomas, where a thread has subsystems of its own. Formulas in pcr.c and thomas.c; p in
 * switch_point.h. Stable if the matrix is diagonally dominant; fails if a diagonal of a level, or a pivot after them,
 * is 0.
 *
 * 12 p + 8 flops a row. In memory, with the system itself, 16 vectors of n values: two buffers of four for the levels,
 * one for Thomas. The bits depend on p, which as "auto" follows the number of threads. With p = 0 it is the method
 * `thomas`. */
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
    team_enter(team, "pcr");
    const struct const_rows reduced = pcr_levels(n, rows, subsystems.levels, workspace, team);
    team_enter(team, "copy");
    team_span(team, n, &from, &to);
    subsystems_deal(&subsystems, from, to, const_rows_from(reduced, from), dealt);
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

const struct solver tridiag_pcr_thomas = {
    .method = "pcr_thomas",
    .about = "levels of parallel cyclic reduction, then each of the systems left by one thread: P+T",
    .source = "Valero-Lara et al. 2019, section III",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = FOR_ITS_PAPER | CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | REPORTS_INFO |
           SEES_GROWTH,
    .options = switch_table,
    .options_bytes = sizeof(struct switch_options),
    .variant = &method,
    .hooks = &switch_hooks,
};
