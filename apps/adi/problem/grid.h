/* The nodes of a grid: their places in memory, in space and on faces; those that a rank has; walks over them. */
#pragma once
#include "apps/adi/problem/grid_data.h"
#include "base/exec.h"
#include "base/field/field.h"

#ifdef __cplusplus
extern "C" {
#endif

static inline EITHER_SPACE int64_t grid_stride(const struct grid *g, int axis)
{
    return axis == 0 ? 1 : axis == 1 ? g->n[0] : g->n[0] * g->n[1];
}

static inline EITHER_SPACE bool grid_periodic(const struct grid *g, int axis)
{
    return g->face[axis][0] == FACE_PERIODIC;
}

static inline double grid_coordinate(const struct grid *g, int axis, int64_t i)
{
    return g->origin[axis] + (double)i * g->spacing[axis];
}

/* Intervals between its nodes, those to the first node around a periodic axis among them. */
static inline int64_t grid_cells(const struct grid *g, int axis)
{
    return g->n[axis] - !grid_periodic(g, axis);
}

/* Share of a whole cell that the node owns: a half on the faces of a bounded axis. */
static inline EITHER_SPACE double grid_share(const struct grid *g, int axis, int64_t i)
{
    return !grid_periodic(g, axis) && (i == 0 || i == g->n[axis] - 1) ? 0.5 : 1;
}

static inline bool grid_at(const struct grid *g, int axis, int64_t i, enum face_kind kind)
{
    return (i == 0 && g->face[axis][0] == kind) || (i == g->n[axis] - 1 && g->face[axis][1] == kind);
}

/* A run of indices; empty where end is not above from. */
struct grid_run {
    int64_t from, end;
};

/* The axis along which ranks cut a grid: the slowest one with several nodes. */
static inline int grid_cut(const struct grid *g)
{
    return g->n[2] > 1 ? 2 : 1;
}

/* The nodes that this rank has: along an axis, and as points, which are contiguous. All, if there is one rank. */
static inline struct grid_run grid_own(const struct grid *g, int axis)
{
    const bool cut = axis == grid_cut(g);
    const struct grid_run own = {cut ? g->before : 0, cut ? g->n[axis] - g->behind : g->n[axis]};
    return own;
}

static inline struct grid_run grid_own_points(const struct grid *g)
{
    const int64_t plane = grid_stride(g, grid_cut(g));
    const struct grid_run own = {g->before * plane, g->points - g->behind * plane};
    return own;
}

/* The points that this rank knows in an array of points: its own, those of the plane before and of the plane after
 * them, around a periodic axis too; empty where there are none. */
enum { NEAR_RUNS = 3 };
struct grid_run grid_near(const struct grid *g, int which);

/* *out := zeros, with an address for each point, `size` bytes each, and memory for those that the rank knows. ST_NOMEM.
 */
enum status grid_array(void *out, const struct grid *g, int64_t size);

/* Copies what the rank knows of an array of points, `size` bytes each. */
void grid_copy(const struct grid *g, const void *from, void *to, int64_t size);

/* Indices of a point. */
static inline EITHER_SPACE void grid_indices(const struct grid *g, int64_t point, int64_t at[3])
{
    at[0] = point % g->n[0];
    at[1] = point / g->n[0] % g->n[1];
    at[2] = point / g->n[0] / g->n[1];
}

/* The nodes of one face, in the order of step.h's planes: number a * count[1] + b of the plane is the
 * point start + a * stride[0] + b * stride[1]. */
struct plane {
    int axes[2]; /* of a and b */
    int64_t count[2], stride[2], start, size;
    struct grid_run own[2]; /* of a and b: the nodes that this rank has; both empty where it has none */
};

struct plane grid_plane(const struct grid *g, int axis, int side);

static inline EITHER_SPACE int64_t plane_point(const struct plane *f, int64_t a, int64_t b)
{
    return f->start + a * f->stride[0] + b * f->stride[1];
}

/* Number, in the planes of an axis, of the node with these indices. */
static inline EITHER_SPACE int64_t plane_number(const struct grid *g, int axis, const int64_t at[3])
{
    return axis == 0 ? at[2] * g->n[1] + at[1] : (axis == 1 ? at[2] : at[1]) * g->n[0] + at[0];
}

/* A function of space and time on this grid. */
enum status grid_field(struct field **out, const struct grid *g, const struct field_spec *spec);

/* A walk over the nodes of a box in chunks small enough for the caches. */
enum { NODES_CHUNK = 1 << 15 };

struct nodes_workspace { /* scratch of a walk; one walk at a time */
    double xyz[3][NODES_CHUNK], value[NODES_CHUNK];
};

struct nodes {
    const struct grid *grid;
    struct nodes_workspace *workspace;
    int64_t lower[3], extent[3], size; /* the box */
    int64_t first, count;              /* the chunk: its place in the box (x fastest), its nodes */
};

/* The nodes that this rank has, from point `grid_own_points(g).from` on; and all of a face. */
struct nodes nodes_of_grid(const struct grid *g, struct nodes_workspace *workspace);
struct nodes nodes_of_face(const struct grid *g, int axis, int side, struct nodes_workspace *workspace);

/* Those of a face that this rank knows, or more: of number *first of its plane on, one after the other. */
struct nodes nodes_near_face(const struct grid *g, int axis, int side, struct nodes_workspace *workspace,
                             int64_t *first);

/* On to the next chunk; false at the end. */
bool nodes_next(struct nodes *w);

/* Evaluates a field on the chunk, into workspace->value. */
enum status nodes_eval(struct nodes *w, struct field *f, double t, int threads);

#ifdef __cplusplus
}
#endif
