/* Steps of the heat equation as entries of a benchmark, on the host and on the GPU. */
#pragma once
#include "bench/device/device_limit.h"

/* A box or a plane of n nodes along each axis, and further keys of its configuration. */
struct adi_problem {
    const char *layout; /* "3D" */
    int dim;
    const char *keys;
};

/* A method, and the length of its steps. */
struct adi_subject {
    const char *name, *method;
    double ratio; /* dt / h^2 */
    int arrays;   /* that a step moves at least */
    int steps;    /* of a call */
    bool starts;  /* each step from the field */
    bool reads;   /* and the field after each */
    bool samples; /* a sample is taken of each */
};

/* Adds the steps of one subject on n nodes along each axis: on the host if `device` is NULL; `limit`: the entry of the
 * memory limit. *index is -1 if the method is not requested or refuses the problem. */
enum status adi_steps_add(struct bench *b, const struct adi_problem *problem, const struct adi_subject *subject,
                          int64_t n, struct device_limit *device, int limit, int *index);
