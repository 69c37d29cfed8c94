/* The host's part of hbisa.cu: distribution of the rows, memory, transfer of the matrix, and the outcome. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/device/device.h"
#include "solvers/sparse/hbisa/hbisa.cuh"
#include "solvers/sparse/hbisa/hbisa_workspace.h"
#include "solvers/sparse/hbisa/pcr_blocks.cuh"

enum { KNOWN_MAX = 1 << 16 /* values of a history */, LINE = 256 };

/* Properties of the device, or typical ones where there is no device. */
static int attribute(enum cudaDeviceAttr which, int otherwise)
{
    int device, value = otherwise;
    if (cudaGetDevice(&device) != cudaSuccess || cudaDeviceGetAttribute(&value, which, device) != cudaSuccess)
        cudaGetLastError(); /* the next check of a launch would find it */
    return value;
}

static int64_t shared_max()
{
    const int64_t there = device_block_bytes();
    return there ? there : 48 << 10;
}

static int64_t smaller(int64_t i, int64_t j)
{
    return i < j ? i : j;
}

static int64_t share(int64_t count, int64_t among)
{
    return (count + among - 1) / among;
}

/* The scheme without its matrix. */
static struct scheme scheme_of(const struct shape *shape, const struct hbisa_options *o, int64_t colours)
{
    const int64_t blocks = shape->n / shape->blocktri.block;
    struct scheme s = {};
    struct shared shared;
    s.a.n = shape->n, s.a.block = shape->blocktri.block;
    s.stop = o->stop;
    s.tolerance = convergence_tolerance(&o->stop);
    s.question = shape->blocktri.question;
    s.aggregation = o->aggregation;
    s.colours = colours;
    s.each = share(blocks, smaller(blocks, attribute(cudaDevAttrMultiProcessorCount, 1)));
    s.grid = (int)share(blocks, s.each);
    s.pass = smaller(share(s.each, colours), THREADS_MAX / shape->blocktri.block);
    s.threads = (int)share(s.pass * shape->blocktri.block, WARP) * WARP;
    s.steps = reduction_steps(shape->blocktri.block);
    s.known = smaller(o->stop.iterations_max, KNOWN_MAX);
    s.keeps = true;
    s.keeps = shared_of(&shared, &s, NULL) <= shared_max();
    return s;
}

/* The next part of the plan's memory, of so many bytes. */
template <class T> static void place(T **part, char *workspace, int64_t *used, int64_t count)
{
    *part = workspace ? (T *)(workspace + *used) : NULL;
    *used += share(count * (int64_t)sizeof(T), LINE) * LINE;
}

/* Lays out the parts of s in `workspace`, the scheme itself first; returns where the matrix begins. */
static int64_t place_all(struct scheme *s, char *workspace)
{
    const int64_t n = s->a.n, blocks = scheme_blocks(s);
    struct scheme *self;
    int64_t used = 0;
    place(&self, workspace, &used, 1);
    place(&s->verdict, workspace, &used, 1);
    place(&s->flag, workspace, &used, s->grid);
    place(&s->partial, workspace, &used, 6 * s->grid);
    place(&s->max, workspace, &used, 2 * s->grid);
    for (int q = 0; q < 3; q++) place(&s->level[q], workspace, &used, blocks);
    place(&s->slot, workspace, &used, n);
    place(&s->history, workspace, &used, s->known);
    if (s->colours == 1) place(&s->other, workspace, &used, n);
    if (s->question != STATIONARY) place(&s->b, workspace, &used, n);
    if (!s->keeps) place(&s->factor, workspace, &used, n * (1 + 3 * s->steps));
    return used;
}

/* A matrix of any format. */
static int64_t matrix_room(const struct shape *shape)
{
    const int64_t value = (int64_t)sizeof(real), place = (int64_t)sizeof(int32_t), start = (int64_t)sizeof(int64_t);
    return shape->blocktri.entries * (value + 2 * place) +
           (shape->n + 1 + shape->blocktri.entries / shape->n + 1) * start + 8 * LINE;
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *)
{
    struct scheme s = scheme_of(shape, (const struct hbisa_options *)options, hbisa_colours(self, shape));
    return place_all(&s, NULL) + matrix_room(shape);
}

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    const struct hbisa_options *const o = (const struct hbisa_options *)options;
    TRY(hbisa_accepts(self, shape, o));
    if (shape->blocktri.block > THREADS_MAX)
        return fail(ST_REFUSED, "%s: a block of threads takes blocks of up to %d rows, not of %lld", self->method,
                    (int)THREADS_MAX, (long long)shape->blocktri.block);
    return ST_OK;
}

static enum status begin(struct plan *p)
{
    const struct hbisa_options *const o = (const struct hbisa_options *)p->options;
    struct scheme *const s = (struct scheme *)p->priv;
    *s = scheme_of(&p->shape, o, hbisa_colours(p->solver, &p->shape));
    s->damping = (real)hbisa_damping(p->solver, o);
    place_all(s, (char *)p->workspace);
    return scheme_allow(shared_max());
}

/* A copy of `count` values on the device, after what is `used` of its memory; NULL for NULL. */
template <class T>
static enum status send(const T **to, const T *from, int64_t count, const struct plan *p, int64_t *used)
{
    T *copy;
    *to = NULL;
    if (!from) return ST_OK;
    place(&copy, (char *)p->workspace, used, count);
    *to = copy;
    return device_copy(copy, DEVICE, from, HOST, count * (int64_t)sizeof(T), &p->exec);
}

static enum status send_matrix(struct matrix *to, const struct matrix *a, const struct plan *p, int64_t used)
{
    const int64_t starts = a->format == CSR ? a->n : a->n / a->block;
    const int64_t listed = a->format == HYBRID ? a->start[starts] : a->entries;
    *to = *a;
    to->space = DEVICE;
    TRY(send(&to->start, a->start, starts + 1, p, &used));
    TRY(send(&to->row, a->row, listed, p, &used));
    TRY(send(&to->column, a->column, listed, p, &used));
    TRY(send(&to->value, a->value, listed, p, &used));
    TRY(send(&to->offset, a->offset, a->diagonals, p, &used));
    TRY(send(&to->lower, a->lower, a->n, p, &used));
    TRY(send(&to->diag, a->diag, a->n, p, &used));
    return send(&to->upper, a->upper, a->n, p, &used);
}

/* Entries of the block of the grid that has most of them; 0 if they do not fit into what shared memory is left. */
static int64_t captured(const struct scheme *s, const struct matrix *a)
{
    const int64_t scale = a->format == CSR ? a->block : 1;
    struct scheme with = *s;
    struct shared shared;
    with.captured = 0;
    if (a->format == DIA) return 0;
    for (int64_t j = 0; j < scheme_blocks(s); j += s->each) {
        const int64_t to = smaller(j + s->each, scheme_blocks(s)), own = a->start[to * scale] - a->start[j * scale];
        if (own > with.captured) with.captured = own;
    }
    return shared_of(&shared, &with, NULL) <= shared_max() ? with.captured : 0;
}

/* Copies all arguments of a launch but x to the device. */
static enum status factor(struct plan *p, const struct system *system)
{
    struct scheme *const s = (struct scheme *)p->priv;
    const struct matrix *const a = system->blocktri.matrix;
    const int64_t used = place_all(s, (char *)p->workspace);
    const enum status st = hbisa_split(NULL, a, s->aggregation || s->colours > 1);
    if (st != ST_OK) return fail_within(st, "%s: ", p->solver->method);
    assert(a->space == HOST);
    s->captured = captured(s, a);
    TRY(send_matrix(&s->a, a, p, used));
    TRY(scheme_fits(s));
    return device_copy(p->workspace, DEVICE, s, HOST, sizeof *s, &p->exec);
}

static enum status fetch_outcome(const struct scheme *s, const struct plan *p, struct outcome *o)
{
    struct verdict v;
    TRY(device_copy(&v, HOST, s->verdict, DEVICE, sizeof v, &p->exec));
    o->iterations = v.iterations;
    o->residual = v.residual;
    const int64_t broken = v.row == ~0ull || isfinite(v.value) ? (int64_t)NOT_CONVERGED : (int64_t)v.row + 1;
    o->info = v.value <= s->tolerance ? 0 : broken;
    if (!o->history) return ST_OK;
    const int64_t known = smaller(smaller(o->iterations, s->known), o->capacity);
    return device_copy(o->history, HOST, s->history, DEVICE, known * (int64_t)sizeof(double), &p->exec);
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct scheme *const s = (const struct scheme *)p->priv;
    if (!p->factored) TRY(factor(p, system));
    TRY(scheme_launch(s, (const struct scheme *)p->workspace, system->x, p->exec.stream));
    int32_t *const exponent = system->blocktri.exponent;
    if (p->shape.blocktri.exponents) memset(exponent, 0, (size_t)p->shape.n * sizeof *exponent);
    return fetch_outcome(s, p, system->outcome);
}

const struct solver_hooks hbisa_device_hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = hbisa_cost,
    .begin = begin,
    .factor = factor,
    .solve = solve,
};
