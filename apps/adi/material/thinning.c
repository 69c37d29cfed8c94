/* Lowers the number of places that a half cell may have, an eighth at a time, on the axis with the most sections per
 * cell. */
#include "apps/adi/material/thinning.h"

#include <math.h>

#include "apps/adi/material/sections.h"
#include "base/either_precision.h"
#include "base/memory.h"
#include "base/result/caveats.h"

static const double boxes_few = 1 << 20, boxes_many = 1 << 24, in_a_cell = 64, times = 4;

static double boxes_of(const struct interfaces at[3], const struct material *m, const int parts[3])
{
    double boxes = 1;
    for (int d = 0; d < 3; d++) boxes *= sections_most(m, d, &at[d], parts[d]);
    return boxes;
}

static double limit_of(const struct material *m, const int parts[3])
{
    double cells = 1, least = 1;
    for (int d = 0; d < 3; d++) {
        cells *= m->changes[d] ? (double)grid_cells(m->grid, d) : 1;
        least *= sections_most(m, d, &(struct interfaces){0}, parts[d]);
    }
    return fmax(fmax(boxes_few, times * least), fmin(in_a_cell * cells, boxes_many));
}

/* The number of interfaces in the half cell, or cell, of place `first`, if `per` is 2 or 1. */
static int64_t run_of(const struct interfaces *at, int64_t first, double per)
{
    int64_t end = first + 1;
    while (end < at->count && floor(per * at->at[end]) == floor(per * at->at[first])) end++;
    return end - first;
}

static int64_t largest_run(const struct interfaces *at)
{
    int64_t largest = 0;
    for (int64_t first = 0, run; first < at->count; first += run) {
        run = run_of(at, first, 2);
        if (run > largest) largest = run;
    }
    return largest;
}

/* At most `most` in each half cell stay. */
static void thin(struct interfaces *at, int64_t most)
{
    at->left_out = 0;
    for (int64_t first = 0, run; first < at->count; first += run) {
        run = run_of(at, first, 2);
        for (int64_t j = 0; j < run; j++) {
            at->out[first + j] = run > most && (j + 1) * most / run == j * most / run;
            at->left_out += at->out[first + j];
        }
    }
}

/* One place stands for those within rounding of it; at nodes, and halfway between them, sections end anyway. */
static void merge(struct interfaces *at)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < at->count; i++) {
        const double half = 2 * at->at[i];
        if (fabs(half - round(half)) < 2 * SECTION_LEAST) continue;
        if (kept && at->at[i] < at->at[kept - 1] + SECTION_LEAST) continue;
        at->at[kept++] = at->at[i];
    }
    at->count = kept;
}

static int most_crowded(const struct interfaces at[3], const struct material *m, const int parts[3],
                        const int64_t most[3])
{
    double crowd = 0;
    int axis = -1;
    for (int d = 0; d < 3; d++) {
        const double here =
            sections_most(m, d, &at[d], parts[d]) / sections_most(m, d, &(struct interfaces){0}, parts[d]);
        if (most[d] > 0 && here > crowd) crowd = here, axis = d;
    }
    return axis;
}

static const char *key_of(const struct material *m, int axis)
{
    for (int f = 0; f < m->factors; f++)
        if (field_changes(m->field[f], axis) && m->spec[f]->place) return m->spec[f]->place;
    return "material";
}

static void warn(const struct interfaces *at, const struct material *m, int axis)
{
    int64_t changes = 0, counted = 0;
    for (int64_t first = 0, run; first < at->count; first += run) {
        int64_t kept = 0;
        run = run_of(at, first, 1);
        for (int64_t j = 0; j < run; j++) kept += !at->out[first + j];
        if (run > changes) changes = run, counted = kept;
    }
    caveat("%s: changes up to %lld times along %c within a cell; %lld are taken into account", key_of(m, axis),
           (long long)changes, "xyz"[axis], (long long)counted);
}

enum status thinning_run(struct interfaces at[3], const struct material *m, const int parts[3])
{
    const double limit = limit_of(m, parts);
    int64_t most[3] = {0};
    if (boxes_of(at, m, parts) <= limit) return ST_OK;
    for (int d = 0; d < 3; d++) {
        merge(&at[d]);
        if (at[d].count) TRY(mem_array(&at[d].out, HOST, at[d].count, sizeof *at[d].out));
        most[d] = largest_run(&at[d]);
    }
    for (int d; boxes_of(at, m, parts) > limit && (d = most_crowded(at, m, parts, most)) >= 0;) {
        most[d] -= most[d] / 8 + 1;
        thin(&at[d], most[d]);
    }
    for (int d = 0; d < 3; d++)
        if (at[d].left_out) warn(&at[d], m, d);
    return ST_OK;
}
