/* The elements of reports: which compartments they are, and their samples. */
#include "apps/hines/recording/record.h"
#include "apps/hines/sonata/sonata.h"
#include "apps/hines/state/state.h"
#include "base/memory.h"

static enum status visit_section(const struct cable *c, const struct sonata_block *b, struct sonata_element *e,
                                 enum status (*visit)(void *with, const struct sonata_element *e), void *with)
{
    const int64_t first = c->first[e->section], middle = cable_node(c, e->section, 0.5);
    const bool all = b->of->compartments == REPORT_ALL;
    if (b->of->region != IN_ALL && b->of->region != (int)c->region[first]) return ST_OK;
    for (e->node = all ? first : middle; e->node < (all ? first + c->count[e->section] : middle + 1); e->node++) {
        e->at = c->at[e->node];
        TRY(visit(with, e));
    }
    return ST_OK;
}

enum status sonata_each(const struct hines_state *s, const struct sonata_block *b,
                        enum status (*visit)(void *with, const struct sonata_element *e), void *with)
{
    for (int64_t i = s->all.first[b->group]; i < s->all.first[b->group + 1]; i++) {
        const struct cable *cable;
        struct cable own;
        struct sonata_element e = {.cell = i};
        TRY(population_cable(&s->all, i, &own, &cable));
        e.cable = cable;
        enum status st = ST_OK;
        for (e.section = 0; e.section < cable->sections && st == ST_OK; e.section++)
            st = visit_section(cable, b, &e, visit, with);
        cable_free(&own);
        TRY(st);
    }
    return ST_OK;
}

static enum status count(void *with, const struct sonata_element *e)
{
    struct sonata_block *const b = with;
    (void)e;
    b->elements++;
    return ST_OK;
}

static enum status add_block(struct hines_state *s, int64_t report, int64_t group)
{
    const struct hines_report *const r = (const struct hines_report *)s->params->reports.v + report;
    struct sonata *const n = &s->sonata;
    struct sonata_block *const b = &n->block[n->blocks];
    *b = (struct sonata_block){.of = r, .report = report, .group = group, .at = n->values};
    TRY(sonata_each(s, b, count, b));
    b->rows = sonata_rows(s->params, r, &b->from);
    n->blocks += b->elements > 0, n->elements += b->elements, n->values += b->rows * b->elements;
    return ST_OK;
}

enum status sonata_make(struct hines_state *s, int64_t column)
{
    const struct hines_params *const p = s->params;
    const struct hines_cells *const g = p->cells.v;
    struct sonata *const n = &s->sonata;
    TRY(mem_array(&n->block, HOST, p->reports.count * p->cells.count, sizeof *n->block));
    for (int64_t i = 0; i < p->reports.count; i++) {
        const struct hines_report *const r = (const struct hines_report *)p->reports.v + i;
        const int64_t before = n->blocks;
        for (int64_t k = 0; k < p->cells.count; k++)
            if (hines_names(r->cells, g[k].name)) TRY(add_block(s, i, k));
        if (n->blocks == before)
            return fail(ST_CONFIG, "sonata.reports: entry %lld: no cell has sections of region %s", (long long)i,
                        hines_region(r->region));
    }
    for (int64_t i = 0; i < n->blocks; i++) n->block[i].column = column, column += n->block[i].elements;
    return comm_rank(s->comm) ? ST_OK : mem_array(&n->value, HOST, n->values, sizeof *n->value);
}

void sonata_free(struct sonata *s)
{
    mem_free(s->block);
    mem_free(s->value);
    *s = (struct sonata){0};
}

void sonata_take(struct hines_state *s, int64_t number, const double *sample)
{
    const struct sonata *const n = &s->sonata;
    if (comm_rank(s->comm)) return;
    for (int64_t i = 0; i < n->blocks; i++) {
        const struct sonata_block *const b = &n->block[i];
        if (number < b->from || number >= b->from + b->rows) continue;
        float *const row = n->value + b->at + (number - b->from) * b->elements;
        for (int64_t k = 0; k < b->elements; k++) row[k] = (float)sample[b->column + k];
    }
}

int sonata_arrays(const struct hines_state *s, struct array *out)
{
    const struct sonata *const n = &s->sonata;
    if (!n->values) return 0;
    *out = (struct array){.name = "reports", .type = REAL32, .rank = 1, .dims = {n->values}, .data = n->value};
    return 1;
}

/* A block whose elements get columns. */
struct adding {
    struct hines_state *s;
    const struct sonata_block *block;
};

static enum status add_column(void *with, const struct sonata_element *e)
{
    const struct adding *const a = with;
    struct hines_state *const s = a->s;
    const struct record_place at = {e->cable, e->cell, e->node};
    const enum status st = record_add(s, NULL, &s->variable[s->params->records.count + a->block->report], &at);
    return st == ST_CONFIG ? fail_within(st, "sonata.reports: entry %lld: ", (long long)a->block->report) : st;
}

enum status sonata_record(struct hines_state *s)
{
    for (int64_t i = 0; i < s->sonata.blocks; i++) {
        const struct sonata_block *const b = &s->sonata.block[i];
        TRY(sonata_each(s, b, add_column, &(struct adding){s, b}));
    }
    return ST_OK;
}
