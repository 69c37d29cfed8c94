/* Checks the ten chains of table 2: they have the published sizes and are valid chains, flows balance across every cut,
 * and red-black with aggregation takes few sweeps. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/sparse/markov/balance.h"
#include "verify/queue/queue_chain.h"
#include "verify/verify.h"

static const double balance_max = 20, cut_max = 4500, sum_max = 8; /* eps */
enum { SWEEPS_MAX = 20 };

/* The largest sum of a column of A, over its diagonal: a row of Q. */
static enum status worst_sum(const struct queue_chain *q, double *out)
{
    const struct matrix *const a = q->matrix;
    double *sum;
    TRY(mem_array(&sum, HOST, 2 * a->n, sizeof *sum));
    for (int64_t i = 0; i < a->n; i++)
        for (int64_t e = a->start[i]; e < a->start[i + 1]; e++) {
            sum[a->column[e]] += (double)a->value[e];
            sum[a->n + a->column[e]] += fabs((double)a->value[e]) / 2;
        }
    *out = 0;
    for (int64_t s = 0; s < a->n; s++) *out = fmax(*out, fabs(sum[s]) / sum[a->n + s]);
    mem_free(sum);
    return ST_OK;
}

/* States from which state 0 is reached, going against the moves: rows of A hold the states from which moves come. */
static enum status count_before(const struct matrix *a, int64_t *out)
{
    int64_t *stack, held = 1;
    bool *seen;
    TRY(mem_array(&stack, HOST, a->n, sizeof *stack));
    enum status s = mem_array(&seen, HOST, a->n, sizeof *seen);
    if (s == ST_OK) seen[0] = true;
    for (*out = 0; s == ST_OK && held > 0; ++*out) {
        const int64_t i = stack[--held];
        for (int64_t e = a->start[i]; e < a->start[i + 1]; e++)
            if (!seen[a->column[e]]) seen[a->column[e]] = true, stack[held++] = a->column[e];
    }
    mem_free(stack);
    mem_free(seen);
    return s;
}

/* The flows across each cut, up and down: between levels, or between numbers of tasks. */
struct cuts {
    int64_t count;
    long double *up, *down;
};

static double worst_cut(const struct cuts *c)
{
    double worst = 0;
    for (int64_t k = 0; k < c->count; k++) worst = fmax(worst, (double)fabsl(c->up[k] / c->down[k] - 1));
    return worst;
}

static void add_flows(const struct queue_chain *q, double *const rate[MOVES], const struct cuts *level,
                      const struct cuts *task)
{
    const struct qbd *const l = &q->model->levels;
    for (int64_t j = 0; j < l->levels; j++) {
        l->rates(l->context, j, rate);
        for (int64_t p = 0; p < l->phases; p++) {
            const int64_t s = j * l->phases + p, tasks = p + j * (l->phases - l->stride);
            const long double x = ldexpl((long double)q->x[s], q->exponent[s]);
            if (rate[MOVE_NEXT][p] > 0) task->up[tasks] += x * (long double)rate[MOVE_NEXT][p];
            if (rate[MOVE_BACK][p] > 0) task->down[tasks - 1] += x * (long double)rate[MOVE_BACK][p];
            if (rate[MOVE_RISE][p] > 0) level->up[j] += x * (long double)rate[MOVE_RISE][p];
            if (rate[MOVE_FALL][p] > 0) level->down[j - 1] += x * (long double)rate[MOVE_FALL][p];
        }
    }
}

static enum status check_flows(struct report *r, const char *name, const struct queue_chain *q)
{
    const struct qbd *const l = &q->model->levels;
    const int64_t tasks = (l->levels - 1) * (l->phases - l->stride) + l->phases - 1, all = l->levels - 1 + tasks;
    long double *flow;
    double *scratch, *rate[MOVES];
    TRY(mem_array(&flow, HOST, 2 * all, sizeof *flow));
    const enum status s = mem_array(&scratch, HOST, MOVES * l->phases, sizeof *scratch);
    const struct cuts level = {l->levels - 1, flow, flow + l->levels - 1},
                      task = {tasks, level.down + l->levels - 1, level.down + l->levels - 1 + tasks};
    for (int m = 0; m < MOVES; m++) rate[m] = scratch + m * l->phases;
    if (s == ST_OK) add_flows(q, rate, &level, &task);
    const double between_levels = worst_cut(&level), between_tasks = worst_cut(&task), eps = (double)REAL_EPS;
    mem_free(flow);
    mem_free(scratch);
    TRY(s);
    TRY(report_at_most(r, between_levels / eps, cut_max, "queue %s, gth_band: up and down each level, eps", name));
    return report_at_most(r, between_tasks / eps, cut_max, "queue %s, gth_band: tasks in and out, eps", name);
}

static enum status check_chain(struct report *r, const struct cloud_name *of, const struct queue_chain *q)
{
    double sum;
    int64_t before;
    struct model *const m = q->model;
    TRY(worst_sum(q, &sum));
    TRY(count_before(q->matrix, &before));
    TRY(report_at_most(r, fabs((double)(q->matrix->entries - of->entries)), 0, "queue %s: entries apart from %lld",
                       of->name, (long long)of->entries));
    TRY(report_at_most(r, sum / (double)REAL_EPS, sum_max, "queue %s: sums of rows of Q, eps", of->name));
    TRY(report_at_most(r, (double)(q->matrix->n - before), 0, "queue %s: states that do not lead to the first",
                       of->name));
    return report_at_least(r, model_connected(m), 1, "queue %s: one class, by its form", of->name);
}

static enum status check_sweeps(struct report *r, const char *name, struct queue_chain *q, const struct exec *exec)
{
    struct method_spec spec = {.options = "aggregation = true;"}, jacobi = {0};
    struct balance b;
    TRY(solver_find(KIND_BLOCKTRI, "hbisa_redblack", HOST, &spec.solver));
    TRY(solver_find(KIND_BLOCKTRI, "hbisa_jacobi", HOST, &jacobi.solver));
    TRY(queue_chain_solve(q, &spec, exec));
    TRY(balance_of(q->matrix, NULL, q->x, q->exponent, exec->threads, &b));
    TRY(report_at_most(r, (double)q->outcome.iterations, SWEEPS_MAX, "queue %s, hbisa_redblack, aggregation: sweeps",
                       name));
    TRY(report_at_most(r, b.norm, sizeof(real) == sizeof(double) ? 1e-10 : 1e-5,
                       "queue %s, hbisa_redblack, aggregation: balance", name));
    const bool refused = queue_chain_solve(q, &jacobi, exec) == ST_REFUSED;
    return report_at_least(r, refused, 1, "queue %s, hbisa_jacobi: refused undamped", name);
}

static enum status try_chain(struct report *r, const struct cloud_name *of, const struct method_spec *gth,
                             const struct exec *exec, struct queue_chain *q)
{
    struct cloud cloud = cloud_usual();
    struct balance b;
    TRY(cloud_named(&cloud, of->name));
    TRY(queue_chain_make(q, &cloud, 0));
    TRY(check_chain(r, of, q));
    TRY(queue_chain_solve(q, gth, exec));
    TRY(balance_of(q->matrix, NULL, q->x, q->exponent, exec->threads, &b));
    TRY(report_at_most(r, b.worst / (double)REAL_EPS, balance_max,
                       "queue %s, gth_band: balance of the worst state, eps", of->name));
    TRY(check_flows(r, of->name, q));
    return check_sweeps(r, of->name, q, exec);
}

static enum status run(struct report *r, struct exec exec)
{
    struct method_spec gth = {0};
    TRY(solver_find(KIND_BLOCKTRI, "gth_band", HOST, &gth.solver));
    for (int c = 0; c < CLOUD_NAMES; c++) {
        struct queue_chain q = {0};
        const enum status s = try_chain(r, &cloud_names[c], &gth, &exec, &q);
        queue_chain_free(&q);
        TRY(s);
    }
    return ST_OK;
}

const struct verification verify_queue_table2 = {
    .topic = "queue",
    .subject = "table2",
    .application = "cloudqueue",
    .about = "the ten chains of table 2: sizes, balance of flows, and number of sweeps with aggregation",
    .run = run,
};
