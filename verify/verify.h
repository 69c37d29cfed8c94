/* Accuracy against exact answers: tables of checks that a machine can read. */
#pragma once
#include <stddef.h>

#include "base/exec.h"
#include "base/report.h"

struct verification {
    const char *topic, *subject, *about; /* "order", "adi" */
    enum status (*run)(struct report *r, struct exec exec);
};

size_t verification_count(void);
const struct verification *verification_at(size_t i);

#define VERIFICATION(id) extern const struct verification id;
#include "verify/list.h"
#undef VERIFICATION
