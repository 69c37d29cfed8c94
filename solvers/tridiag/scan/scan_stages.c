/* The order of the stages, and the agreement of neighbouring chunks. */
#include "solvers/tridiag/scan/scan_stages.h"

#include <string.h>

#include "solvers/tridiag/pivoting/diagonal_pivot.h"

enum { ROUNDS = 6 };

/* Set by any rank, for all. */
struct scan_flags {
    int64_t poor[SCAN_TURNS], failed[SCAN_TURNS];
    int64_t again[SCAN_TURNS][STAGE_COUNT][ROUNDS]; /* is a chunk passed once more? */
};

/* Largest difference of the states of neighbours, relative to the larger one: of all, and near poor rows. */
#define APART (8 * REAL_EPS)
#define APART_POOR REAL_EPS

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
    bool *const poor = workspace_take(w, (count + 2) * (int64_t)sizeof *poor);
    s.poor = poor ? poor + 1 : poor;
    s.again = workspace_take(w, count * (int64_t)sizeof *s.again);
    s.changed = workspace_take(w, s.chunks.groups * (int64_t)sizeof *s.changed);
    s.flags = workspace_take(w, (int64_t)sizeof *s.flags);
    return s;
}

void stages_begin(const struct scan_stages *s)
{
    const int64_t end = s->chunks.count * s->chunks.rows, count = s->chunks.count;
    *s->flags = (struct scan_flags){0};
    memset(s->poor - 1, 0, (size_t)(count + 2) * sizeof *s->poor);
    memset(s->changed, 0, (size_t)s->chunks.groups * sizeof *s->changed);
    s->rows.c[-1] = s->x[-1] = s->x[end] = 0;
    for (int64_t i = end; i < end + 2; i++) s->rows.a[i] = s->rows.c[i] = s->rows.d[i] = 0, s->rows.b[i] = 1;
    struct minors_state *const minors = s->scan[STAGE_MINORS].entry;
    minors[0] = minors[count] = (struct minors_state){1, 0};
    *(struct right_state *)s->scan[STAGE_RIGHT_SIDES].entry = (struct right_state){0, true};
    ((real *)s->scan[STAGE_UNKNOWNS].entry)[count] = 0;
}

/* Allowed between the state that enters a chunk and the one that leaves its neighbour. */
static real apart(const struct scan_stages *s, int64_t chunk)
{
    return s->poor[chunk - 1] || s->poor[chunk] || s->poor[chunk + 1] ? APART_POOR : APART;
}

/* Only the ratio of two minors counts. Its error comes to be one of the diagonal: of the chunk's first row, or, where
 * the row in front begins a pivot of two rows, of that row. */
static bool minors_agree(const void *stages, int64_t chunk, const void *exit)
{
    const struct scan_stages *const s = stages;
    const struct minors_state *const a = chunk_entry(&s->scan[STAGE_MINORS], chunk), *const b = exit;
    const int64_t i = chunk * s->chunks.rows;
    const real ac = pivot_magnitude(s->rows.a[i] * s->rows.c[i - 1]), left = a->last * b->before,
               right = a->before * b->last;
    const bool begins = pivot_magnitude(b->last) < DIAGONAL_PIVOT_KAPPA * ac * pivot_magnitude(b->before);
    if (left == right) return true;
    if (begins) return pivot_magnitude(left - right) <= apart(s, chunk) * pivot_magnitude(a->before * b->before);
    return ac * pivot_magnitude(left - right) <= apart(s, chunk) * pivot_magnitude(a->last * b->last);
}

static bool right_sides_agree(const void *stages, int64_t chunk, const void *exit)
{
    const struct right_state *const a =
        chunk_entry(&((const struct scan_stages *)stages)->scan[STAGE_RIGHT_SIDES], chunk);
    const struct right_state *const b = exit;
    return pivot_magnitude(a->s - b->s) <= apart(stages, chunk) * pivot_magnitude(b->s);
}

static bool unknowns_agree(const void *stages, int64_t chunk, const void *exit)
{
    const real *const a = chunk_entry(&((const struct scan_stages *)stages)->scan[STAGE_UNKNOWNS], chunk), *const b =
                                                                                                               exit;
    return pivot_magnitude(*a - *b) <= apart(stages, chunk) * pivot_magnitude(*b);
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

/* Corrects the entries of chunks; by one rank. A pivot of two rows may lie in two chunks, so that the one before is
 * changed, too. */
static void correct(const struct scan_stages *s, enum scan_stage k)
{
    chunk_scan_correct(&s->scan[k], stages[k].agree, s, s->again);
    for (int64_t chunk = 0; chunk < s->chunks.count; chunk++)
        if (s->again[chunk]) s->changed[chunk / LANES] = s->changed[(chunk > 0 ? chunk - 1 : 0) / LANES] = true;
}

static void pass_again(const struct scan_stages *s, enum scan_stage k, int64_t from, int64_t to)
{
    for (int64_t g = from; g < to; g++) {
        bool any = false;
        for (int q = 0; q < LANES; q++) any |= s->again[g * LANES + q];
        if (any) stages[k].pass(s, g);
    }
}

static void set(int64_t *flag)
{
#pragma omp atomic write
    *flag = 1;
}

/* Corrects and repeats the pass until all chunks agree with their neighbours. */
static bool settle(const struct scan_stages *s, enum scan_stage k, int turn, int64_t from, int64_t to)
{
    for (int round = 0; round < ROUNDS; round++) {
        int64_t *const again = &s->flags->again[turn][k][round];
        team_wait(s->team);
        if (!all_agree(s, k, from, to)) set(again);
        team_wait(s->team);
        if (!*again) return true;
        if (s->team.rank == 0) correct(s, k);
        team_wait(s->team);
        pass_again(s, k, from, to);
    }
    return false;
}

bool stages_run(const struct scan_stages *s)
{
    int64_t from, to;
    team_part(s->team, s->chunks.groups, &from, &to);
    team_enter(s->team, "products");
    for (int64_t g = from; g < to; g++) scan_pass_products(s, g);
    for (enum scan_stage k = STAGE_MINORS; k < STAGE_COUNT; k++) {
        chunk_scan(&s->scan[k], s->structure, s->team);
        team_enter(s->team, stages[k].name);
        for (int64_t g = from; g < to; g++) stages[k].pass(s, g);
        if (!settle(s, k, 0, from, to)) return false;
    }
    return true;
}

void stages_run_poor(const struct scan_stages *s)
{
    int64_t from, to;
    team_part(s->team, s->chunks.groups, &from, &to);
    if (s->team.rank == 0) memset(s->changed, 0, (size_t)s->chunks.groups * sizeof *s->changed);
    team_wait(s->team);
    for (enum scan_stage k = STAGE_MINORS; k < STAGE_COUNT; k++) {
        for (int64_t g = from; g < to; g++)
            if (s->changed[g]) stages[k].pass(s, g);
        settle(s, k, 1, from, to);
    }
    team_wait(s->team);
}

void stages_poor(const struct scan_stages *s, int turn, int64_t chunk)
{
    s->poor[chunk] = true;
    set(&s->flags->poor[turn]);
}

bool stages_any_poor(const struct scan_stages *s, int turn)
{
    return s->flags->poor[turn] != 0;
}

void stages_fail(const struct scan_stages *s, int turn)
{
    set(&s->flags->failed[turn]);
}

bool stages_failed(const struct scan_stages *s, int turn)
{
    return s->flags->failed[turn] != 0;
}
