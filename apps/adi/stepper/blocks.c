/* Measures the temperature of the blocks of a floor plan. */
#include "apps/adi/stepper/blocks.h"

#include <math.h>

#include "apps/adi/ranks/in_order.h"
#include "apps/adi/ranks/slabs.h"
#include "base/memory.h"

static int64_t stride_of(const struct grid *g)
{
    return g->n[0] + g->n[1] + g->n[2];
}

static const char *const quantities[BLOCK_COLUMNS] = {"max", "mean"};

/* The names of columns are those of the answers. A number is appended if a probe has that name, or a block whose name
 * differs only in characters that no column may have. */
static enum status name_columns(struct blocks *b, const struct adi_params *p)
{
    const struct adi_probe_params *const probe = p->probes.v;
    for (int64_t i = 0; i < p->probes.count; i++) TRY(answers_put(&b->columns, probe[i].name, "", 0, ""));
    for (int q = 0; q < BLOCK_COLUMNS; q++)
        for (int64_t i = 0; i < b->plan.count; i++)
            TRY(answers_put(&b->columns, b->plan.block[i].name, quantities[q], 0, ""));
    return ST_OK;
}

enum status blocks_make(struct blocks *b, const struct grid *g, const struct adi_params *p)
{
    const int64_t stride = stride_of(g);
    *b = (struct blocks){0};
    if (!p->floor_plan) return ST_OK;
    TRY(floor_plan_read(&b->plan, p->floor_plan, params_floor_plan_unit(p)));
    TRY(name_columns(b, p));
    TRY(mem_array(&b->share, HOST, b->plan.count * stride, sizeof *b->share));
    TRY(mem_array(&b->heat, HOST, b->plan.count, sizeof *b->heat));
    for (int64_t i = 0; i < b->plan.count; i++) {
        double *const of = b->share + i * stride;
        floor_plan_shares(&b->plan.block[i], g, p->floor_plan_z.v,
                          (double *const[]){of, of + g->n[0], of + g->n[0] + g->n[1]});
    }
    return ST_OK;
}

void blocks_free(struct blocks *b)
{
    floor_plan_free(&b->plan);
    answers_free(&b->columns);
    b->share = mem_free(b->share);
    b->heat = mem_free(b->heat);
}

/* The weight of the row (j, k) of block i, but for that of its nodes along x. */
static double row_weight(const struct blocks *b, const struct grid *g, int64_t i, int64_t j, int64_t k)
{
    const double *const y = b->share + i * stride_of(g) + g->n[0], *const z = y + g->n[1];
    return z[k] * grid_share(g, 2, k) * y[j] * grid_share(g, 1, j);
}

bool blocks_meet(const struct blocks *b, const struct grid *g, int64_t j, int64_t k)
{
    bool any = false;
    for (int64_t i = 0; i < b->plan.count; i++) any |= row_weight(b, g, i, j, k) > 0;
    return any;
}

struct part {
    double sum, weight, most;
};

static void add_row(struct part *p, const struct grid *g, const real *row, const double *share, double weight)
{
    for (int64_t i = 0; i < g->n[0]; i++) {
        const double w = weight * share[i] * grid_share(g, 0, i);
        if (!(w > 0)) continue;
        p->sum = in_order_add(w, (double)row[i], p->sum), p->weight += w;
        p->most = fmax(p->most, (double)row[i]);
    }
}

struct block_heat blocks_measure(const struct blocks *b, const struct grid *g, const real *u, int64_t i)
{
    const double *const x = b->share + i * stride_of(g);
    const struct grid_run y = grid_own(g, 1), z = grid_own(g, 2);
    double sums[] = {0, 0, -HUGE_VAL};
    slabs_continue(g, sums, 3);
    struct part p = {sums[0], sums[1], sums[2]};
    for (int64_t k = z.from; k < z.end; k++)
        for (int64_t j = y.from; j < y.end; j++) {
            const double w = row_weight(b, g, i, j, k);
            if (w > 0) add_row(&p, g, u + (k * g->n[1] + j) * g->n[0], x, w);
        }
    sums[0] = p.sum, sums[1] = p.weight, sums[2] = p.most;
    slabs_pass(g, sums, 3);
    return (struct block_heat){.mean = sums[0] / sums[1], .max = sums[2]};
}
void blocks_read(const struct blocks *b, const struct grid *g, const real *u)
{
    for (int64_t i = 0; i < b->plan.count; i++) b->heat[i] = blocks_measure(b, g, u, i);
}

enum status blocks_sample(const struct blocks *b, struct series *series)
{
    const int64_t probes = b->columns.count - BLOCK_COLUMNS * b->plan.count;
    for (int q = 0; q < BLOCK_COLUMNS; q++)
        for (int64_t i = 0; i < b->plan.count; i++)
            TRY(series_put(series, b->columns.item[probes + q * b->plan.count + i].name, "K",
                           q ? b->heat[i].mean : b->heat[i].max));
    return ST_OK;
}
