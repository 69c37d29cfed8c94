/* Finds and records the peers of entries. */
#include "bench/entry/peers.h"

#include <assert.h>
#include <string.h>

#include "base/either_precision.h"

void peer_add(struct bench *b, int index, const char *name, int peer)
{
    if (index < 0 || peer < 0) return;
    struct entry *const e = &b->entry[index];
    assert(e->peer_count < PEERS_MAX);
    e->peer[e->peer_count].name = name;
    e->peer[e->peer_count++].entry = peer;
}

int peer_find(const struct bench *b, int from, const char *method, const char *layout, enum space space)
{
    for (int i = from; i < b->count; i++) {
        const struct entry *const e = &b->entry[i];
        if (e->exec.space == space && !strcmp(e->name, method) && !strcmp(e->layout, layout)) return i;
    }
    return -1;
}

void peer_add_all(struct bench *b, int from, const char *method)
{
    int peer = from;
    while (peer < b->count && (b->entry[peer].exec.space != HOST || strcmp(b->entry[peer].name, method))) peer++;
    for (int i = from; peer < b->count && i < b->count; i++)
        if (i != peer) peer_add(b, i, method, peer);
}

static bool same(const struct entry *e, const struct entry *f)
{
    return f->limit >= 0 && !strcmp(f->name, e->name) && !strcmp(f->layout, e->layout) && !strcmp(f->kind, e->kind) &&
           f->exec.space == e->exec.space && f->n == e->n && f->batch == e->batch &&
           f->parameter_value == e->parameter_value;
}

void peers_add_precision(struct bench *b, int from)
{
    for (int i = from; i < b->count; i++)
        for (int d = b->first; d < from; d++)
            if (same(&b->entry[i], &b->entry[d]) && strcmp(b->entry[i].precision, b->entry[d].precision) != 0)
                peer_add(b, i, b->entry[d].precision, d);
}
