/* Writes files of the SONATA format. They hold nothing that differs between runs with the same bits, such as a date. */
#include <stdint.h>

#include "apps/hines/sonata/sonata.h"
#include "apps/hines/state/state.h"
#include "base/memory.h"
#include "base/result/store.h"
#include "base/signals.h"

enum { BY_TIME = 2 };
static const char *const sorting_words[] = {"none", "by_id", "by_time", NULL};

static enum status begin(struct store **out, const char *path)
{
    static const uint32_t magic = 0x0A7A, version[2] = {0, 1};
    TRY(store_create_as(out, path, FILE_SONATA));
    enum status st = store_numbers(*out, "/", "magic", NATURAL32, 0, &magic);
    if (st == ST_OK) st = store_numbers(*out, "/", "version", NATURAL32, 2, version);
    return st;
}

static enum status end(struct store *f, enum status st)
{
    if (st == ST_OK) return store_commit(f);
    store_close(f);
    return st;
}

static enum status put(struct store *f, const char *group, const char *name, enum number type, int64_t count,
                       void *values, const char *units)
{
    return store_array(
        f, group,
        &(struct array){.name = name, .type = type, .rank = 1, .dims = {count}, .data = values, .units = units});
}

static const char *group_name(const struct hines_state *s, int64_t group)
{
    return ((const struct hines_cells *)s->params->cells.v)[group].name;
}

/* The spikes of one population; `time` and `id` have as many values as there are spikes. */
static enum status put_spikes(struct store *f, const struct hines_state *s, int64_t group, double *time, int64_t *id)
{
    char path[256];
    int64_t count = 0;
    for (int64_t i = 0; i < s->spikes; i++) {
        if (s->spike_cell[i] < s->all.first[group] || s->spike_cell[i] >= s->all.first[group + 1]) continue;
        time[count] = s->spike_time[i], id[count++] = s->spike_cell[i] - s->all.first[group];
    }
    snprintf(path, sizeof path, "/spikes/%s", group_name(s, group));
    TRY(put(f, path, "timestamps", REAL64, count, time, "ms"));
    TRY(put(f, path, "node_ids", NATURAL64, count, id, NULL));
    return store_word(f, path, "sorting", sorting_words, BY_TIME);
}

enum status sonata_write_spikes(const struct hines_state *s, const char *path)
{
    struct store *f = NULL;
    double *time = NULL;
    int64_t *id = NULL;
    enum status st = mem_array(&time, HOST, s->spikes, sizeof *time);
    if (st == ST_OK) st = mem_array(&id, HOST, s->spikes, sizeof *id);
    if (st == ST_OK) st = begin(&f, path);
    for (int64_t g = 0; g < s->params->cells.count && st == ST_OK; g++) st = put_spikes(f, s, g, time, id);
    mem_free(time);
    mem_free(id);
    return f ? end(f, st) : st;
}

/* The elements of a block, as the file lists them. */
struct mapping {
    int64_t cells, elements, first;
    uint64_t *node, *begin; /* [cells], + 1: ids, and where the elements of each begin */
    uint32_t *section;      /* [elements] */
    double *at;
};

static enum status add(void *with, const struct sonata_element *e)
{
    struct mapping *const m = with;
    const uint64_t id = (uint64_t)(e->cell - m->first);
    if (!m->cells || m->node[m->cells - 1] != id) m->node[m->cells] = id, m->begin[m->cells++] = (uint64_t)m->elements;
    m->section[m->elements] = (uint32_t)e->section, m->at[m->elements++] = e->at;
    m->begin[m->cells] = (uint64_t)m->elements;
    return ST_OK;
}

static enum status make_mapping(struct mapping *m, const struct hines_state *s, const struct sonata_block *b)
{
    const int64_t cells = s->all.first[b->group + 1] - s->all.first[b->group];
    *m = (struct mapping){.first = s->all.first[b->group]};
    TRY(mem_array(&m->node, HOST, cells, sizeof *m->node));
    TRY(mem_array(&m->begin, HOST, cells + 1, sizeof *m->begin));
    TRY(mem_array(&m->section, HOST, b->elements, sizeof *m->section));
    TRY(mem_array(&m->at, HOST, b->elements, sizeof *m->at));
    return sonata_each(s, b, add, m);
}

static void mapping_free(struct mapping *m)
{
    mem_free(m->node);
    mem_free(m->begin);
    mem_free(m->section);
    mem_free(m->at);
}

static enum status put_mapping(struct store *f, const char *group, const struct mapping *m)
{
    static const uint8_t yes = 1;
    char node_ids[320];
    snprintf(node_ids, sizeof node_ids, "%s/node_ids", group);
    TRY(put(f, group, "node_ids", NATURAL64, m->cells, m->node, NULL));
    TRY(store_numbers(f, node_ids, "sorted", NATURAL8, 0, &yes));
    TRY(put(f, group, "index_pointers", NATURAL64, m->cells + 1, m->begin, NULL));
    TRY(put(f, group, "element_ids", NATURAL32, m->elements, m->section, NULL));
    return put(f, group, "element_pos", REAL64, m->elements, m->at, NULL);
}

/* Times of the first row, of the end after the last one, and from row to row. */
static enum status put_time(struct store *f, const char *group, const struct hines_params *p,
                            const struct sonata_block *b)
{
    double time[3] = {(double)(b->from * p->record_every) * p->dt,
                      (double)((b->from + b->rows) * p->record_every) * p->dt, (double)p->record_every * p->dt};
    return put(f, group, "time", REAL64, 3, time, "ms");
}

static enum status put_block(struct store *f, const struct hines_state *s, const struct sonata_block *b)
{
    char path[256], mapping[300];
    struct mapping m;
    snprintf(path, sizeof path, "/report/%s", group_name(s, b->group));
    snprintf(mapping, sizeof mapping, "%s/mapping", path);
    enum status st = make_mapping(&m, s, b);
    if (st == ST_OK) st = put_mapping(f, mapping, &m);
    mapping_free(&m);
    TRY(st);
    TRY(put_time(f, mapping, s->params, b));
    const struct array data = {.name = "data",
                               .type = REAL32,
                               .rank = 2,
                               .dims = {b->rows, b->elements},
                               .data = s->sonata.value + b->at,
                               .units = s->column[b->column].units};
    return store_array(f, path, &data);
}

enum status sonata_write_report(const struct hines_state *s, const struct sonata_block *first, int64_t blocks)
{
    struct store *f = NULL;
    enum status st = begin(&f, first->of->file);
    for (int64_t i = 0; i < blocks && st == ST_OK; i++) st = put_block(f, s, &first[i]);
    return f ? end(f, st) : st;
}

static enum status write_all(const struct hines_state *s)
{
    const struct sonata *const n = &s->sonata;
    if (s->params->spikes) TRY(sonata_write_spikes(s, s->params->spikes));
    for (int64_t i = 0, next; i < n->blocks; i = next) {
        for (next = i + 1; next < n->blocks && n->block[next].of == n->block[i].of;) next++;
        TRY(sonata_write_report(s, &n->block[i], next - i));
    }
    return ST_OK;
}

enum status sonata_write(const struct hines_state *s)
{
    const bool paused = signals_pause();
    const enum status st = write_all(s);
    signals_resume(paused);
    return st;
}
