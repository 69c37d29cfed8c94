/* Runs of applications inside tests: complete runs and refused ones, their columns and fields, and comparisons. A check
 * that fails ends the test. */
#pragma once
#include "verify/trial.h"

/* A teardown: fails if memory is still held, on the host or the device. */
int nothing_left(void **state);

/* Fails with the sentence of s. */
void good(enum status s);

/* A complete run of `app` on the host; the caller ends it. */
struct trial trial_done(const char *app, const char *text, const char *const *sets, const char *method, int threads);

/* A run on two threads must end with this status and a sentence of one line that contains `words`. */
void trial_refused(const char *app, enum status expected, const char *words, const char *text, const char *method);

/* One value of a column of the series; a field by its name. */
double series_at(const struct trial *t, const char *column, int64_t point);
struct array field_of(struct trial *t, const char *name);

/* max |a - b| of the primary fields, in units of the rounding of max |b|; 0 only for the same bits, HUGE_VAL if a value
 * is not finite. */
double trial_difference(struct trial *a, struct trial *b);

/* |is - should| <= tolerance |should| */
void near(double is, double should, double tolerance, const char *what);

/* A path in /tmp for this process, free() it; the file is written unless text is NULL. */
char *temporary(const char *name, const char *text);

/* The allocation that fails after the k-th did: each does, or with a SAMPLE of 24 and more one of three. */
int64_t allocation_after(int64_t k);

/* Problem k of the heat equation: 1 (periodic), 2, 3 or 4 nodes along each axis, under every kind of face; and the
 * assignment of its grid. */
enum { SMALL_AXES = 4 * 4 * 4 * 3 };
void heat_small_axes(int k, char *text, size_t size, char grid[64]);
