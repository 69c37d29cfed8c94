/* Makes the equations of a part of the cells. */
#include "apps/hines/part/part.h"

#include <math.h>
#include <stdlib.h>

#include "apps/hines/channels/vec_exp.h"
#include "apps/hines/model/gradient.h"
#include "apps/hines/model/mechanisms.h"
#include "base/memory.h"

/* Scratch for the making of a part. */
struct making {
    const struct population *all;
    int64_t number; /* of the part */
    int64_t *sizes, *starts, *firsts, *parents;
    int64_t parents_used, parents_capacity;
    int8_t *region;                /* [extent] of a node with area, else -1 */
    int32_t *cell;                 /* [extent] */
    int32_t *section;              /* [extent] number among those of its region; NULL: nothing depends on it */
    double *area;                  /* [extent] um^2 */
    struct gradient_places places; /* [extent], or without columns: nothing depends on them */
    double *factor;                /* [extent] of a set, or NULL */
};

int64_t part_node(const struct cell_part *p, int64_t cell, int64_t node)
{
    return shape_start(&p->shape, cell) + node * p->shape.stride;
}

int64_t layout_width(int layout, int64_t cells, enum space space)
{
    enum { LINE_BYTES = 64, WARP = 32 };
    const int64_t block = space == DEVICE ? (int64_t)WARP : LINE_BYTES / (int64_t)sizeof(real);
    return layout == LAYOUT_FLAT ? 1 : layout == LAYOUT_INTERLEAVED ? cells : block;
}

static enum status make_shape(struct cell_part *p, struct making *m, int layout, enum space space)
{
    const int64_t width = layout_width(layout, p->cells, space);
    TRY(mem_array(&m->sizes, HOST, p->cells, sizeof *m->sizes));
    TRY(mem_array(&m->starts, HOST, p->cells, sizeof *m->starts));
    TRY(mem_array(&m->firsts, HOST, p->cells, sizeof *m->firsts));
    for (int64_t k = 0; k < p->cells; k++) m->sizes[k] = m->all->size[m->all->order[p->first + k]];
    p->shape = shape_ragged(p->cells, m->sizes, width, m->starts);
    p->shape.kind = KIND_TREE;
    p->extent = (shape_extent(&p->shape) + LANES - 1) / LANES * LANES;
    return ST_OK;
}

static bool has_gradients(const struct hines_params *p)
{
    const struct hines_channels *const c = p->channels.v;
    bool yes = false;
    for (int64_t i = 0; i < p->channels.count; i++) yes = yes || c[i].factor.form != FIELD_ABSENT;
    return yes;
}

static bool has_sections(const struct hines_params *p)
{
    bool yes = false;
    for (int64_t i = 0; i < p->channels.count; i++) yes = yes || mechanism_names(p, i);
    return yes;
}

static enum status make_arrays(struct cell_part *p, struct making *m, int scheme)
{
    real **const all[] = {&p->v, &p->x, &p->diag, &p->coupling, &p->base, &p->storage};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) TRY(mem_array(all[i], HOST, p->extent, sizeof(real)));
    if (!m->all->even) TRY(mem_array(&p->source, HOST, p->extent, sizeof(real)));
    if (scheme_stages(scheme) > 1 || m->all->params->clamps.count || m->all->params->voltage_clamps.count)
        TRY(mem_array(&p->kept, HOST, p->extent, sizeof(real)));
    real **const calcium[] = {&p->calcium, &p->calcium_e, &p->calcium_g, &p->calcium_ge};
    for (int i = 0; i < 4 && m->all->params->calcium.count; i++)
        TRY(mem_array(calcium[i], HOST, p->extent, sizeof(real)));
    TRY(mem_array(&p->detector, HOST, p->cells, sizeof *p->detector));
    TRY(mem_array(&p->before, HOST, p->cells, sizeof *p->before));
    TRY(mem_array(&m->region, HOST, p->extent, sizeof *m->region));
    TRY(mem_array(&m->cell, HOST, p->extent, sizeof *m->cell));
    TRY(mem_array(&m->area, HOST, p->extent, sizeof *m->area));
    if (has_sections(m->all->params)) TRY(mem_array(&m->section, HOST, p->extent, sizeof *m->section));
    m->places.count = p->extent;
    for (int c = 0; c < 3 && has_gradients(m->all->params); c++)
        TRY(mem_array(&m->places.column[c], HOST, p->extent, sizeof(double)));
    if (m->places.column[0]) TRY(mem_array(&m->factor, HOST, p->extent, sizeof *m->factor));
    for (int64_t i = 0; i < p->extent; i++) p->base[i] = 1, m->region[i] = -1;
    return ST_OK;
}

/* The parents of a cable, once for all cells in a row that share it. */
static enum status add_parents(struct making *m, const struct cable *cable)
{
    if (m->parents_used + cable->nodes > m->parents_capacity) {
        const int64_t more = 2 * (m->parents_used + cable->nodes);
        int64_t *const new = realloc(m->parents, (size_t)more * sizeof *new);
        if (!new) return fail(ST_NOMEM, "no memory for the trees of cells");
        m->parents = new, m->parents_capacity = more;
    }
    for (int64_t i = 0; i < cable->nodes; i++) m->parents[m->parents_used + i] = cable->parent[i];
    m->parents_used += cable->nodes;
    return ST_OK;
}

static void fill_cell(struct cell_part *p, struct making *m, int64_t k, int64_t group, const struct cable *cable)
{
    const struct hines_params *const of = m->all->params;
    const double h = scheme_share(of->scheme) * of->dt;
    struct hines_membrane membrane[REGIONS];
    for (int r = 0; r < REGIONS; r++) membrane[r] = population_membrane(m->all, group, r);
    for (int64_t i = 0; i < cable->nodes; i++) {
        const struct hines_membrane *const w = &membrane[cable->region[i]];
        const int64_t at = part_node(p, k, i);
        const double leak = w->leak * cable->area[i] * 1e-2, storage = w->capacitance * cable->area[i] * 1e-5 / h;
        p->v[at] = (real)of->initial;
        p->storage[at] = (real)storage;
        if (p->source) p->source[at] = (real)(leak * w->reversal);
        m->area[at] = storage + leak; /* for a moment, the sum in double */
    }
    for (int64_t i = 0; i < cable->nodes; i++) {
        if (cable->parent[i] < 0) continue;
        const int64_t at = part_node(p, k, i);
        p->coupling[at] = (real)-cable->conductance[i];
        m->area[at] += cable->conductance[i];
        m->area[part_node(p, k, cable->parent[i])] += cable->conductance[i];
    }
    for (int64_t i = 0; i < cable->nodes; i++) {
        const int64_t at = part_node(p, k, i);
        p->base[at] = (real)m->area[at], m->area[at] = cable->area[i];
        if (m->factor) {
            m->places.column[0][at] = cable->distance[i], m->places.column[1][at] = cable->at[i];
            m->places.column[2][at] = (double)cable->section[i];
        }
        if (m->section) m->section[at] = (int32_t)cable->number[cable->section[i]];
        m->region[at] = cable->area[i] > 0 ? (int8_t)cable->region[i] : -1, m->cell[at] = (int32_t)k;
    }
    p->drive = (real)(h * population_drive(m->all, group, (int)cable->region[cable->first[0]]));
    p->detector[k] = part_node(p, k, cable->first[0]), p->before[k] = (real)of->initial;
}

static enum status fill(struct cell_part *p, struct making *m)
{
    const struct cable *last = NULL;
    for (int64_t k = 0; k < p->cells; k++) {
        const int64_t cell = m->all->order[p->first + k];
        const struct cable *cable;
        struct cable own;
        TRY(population_cable(m->all, cell, &own, &cable));
        enum status s = ST_OK;
        if (cable == &own || cable != last) m->firsts[k] = m->parents_used, s = add_parents(m, cable);
        else m->firsts[k] = m->firsts[k - 1];
        last = cable == &own ? NULL : cable;
        if (s == ST_OK) fill_cell(p, m, k, population_group(m->all, cell), cable);
        cable_free(&own);
        TRY(s);
    }
    return ST_OK;
}

static bool has_channel(const struct cell_part *p, const struct making *m, int64_t number, int64_t at)
{
    const struct population *const c = m->all;
    if (m->region[at] < 0) return false;
    if (!mechanism_in(c->params, number, population_group(c, c->order[p->first + m->cell[at]]), m->region[at]))
        return false;
    return !m->section || mechanism_on(c->params, number, m->region[at], m->section[at]);
}

/* The values of the entry of the configuration, and what follows from them. */
static void fill_values(struct cell_part *p, const struct hines_params *params, const struct mechanism *of,
                        struct channel_set *set)
{
    const struct channel_type *const type = of->type;
    struct channel_run *const r = &set->run;
    for (int i = 0; i < type->currents; i++) {
        r->g[i] = (real)(i < of->channels->g.count ? of->channels->g.v[i] : type->g[i]);
        r->e[i] = (real)(i < of->channels->e.count ? of->channels->e.v[i] : type->e[i]);
    }
    if (of->calcium)
        set->shell = (struct calcium_shell){of->calcium->gamma, of->calcium->tau,     of->calcium->depth,
                                            of->calcium->rest,  of->calcium->outside, params->temperature};
    r->shell = &set->shell, r->nernst = mechanism_nernst(of);
    r->calcium = p->calcium, r->calcium_e = p->calcium_e, r->calcium_g = p->calcium_g, r->calcium_ge = p->calcium_ge;
    r->rate = (real)pow(type->q10, (params->temperature - type->celsius) / 10);
    if (type->sum) r->span = channel_span(type, (double)r->rate, params->dt);
}

static enum status fill_set(struct cell_part *p, struct making *m, int64_t number, struct channel_set *set)
{
    const struct mechanism of = mechanism_of(m->all->params, number);
    const struct channel_type *const type = of.type;
    real *area;
    int32_t *node;
    for (int64_t i = 0; i < p->extent; i++) set->channels += has_channel(p, m, number, i);
    const int64_t padded = (set->channels + LANES - 1) / LANES * LANES;
    set->type = type;
    TRY(mem_array(&node, HOST, padded, sizeof *node));
    set->run.node = node;
    TRY(mem_array(&area, HOST, padded, sizeof *area));
    set->run.area = area, set->run.end = padded;
    for (int g = 0; g < type->gates; g++) TRY(mem_array(&set->run.gate[g], HOST, padded, sizeof(real)));
    for (int64_t i = 0, k = 0; i < p->extent; i++)
        if (has_channel(p, m, number, i)) node[k] = (int32_t)i, area[k++] = (real)(m->area[i] * 1e-2);
    for (int64_t k = set->channels; k < padded; k++) node[k] = node[set->channels - 1];
    for (int64_t k = set->channels; k < padded; k++) area[k] = area[set->channels - 1];
    fill_values(p, m->all->params, &of, set);
    if (!of.channels || of.channels->factor.form == FIELD_ABSENT) return ST_OK;
    TRY(gradient_at(&of.channels->factor, number, &m->places, node, set->channels, m->factor));
    for (int64_t k = 0; k < padded; k++) area[k] = (real)(m->area[node[k]] * 1e-2 * m->factor[node[k]]);
    return ST_OK;
}

static enum status make_sets(struct cell_part *p, struct making *m)
{
    const int64_t sets = mechanisms_count(m->all->params);
    TRY(mem_array(&p->set, HOST, sets, sizeof *p->set));
    p->sets = sets;
    for (int64_t i = 0; i < p->sets; i++) TRY(fill_set(p, m, i, &p->set[i]));
    p->fixed = m->all->params->synapses.count == 0 && m->all->params->voltage_clamps.count == 0;
    p->fixed = p->fixed && m->all->params->gaps.count == 0;
    for (int64_t i = 0; i < p->sets; i++) p->fixed = p->fixed && p->set[i].type->gates > 0;
    p->fixed = p->fixed && population_gates(m->all, m->number) == 0; /* as for its block, on any number of ranks */
    return ST_OK;
}

static enum status make_plan(struct cell_part *p, const struct making *m, const struct solver *solver,
                             const void *options, const struct exec *exec)
{
    p->shape.tree.parents = m->parents;
    p->shape.tree.firsts = m->firsts;
    p->shape.reuse = p->fixed || scheme_stages(m->all->params->scheme) > 1;
    TRY(plan_make(&p->plan, solver, &p->shape, options, exec));
    p->shape.tree.parents = p->shape.tree.firsts = NULL;
    p->shape.sizes = p->plan->shape.sizes, p->shape.starts = p->plan->shape.starts;
    for (int64_t i = 0; i < p->extent; i++) p->diag[i] = p->base[i];
    const struct system system = {.kind = KIND_TREE, .tree = {p->coupling, p->diag, p->coupling}, .x = p->x};
    return p->fixed && exec->space == HOST ? plan_factor(p->plan, &system) : ST_OK;
}

enum status part_make(struct cell_part *out, const struct population *c, int64_t number, const struct solver *solver,
                      const void *options, int layout, const struct exec *exec)
{
    struct making m = {.all = c, .number = number};
    struct cell_part *const p = out;
    *p = (struct cell_part){.first = c->part[number],
                            .cells = c->part[number + 1] - c->part[number],
                            .share = scheme_share(c->params->scheme)};
    enum status s = make_shape(p, &m, layout, exec->space);
    if (s == ST_OK) s = make_arrays(p, &m, c->params->scheme);
    if (s == ST_OK) s = fill(p, &m);
    if (s == ST_OK) s = make_sets(p, &m);
    if (s == ST_OK) s = make_plan(p, &m, solver, options, exec);
    mem_free(m.sizes);
    mem_free(m.starts);
    mem_free(m.firsts);
    mem_free(m.region);
    mem_free(m.cell);
    mem_free(m.section);
    mem_free(m.area);
    mem_free(m.factor);
    for (int i = 0; i < 3; i++) mem_free(m.places.column[i]);
    free(m.parents);
    return s;
}

int64_t channel_set_find(const struct channel_set *set, int64_t node)
{
    int64_t low = 0, high = set->channels;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (set->run.node[middle] < node) low = middle + 1;
        else high = middle;
    }
    return low < set->channels && set->run.node[low] == node ? low : -1;
}

static void set_free(struct channel_set *set)
{
    mem_free((void *)set->run.node);
    mem_free((void *)set->run.area);
    for (int g = 0; g < CHANNEL_GATES; g++) mem_free(set->run.gate[g]);
}

void part_free(struct cell_part *p)
{
    real *const all[] = {p->v,    p->x,      p->diag,    p->coupling,  p->base,      p->storage,   p->source,
                         p->kept, p->before, p->calcium, p->calcium_e, p->calcium_g, p->calcium_ge};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) mem_free(all[i]);
    for (int64_t i = 0; i < p->sets; i++) set_free(&p->set[i]);
    mem_free(p->set);
    mem_free(p->detector);
    synapses_free(&p->synapses);
    free(p->clamp);
    free(p->foreign_clamp);
    free(p->record);
    free(p->gap);
    free(p->spike);
    plan_free(p->plan);
    *p = (struct cell_part){0};
}
