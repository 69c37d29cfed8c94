/* Everything that is compiled for one precision, behind one exported symbol: the two sets live in one program, and the
 * command line chooses. Each set is pre-linked and its other symbols made local. A portable program has two sets for
 * each level of instructions. */
#pragma once
#include "apps/setup.h"
#include "bench/bench.h"
#include "solvers/description.h"
#include "solvers/solver.h"
#include "verify/gallery/judge.h"
#include "verify/verify.h"

struct precision {
    const char *name; /* "double" */
    double eps;
    int64_t bytes;
    const char *(*kind_name)(enum kind kind);
    const struct capability *(*capability_at)(enum kind kind, size_t i);
    size_t (*solver_count)(void);
    const struct solver *(*solver_at)(size_t i);
    int (*solver_options)(const struct solver *s, struct option_part out[OPTION_PARTS]);
    size_t (*solver_options_bytes)(const struct solver *s);
    enum status (*solver_describe)(const struct solver *s, struct description *out);
    size_t (*app_count)(void);
    const struct app *(*app_at)(size_t i);
    const struct app *(*app_find)(const char *name);
    enum status (*app_choose)(const struct app *app, const char *name, enum space space, const struct method **method,
                              const struct solver **solver);
    size_t (*verification_count)(void);
    const struct verification *(*verification_at)(size_t i);
    enum status (*verification_run)(const struct verification *v, struct report *r, struct exec exec,
                                    const struct verify_size *size);
    enum status (*gallery_judge)(struct gallery_verdicts *out, const struct gallery_task *task,
                                 const struct exec *exec);
    void (*gallery_verdicts_free)(struct gallery_verdicts *v);
    const struct gallery_method *(*gallery_method_find)(const struct gallery_verdicts *v, const char *method);
    void (*gallery_describe)(const struct gallery_verdicts *v, const struct gallery_method *method, char *text,
                             size_t size);
    size_t (*benchmark_count)(void);
    const struct benchmark *(*benchmark_at)(size_t i);
};

/* The sets that run: those of the program's lowest level until level_choose has found a higher one. */
extern const struct precision *precision_double, *precision_float;

/* precision_double for 0, precision_float for 1. */
const struct precision *precision_at(int i);
