/* Time steps of nodes, cells and places on the device. A step moves, per node in double, 40 bytes at its beginning, 32
 * in extrapolation, and the traffic of channels and of the solution. */
#include "apps/hines/device/device_nodes.h"
#include "apps/hines/part/equations.h"

static __global__ void begin(const __grid_constant__ struct device_nodes n, bool fresh)
{
    const int64_t i = lane_here();
    if (i >= n.extent) return;
    const vec storage = vec_load(n.storage + i), source = equation_source(n.source, i, storage, n.drive);
    vec_store(n.x + i, equation_right(storage, vec_load(n.v + i), source));
    if (fresh) n.diag[i] = n.base[i];
    if (n.calcium_g) n.calcium_g[i] = n.calcium_ge[i] = 0;
}

void device_nodes_begin(const struct device_nodes *n, bool fresh, const struct exec *exec)
{
    EACH_LANE(begin, n->extent, *n, fresh);
}

static __global__ void extrapolate(const __grid_constant__ struct device_nodes n)
{
    const int64_t i = lane_here();
    if (i < n.extent) n.v[i] = equation_extrapolated(n.storage[i], n.v[i], n.x[i]).x;
}

void device_nodes_extrapolate(const struct device_nodes *n, const struct exec *exec)
{
    EACH_LANE(extrapolate, n->extent, *n);
}

static __global__ void second_stage(const __grid_constant__ struct device_nodes n, real factor)
{
    const int64_t i = lane_here();
    if (i < n.extent) n.x[i] = equation_second_stage(n.kept[i], factor, n.storage[i], n.v[i], n.x[i]).x;
}

void device_nodes_second_stage(const struct device_nodes *n, real factor, const struct exec *exec)
{
    EACH_LANE(second_stage, n->extent, *n, factor);
}

static __global__ void store_more(const __grid_constant__ struct device_nodes n, real factor)
{
    const int64_t i = lane_here();
    if (i < n.extent) n.diag[i] = equation_diagonal(n.diag[i], factor, n.storage[i]).x;
}

void device_nodes_store_more(const struct device_nodes *n, real factor, const struct exec *exec)
{
    EACH_LANE(store_more, n->extent, *n, factor);
}

static __global__ void quarter(const __grid_constant__ struct device_nodes n, real ratio)
{
    const int64_t i = lane_here();
    if (i < n.extent) n.x[i] = equation_quarter(n.kept[i], ratio, n.storage[i], n.v[i], n.x[i]).x;
}

void device_nodes_quarter(const struct device_nodes *n, real ratio, const struct exec *exec)
{
    EACH_LANE(quarter, n->extent, *n, ratio);
}

static __global__ void join(const __grid_constant__ struct device_nodes n, const uint8_t *jumps, bool doubled)
{
    const int64_t i = lane_here();
    if (i >= n.extent) return;
    const real old = n.v[i], usual = n.spare[i];
    if (jumps[n.block[i]]) n.v[i] = n.spare[i] = n.x[i], n.x[i] = old;
    else if (doubled) n.v[i] = equation_extrapolated(n.storage[i], old, usual).x, n.x[i] = usual;
    else n.v[i] = usual, n.x[i] = old;
}

void device_nodes_join(const struct device_nodes *n, const uint8_t *jumps, bool doubled, const struct exec *exec)
{
    EACH_LANE(join, n->extent, *n, jumps, doubled);
}

static __global__ void add_clamps(const __grid_constant__ struct device_nodes n,
                                  const __grid_constant__ struct device_clamps c, int64_t number, double begins,
                                  double ends, double dt)
{
    const int64_t k = lane_here();
    if (k >= c.nodes.groups) return;
    for (int32_t i = c.nodes.first[k]; i < c.nodes.first[k + 1]; i++) {
        const struct part_clamp &clamp = c.clamp[i].clamp;
        const int32_t of = c.clamp[i].stimulus;
        const double current = of < 0 ? clamp.current : c.stimulus[of * c.steps + number];
        equation_clamp(&clamp, current, begins, ends, dt, &n.diag[clamp.node], &n.x[clamp.node]);
    }
}

void device_clamps_add(const struct device_nodes *n, const struct device_clamps *c, int64_t step, int64_t number,
                       double dt, const struct exec *exec)
{
    const double begins = (double)step * dt, ends = begins + dt;
    EACH_LANE(add_clamps, c->nodes.groups, *n, *c, number, begins, ends, dt);
}

static __global__ void look(const __grid_constant__ struct device_detectors d, const real *v, int32_t step)
{
    const int64_t k = lane_here();
    if (k >= d.cells) return;
    const real before = d.before[k], now = v[d.node[k]];
    d.before[k] = now;
    if (before < d.threshold && now >= d.threshold) d.spike[atomicAdd(d.count, 1)] = {(int32_t)k, step, before, now};
}

void device_detectors_look(const struct device_detectors *d, const real *v, int32_t step, const struct exec *exec)
{
    EACH_LANE(look, d->cells, *d, v, step);
}

static __global__ void take(int64_t count, const int32_t *node, const int32_t *column, const real *v, double *row)
{
    const int64_t i = lane_here();
    if (i < count) row[column[i]] = (double)v[node[i]];
}

void device_samples_take(int64_t count, const int32_t *node, const int32_t *column, const real *v, double *row,
                         const struct exec *exec)
{
    EACH_LANE(take, count, count, node, column, v, row);
}

static __global__ void weigh(const __grid_constant__ struct device_nodes n, struct device_weight *out)
{
    struct device_weight most = {0, 0, 0};
    for (int64_t i = lane_here(); i < n.extent; i += WEIGHED_THERE) {
        const real v = n.v[i], size = v < 0 ? -v : v;
        if (!(v - v == 0)) most.wrong = 1;
        if (size > most.size) most.size = size, most.where = i;
    }
    out[lane_here()] = most;
}

void device_nodes_weigh(const struct device_nodes *n, struct device_weight *out, const struct exec *exec)
{
    EACH_LANE(weigh, WEIGHED_THERE, *n, out);
}
