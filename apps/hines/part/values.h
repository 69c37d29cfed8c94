/* The values of variables at a record (variable.h), after a step of its part. */
#pragma once
#include <stdbool.h>

struct cell_part;
struct part_record;

double value_potential(const struct cell_part *p, const struct part_record *r);
double value_state(const struct cell_part *p, const struct part_record *r);
double value_conductance(const struct cell_part *p, const struct part_record *r);
double value_current(const struct cell_part *p, const struct part_record *r);
double value_leak(const struct cell_part *p, const struct part_record *r);
double value_channels(const struct cell_part *p, const struct part_record *r);
double value_synapses(const struct cell_part *p, const struct part_record *r);
double value_capacity(const struct cell_part *p, const struct part_record *r);
double value_membrane(const struct cell_part *p, const struct part_record *r);
double value_axial(const struct cell_part *p, const struct part_record *r);
