/* Axes that can be read: units with a suitable prefix, ticks that do not touch, three digits. */
#pragma once
#include <stdbool.h>
#include <stdio.h>

#include "command/plot/draw/units.h"

/* "mean_on" as words. */
void words_print(char *out, size_t size, const char *name);

/* "time [ms]"; only units if there is no name, only the name if there are no units. */
void label_print(char *out, size_t size, const char *name, const char *units);

/* `set xlabel 'time [ms]'`; `axis` is x, y or cb. */
void axis_label(FILE *script, const char *axis, const char *name, const struct units *u);

/* At most about `max` ticks on an axis of `length` in what its labels count, without gnuplot's leading blank. */
void axis_ticks(FILE *script, const char *axis, double length, int max);

/* The letters of the longest number that axis_ticks puts between 0 and `high`. */
int axis_ticks_letters(double high, double length, int max);

/* A logarithmic axis from `min` to `max` above 0, a little wider, with ticks that are read without counting. */
void axis_decades(FILE *script, const char *axis, double min, double max);

/* Are values from min to max one value, up to the rounding of nine digits? A scale from one to the other is empty. */
bool axis_even(double min, double max);

/* `set cbrange [0:2]` of values times `scale`: that from min to max, or, where they are one value, one around it. */
void axis_colours(FILE *script, double min, double max, double scale);

/* Three significant digits. */
void number_print(char *out, size_t size, double x);

/* Three significant digits with units: "250 ms". */
void quantity_print(char *out, size_t size, double x, const char *units);
