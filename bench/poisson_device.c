/* Poisson's equation in a box of 512^3 cells on the GPU, with fluxes given on all faces and periodic: the direct
 * solution by cuFFT and elimination, and its stages. The reference traffic is the least of transforms that pass memory
 * once per direction, 12 values per cell: 2 for each of four transforms, 4 for the systems. */
#include <stdio.h>
#include <stdlib.h>

#include "apps/poisson/solution/direct.h"
#include "base/device/device.h"
#include "base/memory.h"
#include "bench/bench.h"
#include "bench/data/poisson_box.h"
#include "bench/device/device_limit.h"

enum { EDGE = 512, WHOLE = STAGES, KINDS = 2, CHUNK = 1 << 20 };

static const char *const kinds[KINDS] = {"neumann", "periodic"};
static const struct {
    const char *name;
    int values; /* per cell, read and written */
} stages[STAGES + 1] = {{"transforms forward", 4}, {"tridiagonal systems", 4}, {"transforms back", 4}, {"whole", 12}};

/* A problem on the device, and its right side, which stays. */
struct scene {
    struct device_limit *device;
    struct poisson_box given;
    struct box box;
    struct poisson_direct direct;
    real *before, *u;
    int users;
};

struct run {
    struct scene *scene;
    int stage; /* or WHOLE */
};

static void scene_release(struct scene *s)
{
    if (--s->users > 0) return;
    direct_free(&s->direct);
    box_free(&s->box);
    mem_free(s->before);
    mem_free(s->u);
    poisson_box_free(&s->given);
    free(s);
}

static void run_end(void *context)
{
    struct run *const r = context;
    scene_release(r->scene);
    free(r);
}

static enum status prepare(void *context)
{
    struct scene *const s = ((struct run *)context)->scene;
    const int64_t bytes = s->box.points * (int64_t)sizeof *s->u;
    TRY(device_copy_within(s->u, s->before, bytes, &s->direct.exec));
    return device_limit_sweep(s->device);
}

static enum status call(void *context)
{
    struct run *const r = context;
    struct poisson_direct *const d = &r->scene->direct;
    return r->stage == WHOLE ? direct_solve(d, r->scene->u)
                             : direct_stage(d, (enum poisson_stage)r->stage, r->scene->u);
}

/* Sends the right side to the device, chunk by chunk. */
static enum status fill(struct scene *s)
{
    const int64_t points = s->box.points;
    real *chunk;
    enum status st = ST_OK;
    TRY(mem_array(&chunk, HOST, CHUNK, sizeof *chunk));
    for (int64_t from = 0; from < points && st == ST_OK; from += CHUNK) {
        const int64_t count = points - from < CHUNK ? points - from : CHUNK;
        for (int64_t i = 0; i < count; i++) chunk[i] = (real)poisson_box_value(from + i);
        st = device_copy(s->before + from, DEVICE, chunk, HOST, count * (int64_t)sizeof *chunk, &s->direct.exec);
    }
    mem_free(chunk);
    return st;
}

/* After a failure scene_release frees the parts that were made. */
static enum status scene_fill(struct scene *s, int64_t n, const char *kind)
{
    struct direct_choice choice = {0};
    TRY(poisson_box_read(&s->given, (const int64_t[]){n, n, n}, kind));
    TRY(solver_find(KIND_TRANSFORM, poisson_transform(s->given.params, DEVICE), DEVICE, &choice.transform.solver));
    TRY(solver_find(KIND_TRIDIAG, "thomas", DEVICE, &choice.systems));
    TRY(direct_accepts(s->given.params, &choice));
    TRY(box_make(&s->box, s->given.params));
    TRY(mem_array(&s->before, DEVICE, s->box.points, sizeof *s->before));
    TRY(mem_array(&s->u, DEVICE, s->box.points, sizeof *s->u));
    TRY(direct_make(&s->direct, &s->box, s->given.params, &choice, *device_limit_exec(s->device)));
    return fill(s);
}

static enum status add(struct bench *b, struct scene *scene, int kind, int stage, int limit)
{
    static char layout[KINDS][STAGES + 1][64]; /* entries keep the texts */
    struct entry *e;
    int index;
    struct run *const r = calloc(1, sizeof *r);
    if (!r) return fail(ST_NOMEM, "no memory for a benchmark");
    *r = (struct run){.scene = scene, .stage = stage};
    scene->users++;
    const enum status s = bench_add(b, &e, &index);
    if (s != ST_OK) {
        run_end(r);
        return s;
    }
    snprintf(layout[kind][stage], sizeof layout[kind][stage], "%s, %s", kinds[kind], stages[stage].name);
    snprintf(e->name, sizeof e->name, "cufft");
    e->kind = "poisson";
    e->layout = layout[kind][stage];
    e->precision = REAL_NAME;
    e->exec = scene->direct.exec;
    e->n = scene->given.params->n.v[0];
    e->batch = e->n * e->n;
    e->units = (double)scene->box.points;
    e->bytes_per_unit = stages[stage].values * (double)sizeof(real);
    e->limit = limit;
    e->prepare = prepare;
    e->call = call;
    e->end = run_end;
    e->context = r;
    return ST_OK;
}

/* A part is one size and one pair of ends; the smaller size first. */
static enum status add_part(struct bench *b)
{
    const int kind = b->part % KINDS;
    const int64_t n = (b->scale_n ? b->scale_n : EDGE) / (b->part < KINDS ? 2 : 1);
    struct device_limit *device;
    int limit;
    if (!bench_wants(b, "cufft")) return ST_OK;
    enum status s = device_limit_add(b, &device, &limit);
    if (s != ST_OK) return s == ST_DEVICE ? bench_skip(b, "%s", fail_text()) : s;
    struct scene *const scene = calloc(1, sizeof *scene);
    if (!scene) return fail(ST_NOMEM, "no memory for a benchmark");
    scene->users = 1, scene->device = device;
    s = scene_fill(scene, n, kinds[kind]);
    for (int stage = STAGES; stage >= 0 && s == ST_OK; stage--) s = add(b, scene, kind, stage, limit);
    if (s == ST_DEVICE || s == ST_REFUSED || s == ST_NOMEM)
        s = bench_skip(b, "poisson, %s: %s", REAL_NAME, fail_text());
    scene_release(scene);
    return s;
}

const struct benchmark bench_poisson_device = {
    "poisson.device", "Poisson's equation on the GPU by cuFFT, on 256^3 and 512^3 cells, and its stages", add_part,
    2 * KINDS, .methods = (const char *const[]){"cufft", NULL}};
