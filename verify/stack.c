/* Stacks of layers at every mesh width: heat flows in through one end and out through the other, and the temperature
 * at a node is the closed form
 *
 *     u(s) = q / h + q (t_1 / k_1 + t_2 / k_2 + ...)          (the layers between the cold end and s in series)
 *
 * wherever the interfaces lie: anywhere, on nodes, within rounding of nodes, and several in one cell. The stack lies
 * along each axis of two and three dimensions, one after the other, and the other axes have one node, so that a step
 * that is fully implicit and very long ends in the steady state. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "solvers/solver.h"
#include "solvers/tridiag/gallery/gallery.h"
#include "verify/trial.h"
#include "verify/verify.h"

enum { LAYERS = 4, TURNS = 4 }; /* random stacks of each number of layers at each mesh width and place */
static const int64_t widths[] = {1, 2, 3, 4, 6, 9, 16, 25, 40, 64, 100, 150}; /* intervals along the stack */
enum { WIDTHS = sizeof widths / sizeof *widths };

/* Float has the rounding of a stack of 150 cells whose conductivities differ by 1000. */
static const double bound = sizeof(real) == sizeof(double) ? 1e-11 : 1e-4;

enum place { ANYWHERE, ON_NODES, NEAR_NODES, IN_ONE_CELL, PLACES };
static const char *const place_names[PLACES] = {"anywhere", "on nodes", "within rounding of nodes",
                                                "several in one cell"};

struct stack {
    int layers, dim, axis;
    int64_t cells;
    double lower, length, flux, transfer;
    double conductivity[LAYERS], top[LAYERS - 1]; /* the end of each layer but the last */
};

static double between(uint64_t *seed, double from, double to)
{
    return from + (to - from) * 0.5 * (1 + gallery_random(seed));
}

/* Interfaces in ascending order; on a grid of one cell there are no nodes between its ends. */
static void place_interfaces(struct stack *s, enum place place, uint64_t *seed)
{
    const double h = s->length / (double)s->cells;
    const double first = floor(between(seed, 0, (double)s->cells)); /* for layers that share a cell */
    for (int i = 0; i < s->layers - 1; i++) {
        const int64_t node = (int64_t)floor(between(seed, 0, (double)s->cells + 1));
        double x = s->lower + h * (double)node;
        if (place == ANYWHERE) x = s->lower + between(seed, 0, s->length);
        if (place == IN_ONE_CELL) x = s->lower + h * (first + between(seed, 0.02, 0.98));
        if (place == NEAR_NODES) x *= 1 + round(between(seed, -4, 4)) * 0x1p-52;
        int at = i;
        for (; at > 0 && s->top[at - 1] > x; at--) s->top[at] = s->top[at - 1];
        s->top[at] = x;
    }
}

static struct stack make(enum place place, int layers, int64_t cells, int turn, uint64_t *seed)
{
    static const struct {
        int dim, axis;
    } stands[] = {{2, 0}, {2, 1}, {3, 0}, {3, 1}, {3, 2}};
    const int stand = (turn + layers + (int)cells) % 5;
    struct stack s = {.layers = layers, .dim = stands[stand].dim, .axis = stands[stand].axis, .cells = cells};
    s.length = pow(10, between(seed, -4, 0));
    s.lower = turn % 2 ? between(seed, -1, 1) * s.length : 0;
    for (int i = 0; i < layers; i++) s.conductivity[i] = pow(10, between(seed, -1, 2));
    s.flux = pow(10, between(seed, 0, 4));
    s.transfer = pow(10, between(seed, 0, 2)) / s.length;
    place_interfaces(&s, place, seed);
    return s;
}

static double closed_form(const struct stack *s, double x)
{
    double from = s->lower, resistance = 1 / s->transfer;
    for (int i = 0; i < s->layers; i++) {
        const double to = i < s->layers - 1 ? fmin(s->top[i], x) : x;
        if (to > from) resistance += (to - from) / s->conductivity[i], from = to;
    }
    return s->flux * resistance;
}

/* "z < 0.1 ? 4 : (z < 0.2 ? 130 : 2)"; the density has the same jumps. */
static void print_layers(char *out, size_t size, const struct stack *s)
{
    size_t used = 0;
    for (int i = 0; i < s->layers; i++)
        used += (size_t)(i < s->layers - 1 ? snprintf(out + used, size - used, "%c < %.17e ? %.17e : (", "xyz"[s->axis],
                                                      s -> top[i], s -> conductivity[i])
                                           : snprintf(out + used, size - used, "%.17e", s->conductivity[i]));
    for (int i = 0; i < s->layers - 1; i++) used += (size_t)snprintf(out + used, size - used, ")");
}

static void print(char *out, size_t size, const struct stack *s)
{
    static const char periodic[] = "%c_lower = { kind = \"periodic\"; }; %c_upper = { kind = \"periodic\"; };";
    const char letter = "xyz"[s->axis];
    char layers[512], n[3][24], lower[3][32], upper[3][32], others[256] = "";
    print_layers(layers, sizeof layers, s);
    for (int d = 0; d < 3; d++) {
        const bool along = d == s->axis;
        const char *const comma = d ? ", " : "";
        snprintf(n[d], sizeof n[d], "%s%lld", comma, along ? (long long)s->cells + 1 : 1);
        snprintf(lower[d], sizeof lower[d], "%s%.17e", comma, along ? s->lower : 0.0);
        snprintf(upper[d], sizeof upper[d], "%s%.17e", comma, along ? s->lower + s->length : 1.0);
        if (d >= s->dim) n[d][0] = lower[d][0] = upper[d][0] = '\0';
        else if (!along)
            snprintf(others + strlen(others), sizeof others - strlen(others), periodic, "xyz"[d], "xyz"[d]);
    }
    snprintf(out, size,
             "grid = { n = [%s%s%s]; lower = [%s%s%s]; upper = [%s%s%s]; };"
             "material = { conductivity = \"%s\"; density = \"%s\"; };"
             "boundary = { %c_lower = { kind = \"robin\"; h = %.17e; ambient = 0.0; };"
             " %c_upper = { flux = %.17e; }; %s };"
             "factor_once = %s; startup_steps = 5; time = { dt = %.17e; steps = 5; };",
             n[0], n[1], n[2], lower[0], lower[1], lower[2], upper[0], upper[1], upper[2], layers, layers, letter,
             s->transfer, letter, s->flux, others, s->layers % 2 ? "true" : "false", 1e8 * s->length * s->length);
}

/* The largest error at a node, over the largest temperature. */
static enum status error_of(const struct stack *s, const char *method, struct exec exec, double *error)
{
    char text[4096];
    struct trial t;
    int64_t count;
    print(text, sizeof text, s);
    TRY(trial_complete(&t, "adi", text, NULL, method, exec));
    const real *const u = trial_field(&t, &count);
    double worst = 0;
    for (int64_t i = 0; i < count; i++) {
        const double x = s->lower + s->length * (double)i / (double)s->cells;
        const double miss = fabs((double)u[i] - closed_form(s, x));
        worst = miss <= worst ? worst : miss;
    }
    *error = worst / closed_form(s, s->lower + s->length);
    trial_end(&t);
    return ST_OK;
}

/* Methods are used in rotation; if one refuses a stack, the next one takes it. */
static enum status next_method(const struct stack *s, struct exec exec, size_t *turn, double *error)
{
    for (size_t refused = 0; refused < solver_count(); refused++) {
        const struct solver *const solver = solver_at((*turn)++ % solver_count());
        if (solver->kind != KIND_TRIDIAG || solver->space != HOST) continue;
        const enum status e = error_of(s, solver->method, exec, error);
        if (e != ST_REFUSED) return e;
    }
    return fail(ST_FAILED, "no method takes a stack of %lld cells", (long long)s->cells);
}

static enum status run(struct report *r, struct exec exec)
{
    uint64_t seed = 32;
    size_t method = 0;
    for (int place = 0; place < PLACES; place++)
        for (int layers = place == ANYWHERE ? 1 : 2; layers <= LAYERS; layers++) {
            double worst = 0;
            for (int w = 0; w < WIDTHS; w++)
                for (int turn = 0; turn < TURNS; turn++) {
                    const struct stack s = make((enum place)place, layers, widths[w], turn, &seed);
                    double error;
                    TRY(next_method(&s, exec, &method, &error));
                    worst = error <= worst ? worst : error;
                }
            TRY(report_at_most(r, worst, bound, "stack layers, %d %s, interfaces %s, %d mesh widths", layers,
                               layers == 1 ? "layer" : "layers", place_names[place], WIDTHS));
        }
    return ST_OK;
}

const struct verification verify_stack_layers = {
    .topic = "stack",
    .subject = "layers",
    .application = "adi",
    .about = "heat through stacks of 1 to 4 layers against the closed form, at 12 mesh widths (seed 32)",
    .run = run,
};
