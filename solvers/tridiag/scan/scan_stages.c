/* The order of the stages, and the agreement of neighbouring chunks. */
#include "solvers/tridiag/scan/scan_stages.h"

#include <string.h>

#include "solvers/tridiag/diagonal_pivot.h"

enum { ROUNDS = 6, FLAGS = 1 + STAGE_COUNT * ROUNDS };

/* Largest difference of the states of neighbours, relative to the larger one. */
#define APART (32 * REAL_EPS)

static const struct chunk_map *const kinds[STAGE_COUNT] = {&minors_maps, &right_maps, &unknown_maps};

struct scan_stages stages_of(int64_t n, struct workspace *w)
{
    struct scan_stages s = {.chunks = lane_chunks_of(n)};
    const int64_t count = s.chunks.count, length = lane_chunks_length(&s.chunks) * (int64_t)sizeof(real);
    real **const arrays[] = {&s.rows.a, &s.rows.b, &s.rows.c, &s.rows.d, &s.x};
    for (int k = 0; k < 5; k++) {
        real *const at = workspace_take(w, length);
        *arrays[k] = at ? at + LINE : at;
    }
    for (int k = 0; k < STAGE_COUNT; k++) {
        const struct chunk_map *const kind = kinds[k];
        struct chunk_scan *const scan = &s.scan[k];
        *scan =
            (struct chunk_scan){.kind = kind, .direction = k == STAGE_UNKNOWNS ? SCAN_UP : SCAN_DOWN, .count = count};
        scan->map = workspace_take(w, count * kind->map_bytes);
        scan->next[0] = workspace_take(w, count * kind->map_bytes);
        scan->next[1] = workspace_take(w, count * kind->map_bytes);
        scan->entry = workspace_take(w, (count + 1) * kind->state_bytes);
        scan->exit = workspace_take(w, count * kind->state_bytes);
    }
    s.again = workspace_take(w, count * (int64_t)sizeof *s.again);
    s.failed = workspace_take(w, FLAGS * (int64_t)sizeof *s.failed);
    return s;
}

void stages_begin(const struct scan_stages *s)
{
    const int64_t end = s->chunks.count * s->chunks.rows, count = s->chunks.count;
    memset(s->failed, 0, FLAGS * sizeof *s->failed);
    s->rows.c[-1] = s->x[-1] = s->x[end] = 0;
    for (int64_t i = end; i < end + 2; i++) s->rows.a[i] = s->rows.c[i] = s->rows.d[i] = 0, s->rows.b[i] = 1;
    struct minors_state *const minors = s->scan[STAGE_MINORS].entry;
    minors[0] = minors[count] = (struct minors_state){1, 0};
    *(struct right_state *)s->scan[STAGE_RIGHT_SIDES].entry = (struct right_state){0, true};
    ((real *)s->scan[STAGE_UNKNOWNS].entry)[count] = 0;
}

static real size(real x)
{
    return x < 0 ? -x : x;
}

/* Only the ratio of two minors counts. Its error comes to be one of the diagonal: of the chunk's first row, or, where
 * the row in front begins a pivot of two rows, of that row. */
static bool minors_agree(const void *stages, int64_t chunk, const void *exit)
{
    const struct scan_stages *const s = stages;
    const struct minors_state *const a = chunk_entry(&s->scan[STAGE_MINORS], chunk), *const b = exit;
    const int64_t i = chunk * s->chunks.rows;
    const real ac = size(s->rows.a[i] * s->rows.c[i - 1]), left = a->last * b->before, right = a->before * b->last;
    const bool begins = size(b->last) < DIAGONAL_PIVOT_KAPPA * ac * size(b->before);
    if (left == right) return true;
    if (begins) return size(left - right) <= APART * size(a->before * b->before);
    return ac * size(left - right) <= APART * size(a->last * b->last);
}

static bool right_sides_agree(const void *stages, int64_t chunk, const void *exit)
{
    const struct right_state *const a =
        chunk_entry(&((const struct scan_stages *)stages)->scan[STAGE_RIGHT_SIDES], chunk);
    const struct right_state *const b = exit;
    return size(a->s - b->s) <= APART * size(b->s);
}

static bool unknowns_agree(const void *stages, int64_t chunk, const void *exit)
{
    const real *const a = chunk_entry(&((const struct scan_stages *)stages)->scan[STAGE_UNKNOWNS], chunk), *const b =
                                                                                                               exit;
    return size(*a - *b) <= APART * size(*b);
}

static const struct {
    const char *name;
    void (*pass)(const struct scan_stages *s, int64_t group);
    bool (*agree)(const void *stages, int64_t chunk, const void *exit);
} stages[STAGE_COUNT] = {
    {"minors", scan_pass_minors, minors_agree},
    {"right sides", scan_pass_right_sides, right_sides_agree},
    {"unknowns", scan_pass_unknowns, unknowns_agree},
};

static bool all_agree(const struct scan_stages *s, enum scan_stage k, int64_t from, int64_t to)
{
    bool all = true;
    for (int64_t chunk = from * LANES; chunk < to * LANES; chunk++) {
        const int64_t before = chunk_before(&s->scan[k], chunk);
        if (before < 0 || before >= s->chunks.count) continue;
        all &= stages[k].agree(s, chunk, chunk_exit(&s->scan[k], before));
    }
    return all;
}

static void pass_again(const struct scan_stages *s, enum scan_stage k, int64_t from, int64_t to)
{
    for (int64_t g = from; g < to; g++) {
        bool any = false;
        for (int q = 0; q < LANES; q++) any |= s->again[g * LANES + q];
        if (any) stages[k].pass(s, g);
    }
}

/* Until all chunks agree with their neighbours. */
static bool settle(struct scan_stages *s, enum scan_stage k, int64_t from, int64_t to)
{
    for (int round = 0; round < ROUNDS; round++) {
        int64_t *const flag = &s->failed[1 + k * ROUNDS + round];
        team_wait(s->team);
        if (!all_agree(s, k, from, to)) {
#pragma omp atomic write
            *flag = 1;
        }
        team_wait(s->team);
        if (!*flag) return true;
        if (s->team.rank == 0) chunk_scan_correct(&s->scan[k], stages[k].agree, s, s->again);
        team_wait(s->team);
        pass_again(s, k, from, to);
    }
    return false;
}

bool stages_run(struct scan_stages *s)
{
    int64_t from, to;
    team_part(s->team, s->chunks.groups, &from, &to);
    team_enter(s->team, "products");
    for (int64_t g = from; g < to; g++) scan_pass_products(s, g);
    for (enum scan_stage k = STAGE_MINORS; k < STAGE_COUNT; k++) {
        chunk_scan(&s->scan[k], s->structure, s->team);
        team_enter(s->team, stages[k].name);
        for (int64_t g = from; g < to; g++) stages[k].pass(s, g);
        if (!settle(s, k, from, to)) return false;
    }
    return true;
}

void stages_fail(const struct scan_stages *s)
{
#pragma omp atomic write
    s->failed[0] = 1;
}

bool stages_failed(const struct scan_stages *s)
{
    return s->failed[0] != 0;
}
