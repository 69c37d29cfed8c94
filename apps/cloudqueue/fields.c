/* Allocates, fills and lists the arrays of a run that are stored: pi and its marginals, or the curves of a sweep. */
#include "apps/cloudqueue/fields.h"

#include <math.h>
#include <stdio.h>

#include "apps/cloudqueue/targets.h"
#include "base/memory.h"

static const int curve[CURVES] = {MEAN_PENDING, MEAN_ON, SERVERS, RESPONSE, POWER, COST, ENOUGH};

enum status fields_make_chain(struct fields *f, const struct queue_params *p, int64_t levels, int64_t phases,
                              int64_t below, int64_t tasks)
{
    const int64_t states = levels * phases;
    f->levels = levels, f->phases = phases, f->below = below;
    f->tasks = tasks <= p->stored ? tasks : 0;
    TRY(mem_array(&f->level, HOST, levels, sizeof *f->level));
    TRY(mem_array(&f->servers, HOST, levels, sizeof *f->servers));
    for (int64_t j = 0; j < levels; j++) f->servers[j] = (double)(j + 1);
    TRY(mem_array(&f->pending, HOST, f->tasks, sizeof *f->pending));
    TRY(mem_array(&f->x, HOST, f->tasks, sizeof *f->x));
    for (int64_t i = 0; i < f->tasks; i++) f->x[i] = (double)i;
    if (states > p->stored) return ST_OK;
    TRY(mem_array(&f->pi, HOST, states, sizeof *f->pi));
    if (!p->tails) return ST_OK;
    TRY(mem_array(&f->mantissa, HOST, states, sizeof *f->mantissa));
    return mem_array(&f->exponent, HOST, states, sizeof *f->exponent);
}

/* With i tasks and j servers on the phase is i - (j - 1) kappa. */
void fields_name_phases(struct fields *f, int64_t kappa, bool rest)
{
    char slots[32] = "", last[64] = "";
    if (kappa > 1) snprintf(slots, sizeof slots, "%lld ", (long long)kappa);
    if (rest) snprintf(last, sizeof last, "; with %lld on, the last is for all above", (long long)f->levels);
    snprintf(f->phase, sizeof f->phase, "tasks - %s(servers on - 1)%s", slots, last);
}

enum status fields_make_sweep(struct fields *f, const struct points *of)
{
    f->points = of->count;
    f->units = points_units(of);
    snprintf(f->where, sizeof f->where, "%s", points_axis(of));
    for (int c = 0; c <= CURVES; c++) TRY(mem_array(&f->curve[c], HOST, of->count, sizeof(double)));
    return ST_OK;
}

void fields_free(struct fields *f)
{
    mem_free(f->pi);
    mem_free(f->mantissa);
    mem_free(f->exponent);
    mem_free(f->level);
    mem_free(f->servers);
    mem_free(f->pending);
    mem_free(f->x);
    for (int c = 0; c <= CURVES; c++) mem_free(f->curve[c]);
    *f = (struct fields){0};
}

/* Keeps the probabilities of all states; those of states that were not solved are 0. */
static void keep_states(struct fields *f, const struct queue_instance *x)
{
    const struct generator *const c = &x->chain;
    for (int64_t i = 0; i < c->states; i++) {
        const int64_t row = c->index ? c->index[i] : i;
        int exponent = 0;
        const double value = row < 0 ? 0 : (double)x->x[row], mantissa = frexp(value, &exponent);
        if (row >= 0 && x->exponent) exponent += x->exponent[row];
        f->pi[i] = (real)ldexp(mantissa, exponent);
        if (!isnormal(f->pi[i])) f->pi[i] = 0;
        if (f->mantissa) f->mantissa[i] = (real)mantissa, f->exponent[i] = value != 0 ? exponent : 0;
    }
}

/* The probabilities of more tasks than are stored have no place in the array. */
static void say_shown(struct fields *f)
{
    static const double least = 1e-6;
    double sum = 0;
    for (int64_t i = 0; i < f->tasks; i++) sum += f->pending[i];
    if (!(1 - sum > least)) return;
    snprintf(f->shown, sizeof f->shown, "probability, of which %.3g is shown", sum);
    snprintf(f->tasks_shown, sizeof f->tasks_shown, "pending tasks: more than %lld, not shown, have probability %.2g",
             (long long)f->tasks - 1, 1 - sum);
}

void fields_keep_chain(struct fields *f, const struct queue_instance *x, const struct marginals *marginals)
{
    for (int64_t j = 0; marginals && j < f->levels; j++) f->level[j] = marginals->level[j];
    for (int64_t i = 0; marginals && i < f->tasks; i++) f->pending[i] = marginals->pending[i];
    if (marginals && f->tasks) say_shown(f);
    if (f->pi) keep_states(f, x);
}

void fields_keep_point(struct fields *f, const struct points *of, int64_t point, const struct queue_columns *t)
{
    f->curve[0][point] = points_at(of, point);
    for (int c = 0; c < CURVES; c++) f->curve[1 + c][point] = t->value[curve[c]];
    for (int c = 0; c < CURVES; c++)
        if (curve[c] == ENOUGH && t->value[ENOUGH] == 0) f->curve[1 + c][point] = (double)NAN;
}

static struct array line_of(const char *name, int64_t count, double *data, const char *units, const char *about)
{
    return (struct array){
        .name = name, .type = REAL64, .rank = 1, .dims = {count}, .data = data, .units = units, .about = about};
}

static struct array places_of(const char *name, int64_t count, double *data, const char *units, const char *about)
{
    struct array places = line_of(name, count, data, units, about);
    places.no_difference = true;
    return places;
}

/* The states of a chain from a file have only numbers. */
static struct array plane_of(const struct fields *f, const char *name, enum number type, void *data, bool queue)
{
    return (struct array){.name = name,
                          .type = type,
                          .rank = 2,
                          .dims = {f->levels, f->phases},
                          .data = data,
                          .axis = {queue ? f->phase : "state in the block", queue ? "servers on" : "block"},
                          .first = {queue ? -(double)f->below : 0, queue ? 1 : 0}};
}

/* Was this column requested? There is no cost without a price, and no number of sufficient servers without a target. */
static bool is_kept(int column, const struct queue_params *p)
{
    const struct money *const m = &p->money;
    const double prices[] = {m->installed, m->server, m->energy, m->wait, m->loss, m->change};
    double sum = 0;
    for (size_t i = 0; i < sizeof prices / sizeof *prices; i++) sum += prices[i];
    return column == COST ? sum > 0 : column == ENOUGH ? targets_any(p) : true;
}

static int sweep_arrays(const struct fields *f, const struct queue_params *p, struct array *out)
{
    int count = 0;
    for (int c = 0; c < CURVES; c++)
        if (is_kept(curve[c], p))
            out[count++] = line_of(queue_columns_name(curve[c]), f->points, f->curve[1 + c],
                                   queue_columns_units(curve[c], p), NULL);
    out[count++] = places_of("x", f->points, f->curve[0], f->units, f->where);
    return count;
}

int fields_arrays(const struct fields *f, const struct queue_params *p, struct array *out)
{
    const enum number working = sizeof(real) == 4 ? REAL32 : REAL64;
    const bool stationary = p->mode == MODE_STATIONARY, queue = stationary && !p->import;
    int count = 0;
    if (f->points) return stationary ? sweep_arrays(f, p, out) : 0;
    if (f->pi) out[count++] = plane_of(f, stationary ? "pi" : "solution", working, f->pi, !p->import);
    if (f->pi && stationary) out[0].about = "probability";
    if (queue && f->level) {
        out[count++] = line_of("level", f->levels, f->level, NULL, "probability");
        out[count++] = places_of("x_level", f->levels, f->servers, NULL, "servers on");
    }
    if (queue && f->tasks) {
        out[count++] = line_of("pending", f->tasks, f->pending, NULL, *f->shown ? f->shown : "probability");
        out[count++] = places_of("x", f->tasks, f->x, NULL, *f->tasks_shown ? f->tasks_shown : "pending tasks");
    }
    if (f->mantissa) {
        out[count++] = plane_of(f, "pi_mantissa", working, f->mantissa, !p->import);
        out[count++] = plane_of(f, "pi_exponent", INT64, f->exponent, !p->import);
        out[count - 2].no_difference = out[count - 1].no_difference = true; /* pi is compared */
    }
    return count;
}
