/* The report of a run: samples of each right side, and the answers. */
#pragma once
#include "apps/poisson/measures/accuracy.h"
#include "apps/poisson/measures/flux.h"

/* Sets u at all probes, x->probe: linear between the points around a probe and faces that prescribe u; next to other
 * faces u is that of the points. Collective where ranks share the problem. */
void probes_measure(struct instance *x);

/* Appends a sample of the solution at time t: a value to each column of the series. */
enum status poisson_sample(struct instance *x, double t, const struct measures *m, const struct poisson_accuracy *v,
                           struct series *out);

/* Counts a right side: solves, traffic, the residual of the worst one, and errors if there is an exact answer. */
void poisson_metrics(const struct instance *x, const struct residual *r, const struct poisson_accuracy *v,
                     struct metrics *m);

/* The coordinates of the points along each axis, for files and pictures. */
void poisson_mesh(const struct instance *x, struct mesh *out);

/* Judges whether the mean of f at time t gives u its level: caveats and statuses of solution/level.h. A velocity that
 * is projected has a caveat of its own. */
enum status poisson_judge_level(const struct instance *x, double t, const struct residual *r);

/* The unit of u over that of lengths, "V/m"; of "m/s" over "m", "1/s"; empty if either has none. */
void gradient_unit(char *out, size_t size, const struct poisson_params *p);
/* The unit of f in three dimensions, that of flux over that of lengths to the third, "C/m3"; else, or where the unit of
 * flux is composed, "". */
void right_side_unit(char *out, size_t size, const struct poisson_params *p);

/* Puts the coordinates of a point next to the last answer, as "at (0.005, 0.0075) m". */
enum status report_place(struct answers *a, const struct instance *x, int64_t point);
/* The highest, lowest and mean value; those of the probes. */
enum status report_extremes(struct answers *a, const struct instance *x, const struct extremes *e);
enum status report_probes(struct answers *a, const struct instance *x);

/* The answers of the last solution; m: all its measures, flux: the flows through its faces. */
enum status poisson_report(struct instance *x, const struct measures *m, const struct flux *flux, struct sim *sim);

/* Notes that slow plans of FFTW were learned again, by which last digits change. */
void planning_doubt(const struct instance *x);

/* Puts the work of FFTW before the first transform into metrics. Does nothing if it made no plans. */
void report_planning(const struct instance *x, struct sim *sim);

/* Notes a doubt (base/result/caveats.h) if two faces prescribe different u at an edge, where u is infinitely steep. */
void poisson_doubt(const struct instance *x);

/* The answers that a run may give. */
extern const struct answer_about poisson_answers[];
