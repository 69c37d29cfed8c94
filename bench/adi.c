/* Steps of the heat equation, on the host and on the GPU.
 *
 * In a box of 256^3 nodes, coefficients shared, on the GPU of 512^3 too: the fused step and the step in one sweep
 * against the plain step, stage after stage through a registered solver of tridiagonal systems. The least traffic is
 * that of two passes, 3 reads and 2 writes per point, and for `sweep` that of one, a read and a write. In a plane of
 * 4096^2 nodes, and in the box with coefficients per point, the least traffic is that of one pass: a read and a write,
 * and a read of a conductance per axis and of C. The method's own estimate of its traffic is reported with it.
 *
 * A call takes eight steps where they are fast, as in a run: data that a step leaves in the caches are there for the
 * next one. The field is not read between steps, so that `sweep` neither forms it nor begins from it. The cost of this
 * is the additional time of a step of `sweep+start`, which begins from the field each time, and of `sweep+read`.
 * `adi.samples` has steps of which each is sampled: least and greatest temperature, heat content and a probe. Steps
 * have dt / h^2 = 1.3; those of `sweep@100` have 100, where blocks of planes influence each other farther. */
#include <string.h>

#include "bench/adi_steps.h"
#include "bench/bench.h"
#include "bench/entry/limit.h"
#include "bench/entry/peers.h"
#include "bench/entry/size.h"

enum { EDGE = 256, EDGE_PLANE = 4096 };
enum { ARRAYS = 5, ARRAYS_SWEEP = 2, ARRAYS_PLANE = 2, ARRAYS_POINTS = 6 };
enum { BYTES = 4 * sizeof(double), BYTES_POINTS = 10 * sizeof(double) /* of a node, at most */ };

/* Subjects on the host; the last has no name. */
struct set {
    struct adi_problem problem;
    const char *what; /* for a size that is halved */
    int64_t edge, bytes;
    struct adi_subject subject[8];
};

static const struct set box = {.problem = {"3D", 3, ""},
                               .what = "adi, nodes along an edge",
                               .edge = EDGE,
                               .bytes = BYTES,
                               .subject = {{"fused", "fused", 1.3, ARRAYS, 8},
                                           {"sweep", "sweep", 1.3, ARRAYS_SWEEP, 8},
                                           {"sweep+start", "sweep", 1.3, ARRAYS_SWEEP, 8, .starts = true},
                                           {"sweep+read", "sweep", 1.3, ARRAYS_SWEEP, 8, .reads = true},
                                           {"sweep@100", "sweep", 100, ARRAYS_SWEEP, 8},
                                           {"thomas_simd", "thomas_simd", 1.3, ARRAYS, 1},
                                           {"thomas", "thomas", 1.3, ARRAYS, 1}}};

static const struct set plane = {.problem = {"2D", 2, ""},
                                 .what = "adi.plane, nodes along an edge",
                                 .edge = EDGE_PLANE,
                                 .bytes = BYTES,
                                 .subject = {{"fused", "fused", 1.3, ARRAYS_PLANE, 8},
                                             {"sweep", "sweep", 1.3, ARRAYS_SWEEP, 8},
                                             {"sweep+start", "sweep", 1.3, ARRAYS_SWEEP, 8, .starts = true},
                                             {"sweep+read", "sweep", 1.3, ARRAYS_SWEEP, 8, .reads = true},
                                             {"sweep@100", "sweep", 100, ARRAYS_SWEEP, 8},
                                             {"thomas_simd", "thomas_simd", 1.3, ARRAYS_PLANE, 1},
                                             {"thomas", "thomas", 1.3, ARRAYS_PLANE, 1}}};

static const struct set points = {.problem = {"per point", 3, "coefficients = \"per_point\";"},
                                  .what = "adi.points, nodes along an edge",
                                  .edge = EDGE,
                                  .bytes = BYTES_POINTS,
                                  .subject = {{"fused", "fused", 1.3, ARRAYS_POINTS, 4},
                                              {"thomas_simd", "thomas_simd", 1.3, ARRAYS_POINTS, 1},
                                              {"thomas", "thomas", 1.3, ARRAYS_POINTS, 1}}};

/* Each method without samples, and with one after each step, of a probe too, as configs/adi/heat3d.cfg has them. */
static const struct set samples = {.problem = {"3D", 3, "probes = ( { name = \"crest\"; at = [0.5, 0.25, 0.5]; } );"},
                                   .what = "adi.samples, nodes along an edge",
                                   .edge = EDGE,
                                   .bytes = BYTES,
                                   .subject = {{"fused", "fused", 1.3, ARRAYS, 8},
                                               {"fused+sample", "fused", 1.3, ARRAYS, 8, .samples = true},
                                               {"sweep", "sweep", 1.3, ARRAYS_SWEEP, 8},
                                               {"sweep+sample", "sweep", 1.3, ARRAYS_SWEEP, 8, .samples = true},
                                               {"thomas_simd", "thomas_simd", 1.3, ARRAYS, 4},
                                               {"thomas_simd+sample", "thomas_simd", 1.3, ARRAYS, 4, .samples = true}}};

enum { SUBJECTS = sizeof box.subject / sizeof *box.subject };

/* Steps with samples are compared with those without, `sweep` with fused, all others but thomas with thomas and
 * thomas_simd. */
static bool is_peer(const struct adi_subject *s, const struct adi_subject *peer)
{
    if (peer->samples) return false;
    if (s->samples) return !strcmp(peer->name, s->method);
    if (!strcmp(s->method, "sweep")) return !strcmp(peer->name, "fused");
    return s < peer && strncmp(peer->name, "thomas", 6) == 0;
}

static enum status add_set(struct bench *b, const struct set *set)
{
    const struct adi_subject *const s = set->subject;
    int index[SUBJECTS], count = 0;
    TRY(limit_add(b));
    const int limit = limit_find(b, TRAFFIC_SOLVE), dim = set->problem.dim;
    const int64_t n = size_that_fits(b, set->what, size_first(b->rows, b->scale_n, set->edge), set->bytes, dim);
    for (; count < SUBJECTS && s[count].name; count++)
        TRY(adi_steps_add(b, &set->problem, &s[count], n, NULL, limit, &index[count]));
    for (int i = 0; i < count; i++)
        for (int peer = 0; peer < count; peer++)
            if (is_peer(&s[i], &s[peer])) peer_add(b, index[i], s[peer].name, index[peer]);
    return ST_OK;
}

static enum status add_box(struct bench *b)
{
    return add_set(b, &box);
}

static enum status add_plane(struct bench *b)
{
    return add_set(b, &plane);
}

static enum status add_samples(struct bench *b)
{
    return add_set(b, &samples);
}

static enum status add_points(struct bench *b)
{
    return add_set(b, &points);
}

static const struct adi_subject *subject_of(const char *name)
{
    const struct adi_subject *s = box.subject;
    while (strcmp(s->name, name)) s++;
    return s;
}

/* An entry that was measured before; -1 if there is none. */
static int earlier(const struct bench *b, const char *method, int64_t n, enum space space)
{
    for (int i = 0; i < b->count; i++) {
        const struct entry *const e = &b->entry[i];
        if (e->exec.space == space && !strcmp(e->kind, "adi") && !strcmp(e->name, method) && e->n == n &&
            !strcmp(e->precision, REAL_NAME))
            return i;
    }
    return -1;
}

/* A part is one method on one size. */
static enum status add_on_device(struct bench *b)
{
    static const char *const methods[] = {"fused", "thomas"};
    const int64_t n = (b->scale_n ? b->scale_n / 2 : EDGE) << b->part / 2;
    struct device_limit *device;
    int limit, index;
    const enum status there = device_limit_add(b, &device, &limit);
    if (there != ST_OK) return there == ST_DEVICE ? bench_skip(b, "%s", fail_text()) : there;
    TRY(adi_steps_add(b, &box.problem, subject_of(methods[b->part % 2]), n, device, limit, &index));
    if (b->part % 2) peer_add(b, index, "fused", earlier(b, "fused", n, DEVICE));
    peer_add(b, index, "host_thomas", earlier(b, "thomas", n, HOST));
    peer_add(b, index, "host_fused", earlier(b, "fused", n, HOST));
    return ST_OK;
}

static const char *const stages[] = {"fused", "thomas", "thomas_simd", NULL};
static const char *const sampled[] = {"fused", "sweep", "thomas_simd", NULL};
static const char *const measured[] = {"fused", "sweep", "thomas", "thomas_simd", NULL};
const struct benchmark bench_adi_host = {
    "adi.host", "steps of the heat equation on 256^3 nodes, in one sweep, fused and stage by stage", add_box,
    .takes = TAKES_ROWS, .methods = measured};
const struct benchmark bench_adi_plane = {"adi.plane", "steps of the heat equation in the plane, on 4096^2 nodes",
                                          add_plane, .takes = TAKES_ROWS, .methods = measured};
const struct benchmark bench_adi_points = {"adi.points",
                                           "steps of the heat equation on 256^3 nodes, with coefficients per point",
                                           add_points, .takes = TAKES_ROWS, .methods = stages};
const struct benchmark bench_adi_samples = {"adi.samples",
                                            "steps of the heat equation with a sample after each step, and without",
                                            add_samples, .takes = TAKES_ROWS, .methods = sampled};
const struct benchmark bench_adi_device = {"adi.device",
                                           "steps of the heat equation on the GPU, on 256^3 and 512^3 nodes",
                                           add_on_device, .parts = 4, .methods = measured};
