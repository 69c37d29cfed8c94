/* The table of one precision's applications, solvers, benchmarks and verifications. */
#include "precision/precision.h"

#ifdef BANDSTAND_FLOAT
#define THIS set_float
#else
#define THIS set_double
#endif

__attribute__((visibility("default"))) const struct precision THIS = {
    .name = REAL_NAME,
    .eps = (double)REAL_EPS,
    .bytes = sizeof(real),
    .kind_name = kind_name,
    .capability_at = capability_at,
    .solver_count = solver_count,
    .solver_at = solver_at,
    .solver_options = solver_options,
    .solver_options_bytes = solver_options_bytes,
    .solver_describe = solver_describe,
    .app_count = app_count,
    .app_at = app_at,
    .app_find = app_find,
    .app_choose = app_choose,
    .verification_count = verification_count,
    .verification_at = verification_at,
    .verification_run = verification_run,
    .gallery_judge = gallery_judge,
    .gallery_verdicts_free = gallery_verdicts_free,
    .gallery_method_find = gallery_method_find,
    .gallery_describe = gallery_describe,
    .benchmark_count = benchmark_count,
    .benchmark_at = benchmark_at,
};
