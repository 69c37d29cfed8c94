/* Accuracy against exact answers: tables of checks that a machine can read. */
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "base/exec.h"
#include "base/report.h"

/* The size of the systems of a verification that can be made larger; 0: its own number. */
struct verify_size {
    int64_t rows, partitions, seeds;
};

struct verification {
    const char *topic, *subject, *about; /* "order", "adi" */
    const char *application; /* the application whose answers it compares, or NULL: this name selects it too */
    enum status (*run)(struct report *r, struct exec exec);
    /* Or, in its place, with a size. */
    enum status (*run_sized)(struct report *r, struct exec exec, const struct verify_size *size);
};

/* `size` is read only where the verification takes one. */
enum status verification_run(const struct verification *v, struct report *r, struct exec exec,
                             const struct verify_size *size);

size_t verification_count(void);
const struct verification *verification_at(size_t i);

#define VERIFICATION(id) extern const struct verification id;
#include "verify/list.h"
#undef VERIFICATION
