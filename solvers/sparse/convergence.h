/* The convergence check of iterative methods: its options, rules and verdict.
 *
 * The residual rule takes the residual of struct outcome: ||b - A x||_1 / ||b||_1 or, for STATIONARY,
 * ||A x||_1 / sum_i |a_ii| x_i. The step rule is that of W. Yang, K. Li, K. Li, Journal of Supercomputing 73 (2017),
 * Algorithm 1 and section 5.3: max_j ||x_j^i - x_j^(i-1)||_inf <= 1e-7. It ends where progress is slow, not where x is
 * right: at a convergence factor r the error may be r / (1 - r) times the step. */
#pragma once
#include "solvers/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

enum convergence_rule { CONVERGENCE_RESIDUAL, CONVERGENCE_STEP };

/* The options, as STOP_ROWS reads them. */
struct convergence {
    double tolerance; /* 0: by rule and precision */
    int rule;
    int64_t iterations_max, check_every;
};

extern const char *const convergence_words[]; /* "residual", "step", NULL */

/* Rows of an option table for the member `member` of `of`, a struct convergence; iterations: the default of
 * iterations_max, as text. */
#define STOP_ROWS(of, member, iterations) \
    {.key = "tolerance", \
     .help = "when to stop; 0: a residual of 1e-10, in float 1e-5, or a step of 1e-7", \
     .type = OPT_REAL, \
     .offset = offsetof(of, member.tolerance), \
     .min = 0, \
     .max = 1, \
     .default_value = "0"}, \
        {.key = "stop", \
         .help = "what the tolerance is for: the residual, or the largest change of x in one iteration", \
         .type = OPT_WORD, \
         .offset = offsetof(of, member.rule), \
         .default_value = "residual", \
         .words = convergence_words}, \
        {.key = "iterations_max", \
         .help = "the most iterations", \
         .type = OPT_INT, \
         .offset = offsetof(of, member.iterations_max), \
         .min = 1, \
         .max = 1e9, \
         .default_value = iterations}, \
    { \
        .key = "check_every", .help = "iterations between two checks of the rule", .type = OPT_INT, \
        .offset = offsetof(of, member.check_every), .min = 1, .max = 1e9, .default_value = "1" \
    }

/* The tolerance that holds, > 0. */
double convergence_tolerance(const struct convergence *s);

/* Is the rule checked after this iteration, 1 being the first? After the last one it always is. */
bool convergence_due(const struct convergence *s, int64_t iteration);

/* After an iteration that is due, or 0 before the first: does the method end here? Fills iterations and info of *o,
 * residual under the residual rule, and history, for iterations between two checks with the value of the later one.
 * `value` is the residual or step after the iteration that left x [n]. Where it is not finite, it ends: info is then
 * the first row of x that is not finite, plus 1, or NOT_CONVERGED if there is none. Under the step rule the method sees
 * to the residual. */
bool convergence_judge(const struct convergence *s, struct outcome *o, int64_t iteration, double value, const real *x,
                       int64_t n);

/* The factor by which each iteration reduced the residual or step, from the second half of the history: an estimate
 * of the spectral radius of the iteration; 0 if fewer than 4 iterations are known. */
double convergence_factor(const struct outcome *o);

/* The number of iterations until the tolerance is met, if the first one left `first` and each reduces it by `factor`.
 */
double convergence_predict(double factor, double first, double tolerance);

#ifdef __cplusplus
}
#endif
