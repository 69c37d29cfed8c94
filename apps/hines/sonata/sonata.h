/* Spikes and reports of compartments as files of the SONATA format (K. Dai et al., PLoS Comput. Biol. 16 (2020)
 * e1007696). A group of cells is a population, and a cell's number in it, from 0, the id of a node. */
#pragma once
#include <stdint.h>

#include "apps/hines/state/reports.h"
#include "base/status.h"

struct hines_state;
struct cable;
struct array;

/* Relations between the keys. ST_CONFIG; *key names the key to blame. */
enum status sonata_check(const struct hines_params *p, const char **key);

/* The samples of a report: their number, and the index of the first one; the sample at the beginning has index 0. */
int64_t sonata_rows(const struct hines_params *p, const struct hines_report *r, int64_t *from);

/* After the parts are made: the blocks, whose columns begin at `column`; sonata_free after a failure, too. ST_CONFIG
 * if a report has no element, or no sample. */
enum status sonata_make(struct hines_state *s, int64_t column);
/* Adds a column for each element, and records of the nodes to the parts of this rank. */
enum status sonata_record(struct hines_state *s);
void sonata_free(struct sonata *s);

/* Takes sample `number`, a value for each column. Rank 0 keeps them. */
void sonata_take(struct hines_state *s, int64_t number, const double *sample);
/* The values so far, for checkpoints; returns the number of arrays. */
int sonata_arrays(const struct hines_state *s, struct array *out);

/* Writes the files; the spikes of the state are those of all cells, in order of time. */
enum status sonata_write(const struct hines_state *s);
enum status sonata_write_spikes(const struct hines_state *s, const char *path);
enum status sonata_write_report(const struct hines_state *s, const struct sonata_block *first, int64_t blocks);

/* An element of a block: a compartment. */
struct sonata_element {
    const struct cable *cable;
    int64_t cell, section, node; /* of all cells; of the cell */
    double at;
};
/* Calls `visit` with all elements, cell by cell and section by section, until it fails. */
enum status sonata_each(const struct hines_state *s, const struct sonata_block *b,
                        enum status (*visit)(void *with, const struct sonata_element *e), void *with);
