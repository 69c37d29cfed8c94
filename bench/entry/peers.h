/* The pairs of entries of a benchmark that are compared. */
#pragma once
#include "base/timing/sample.h"

/* The entry `index` is compared with the entry `peer`, under that name, which is borrowed; nothing if either is -1,
 * absent. */
void peer_add(struct bench *b, int index, const char *name, int peer);

/* Every other entry from `from` on is compared with the first host entry of that method there, if there is one. */
void peer_add_all(struct bench *b, int from, const char *method);

/* The first entry from `from` on of that method, layout and space; -1 if there is none. */
int peer_find(const struct bench *b, int from, const char *method, const char *layout, enum space space);

/* Each entry from `from` on is compared with its counterpart in the other precision, if this part has it. */
void peers_add_precision(struct bench *b, int from);
