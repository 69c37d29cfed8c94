/* Published figures that need no measurement (P. Valero-Lara et al., A fast solver for large tridiagonal systems on
 * multi-core processors, IEEE Access 7, 2019): the model of the switch point, section III-A and figure 3, and the
 * memory, table 1. */
#include <math.h>
#include <stdlib.h>

#include "solvers/method_spec.h"
#include "solvers/tridiag/reduction/switch_point.h"
#include "verify/verify.h"

/* Operations per row at 0, 1, 2 ... levels, and the levels of least work; the paper takes "3 or 4" of 4 and 5 on 48. */
static const struct {
    int64_t cores;
    int best, count;
    double work[8];
} models[] = {
    {48, 4, 8, {8, 4.25, 2.5, 1.75, 1.5, 1.5, 1.75, 1.9375}},
    {16, 3, 7, {8, 4.75, 3.5, 3.25, 3.5, 4.25, 5}},
    {2, 0, 3, {8, 10, 16}},
};

static enum status run_model(struct report *r, struct exec exec)
{
    const double n = 0x1p26;
    (void)exec;
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        double off = 0;
        for (int p = 0; p < models[m].count; p++)
            off = fmax(off, fabs(switch_work(n, p, models[m].cores, 12, 8) / n - models[m].work[p]));
        TRY(report_at_most(r, off, 1e-12, "papers switch point, %d cores: operations per row, off the model's by",
                           (int)models[m].cores));
        TRY(report_at_most(r, abs(switch_best(INT64_C(1) << 26, models[m].cores, 12, 8) - models[m].best), 0,
                           "papers switch point, %d cores: levels of least work, off by", (int)models[m].cores));
    }
    return ST_OK;
}

/* Vectors of n values, those of the system included; our methods that are not in the paper should need little more than
 * those 4. */
static const struct {
    const char *method, *options;
    double vectors, slack;
} memory[] = {
    {"cr", NULL, 8, 5e-3},
    {"pcr", NULL, 12, 5e-3},
    {"pcr_thomas", "switch_point = 3;", 16, 5e-3},
    {"pcr_thomas_overlapped", "switch_point = 3;", 16, 5e-3},
    {"pcr_thomas_tasked", "switch_point = 3;", 16, 5e-3},
    {"pcr_thomas_shuffled", "switch_point = 3;", 12, 5e-3},
    {"partition", NULL, 4, 0.1},
    {"windows", NULL, 4, 0.1},
};

static enum status run_memory(struct report *r, struct exec exec)
{
    const double unit = 0x1p23 * (double)sizeof(real);
    const struct shape shape = shape_contiguous(1 << 23, 1);
    for (size_t m = 0; m < sizeof memory / sizeof *memory; m++) {
        struct method_spec spec = {.options = memory[m].options};
        struct method_needs needs;
        TRY(solver_find(KIND_TRIDIAG, memory[m].method, HOST, &spec.solver));
        TRY(method_spec_needs(&needs, &spec, &shape, &exec));
        const double vectors = 4 + (double)needs.workspace / unit;
        TRY(report_at_most(r, vectors, memory[m].vectors * (1 + memory[m].slack),
                           "papers memory, %s: vectors of n values", memory[m].method));
        if (memory[m].slack < 0.01)
            TRY(report_at_least(r, vectors, memory[m].vectors, "papers memory, %s: vectors, no less than published",
                                memory[m].method));
    }
    return ST_OK;
}

const struct verification verify_switch_point = {
    .topic = "papers",
    .subject = "switch-point",
    .about = "the model of the best number of levels of cyclic reduction before elimination",
    .run = run_model,
};
const struct verification verify_memory = {
    .topic = "papers",
    .subject = "memory",
    .about = "memory of methods for one large system, against the published law",
    .run = run_memory,
};
