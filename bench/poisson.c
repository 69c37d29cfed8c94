/* Poisson's equation in a box of 256^3 cells and in boxes of other sizes, with fluxes given on all faces and periodic:
 * the direct solution by every transform for long lines, and its stages. The peers are `fftw`, FFTW's transforms with
 * the same tridiagonal systems, and MKL's Helmholtz solver and hypre (bench/peers). The least traffic of a stage is
 * that of work in place, a value read and written; that of the complete solution is three such passes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/poisson/solution/direct.h"
#include "base/memory.h"
#include "bench/bench.h"
#include "bench/data/poisson_box.h"
#include "bench/entry/limit.h"
#include "bench/entry/peers.h"
#include "bench/entry/size.h"
#include "bench/peers/poisson_peers.h"
#include "solvers/methods.h"

enum { EDGE = 256, WHOLE = STAGES, PASSES = 3 };

static const char *const stage_names[] = {"transforms forward", "tridiagonal systems", "transforms back", "whole"};

/* The box, and the unknowns that its entries share. */
struct scene {
    struct poisson_box given;
    real *u;
    int64_t n[3], points;
    int users;
};

struct run {
    struct scene *scene;
    struct direct_choice choice;
    struct exec exec;
    struct box box;
    struct poisson_direct direct;
    int stage; /* or WHOLE */
};

static enum status load(void *of)
{
    struct scene *const s = of;
    return mem_array(&s->u, HOST, s->points, sizeof *s->u);
}

static void drop(void *of)
{
    struct scene *const s = of;
    s->u = mem_free(s->u);
}

static enum status enter(void *context)
{
    struct run *const r = context;
    TRY(box_make(&r->box, r->scene->given.params));
    return direct_make(&r->direct, &r->box, r->scene->given.params, &r->choice, r->exec);
}

static void leave(void *context)
{
    struct run *const r = context;
    direct_free(&r->direct);
    box_free(&r->box);
}

/* New values before each call, because a stage that is called again and again would make them overflow. */
static enum status prepare(void *context)
{
    struct run *const r = context;
    const struct scene *const s = r->scene;
#pragma omp parallel for schedule(static) num_threads(r->exec.threads)
    for (int64_t i = 0; i < s->points; i++) s->u[i] = (real)poisson_box_value(i);
    return ST_OK;
}

static enum status call(void *context)
{
    struct run *const r = context;
    return r->stage == WHOLE ? direct_solve(&r->direct, r->scene->u)
                             : direct_stage(&r->direct, (enum poisson_stage)r->stage, r->scene->u);
}

static void scene_release(struct scene *s)
{
    if (!s || --s->users > 0) return;
    poisson_box_free(&s->given);
    free(s);
}

static void run_end(void *context)
{
    struct run *const r = context;
    if (!r) return;
    scene_release(r->scene);
    free(r);
}

static enum status scene_make(struct scene **out, const int64_t n[3], const char *kind)
{
    struct scene *const s = *out = calloc(1, sizeof *s);
    if (!s) return fail(ST_NOMEM, "no memory for a benchmark");
    s->users = 1;
    memcpy(s->n, n, sizeof s->n);
    s->points = n[0] * n[1] * n[2];
    return poisson_box_read(&s->given, n, kind);
}

static enum status run_make(struct run **out, struct scene *scene, const struct direct_choice *choice, int stage,
                            struct exec exec)
{
    struct run *const r = *out = calloc(1, sizeof *r);
    if (!r) return fail(ST_NOMEM, "no memory for a benchmark");
    *r = (struct run){.scene = scene, .choice = *choice, .exec = exec, .stage = stage};
    scene->users++;
    return direct_accepts(scene->given.params, choice);
}

enum { KINDS = 2 };
static const char *const kinds[KINDS] = {"neumann", "periodic"};

/* Entries keep the texts. */
static const char *text_of(int kind, int stage)
{
    static char text[KINDS][WHOLE + 1][64];
    snprintf(text[kind][stage], sizeof text[kind][stage], "%s, %s", kinds[kind], stage_names[stage]);
    return text[kind][stage];
}

static void describe(struct entry *e, const struct run *r, const char *layout)
{
    const struct scene *const s = r->scene;
    snprintf(e->name, sizeof e->name, "%s%s", r->choice.transform.solver->method,
             r->choice.systems ? "" : ", all axes");
    e->layout = layout;
    e->kind = "poisson";
    e->precision = REAL_NAME;
    e->n = s->n[2];
    e->batch = s->points / e->n;
    e->units = (double)s->points;
    e->bytes_per_unit = (r->stage == WHOLE ? PASSES : 1) * 2 * sizeof(real);
}

static enum status add(struct bench *b, struct scene *scene, const struct direct_choice *choice, const char *layout,
                       int stage)
{
    struct entry *e;
    struct run *r;
    int index;
    if (!bench_wants(b, choice->transform.solver->method)) return ST_OK;
    enum status s = run_make(&r, scene, choice, stage, b->exec);
    if (s == ST_OK) s = bench_add(b, &e, &index);
    if (s != ST_OK) {
        run_end(r);
        return s == ST_REFUSED || s == ST_DEVICE ? bench_skip(b, "poisson, %s: %s", REAL_NAME, fail_text()) : s;
    }
    describe(e, r, layout);
    e->exec = b->exec;
    e->limit = limit_find(b, TRAFFIC_IN_PLACE);
    e->data = (struct data){scene, load, drop};
    e->enter = enter;
    e->leave = leave;
    e->prepare = prepare;
    e->call = call;
    e->end = run_end;
    e->context = r;
    return ST_OK;
}

/* By every method for transforms. */
static enum status add_methods(struct bench *b, const int64_t n[3], int kind, const char *layout, int stage)
{
    const int from = b->count;
    struct scene *scene;
    enum status s = scene_make(&scene, n, kinds[kind]);
    for (size_t i = 0; i < solver_count() && s == ST_OK; i++) {
        const struct solver *const t = solver_at(i);
        if (t->kind != KIND_TRANSFORM || t->space != HOST || (n[0] > 64 && !strcmp(t->method, "matrix"))) continue;
        struct direct_choice choice = {.transform.solver = t, .systems = &tridiag_thomas_simd};
        s = add(b, scene, &choice, layout, stage);
        choice.systems = NULL;
        if (s == ST_OK && stage == WHOLE) s = add(b, scene, &choice, layout, stage);
    }
    scene_release(scene);
    peer_add_all(b, from, "fftw");
    return s;
}

/* A part is one pair of ends and one stage, or the complete solution. */
static enum status add_part(struct bench *b)
{
    const int kind = b->part / (WHOLE + 1), stage = WHOLE - b->part % (WHOLE + 1);
    const int64_t wanted = size_first(b->rows, b->scale_n, EDGE);
    TRY(limit_add(b));
    const int64_t n = size_that_fits(b, "poisson, cells along an edge", wanted, sizeof(real), 3);
    const int from = b->count;
    TRY(add_methods(b, (const int64_t[]){n, n, n}, kind, text_of(kind, stage), stage));
    return stage == WHOLE ? poisson_peers_add(b, from, n, kinds[kind], text_of(kind, stage)) : ST_OK;
}

const struct benchmark bench_poisson = {
    "poisson",
    "Poisson's equation on 256^3 cells by every method for transforms, and its stages; FFTW, the memory limit",
    add_part,
    KINDS *(WHOLE + 1),
    .takes = TAKES_ROWS,
    .kinds = 1u << KIND_TRANSFORM,
    .methods = poisson_peers};

/* Powers of two, products of small primes, primes. */
static const int64_t boxes[][3] = {{128, 128, 128}, {200, 200, 200}, {320, 240, 192}, {257, 257, 257}, {251, 251, 251}};
enum { BOXES = sizeof boxes / sizeof *boxes };

static enum status add_box(struct bench *b)
{
    static char text[KINDS][BOXES][64];
    const int kind = b->part / BOXES, box = b->part % BOXES;
    int64_t n[3];
    for (int d = 0; d < 3; d++) n[d] = b->scale_n ? 1 + boxes[box][d] * b->scale_n / EDGE : boxes[box][d];
    snprintf(text[kind][box], sizeof text[kind][box], "%s, %lld x %lld x %lld", kinds[kind], (long long)n[0],
             (long long)n[1], (long long)n[2]);
    TRY(limit_add(b));
    return add_methods(b, n, kind, text[kind][box], WHOLE);
}

const struct benchmark bench_poisson_sizes = {
    "poisson.sizes",
    "Poisson's equation on 128^3 to 320 x 240 x 192 cells, 257^3 and 251^3 among them: the complete solution", add_box,
    KINDS *BOXES, .kinds = 1u << KIND_TRANSFORM};
