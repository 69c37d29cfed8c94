/* What enters the window of elimination without subtraction: gth.h. */
#include "solvers/blocktri/gth.h"
#include "solvers/matrix_visit.h"

struct window window_carve(int64_t band, struct carve *room)
{
    struct window w = {.band = band, .stride = 2 * band + 3, .mask = 1};
    while (w.mask < band + 1) w.mask *= 2;
    w.row = carve_take(room, w.mask * w.stride * (int64_t)sizeof *w.row);
    w.mask--;
    return w;
}

static int64_t fall_of(const struct levels *l)
{
    return l->phases - l->far;
}

/* The lowest and the highest level that holds so many tasks. */
static int64_t lowest(const struct levels *l, int64_t tasks)
{
    const int64_t over = tasks - l->phases + 1, fall = fall_of(l);
    return over > 0 && fall ? (over + fall - 1) / fall : 0;
}

static int64_t highest(const struct levels *l, int64_t tasks)
{
    const int64_t fall = fall_of(l), last = l->levels - 1;
    return fall && tasks / fall < last ? tasks / fall : last;
}

static void go_to(struct feed *f, int64_t tasks)
{
    f->at.tasks = tasks;
    f->at.low = lowest(f->levels, tasks);
    f->at.high = highest(f->levels, tasks);
}

static double *rates_of(const struct feed *f, int64_t level, enum move move)
{
    return f->rate + (level % f->alive * MOVES + move) * f->levels->phases;
}

static void fetch(const struct feed *f, int64_t level)
{
    double *rate[MOVES];
    for (int m = 0; m < MOVES; m++) rate[m] = rates_of(f, level, (enum move)m);
    f->levels->rates(f->levels->of, level, rate);
}

/* The state after that at hand in the order, and the one before. */
static void rise(struct feed *f)
{
    if (++f->at.level <= f->at.high) return;
    go_to(f, f->at.tasks + 1);
    f->at.level = f->at.low;
}

static void fall(struct feed *f)
{
    if (--f->at.level >= f->at.low) return;
    go_to(f, f->at.tasks - 1);
    f->at.level = f->at.high;
}

static int64_t phase_at(const struct feed *f)
{
    return f->at.tasks - f->at.level * fall_of(f->levels);
}

/* Of states in order, the next of as many tasks and one level up, and those of one task more, all as far apart. */
static int64_t enter_levels(struct feed *f, double *row)
{
    const struct levels *const l = f->levels;
    const int64_t p = phase_at(f), state = f->at.level * l->phases + p, forth = f->mirrored ? -1 : 1;
    if (p == (f->mirrored ? 0 : l->phases - 1)) fetch(f, f->at.level);
    const double next = rates_of(f, f->at.level, MOVE_NEXT)[p], back = rates_of(f, f->at.level, MOVE_BACK)[p];
    double *const here = row + f->band;
    if (next > 0) here[forth * (f->at.high + 1 - lowest(l, f->at.tasks + 1))] += next;
    if (back > 0) here[forth * (f->at.low - highest(l, f->at.tasks - 1) - 1)] += back;
    if (f->at.level < f->at.high) here[forth] += rates_of(f, f->at.level, MOVE_RISE)[p];
    if (f->at.level > f->at.low) here[-forth] += rates_of(f, f->at.level, MOVE_FALL)[p];
    if (f->mirrored) rise(f);
    else fall(f);
    return state;
}

static int64_t enter_matrix(const struct feed *f, int64_t t, double *row)
{
    const int64_t state = f->mirrored ? f->n - 1 - t : t, forth = f->mirrored ? -1 : 1;
    for (int64_t e = f->start[state]; e < f->start[state + 1]; e++)
        row[f->band + forth * f->far[e]] = (double)f->value[e];
    return f->order ? f->order[state] : state;
}

int64_t feed_enter(struct feed *f, int64_t t, double *row)
{
    memset(row, 0, (size_t)(2 * f->band + 1) * sizeof *row);
    return f->levels ? enter_levels(f, row) : enter_matrix(f, t, row);
}

int64_t feed_return(struct feed *f, int64_t t)
{
    const int64_t state = f->mirrored ? f->n - 1 - t : t;
    if (!f->levels) return f->order ? f->order[state] : state;
    if (f->mirrored) fall(f);
    else rise(f);
    return f->at.level * f->levels->phases + phase_at(f);
}

/* Q by its rows: what the columns of A hold off the diagonal, with the opposite sign. */
struct turn {
    const int64_t *place; /* of each row of A in the order; NULL: its own */
    int64_t *start;
    int32_t *far;
    real *value;
};

static int64_t place_of(const struct turn *t, int64_t row)
{
    return t->place ? t->place[row] : row;
}

static void count(void *to, int64_t row, int64_t column, real value)
{
    const struct turn *const t = to;
    (void)value;
    if (row != column) t->start[place_of(t, column) + 1]++;
}

static void put(void *to, int64_t row, int64_t column, real value)
{
    const struct turn *const t = to;
    const int64_t from = place_of(t, column);
    if (row == column) return;
    t->far[t->start[from]] = (int32_t)(place_of(t, row) - from);
    t->value[t->start[from]++] = -value;
}

static void take_matrix(struct feed *f, const struct matrix *a)
{
    struct turn t = {f->order ? f->place : NULL, f->start, f->far, f->value};
    for (int64_t k = 0; f->order && k < f->n; k++) f->place[f->order[k]] = k;
    memset(f->start, 0, (size_t)(f->n + 1) * sizeof *f->start);
    matrix_visit(a, count, &t);
    for (int64_t k = 0; k < f->n; k++) f->start[k + 1] += f->start[k];
    matrix_visit(a, put, &t);
    memmove(f->start + 1, f->start, (size_t)f->n * sizeof *f->start);
    f->start[0] = 0;
}

/* Levels whose states may be in the window: those that share a number of tasks with one of them. */
static int64_t alive_of(const struct shape *s)
{
    const int64_t levels = s->n / s->block;
    return s->band + 2 < levels ? s->band + 2 : levels;
}

struct feed feed_carve(const struct shape *s, bool mirrored, struct carve *room)
{
    struct feed f = {.n = s->n, .band = s->band, .mirrored = mirrored};
    if (s->leveled) {
        f.alive = alive_of(s);
        f.rate = carve_take(room, f.alive * MOVES * s->block * (int64_t)sizeof *f.rate);
    } else if (!mirrored) {
        f.place = carve_take(room, s->n * (int64_t)sizeof *f.place);
        f.start = carve_take(room, (s->n + 1) * (int64_t)sizeof *f.start);
        f.far = carve_take(room, s->entries * (int64_t)sizeof *f.far);
        f.value = carve_take(room, s->entries * (int64_t)sizeof *f.value);
    }
    return f;
}

static void begin_levels(struct feed *f, const struct levels *l)
{
    f->levels = l;
    go_to(f, f->mirrored ? 0 : (l->levels - 1) * fall_of(l) + l->phases - 1);
    f->at.level = f->mirrored ? f->at.low : f->at.high;
}

void feed_begin(struct feed *f, const struct blocktri *b, const struct feed *first)
{
    f->order = b->order;
    if (f->alive) begin_levels(f, b->levels);
    else if (first) f->start = first->start, f->far = first->far, f->value = first->value;
    else take_matrix(f, b->matrix);
}
