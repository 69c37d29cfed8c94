/* Reports of a run: values of compartments over time, for files of the SONATA format (sonata/sonata.h). */
#pragma once
#include <stdint.h>

#include "apps/hines/model/params.h"

/* The part of a report for one population. */
struct sonata_block {
    const struct hines_report *of;
    int64_t report; /* its number */
    int64_t group;
    int64_t column, elements; /* of the samples: the first, and their number */
    int64_t from, rows;       /* samples that are kept, counted from that at the beginning */
    int64_t at;               /* where its values begin among all */
};

struct sonata {
    int64_t blocks, elements, values;
    struct sonata_block *block;
    float *value; /* [values] of all blocks, each [rows][elements]; of rank 0 */
};
