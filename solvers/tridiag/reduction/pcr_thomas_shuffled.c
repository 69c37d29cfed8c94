/* Parallel cyclic reduction with contiguous subsystems, and Thomas (SP+T): each level splits every subsystem into its
 * even and its odd rows, and writes the former into the first half of its place and the latter into the second half. So
 * neighbours are always adjacent, and nothing need be copied before Thomas; its solutions are shuffled, row s + j 2^p
 * being in the place given by the bits of s, and are put in order at the end.
 *
 * Valero-Lara et al., A fast solver for large tridiagonal systems on multi-core processors (LASs), IEEE Access 7, 2019,
 * section IV-B. Of m rows, odd m included, (m + 1) / 2 are even. Stable if the matrix is diagonally dominant; fails if
 * a diagonal of a level, or a pivot after them, is 0.
 *
 * 12 p + 8 flops a row for p levels. In memory, with the system itself, 12 vectors of n values: the levels read one
 * buffer of four and write another, and Thomas works in the last. The bits depend on p, which as "auto" follows the
 * number of threads. */
#include "solvers/kind.h"
#include "solvers/tridiag/reduction/pcr.h"
#include "solvers/tridiag/reduction/subsystems.h"
#include "solvers/tridiag/reduction/switch_point.h"

static int64_t workspace_values(int64_t n, const void *options)
{
    return pcr_workspace_values(n);
}

/* A level of the system of m rows that begins in place `at`, or, `level` levels later, of the subsystems it was split
 * into: the part to be read between the places from and to. */
static void reduce(int64_t at, int64_t m, int level, struct const_rows in, struct tridiag_rows out, int64_t from,
                   int64_t to)
{
    const int64_t first = from > at ? from - at : 0, last = to < at + m ? to - at : m;
    if (first >= last) return;
    if (level > 0) {
        reduce(at, m - m / 2, level - 1, in, out, from, to);
        reduce(at + m - m / 2, m / 2, level - 1, in, out, from, to);
        return;
    }
    const struct subsystems halves = {.n = m, .levels = 1, .shuffled = true};
    subsystems_reduce(&halves, const_rows_from(in, at), 1, first, last, rows_from(out, at));
}

static int64_t read_rows(int64_t n, struct const_rows rows, real *x, real *workspace, struct team team,
                         const void *options)
{
    const struct subsystems subsystems = {.n = n, .levels = switch_levels(options, n, team.ranks), .shuffled = true};
    struct tridiag_rows now = rows_at(workspace, n), next = rows_at(workspace + 4 * padded_length(n), n);
    int64_t from, to;
    team_span(team, n, &from, &to);
    if (subsystems.levels == 0) {
        team_enter(team, "copy");
        subsystems_deal(&subsystems, from, to, const_rows_from(rows, from), now);
        team_wait(team);
    }
    team_enter(team, subsystems.levels ? "pcr" : NULL);
    for (int level = 0; level < subsystems.levels; level++) {
        reduce(0, n, level, level ? const_rows_of(next) : rows, now, from, to);
        team_wait(team);
        const struct tridiag_rows old = next;
        next = now;
        now = old;
    }
    subsystems_finish(&subsystems, subsystems.levels ? next : now, x, team);
    return 0;
}

static real *spare(int64_t n, real *workspace, struct team team, const void *options)
{
    const int levels = switch_levels(options, n, team.ranks);
    return subsystems_spare(n, levels ? levels : 1, workspace);
}

static const struct row_method method = {
    .splits = true, .workspace_values = workspace_values, .read = read_rows, .checked = true, .spare = spare};

const struct solver tridiag_pcr_thomas_shuffled = {
    .method = "pcr_thomas_shuffled",
    .about = "every level of reduction writes the two halves of a system apart, then Thomas: SP+T",
    .source = "Valero-Lara et al. 2019, section IV-B",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = FOR_ITS_PAPER | CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | REPORTS_INFO |
           SEES_GROWTH,
    .options = switch_table,
    .options_bytes = sizeof(struct switch_options),
    .variant = &method,
    .hooks = &switch_hooks,
};
