/* Every method and type of transform, on the device too if there is one, against the sums that define it, in long
 * double: lines of 1 to 64 values and some of more. Errors are root mean squares over those of the result; the value
 * reported is the worst, in units of eps log2 n. Then the energy, the sum of squares, which a transform keeps up to its
 * norm (Parseval), and the line that its inverse returns. */
#include <math.h>
#include <stdio.h>

#include "base/device/device.h"
#include "base/memory.h"
#include "solvers/method_spec.h"
#include "solvers/tridiag/gallery/gallery.h"
#include "verify/verify.h"

enum { SHORT = 64, LINES = 5, LONGEST = 1024 };
static const int64_t longer[] = {97, 128, 243, 256, 1000, 1009, LONGEST};
enum { LENGTHS = SHORT + sizeof longer / sizeof *longer };

struct worst {
    double value;
    int64_t n;
};
enum { ERROR, ENERGY, RETURN, MEASURES };

struct trial {
    const struct solver *solver;
    enum transform_type type;
    real *x, *y; /* [n][LINES] */
    long double *exact;
    struct exec exec[SPACE_COUNT]; /* the device's variant has this space only if there is a device */
    real *away;                    /* [n][LINES] on the device */
    struct worst worst[MEASURES];
    int64_t solved, refused; /* lengths of this type */
    char why[240];           /* of the first refusal */
};

static int64_t length_at(int k)
{
    return k < SHORT ? k + 1 : longer[k - SHORT];
}

static void note(struct trial *t, int what, int64_t n, double error)
{
    const double value = error / (double)REAL_EPS / fmax(1, log2((double)n));
    if (value > t->worst[what].value || isnan(value)) t->worst[what] = (struct worst){value, n};
}

static struct shape shape_of(enum transform_type type, int64_t n)
{
    struct shape shape = shape_interleaved(n, LINES);
    shape.kind = KIND_TRANSFORM;
    shape.transform.type = type;
    return shape;
}

static enum status transform(const struct trial *t, enum transform_type type, int64_t n)
{
    const struct method_spec spec = {.solver = t->solver};
    const struct exec *const exec = &t->exec[t->solver->space];
    const int64_t bytes = n * LINES * (int64_t)sizeof *t->y;
    const bool away = exec->space == DEVICE;
    const struct shape shape = shape_of(type, n);
    struct plan *plan;
    TRY(method_spec_plan(&plan, &spec, &shape, exec));
    enum status s = away ? device_copy(t->away, DEVICE, t->y, HOST, bytes, exec) : ST_OK;
    if (s == ST_OK) s = plan_solve(plan, &(struct system){.kind = KIND_TRANSFORM, .x = away ? t->away : t->y});
    if (s == ST_OK && away) s = device_copy(t->y, HOST, t->away, DEVICE, bytes, exec);
    plan_free(plan);
    return s;
}

/* Relative, of the root mean square over all lines. */
static double difference(const real *y, const long double *exact, long double scale, int64_t count)
{
    long double off = 0, all = 0;
    for (int64_t i = 0; i < count; i++) {
        const long double v = exact[i] * scale;
        off += ((long double)y[i] - v) * ((long double)y[i] - v), all += v * v;
    }
    return (double)sqrtl(off / all);
}

/* The weight of row i of n in the energy of x, or of its transform: ends that the transform takes once count half. */
static long double weight(enum transform_type type, int64_t n, int64_t i, bool transformed)
{
    const bool spectrum = (type == HALF_COMPLEX && transformed) || (type == REAL && !transformed);
    if (spectrum) return i == 0 || 2 * i == n ? 1 : 2;
    const bool first = type == DCT1 || (type == DCT2 && transformed) || (type == DCT3 && !transformed);
    const bool last = type == DCT1 || (type == DST2 && transformed) || (type == DST3 && !transformed);
    return (first && i == 0) || (last && i == n - 1) ? 0.5L : 1;
}

static long double energy(const struct trial *t, const real *x, int64_t n, bool transformed)
{
    long double sum = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t l = 0; l < LINES; l++) {
            const long double v = (long double)x[i * LINES + l];
            sum += weight(t->type, n, i, transformed) * v * v;
        }
    return sum;
}

/* Random lines, and their transforms. */
static void fill(const struct trial *t, int64_t n)
{
    uint64_t seed = (uint64_t)n;
    for (int64_t i = 0; i < n * LINES; i++) t->y[i] = t->x[i] = (real)gallery_random(&seed), t->exact[i] = 0;
    for (int64_t k = 0; k < n; k++)
        for (int64_t j = 0; j < n; j++) {
            const long double c = transform_coefficient(t->type, n, k, j);
            for (int64_t l = 0; l < LINES; l++) t->exact[k * LINES + l] += c * (long double)t->x[j * LINES + l];
        }
}

/* Does the method take these lines? It refuses its inverse then too. */
static bool takes(struct trial *t, int64_t n)
{
    const struct shape shape = shape_of(t->type, n), back = shape_of(transform_inverse(t->type), n);
    enum status s = solver_accepts(t->solver, &shape, NULL);
    if (s == ST_OK) s = solver_accepts(t->solver, &back, NULL);
    if (s != ST_OK && t->refused++ == 0) snprintf(t->why, sizeof t->why, "%s", fail_text());
    return s == ST_OK;
}

static enum status try_length(struct trial *t, int64_t n)
{
    const int64_t count = n * LINES;
    const long double norm = (long double)transform_norm(t->type, n);
    if (!takes(t, n)) return ST_OK;
    t->solved++;
    fill(t, n);
    TRY(transform(t, t->type, n));
    note(t, ERROR, n, difference(t->y, t->exact, 1, count));
    note(t, ENERGY, n, (double)fabsl(energy(t, t->y, n, true) / (norm * energy(t, t->x, n, false)) - 1));
    for (int64_t i = 0; i < count; i++) t->exact[i] = (long double)t->x[i];
    TRY(transform(t, transform_inverse(t->type), n));
    note(t, RETURN, n, difference(t->y, t->exact, norm, count));
    return ST_OK;
}

static enum status try_type(struct report *r, struct trial *t)
{
    static const struct {
        const char *name;
        double limit;
    } measures[MEASURES] = {{"error", 2}, {"energy", 4}, {"there and back", 4}};
    const int least = t->type == DCT1 ? 1 : 0;
    const char *const name = transform_name(t->type);
    t->solved = t->refused = 0;
    for (int m = 0; m < MEASURES; m++) t->worst[m] = (struct worst){0, length_at(least)};
    for (int k = least; k < LENGTHS; k++) TRY(try_length(t, length_at(k)));
    if (t->refused)
        TRY(report_refused(r, t->why, "%s, %s, " REAL_NAME ": %lld of %lld lengths", t->solver->method, name,
                           (long long)t->refused, (long long)(t->refused + t->solved)));
    for (int m = 0; m < MEASURES && t->solved; m++)
        TRY(report_at_most(r, t->worst[m].value, measures[m].limit, "%s, %s, " REAL_NAME ": %s, worst at n = %lld",
                           t->solver->method, name, measures[m].name, (long long)t->worst[m].n));
    return ST_OK;
}

/* ST_DEVICE and a sentence if the method needs a device, or a library, that is missing. */
static enum status is_here(const struct trial *t)
{
    const struct shape shape = shape_of(DCT2, SHORT);
    if (t->solver->space == DEVICE) TRY(device_ready());
    return solver_accepts(t->solver, &shape, NULL) == ST_DEVICE ? ST_DEVICE : ST_OK;
}

static enum status try_all(struct report *r, struct trial *t)
{
    for (size_t i = 0; i < solver_count(); i++) {
        t->solver = solver_at(i);
        if (t->solver->kind != KIND_TRANSFORM) continue;
        if (is_here(t) != ST_OK) {
            TRY(report_refused(r, fail_text(), "%s on the %s, " REAL_NAME, t->solver->method,
                               space_name(t->solver->space)));
            continue;
        }
        for (int type = 0; type < TRANSFORM_TYPES; type++) {
            t->type = (enum transform_type)type;
            TRY(try_type(r, t));
        }
    }
    return ST_OK;
}

static enum status run(struct report *r, struct exec exec)
{
    struct trial t = {.exec = {exec}};
    enum status s = ST_OK;
    if (device_ready() == ST_OK) s = device_exec(&t.exec[DEVICE], exec.threads);
    if (t.exec[DEVICE].space == DEVICE) s = mem_array(&t.away, DEVICE, LONGEST * LINES, sizeof *t.away);
    if (s == ST_OK) s = mem_array(&t.x, HOST, LONGEST * LINES, sizeof *t.x);
    if (s == ST_OK) s = mem_array(&t.y, HOST, LONGEST * LINES, sizeof *t.y);
    if (s == ST_OK) s = mem_array(&t.exact, HOST, LONGEST * LINES, sizeof *t.exact);
    if (s == ST_OK) s = try_all(r, &t);
    mem_free(t.x);
    mem_free(t.y);
    mem_free(t.exact);
    mem_free(t.away);
    if (t.exec[DEVICE].space == DEVICE) device_exec_end(&t.exec[DEVICE]);
    return s;
}

const struct verification verify_transform = {
    .topic = "transform",
    .subject = "types",
    .about = "transforms of 1 to 1,024 values against the sums that define them, their energy and inverse",
    .run = run,
};
