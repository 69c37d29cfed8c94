/* Searches interfaces along lines, and sorts what the lines found. */
#include "apps/adi/material/interfaces.h"

#include <math.h>
#include <stdlib.h>

#include "apps/adi/material/bisection.h"
#include "apps/adi/material/crowding.h"
#include "apps/adi/material/guides.h"
#include "apps/adi/material/jitter.h"
#include "base/either_precision.h"
#include "base/memory.h"
#include "base/result/caveats.h"
#include "base/timing/median.h"

enum { ALONE = 256, BESIDE_ONE = 16, BESIDE_TWO = 8 };    /* samples in a cell, by the other axes of the formula */
enum { SAMPLES_LEAST = 1 << 12, SAMPLES_MOST = 1 << 20 }; /* on a single line */
enum { ACROSS_ONE = 64, ACROSS_TWO = 16 };                /* lines along each other axis */
enum { PLACES_MOST = 1 << 16 };                           /* of one factor, on all lines */
enum { THE_ONLY = -1 };                                   /* line of a factor that changes only along this axis */
enum { STRAY_MOST = 32 };                                 /* places that one line found; more are oblique */
static const double same = 1e-9;                          /* cells between two places that are one */

/* The lines of a factor along an axis, those of a raster before the guides, and the samples on each. */
struct raster {
    const struct material *material;
    const struct guides *guides;
    int factor, axis;
    int64_t side, first_guide, lines, per_cell, samples;
    bool ends; /* the first and the last sample are the ends of the axis */
};

static struct raster raster_of(const struct material *m, int factor, int axis, const struct guides *guides)
{
    const int64_t cells = grid_cells(m->grid, axis);
    struct raster r = {.material = m, .guides = guides, .factor = factor, .axis = axis};
    int others = 0;
    for (int d = 0; d < 3; d++) others += d != axis && field_changes(m->field[factor], d);
    r.per_cell = others == 0 ? ALONE : others == 1 ? BESIDE_ONE : BESIDE_TWO;
    while (others == 0 && r.per_cell * cells < SAMPLES_LEAST) r.per_cell *= 2;
    while (others == 0 && r.per_cell > BESIDE_ONE && r.per_cell * cells > SAMPLES_MOST) r.per_cell /= 2;
    r.side = others == 0 ? 1 : others == 1 ? ACROSS_ONE : ACROSS_TWO;
    r.first_guide = others == 2 ? r.side * r.side : r.side;
    r.lines = r.first_guide + (others ? guides->count : 0);
    r.ends = !grid_periodic(m->grid, axis);
    r.samples = r.per_cell * cells + 2 * r.ends;
    return r;
}

/* Samples of a chunk, and what was found so far. */
struct search {
    struct raster raster;
    struct guides *guides;
    struct nodes_workspace *workspace;
    struct bisection bisection;
    struct bracket *bracket;
    int64_t *line;
    double *at, *value;
    struct material_places found;
    bool *jumps;  /* scratch of a chunk */
    bool crowded; /* the factor jumps about as often as it is sampled */
};

/* Coordinate of a line across its axis. */
static double across(const struct raster *r, int64_t line, int axis)
{
    const struct grid *const g = r->material->grid;
    int64_t number = line;
    if (line >= r->first_guide) return r->guides->at[line - r->first_guide][axis];
    for (int d = 0; d < axis; d++)
        if (d != r->axis && field_changes(r->material->field[r->factor], d)) number /= r->side;
    const double share = ((double)(number % r->side) + jitter(line, axis)) / (double)r->side;
    return g->origin[axis] + share * (double)grid_cells(g, axis) * g->spacing[axis];
}

/* Guides have samples at the nodes too. */
static double along(const struct raster *r, int64_t line, int64_t sample)
{
    const struct grid *const g = r->material->grid;
    const double end = (double)grid_cells(g, r->axis);
    const double number = line < r->first_guide ? (double)(sample - r->ends) + 0.5 : (double)sample;
    return g->origin[r->axis] + g->spacing[r->axis] * fmin(fmax(number / (double)r->per_cell, 0), end);
}

/* The value of the factor at places on lines. */
static enum status evaluate(void *context, int64_t count, const int64_t *line, const double *at, double *out)
{
    const struct search *const s = context;
    const struct raster *const r = &s->raster;
    const struct material *const m = r->material;
    double *const along_axis = s->workspace->xyz[r->axis];
    for (int64_t p = 0; p < count; p++) along_axis[p] = at[p];
    for (int d = 0; d < 3; d++) {
        double *const x = s->workspace->xyz[d];
        if (d == r->axis || !field_changes(m->field[r->factor], d)) continue;
        for (int64_t p = 0; p < count; p++) x[p] = p && line[p] == line[p - 1] ? x[p - 1] : across(r, line[p], d);
    }
    return material_eval_factor(
        m, r->factor, count, (const double *[]){s->workspace->xyz[0], s->workspace->xyz[1], s->workspace->xyz[2]}, out);
}

/* The samples from `first` on, up to BRACKETS of them, of all lines, one after the other. */
static enum status search_chunk(struct search *s, int64_t first, int64_t count)
{
    int64_t brackets = 0;
    for (int64_t p = 0; p < count; p++) {
        s->line[p] = (first + p) / s->raster.samples;
        s->at[p] = along(&s->raster, s->line[p], (first + p) % s->raster.samples);
    }
    TRY(evaluate(s, count, s->line, s->at, s->value));
    for (int64_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && s->line[to] == s->line[from];) to++;
        for (int64_t p = from; p < to; p++)
            if (bisection_suspects(s->value + from, 1, to - from, p - from))
                s->bracket[brackets++] =
                    (struct bracket){s->line[p], s->at[p], s->at[p + 1], s->value[p], s->value[p + 1]};
    }
    const int64_t before = s->found.count;
    TRY(bisection_run(&s->bisection, s->bracket, brackets, &s->found));
    s->crowded |= crowding_seen(s->line, s->at, count, s->found.v + before, s->found.count - before, s->jumps);
    return ST_OK;
}

static void warn(const struct search *s, bool stopped)
{
    const struct raster *const r = &s->raster;
    const char *const place = r->material->spec[r->factor]->place, *const key = place ? place : "material";
    const int samples = (int)r->per_cell;
    if (s->crowded || s->bisection.unfinished)
        caveat("%s: jumps along %c about as often as it is sampled, %d times per cell: interfaces are missed", key,
               "xyz"[r->axis], samples);
    else if (stopped)
        caveat("%s: has too many interfaces along %c: %d places were found before all lines were searched", key,
               "xyz"[r->axis], PLACES_MOST);
}

static enum status search_factor(struct search *s, const struct material *m, int factor, int axis)
{
    s->raster = raster_of(m, factor, axis, s->guides);
    s->bisection.shortest = 1e-14 * m->grid->spacing[axis];
    const int64_t total = s->raster.lines * s->raster.samples, before = s->found.count;
    int64_t first = 0;
    s->crowded = s->bisection.unfinished = false;
    for (; first + 1 < total && s->found.count - before < PLACES_MOST; first += BRACKETS - 1)
        TRY(search_chunk(s, first, total - first < BRACKETS ? total - first : BRACKETS));
    warn(s, first + 1 < total);
    for (int64_t i = before; s->raster.lines == 1 && i < s->found.count; i++) s->found.v[i].line = THE_ONLY;
    return ST_OK;
}

static enum status search_make(struct search *s, struct nodes_workspace *workspace)
{
    *s = (struct search){.workspace = workspace, .bisection = {.evaluate = evaluate, .context = s}};
    TRY(bisection_make(&s->bisection));
    TRY(mem_array(&s->bracket, HOST, BRACKETS, sizeof *s->bracket));
    TRY(mem_array(&s->line, HOST, BRACKETS, sizeof *s->line));
    TRY(mem_array(&s->at, HOST, 2 * BRACKETS, sizeof *s->at));
    s->value = s->at + BRACKETS;
    TRY(mem_array(&s->jumps, HOST, BRACKETS, sizeof *s->jumps));
    return mem_alloc(&s->guides, HOST, sizeof *s->guides);
}

static void search_free(struct search *s)
{
    bisection_free(&s->bisection);
    places_free(&s->found);
    mem_free(s->guides);
    mem_free(s->bracket);
    mem_free(s->line);
    mem_free(s->at);
    mem_free(s->jumps);
}

static int by_place(const void *a, const void *b)
{
    const double x = ((const struct material_place *)a)->at, y = ((const struct material_place *)b)->at;
    return (x > y) - (x < y);
}

static double in_cells(const struct grid *g, int axis, double x)
{
    return (x - g->origin[axis]) / g->spacing[axis];
}

/* One interface for each place, of those that stray only if there are few. */
static void collect(struct interfaces *out, const struct grid *g, int axis, const struct search *s)
{
    const struct material_place *const v = s->found.v;
    const double tolerance = same * g->spacing[axis];
    int64_t stray = 0, kept = 0;
    for (int turn = 0; turn < 2; turn++) {
        for (int64_t first = 0, end; first < s->found.count; first = end) {
            bool recurs = v[first].line == THE_ONLY;
            for (end = first + 1; end < s->found.count && v[end].at - v[end - 1].at <= tolerance; end++)
                recurs |= v[end].line != v[first].line || v[end].line == THE_ONLY;
            if (turn == 0) stray += !recurs;
            else if (recurs || !out->oblique) out->at[kept++] = in_cells(g, axis, v[first].at);
        }
        out->oblique = stray > STRAY_MOST;
    }
    out->count = kept;
}

/* Finds the places at which datasets among the factors jump or bend, and returns their number. A dataset that bends at
 * no more places than the grid has nodes is left out: the grid resolves it. */
static int64_t breaks(const struct material *m, int axis, double *places)
{
    int64_t count = 0;
    for (int f = 0; f < m->factors; f++) {
        const int64_t here = field_breaks(m->field[f], axis, NULL);
        if (!m->spec[f]->nearest && here < m->grid->n[axis]) continue;
        count += field_breaks(m->field[f], axis, places ? places + count : NULL);
    }
    return count;
}

static enum status find(struct interfaces *out, struct search *s, const struct material *m, int axis)
{
    for (int f = 0; f < m->factors; f++)
        if (m->spec[f]->form == FIELD_EXPRESSION && field_changes(m->field[f], axis)) TRY(search_factor(s, m, f, axis));
    if (s->found.count) qsort(s->found.v, (size_t)s->found.count, sizeof *s->found.v, by_place);
    const int64_t known = breaks(m, axis, NULL);
    TRY(mem_array(&out->at, HOST, s->found.count + known, sizeof *out->at));
    collect(out, m->grid, axis, s);
    breaks(m, axis, out->at + out->count);
    for (int64_t i = 0; i < known; i++, out->count++)
        out->at[out->count] = in_cells(m->grid, axis, out->at[out->count]);
    values_sort(out->at, out->count);
    return ST_OK;
}

enum status interfaces_find(struct interfaces *out, const struct material *m, int axis, const struct averages *nodes,
                            struct nodes_workspace *workspace)
{
    struct search s;
    *out = (struct interfaces){0};
    enum status st = search_make(&s, workspace);
    if (st == ST_OK) {
        guides_find(s.guides, nodes, axis);
        st = find(out, &s, m, axis);
    }
    search_free(&s);
    return st;
}

void interfaces_free(struct interfaces *i)
{
    i->at = mem_free(i->at);
    i->out = mem_free(i->out);
}
