/* One large system in windows: elimination and substitution in one pass over memory, each row in order, for matrices
 * whose inverse decays.
 *
 * The rows are cut into runs that are eliminated in parallel, in vector lanes (lane_runs.h) and by all threads. In a
 * run a window of WINDOW rows after the other is eliminated, and a few rows more: where the product of their h is so
 * small that x after them does not matter, x of the row after the window is known without it, and the window is
 * substituted while the next one is eliminated. Likewise a few rows before and after each run make all runs
 * independent of each other before anything is written. The inner loop, which eliminates and substitutes whole steps
 * of rows, is steps() in lane_runs.c.
 *
 * What was neglected is checked: after each window its first x is compared with the value that the window before
 * assumed, and so are the ends of the runs. So each row has the residual of elimination in order. If some influence
 * does not vanish in LOOK_MAX rows, or two windows differ, the right side is recomputed from the rows solved, and the
 * system falls back to `partition`, which info reports. A window whose pivots have grown is not written: near a
 * singular block x may be so large that the right side would be lost in its rounding. Systems shorter than a window are
 * always solved by `partition`.
 *
 * The windows are those of overlapped partitions: X.-H. Sun, Application and accuracy of the parallel diagonal dominant
 * algorithm, Parallel Computing 21, 1995, drops the same influence by an estimate. 12 flops a row, and least traffic:
 * every array crosses the memory bus once, 40 bytes a row in double. */
#include "solvers/tridiag/partition/windows.h"

#include "solvers/tridiag/partition/partition.h"

enum {
    WINDOW = 512 - STEP,
    RING = 2048, /* rows, a power of two: at least two windows and the rows looked ahead */
    HEADER = 64 / (int)sizeof(real)
};

/* h and y of the last row of a window, and the x that it assumed for the row after it. */
struct seam {
    vec h, y, x;
};

static struct windows windows_of(struct line line, real *workspace, struct team team, int64_t ahead)
{
    struct windows w = {.line = line, .cut = lane_cut_of(line.n), .ahead = ahead};
    w.failed = (void *)workspace;
    w.undone = (void *)(workspace + HEADER / 2);
    w.groups = (struct window_group *)(workspace + HEADER);
    w.first = (real *)(w.groups + w.cut.groups);
    w.ring = w.first + w.cut.groups * LANES + HEADER + team.rank * RING * 2 * LANES;
    return w;
}

/* Is x of row i of the runs the value that the window before took it for. */
static bool seam_holds(const struct lane_runs *f, const struct seam *m, vec x, int64_t i)
{
    bool holds = true;
    for (int q = 0; q < LANES; q++) {
        const double off = fabs((double)m->x[q] - (double)x[q]);
        const int64_t row = f->first + q * f->rows + i;
        if (!isfinite(off) || !(off <= SEAM * fabs((double)x[q])))
            holds &= row < f->line.n && windows_holds(f->line, row - 1, f->line.c[row - 1], off);
    }
    return holds;
}

/* x of row `from`, neglecting rows without influence; the STEP first rows are substituted in order. */
static bool look_ahead(const struct lane_runs *f, struct lane_sweep *s, int64_t from, vec *x)
{
    vec h = vec_all(1), out[STEP];
    *x = vec_all(0);
    for (int64_t i = from + STEP; i < from + LOOK_MAX; i += STEP) {
        if (i + STEP > s->down) lane_runs_down(f, s, i + STEP);
        look_on(lane_ring_row(f, i), &h, x);
        if (!all_small(h)) continue;
        lane_block_up(lane_ring_row(f, from), x, out);
        return true;
    }
    return false;
}

/* Records that the window from s->end on, which is solved, begins with another x than the window before assumed. */
static bool record_mismatch(struct window_group *g, const struct seam *m, const struct lane_sweep *s)
{
    g->seam = s->end;
    g->seam_right = m->x;
    g->seam_left = m->y - m->h * s->x;
    return false;
}

/* Solves a group by windows. False, with the state that windows_undo needs, if two windows differ or one cannot be
 * closed. */
static bool solve_group(const struct windows *w, int64_t group)
{
    struct window_group *const g = w->groups + group;
    struct lane_runs f = lane_runs_of(w->line, w->cut, group);
    struct lane_sweep s = {.chain = {g->q, g->p, g->y}, .up = -STEP};
    struct seam before = {{0}}, last = {{0}}; /* of the window just substituted, and of the current one */
    f.ring = w->ring, f.mask = RING - 1, f.ahead = w->ahead;
    for (int64_t from = 0, to; from < f.rows; from = to) {
        vec x = vec_load(w->first + group * LANES + 1);
        to = f.rows - from <= WINDOW + LOOK_MAX ? f.rows : from + WINDOW;
        lane_runs_down(&f, &s, to);
        const bool closed =
            (to == f.rows || look_ahead(&f, &s, to, &x)) && !any_lane(s.chain.out_of_range & LANE_OUT_OF_RANGE);
        lane_runs_up(&f, &s);
        if (from > WINDOW && !seam_holds(&f, &before, s.x, s.end)) return record_mismatch(g, &before, &s);
        if (!closed) return false;
        const real *const end = lane_ring_row(&f, to - 1);
        before = last;
        last = (struct seam){vec_load(end), vec_load(end + LANES), x};
        s.x = g->right = x;
        s.up = to - STEP, s.end = from;
        g->done = to;
    }
    lane_runs_up(&f, &s);
    return f.rows <= WINDOW + LOOK_MAX || seam_holds(&f, &before, s.x, s.end) || record_mismatch(g, &before, &s);
}

/* One flag a phase: some ranks may be in the next phase before others have read the flag. */
enum phase { BEGIN, SOLVE };

static void fail_here(const struct windows *w, enum phase phase)
{
#pragma omp atomic write
    w->failed[phase] = 1;
}

/* 0, or PIVOTS_GREW where windows do not solve the system; x is then its right side again, unless that lies apart. */
static int64_t by_windows(struct line l, real *workspace, struct team team, int64_t ahead, double *undone)
{
    const struct windows w = windows_of(l, workspace, team, ahead);
    int64_t from, to;
    team_part(team, w.cut.groups, &from, &to);
    if (team.rank == 0) w.failed[BEGIN] = w.failed[SOLVE] = 0, *w.undone = 0, w.first[w.cut.groups * LANES] = 0;
    single_system_wait(team);
    team_enter(team, "begin");
    for (int64_t g = from; g < to; g++)
        if (!windows_look_ahead(&w, g)) fail_here(&w, BEGIN);
    single_system_wait(team);
    if (w.failed[BEGIN]) return PIVOTS_GREW;
    team_enter(team, "windows");
    for (int64_t g = from; g < to; g++)
        if (!solve_group(&w, g)) fail_here(&w, SOLVE);
    single_system_wait(team);
    for (int64_t g = from; g < to; g++)
        if (!windows_meet(&w, g)) fail_here(&w, SOLVE);
    single_system_wait(team);
    if (!w.failed[SOLVE]) return 0;
    if (l.d) return PIVOTS_GREW;
    team_enter(team, "undo");
    for (int64_t g = from; g < to; g++) {
        const double largest = windows_undo(&w, g);
#pragma omp critical(windows_undone)
        *w.undone = fmax(*w.undone, largest);
    }
    single_system_wait(team);
    *undone = *w.undone;
    return PIVOTS_GREW;
}

int64_t windows_values(int64_t n, int64_t ranks)
{
    const int64_t group = (int64_t)(sizeof(struct window_group) / sizeof(real)) + LANES;
    return 2 * HEADER + lane_cut_groups(n) * group + ranks * RING * 2 * LANES;
}

int64_t windows_solve(struct line l, real *workspace, struct team team, double *undone)
{
    *undone = 0;
    return l.n < WINDOW ? PIVOTS_GREW : by_windows(l, workspace, team, tuning_value(TUNING_WINDOWS_AHEAD), undone);
}

static int64_t values(int64_t n, int64_t ranks)
{
    const int64_t own = windows_values(n, ranks), other = partition.values(n, ranks);
    return own > other ? own : other;
}

static int64_t solve_line(struct line l, real *workspace, struct team team, const void *options)
{
    double undone;
    if (l.n < WINDOW) return partition.solve(l, workspace, team, NULL);
    if (by_windows(l, workspace, team, single_system_ahead(options, TUNING_WINDOWS_AHEAD), &undone) == 0) return 0;
    single_system_wait(team);
    const int64_t info = partition.solve(l, workspace, team, NULL);
    return info ? info : SOLVED_BY_FALLBACK;
}

static const struct option options[] = {SINGLE_SYSTEM_AHEAD, {.key = NULL}};

static const struct single_system_method windows = {values, solve_line, .flops = 12};

const struct solver tridiag_windows = {
    .method = "windows",
    .about = "windows of one large system in one pass over memory; partition where the inverse does not decay",
    .source = "Sun 1995",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_SIZES | CAN_RAGGED | CAN_SHARED | DETERMINISTIC | REPORTS_INFO | SEES_GROWTH,
    .options = options,
    .options_bytes = sizeof(struct single_system_options),
    .variant = &windows,
    .hooks = &single_system_hooks,
};
