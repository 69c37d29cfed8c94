/* Neurons: branched cables of compartments with channels in their membranes. */
#include <math.h>
#include <string.h>

#include "apps/hines/listing.h"
#include "apps/hines/memory.h"
#include "apps/hines/network/gaps.h"
#include "apps/hines/network/network.h"
#include "apps/hines/placing.h"
#include "apps/hines/population/parts_cut.h"
#include "apps/hines/recording/record.h"
#include "apps/hines/report.h"
#include "apps/hines/sonata/sonata.h"
#include "base/memory.h"

static enum status check(void *params, const char **key)
{
    TRY(hines_check(params, key));
    TRY(memory_check_keys(params, key));
    *key = NULL;
    return ST_OK;
}

static enum status accepts(const void *params, const struct solver *solver, const struct method *method,
                           const void *options, enum space space)
{
    const struct hines_params *const p = params;
    const int64_t parents[] = {-1, 0, 0}, chain[] = {-1, 0, 1};
    bool branched = false;
    for (int64_t i = 0; i < p->cells.count; i++)
        branched |= ((const struct hines_cells *)p->cells.v)[i].form >= FORM_BINARY_TREE;
    struct shape s = shape_contiguous(3, 1);
    (void)method, (void)space;
    s.kind = KIND_TREE;
    s.reuse = scheme_stages(p->scheme) > 1 || !(p->channels.count || p->calcium.count || p->gaps.count);
    s.tree.parents = branched ? parents : chain;
    return solver_accepts(solver, &s, options);
}

/* The first step also takes the sample at the beginning. */
static int64_t samples_after(const struct sim *sim, int64_t step)
{
    if (step == 0) return 0;
    const struct hines_state *const s = sim->state;
    const int64_t steps = hines_steps(s->params), done = step * s->slice;
    return 1 + (done < steps ? done : steps) / s->params->record_every;
}

static double time_after(const struct sim *sim, int64_t step)
{
    const struct hines_state *const s = sim->state;
    const int64_t steps = hines_steps(s->params), done = step * s->slice;
    return (double)(done < steps ? done : steps) * s->params->dt;
}

/* Samples at time t: a value for each named column. Rank 0 keeps them. */
static enum status record_now(struct hines_state *s, struct series *out, double t, const double *values)
{
    if (comm_rank(s->comm)) return ST_OK;
    TRY(series_put(out, "time", "ms", t));
    for (int64_t i = 0; i < s->named; i++) TRY(series_put(out, s->column[i].name, s->column[i].units, values[i]));
    return ST_OK;
}

/* Estimated seconds on one thread for the work of parts between two waits. */
static double seconds_between(const struct hines_state *s)
{
    enum { STEP_BYTES = 200 }; /* of a node */
    const double steps = (double)network_slice(s, s->slice), ranks = comm_size(s->comm);
    return steps * (double)s->all.nodes / ranks * STEP_BYTES / THREAD_RATE;
}

static enum status make_device_part(struct hines_state *s, const struct exec *exec)
{
    TRY(mem_alloc(&s->device_part, HOST, sizeof *s->device_part));
    return device_part_make(s->device_part, &s->part[0], &s->all, network_slice(s, s->slice), s->columns, exec);
}

static enum status make_parts(struct hines_state *s, const struct sim *sim)
{
    const bool on_device = sim->exec.space == DEVICE,
               shared = on_device || s->all.end - s->all.own >= sim->exec.threads;
    const struct exec inner = on_device ? sim->exec : exec_host(shared ? 1 : sim->exec.threads);
    s->outer = exec_host(shared ? sim->exec.threads : 1);
    TRY(memory_check_population(&s->all, &(struct memory_solver){sim->solver, sim->solver_options, inner,
                                                                 s->layout.layout, comm_local_size(s->comm)}));
    TRY(mem_array(&s->part, HOST, s->all.parts, sizeof *s->part));
    for (int64_t i = s->all.own; i < s->all.end; i++)
        TRY(part_make(&s->part[i], &s->all, i, sim->solver, sim->solver_options, s->layout.layout, &inner));
    TRY(stimuli_make(&s->stimuli, s->params, s->slice));
    TRY(placing_make(s));
    TRY(network_make(s));
    TRY(gaps_make(s));
    if (on_device) return make_device_part(s, &inner);
    if (shared) s->outer = exec_deserved(s->outer, seconds_between(s));
    return ST_OK;
}

/* About a millisecond, in whole intervals between samples. */
static int64_t slice_of(const struct hines_params *p)
{
    const int64_t every = p->record_every, steps = hines_steps(p);
    const double intervals = ceil(1 / (p->dt * (double)every));
    const int64_t slice = every * (intervals < 1e6 ? (int64_t)intervals : 1);
    return slice < steps ? slice : steps;
}

static enum status take_layout(struct hines_state *s, struct sim *sim)
{
    s->layout.layout = s->params->layout;
    if (s->params->layout != LAYOUT_AUTO) return ST_OK;
    TRY(layout_choose(&s->layout, &s->all, sim->solver, sim->exec.space));
    sim->chosen = layout_word(s->layout.layout), sim->why = layout_why(s->layout.layout);
    return ST_OK;
}

static enum status begin(struct sim *sim)
{
    const double began = seconds_now();
    const struct hines_params *const p = sim->params;
    struct hines_state *s;
    TRY(mem_alloc(&s, HOST, sizeof *s));
    sim->state = s;
    s->params = p;
    s->comm = sim->comm;
    s->slice = slice_of(p);
    sim->steps = (hines_steps(p) + s->slice - 1) / s->slice;
    /* All methods for trees eliminate in the same order; methods only for chains choose theirs by the batch. */
    TRY(population_make(&s->all, p, s->comm, sim->solver->can & CAN_BRANCH));
    if (sim->exec.space == DEVICE) TRY(parts_join(&s->all));
    TRY(take_layout(s, sim));
    TRY(make_parts(s, sim));
    TRY(mem_array(&s->samples, HOST, (s->slice / p->record_every + 1) * s->columns, sizeof *s->samples));
    TRY(exchange_make(s));
    TRY(cell_fields_make(s));
    clock_charge(&sim->clock, PHASE_SETUP, began);
    return ST_OK;
}

static enum status first_fault(const struct hines_state *s)
{
    for (int64_t i = 0; i < s->all.parts; i++)
        if (s->part[i].status != ST_OK) return fail(s->part[i].status, "%s", s->part[i].fault);
    return ST_OK;
}

/* All parts by `steps`. */
static enum status advance_parts(struct hines_state *s, const struct part_steps *steps)
{
    const enum status delivered = network_deliver(s, steps->step);
    if (!s->device_part) gaps_exchange(s); /* with other ranks, whatever fails here */
    TRY(delivered);
    TRY(stimuli_evaluate(&s->stimuli, steps->step, steps->count));
    if (s->device_part) return device_part_advance(s->device_part, &s->all, steps), first_fault(s);
#pragma omp parallel for schedule(dynamic, 1) num_threads(s->outer.threads)
    for (int64_t i = s->all.own; i < s->all.end; i++) part_advance(&s->part[i], steps);
    return first_fault(s);
}

/* All parts by `count` steps from `first` on; spikes are exchanged before any can arrive. */
static enum status advance(struct hines_state *s, int64_t first, int64_t count)
{
    const int64_t every = s->params->record_every, slice = stimuli_slice(&s->stimuli, network_slice(s, count));
    for (int64_t done = 0; done < count; done += slice) {
        const int64_t from = first + done, left = count - done;
        const struct part_steps of = {
            s->params,    from,       left < slice ? left : slice,
            every,        s->columns, s->samples + (from / every - first / every) * s->columns,
            left <= slice};
        TRY(exchange_spikes(s, advance_parts(s, &of)));
    }
    return ST_OK;
}

/* The sample before the first step. */
static enum status sample_rest(struct hines_state *s, struct series *out)
{
    const struct part_steps of = {.params = s->params, .columns = s->columns, .samples = s->samples};
    double arrived = 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(s->outer.threads)
    for (int64_t i = s->all.own; i < s->all.end; i++) part_rest(&s->part[i], &of);
    exchange_samples(s, 1, &arrived);
    sonata_take(s, 0, s->samples);
    TRY(record_now(s, out, 0, s->samples));
    return comm_rank(s->comm) ? ST_OK : record_describe(s, out);
}

static double received(struct hines_state *s)
{
    int64_t count = 0;
    for (int64_t i = 0; i < s->all.parts; i++) count += s->part[i].synapses.received, s->part[i].synapses.received = 0;
    return (double)count;
}

static enum status step(struct sim *sim)
{
    struct hines_state *const s = sim->state;
    const struct hines_params *const p = s->params;
    const double began = seconds_now();
    const int64_t first = sim->step * s->slice, left = hines_steps(p) - first;
    const int64_t count = left < s->slice ? left : s->slice;
    if (sim->step == 0) TRY(sample_rest(s, &sim->series));
    TRY(advance(s, first, count));
    const int64_t taken = (first + count) / p->record_every - first / p->record_every;
    double arrived = received(s);
    exchange_samples(s, taken, &arrived);
    for (int64_t k = 0, number = first / p->record_every + 1; k < taken; k++, number++) {
        TRY(record_now(s, &sim->series, (double)(number * p->record_every) * p->dt, s->samples + k * s->columns));
        sonata_take(s, number, s->samples + k * s->columns);
    }
    sim->step++;
    sim->time = time_after(sim, sim->step);
    metrics_add(&sim->metrics, "solves", (double)(count * scheme_stages(p->scheme)));
    metrics_add(&sim->metrics, "compartment_steps", (double)count * (double)s->all.compartments);
    if (s->net.synapses) metrics_add(&sim->metrics, "arrivals", arrived);
    metrics_put(&sim->metrics, "compartments", (double)s->all.compartments);
    clock_charge(&sim->clock, PHASE_SOLVE, began);
    return first_fault(s);
}

static enum status finish(struct sim *sim)
{
    struct hines_state *const s = sim->state;
    if (s->device_part) TRY(device_part_fetch(s->device_part));
    return hines_caveats(s);
}

static bool can_share(const void *params, const struct solver *solver, const void *options)
{
    return solver->space == HOST;
}

static int64_t share(const struct sim *sim, int rank)
{
    const struct population *const c = &((const struct hines_state *)sim->state)->all;
    return c->part[c->dealt[rank + 1]] - c->part[c->dealt[rank]];
}

static void end(struct sim *sim)
{
    struct hines_state *const s = sim->state;
    if (!s) return;
    if (s->device_part) device_part_free(s->device_part);
    mem_free(s->device_part);
    for (int64_t i = 0; s->part && i < s->all.parts; i++) part_free(&s->part[i]);
    network_free(&s->net);
    gaps_free(&s->gaps);
    stimuli_free(&s->stimuli);
    exchange_free(&s->exchange);
    population_free(&s->all);
    mem_free(s->part);
    sonata_free(&s->sonata);
    geometry_free(&s->geometry);
    mem_free(s->samples);
    mem_free(s->column);
    mem_free(s->place);
    mem_free(s->variable);
    cell_fields_free(s);
    sim->state = mem_free(s);
}

static enum status fetch(struct sim *sim)
{
    struct hines_state *const s = sim->state;
    if (s->device_part) TRY(device_part_fetch(s->device_part));
    return cell_fields_fetch(s);
}

static enum status send(struct sim *sim)
{
    struct hines_state *const s = sim->state;
    TRY(cell_fields_send(s));
    return s->device_part ? device_part_send(s->device_part) : ST_OK;
}

static enum status resize(struct sim *sim, int64_t count)
{
    return cell_fields_resize(sim->state, count);
}

static int arrays_beside(struct sim *sim, struct array *out)
{
    return sonata_arrays(sim->state, out);
}

/* Shapes are made when they are stored, since a run does not need them. Without memory for them a result file has none.
 */
static int geometry(const struct sim *sim, struct array *out)
{
    struct hines_state *const s = sim->state;
    geometry_free(&s->geometry);
    return geometry_make(&s->geometry, &s->all, s->offset) == ST_OK ? geometry_arrays(&s->geometry, out) : 0;
}

static int arrays(struct sim *sim, struct array *out)
{
    return cell_fields_arrays(sim->state, out);
}

const struct app app_hines = {
    .name = "hines",
    .about = "branched neurons: cables with voltage-gated channels, thousands of cells of different shapes",
    .kinds = 1u << KIND_TREE,
    .shares = true,
    .can_share = can_share,
    .share = share,
    .options = hines_table,
    .params_bytes = sizeof(struct hines_params),
    .check = check,
    .accepts = accepts,
    .list = listing_cells,
    .begin = begin,
    .step = step,
    .samples = samples_after,
    .time = time_after,
    .finish = finish,
    .report = hines_report,
    .answers = hines_answers,
    .end = end,
    .arrays = arrays,
    .arrays_beside = arrays_beside,
    .geometry = geometry,
    .resize = resize,
    .fetch = fetch,
    .send = send,
};
