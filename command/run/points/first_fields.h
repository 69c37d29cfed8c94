/* The fields of the first point of a run with axes of options, which are those of the run. */
#pragma once
#include "apps/app.h"

struct first_fields {
    int count;
    struct array array[ARRAYS_MAX]; /* owns names, texts and data */
};

/* Copies the fields of a point that has finished. To be freed whatever is returned; ST_NOMEM. */
enum status first_fields_keep(struct first_fields *f, struct sim *point);
void first_fields_free(struct first_fields *f);
