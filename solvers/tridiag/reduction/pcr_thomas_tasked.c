/* Parallel cyclic reduction and Thomas, where the copy of a system that the levels leave, its solution and the copy
 * back are three tasks (P+TT), so that a system need not wait for the others between them. The results of pcr_thomas,
 * to the bit.
 *
 * Valero-Lara et al., A fast solver for large tridiagonal systems on multi-core processors (LASs), IEEE Access 7, 2019,
 * section IV-A.a: the three follow each other by their dependences, and gain nothing. Stable if the matrix is
 * diagonally dominant; fails if a diagonal of a level, or a pivot after them, is 0.
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

enum { GRAIN = 512 }; /* rows of a task at least: short systems share theirs with their neighbours */

/* The three tasks of the systems s ... end - 1; they wait for each other by the first of their places. */
static void make_tasks(const struct subsystems *c, int64_t s, int64_t end, struct const_rows in,
                       struct tridiag_rows out, real *x, struct team team)
{
    real *const place = out.d + subsystem_of(c, s).start;
#pragma omp task depend(out : *place)
    {
        team_enter(team, "copy");
        for (int64_t k = s; k < end; k++) subsystem_deal(c, k, in, out);
        team_enter(team, NULL);
    }
#pragma omp task depend(inout : *place)
    {
        team_enter(team, "thomas");
        subsystems_solve(c, out, s, end);
        team_enter(team, NULL);
    }
#pragma omp task depend(in : *place)
    {
        team_enter(team, "copy back");
        for (int64_t k = s; k < end; k++) subsystem_collect(c, k, out.d, x);
        team_enter(team, NULL);
    }
}

/* One rank creates the tasks, and the others execute some while they wait for it. They are created inside a task of
 * their own, since a runtime may keep records of dependences until the enclosing task has ended. */
static int64_t read_rows(int64_t n, struct const_rows rows, real *x, real *workspace, struct team team,
                         const void *options)
{
    const struct subsystems subsystems = {.n = n, .levels = switch_levels(options, n, team.ranks)};
    const struct tridiag_rows dealt = subsystems_at(workspace + pcr_workspace_values(n), n);
    const int64_t count = INT64_C(1) << subsystems.levels, each = 1 + GRAIN / ((n >> subsystems.levels) + 1);
    team_enter(team, "pcr");
    const struct const_rows reduced = pcr_levels(n, rows, subsystems.levels, workspace, team);
    team_enter(team, NULL);
    if (team.rank == 0) {
#pragma omp task
        {
            for (int64_t s = 0; s < count; s += each)
                make_tasks(&subsystems, s, s + each < count ? s + each : count, reduced, dealt, x, team);
#pragma omp taskwait
        }
#pragma omp taskwait
    }
    team_wait(team);
    return 0;
}

static real *spare(int64_t n, real *workspace, struct team team, const void *options)
{
    return subsystems_spare(n, switch_levels(options, n, team.ranks), workspace);
}

static const struct row_method method = {
    .splits = true, .workspace_values = workspace_values, .read = read_rows, .checked = true, .spare = spare};

const struct solver tridiag_pcr_thomas_tasked = {
    .method = "pcr_thomas_tasked",
    .about = "the same as pcr_thomas, each stage of each system a task that waits for the one before: P+TT",
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
