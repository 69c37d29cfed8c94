/* Neurons as benchmarks step them: cables, which are all alike, and trees, which all differ, by their membranes. */
#pragma once
#include "bench/entry/app_run.h"

enum { HINES_FORMS = 2, HINES_MEMBRANES = 4 };

/* The cells of a run: `rows` compartments, rounded to complete sections. */
struct hines_case {
    int form, membrane;
    int64_t rows, cells;
};

/* "cables", "passive", "cables, passive". */
const char *hines_form(int form);
const char *hines_membrane(int membrane);
const char *hines_layout(int form, int membrane);

/* Compartments of a cell. */
int64_t hines_rows(const struct hines_case *c);

/* A run of them by a method in a layout, with the threads of exec, whose every step takes `steps` time steps. As
 * app_run_make. */
enum status hines_run_make(struct app_run **out, const struct hines_case *c, const char *method, const char *layout,
                           int steps, struct exec exec);

/* Adds it as an entry with its limit; *index is -1 if the method is not requested. */
enum status hines_run_add(struct bench *b, const struct hines_case *c, const char *method, const char *layout,
                          struct exec exec, int *index);

/* Time steps of one call of an entry. */
enum { HINES_STEPS = 40 };
