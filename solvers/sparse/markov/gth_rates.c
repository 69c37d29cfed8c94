/* The rates that enter the window of elimination without subtraction (gth.h), from levels or from a matrix. */
#include "solvers/batch/simd.h"
#include "solvers/sparse/markov/gth.h"
#include "solvers/sparse/matrix/matrix_visit.h"

struct gth_window gth_window_take(int64_t band, struct workspace *workspace)
{
    struct gth_window w = {.band = band, .stride = 2 * band + 3, .mask = 1};
    while (w.mask < band + 1) w.mask *= 2;
    w.row = workspace_take(workspace, w.mask * w.stride * (int64_t)sizeof *w.row);
    w.mask--;
    return w;
}

static int64_t fall_of(const struct qbd *l)
{
    return l->phases - l->stride;
}

/* The levels that hold so many tasks. */
static struct level_span levels_with(const struct qbd *l, int64_t tasks)
{
    const int64_t over = tasks - l->phases + 1, fall = fall_of(l), last = l->levels - 1;
    const int64_t low = over > 0 && fall ? (over + fall - 1) / fall : 0;
    return (struct level_span){low, fall && tasks / fall < last ? tasks / fall : last};
}

/* The state after the current one in the order, and the one before it. */
static inline void rise(struct gth_rates *f)
{
    if (++f->position.level <= f->position.here.high) return;
    f->position.less = f->position.here, f->position.here = f->position.more;
    f->position.more = levels_with(f->levels, ++f->position.tasks + 1);
    f->position.level = f->position.here.low;
}

static inline void fall(struct gth_rates *f)
{
    if (--f->position.level >= f->position.here.low) return;
    f->position.more = f->position.here, f->position.here = f->position.less;
    f->position.less = levels_with(f->levels, --f->position.tasks - 1);
    f->position.level = f->position.here.high;
}

static double *rates_of(const struct gth_rates *f, int64_t level)
{
    return f->rate + (level & (f->alive - 1)) * MOVES * f->levels->phases;
}

static void fetch(const struct gth_rates *f, int64_t level)
{
    double *rate[MOVES];
    for (int m = 0; m < MOVES; m++) rate[m] = rates_of(f, level) + m * f->levels->phases;
    f->levels->rates(f->levels->context, level, rate);
}

/* The state of the chain: phase tasks - level fall of its level. */
static int64_t state_at(const struct gth_rates *f)
{
    return f->position.tasks + f->position.level * f->levels->stride;
}

/* In the order, the state one level up with as many tasks is the next one; the states one task more or less are at the
 * same distance for all states with as many tasks. */
static int64_t enter_levels(struct gth_rates *f, double *row)
{
    const int64_t k = f->levels->phases, state = state_at(f), p = state - f->position.level * k,
                  forth = f->mirrored ? -1 : 1;
    if (p == (f->mirrored ? 0 : k - 1)) fetch(f, f->position.level);
    const double *const rate = rates_of(f, f->position.level) + p;
    const double next = rate[MOVE_NEXT * k], back = rate[MOVE_BACK * k];
    double *const here = row + f->band;
    if (next > 0) here[forth * (f->position.here.high + 1 - f->position.more.low)] += next;
    if (back > 0) here[forth * (f->position.here.low - f->position.less.high - 1)] += back;
    if (f->position.level < f->position.here.high) here[forth] += rate[MOVE_RISE * k];
    if (f->position.level > f->position.here.low) here[-forth] += rate[MOVE_FALL * k];
    if (f->mirrored) rise(f);
    else fall(f);
    return state;
}

static int64_t enter_matrix(const struct gth_rates *f, int64_t t, double *row)
{
    const int64_t state = f->mirrored ? f->n - 1 - t : t, forth = f->mirrored ? -1 : 1;
    for (int64_t e = f->start[state]; e < f->start[state + 1]; e++)
        row[f->band + forth * f->offset[e]] = (double)f->value[e];
    return f->order ? f->order[state] : state;
}

int64_t gth_rates_enter(struct gth_rates *f, int64_t t, double *row)
{
    return f->levels ? enter_levels(f, row) : enter_matrix(f, t, row);
}

int64_t gth_rates_return(struct gth_rates *f, int64_t t)
{
    const int64_t state = f->mirrored ? f->n - 1 - t : t;
    if (!f->levels) return f->order ? f->order[state] : state;
    if (f->mirrored) fall(f);
    else rise(f);
    return state_at(f);
}

/* Q by its rows: what the columns of A hold off the diagonal, with the opposite sign. */
struct turn {
    const int64_t *place; /* of each row of A in the order; NULL: its own number */
    int64_t *start;
    int32_t *offset;
    real *value;
};

static int64_t place_of(const struct turn *t, int64_t row)
{
    return t->place ? t->place[row] : row;
}

static inline void count(void *to, int64_t row, int64_t column, real value)
{
    const struct turn *const t = to;
    if (row != column) t->start[place_of(t, column) + 1]++;
}

static inline void put(void *to, int64_t row, int64_t column, real value)
{
    const struct turn *const t = to;
    const int64_t from = place_of(t, column);
    if (row == column) return;
    t->offset[t->start[from]] = (int32_t)(place_of(t, row) - from);
    t->value[t->start[from]++] = -value;
}

/* Rows in csr, the usual ones, without a call an entry. */
INLINE void visit(const struct matrix *a, entry_visit *each, void *to)
{
    if (a->format != CSR) {
        matrix_visit(a, each, to);
        return;
    }
    for (int64_t i = 0; i < a->n; i++)
        for (int64_t e = a->start[i]; e < a->start[i + 1]; e++) each(to, i, a->column[e], a->value[e]);
}

static void take_matrix(struct gth_rates *f, const struct matrix *a)
{
    struct turn t = {f->order ? f->place : NULL, f->start, f->offset, f->value};
    for (int64_t k = 0; f->order && k < f->n; k++) f->place[f->order[k]] = k;
    memset(f->start, 0, (size_t)(f->n + 1) * sizeof *f->start);
    visit(a, count, &t);
    for (int64_t k = 0; k < f->n; k++) f->start[k + 1] += f->start[k];
    visit(a, put, &t);
    memmove(f->start + 1, f->start, (size_t)f->n * sizeof *f->start);
    f->start[0] = 0;
}

/* Levels whose states may be in the window: those that share a number of tasks with one of them. */
static int64_t alive_of(const struct shape *s)
{
    const int64_t levels = s->n / s->blocktri.block,
                  max = s->blocktri.band + 2 < levels ? s->blocktri.band + 2 : levels;
    int64_t alive = 1;
    while (alive < max) alive *= 2;
    return alive;
}

struct gth_rates gth_rates_take(const struct shape *s, bool mirrored, struct workspace *workspace)
{
    struct gth_rates f = {.n = s->n, .band = s->blocktri.band, .mirrored = mirrored};
    if (s->blocktri.leveled) {
        f.alive = alive_of(s);
        f.rate = workspace_take(workspace, f.alive * MOVES * s->blocktri.block * (int64_t)sizeof *f.rate);
    } else if (!mirrored) {
        f.place = workspace_take(workspace, s->n * (int64_t)sizeof *f.place);
        f.start = workspace_take(workspace, (s->n + 1) * (int64_t)sizeof *f.start);
        f.offset = workspace_take(workspace, s->blocktri.entries * (int64_t)sizeof *f.offset);
        f.value = workspace_take(workspace, s->blocktri.entries * (int64_t)sizeof *f.value);
    }
    return f;
}

static void begin_levels(struct gth_rates *f, const struct qbd *l)
{
    const int64_t tasks = f->mirrored ? 0 : (l->levels - 1) * fall_of(l) + l->phases - 1;
    f->levels = l;
    f->position.tasks = tasks;
    f->position.here = levels_with(l, tasks), f->position.less = levels_with(l, tasks - 1),
    f->position.more = levels_with(l, tasks + 1);
    f->position.level = f->mirrored ? f->position.here.low : f->position.here.high;
}

void gth_rates_begin(struct gth_rates *f, const struct system *system, const struct gth_rates *first)
{
    f->order = system->blocktri.order;
    if (f->alive) begin_levels(f, system->blocktri.levels);
    else if (first) f->start = first->start, f->offset = first->offset, f->value = first->value;
    else take_matrix(f, system->blocktri.matrix);
}
