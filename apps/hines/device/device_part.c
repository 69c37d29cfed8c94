/* Memory of a part on the device, and copies of its state. */
#include "apps/hines/device/device_part.h"

#include <stdlib.h>

#include "base/device/device.h"
#include "base/memory.h"

enum status device_part_copy(struct device_part *t, void *out, const void *from, int64_t count, size_t size)
{
    void **const new = realloc(t->block, (size_t)(t->blocks_used + 1) * sizeof *new), *there;
    if (!new) return fail(ST_NOMEM, "no memory for a part on the device");
    t->block = new;
    TRY(mem_array(&there, DEVICE, count, (int64_t)size));
    t->block[t->blocks_used++] = there;
    *(void **)out = there;
    return from ? device_copy(there, DEVICE, from, HOST, count * (int64_t)size, &t->exec) : ST_OK;
}

static enum status copy_reals(struct device_part *t, void *out, const real *from)
{
    return from ? device_part_copy(t, out, from, t->part->extent, sizeof *from) : ST_OK;
}

/* The block of each node, where steps may be taken in quarters. */
static enum status copy_blocks(struct device_part *t, const struct population *all)
{
    const struct cell_part *const p = t->part;
    int32_t *block;
    TRY(mem_array(&block, HOST, p->extent, sizeof *block));
    for (int64_t q = 0; q < all->blocks; q++)
        for (int64_t k = all->joined[q]; k < all->joined[q + 1]; k++)
            for (int64_t i = 0; i < all->size[all->order[k]]; i++) block[part_node(p, k, i)] = (int32_t)q;
    enum status s = device_part_copy(t, &t->nodes.block, block, p->extent, sizeof *block);
    if (s == ST_OK) s = mem_array(&t->clamp_block, HOST, p->clamps, sizeof *t->clamp_block);
    for (int64_t i = 0; s == ST_OK && i < p->clamps; i++) t->clamp_block[i] = block[p->clamp[i].node];
    if (s == ST_OK) s = mem_array(&t->record_block, HOST, p->records, sizeof *t->record_block);
    for (int64_t i = 0; s == ST_OK && i < p->records; i++) t->record_block[i] = block[p->record[i].node];
    mem_free(block);
    TRY(s);
    TRY(device_part_copy(t, &t->nodes.spare, NULL, p->extent, sizeof(real)));
    TRY(mem_array(&t->jumps_here, HOST, all->blocks, sizeof *t->jumps_here));
    return device_part_copy(t, &t->jumps, NULL, all->blocks, sizeof *t->jumps);
}

static enum status copy_nodes(struct device_part *t, const struct population *all)
{
    const struct cell_part *const p = t->part;
    struct device_nodes *const n = &t->nodes;
    *n = (struct device_nodes){.extent = p->extent, .drive = p->drive};
    TRY(copy_reals(t, &n->v, p->v));
    TRY(copy_reals(t, &n->x, p->x));
    TRY(copy_reals(t, &n->diag, p->diag));
    TRY(copy_reals(t, &n->base, p->base));
    TRY(copy_reals(t, &n->storage, p->storage));
    TRY(copy_reals(t, &n->source, p->source));
    TRY(copy_reals(t, &n->kept, p->kept));
    TRY(copy_reals(t, &n->calcium_g, p->calcium_g));
    TRY(copy_reals(t, &n->calcium_ge, p->calcium_ge));
    TRY(copy_reals(t, &t->calcium, p->calcium));
    TRY(copy_reals(t, &t->calcium_e, p->calcium_e));
    TRY(copy_reals(t, &t->coupling, p->coupling));
    return p->clamps ? copy_blocks(t, all) : ST_OK;
}

static enum status copy_set(struct device_part *t, const struct channel_set *from, struct device_set *to)
{
    *to = (struct device_set){channel_on_device(from->type), from->run};
    struct channel_run *const r = &to->run;
    r->end = from->channels, r->stream = t->exec.stream;
    r->calcium = t->calcium, r->calcium_e = t->calcium_e;
    r->calcium_g = t->nodes.calcium_g, r->calcium_ge = t->nodes.calcium_ge;
    for (int g = 0; g < from->type->gates; g++)
        TRY(device_part_copy(t, &r->gate[g], from->run.gate[g], from->channels, sizeof(real)));
    TRY(device_part_copy(t, &r->node, from->run.node, from->channels, sizeof *r->node));
    return device_part_copy(t, &r->area, from->run.area, from->channels, sizeof *r->area);
}

static enum status copy_sets(struct device_part *t)
{
    TRY(mem_array(&t->set, HOST, t->part->sets, sizeof *t->set));
    for (int64_t i = 0; i < t->part->sets; i++) TRY(copy_set(t, &t->part->set[i], &t->set[i]));
    return ST_OK;
}

static enum status copy_detectors(struct device_part *t, double threshold)
{
    const struct cell_part *const p = t->part;
    struct device_detectors *const d = &t->detectors;
    const int64_t most = p->cells * (t->steps / 2 + 1);
    int32_t *node;
    *d = (struct device_detectors){.cells = p->cells, .threshold = (real)threshold};
    TRY(mem_array(&node, HOST, p->cells, sizeof *node));
    for (int64_t k = 0; k < p->cells; k++) node[k] = (int32_t)p->detector[k];
    const enum status s = device_part_copy(t, &d->node, node, p->cells, sizeof *node);
    mem_free(node);
    TRY(s);
    TRY(device_part_copy(t, &d->before, p->before, p->cells, sizeof *d->before));
    TRY(device_part_copy(t, &d->count, NULL, 1, sizeof *d->count));
    TRY(device_part_copy(t, &d->spike, NULL, most, sizeof *d->spike));
    return mem_array(&t->spike, HOST, most, sizeof *t->spike);
}

static enum status copy_records(struct device_part *t)
{
    const struct cell_part *const p = t->part;
    int32_t *both;
    t->wide = device_part_is_wide(p), t->records = t->wide ? 0 : p->records;
    if (!t->records) return ST_OK;
    TRY(mem_array(&both, HOST, 2 * p->records, sizeof *both));
    for (int64_t i = 0; i < p->records; i++)
        both[i] = (int32_t)p->record[i].node, both[p->records + i] = (int32_t)p->record[i].column;
    const enum status s = device_part_copy(t, &t->record_node, both, 2 * p->records, sizeof *both);
    t->record_column = t->record_node + p->records;
    mem_free(both);
    TRY(s);
    return device_part_copy(t, &t->samples, NULL, t->steps * t->columns, sizeof *t->samples);
}

struct system device_part_system(const struct device_part *t)
{
    return (struct system){.kind = KIND_TREE, .tree = {t->coupling, t->nodes.diag, t->coupling}, .x = t->nodes.x};
}

enum status device_part_make(struct device_part *t, struct cell_part *p, const struct population *all, int64_t steps,
                             int64_t columns, const struct exec *exec)
{
    *t = (struct device_part){.exec = *exec, .part = p, .steps = steps, .columns = columns};
    TRY(copy_nodes(t, all));
    TRY(copy_sets(t));
    TRY(device_part_synapses(t));
    TRY(device_part_gaps(t));
    TRY(device_part_clamps(t));
    TRY(copy_detectors(t, all->params->threshold));
    TRY(copy_records(t));
    TRY(device_part_copy(t, &t->weight, NULL, WEIGHED_THERE, sizeof *t->weight));
    TRY(mem_array(&t->weight_here, HOST, WEIGHED_THERE, sizeof *t->weight_here));
    const struct system system = device_part_system(t);
    return p->fixed ? plan_factor(p->plan, &system) : ST_OK;
}

void device_part_free(struct device_part *t)
{
    for (int64_t i = 0; i < t->blocks_used; i++) mem_free(t->block[i]);
    free(t->block);
    device_part_synapses_free(t);
    mem_free(t->set);
    mem_free(t->spike);
    mem_free(t->weight_here);
    mem_free(t->jumps_here);
    mem_free(t->clamp_block);
    mem_free(t->stimulus);
    mem_free(t->current);
    mem_free(t->record_block);
    *t = (struct device_part){0};
}

static enum status move(const struct device_part *t, real *there, real *here, int64_t count, bool out)
{
    const int64_t bytes = count * (int64_t)sizeof *here;
    return out ? device_copy(here, HOST, there, DEVICE, bytes, &t->exec)
               : device_copy(there, DEVICE, here, HOST, bytes, &t->exec);
}

static enum status move_state(const struct device_part *t, bool out)
{
    const struct cell_part *const p = t->part;
    TRY(move(t, t->nodes.v, p->v, p->extent, out));
    TRY(move(t, t->detectors.before, p->before, p->cells, out));
    if (t->synapses.g) TRY(move(t, t->synapses.g, p->synapses.g, t->synapses.count, out));
    if (t->synapses.g) TRY(move(t, t->synapses.most, p->synapses.most, t->synapses.count, out));
    if (t->synapses.rise) TRY(move(t, t->synapses.rise, p->synapses.rise, t->synapses.count, out));
    for (int64_t i = 0; i < p->sets; i++)
        for (int g = 0; g < p->set[i].type->gates; g++)
            TRY(move(t, t->set[i].run.gate[g], p->set[i].run.gate[g], p->set[i].channels, out));
    return ST_OK;
}

enum status device_part_fetch(struct device_part *t)
{
    return move_state(t, true);
}

enum status device_part_send(struct device_part *t)
{
    return move_state(t, false);
}
