/* An .xdmf file next to a result file, by which ParaView and VisIt show its fields on their mesh: for each
 * run a collection in time, for each moment a uniform mesh (3DCoRectMesh), or a stretched one (3DRectMesh), with its
 * fields, at nodes or in cells. A plane is one of one node along z, at z = 0, or of one cell, as deep as the first one
 * is wide: readers find no cells between the nodes of a plane.
 * Numbers stay in the result file. Like it, the file appears whole or not at all; faults come at commit. */
#pragma once
#include <stdint.h>

#include "base/result/store.h"
#include "base/status.h"

struct xdmf;

/* "x.xdmf" of "x.h5"; the caller frees it. NULL: no memory. */
char *xdmf_path(const char *result);

/* A new description of `result`, "x.h5", to be written to "x.xdmf". */
enum status xdmf_create(struct xdmf **out, const char *result);
enum status xdmf_commit(struct xdmf *x); /* closes and frees in every case */
void xdmf_abandon(struct xdmf *x);       /* NULL is fine */

/* The moments that follow belong to the run `name`. */
void xdmf_run(struct xdmf *x, const char *name);

/* The places of fields, in x, y, z order. */
struct xdmf_mesh {
    const double *origin, *spacing; /* of nodes, or of the middles of cells: origin + index * spacing */
    const double *lower;            /* of cells: where the first begins; NULL: the fields are at nodes */
    const char *group;              /* or NULL. Of the result file: its datasets x, y and z are the nodes, or x_borders,
                                     * y_borders and z_borders those of the cells */
};

/* The fields that follow belong to this time and lie on this mesh; `shape` has 2 or 3 axes, x last. */
void xdmf_moment(struct xdmf *x, double time, const struct array *shape, const struct xdmf_mesh *mesh);

/* The dataset `path` of the result file under the name `name`; it must have the shape of the moment. */
void xdmf_field(struct xdmf *x, const char *name, const struct array *shape, const char *path);
/* The vectors whose components along x, y and z are such datasets, of a moment of three axes. */
void xdmf_vectors(struct xdmf *x, const char *name, const struct array *shape, const char *const path[3]);
