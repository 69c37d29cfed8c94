/* Writes the .xdmf file: grids, and the datasets of their fields. */
#define _GNU_SOURCE /* asprintf */
#include "base/result/xdmf.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file/atomic_file.h"

struct xdmf {
    FILE *out;
    struct atomic_file file;
    const char *data; /* name of the result file, without folders: the .xdmf lies in the same folder */
    char *result;
    bool in_run, in_moment, cells;
    struct array shape; /* of the moment */
};

static void release(struct xdmf *x)
{
    atomic_file_abandon(&x->file);
    free(x->result);
    free(x);
}

char *xdmf_path(const char *result)
{
    const size_t length = strlen(result);
    const bool h5 = length > 3 && strcmp(result + length - 3, ".h5") == 0;
    char *path;
    return asprintf(&path, "%.*s.xdmf", (int)(h5 ? length - 3 : length), result) < 0 ? NULL : path;
}

static enum status name_files(struct xdmf *x, const char *result)
{
    char *const path = xdmf_path(result);
    x->result = strdup(result);
    if (!path || !x->result) return free(path), fail(ST_NOMEM, "no memory to describe %s", result);
    const char *const slash = strrchr(x->result, '/');
    x->data = slash ? slash + 1 : x->result;
    const enum status st = atomic_file_begin(&x->file, path, FILE_XDMF);
    free(path);
    return st;
}

enum status xdmf_create(struct xdmf **out, const char *result)
{
    struct xdmf *const x = calloc(1, sizeof *x);
    *out = NULL;
    if (!x) return fail(ST_NOMEM, "no memory to describe %s", result);
    enum status st = name_files(x, result);
    if (st == ST_OK) st = atomic_file_stream(&x->file, &x->out);
    if (st != ST_OK) {
        release(x);
        return st;
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Xdmf Version=\"2.0\">\n  <Domain>\n", x->out);
    *out = x;
    return ST_OK;
}

void xdmf_abandon(struct xdmf *x)
{
    if (!x) return;
    fclose(x->out);
    release(x);
}

static void end_moment(struct xdmf *x)
{
    if (x->in_moment) fputs("      </Grid>\n", x->out);
    x->in_moment = false;
}

static void end_run(struct xdmf *x)
{
    end_moment(x);
    if (x->in_run) fputs("    </Grid>\n", x->out);
    x->in_run = false;
}

enum status xdmf_commit(struct xdmf *x)
{
    end_run(x);
    fputs("  </Domain>\n</Xdmf>\n", x->out);
    enum status st = atomic_file_stream_end(&x->file, x->out);
    if (st == ST_OK) st = atomic_file_commit(&x->file);
    release(x);
    return st;
}

/* Text as XML wants it inside quotes and between tags. */
static void put_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("&<>\"", *text)) fprintf(out, "&#%d;", *text);
        else putc(*text, out);
    }
}

void xdmf_run(struct xdmf *x, const char *name)
{
    end_run(x);
    fputs("    <Grid Name=\"", x->out);
    put_text(x->out, name);
    fputs("\" GridType=\"Collection\" CollectionType=\"Temporal\">\n", x->out);
    x->in_run = true;
}

/* Three axes, the slowest first: readers put the nodes of a mesh of two on edge, into the plane of y and z. `more`: 1
 * for the nodes around cells. */
static void put_dims(FILE *out, const struct array *shape, int more)
{
    fputs(" Dimensions=\"", out);
    if (shape->rank == 2) fprintf(out, "%d", 1 + more);
    for (int d = 0; d < shape->rank; d++)
        fprintf(out, "%s%lld", d || shape->rank == 2 ? " " : "", (long long)shape->dims[d] + more);
    fputs("\"", out);
}

/* In the same order; `z` where there are two axes. */
static void put_vector(FILE *out, int dim, const double *xyz, double z)
{
    fputs("          <DataItem Dimensions=\"3\" NumberType=\"Float\" Precision=\"8\" Format=\"XML\">", out);
    fprintf(out, "%.17g %.17g %.17g</DataItem>\n", dim == 3 ? xyz[2] : z, xyz[1], xyz[0]);
}

static void begin_moment(struct xdmf *x, double time, const struct array *shape, bool cells, const char *topology,
                         const char *geometry)
{
    assert(x->in_run && (shape->rank == 2 || shape->rank == 3));
    end_moment(x);
    fprintf(x->out, "      <Grid Name=\"t=%g\" GridType=\"Uniform\">\n", time);
    fprintf(x->out, "        <Time Value=\"%.17g\"/>\n", time);
    fprintf(x->out, "        <Topology TopologyType=\"%s\"", topology);
    put_dims(x->out, shape, cells);
    fprintf(x->out, "/>\n        <Geometry GeometryType=\"%s\">\n", geometry);
    x->shape = *shape;
    x->in_moment = true;
    x->cells = cells;
}

static void begin_even(struct xdmf *x, double time, const struct array *shape, const struct xdmf_mesh *m)
{
    begin_moment(x, time, shape, m->lower != NULL, "3DCoRectMesh", "ORIGIN_DXDYDZ");
    put_vector(x->out, shape->rank, m->lower ? m->lower : m->origin, 0);
    put_vector(x->out, shape->rank, m->spacing, m->spacing[0]);
    fputs("        </Geometry>\n", x->out);
}

/* The nodes of a plane along z. */
static void put_depth(FILE *out, const struct xdmf_mesh *m)
{
    fprintf(out, "          <DataItem Dimensions=\"%d\" NumberType=\"Float\" Precision=\"8\" Format=\"XML\">0",
            m->lower ? 2 : 1);
    if (m->lower) fprintf(out, " %.17g", 2 * (m->origin[0] - m->lower[0]));
    fputs("</DataItem>\n", out);
}

/* x first, as readers of VXVYVZ want it. */
static void begin_stretched(struct xdmf *x, double time, const struct array *shape, const struct xdmf_mesh *m)
{
    begin_moment(x, time, shape, m->lower != NULL, "3DRectMesh", "VXVYVZ");
    for (int d = 0; d < shape->rank; d++) {
        fprintf(x->out, "          <DataItem Dimensions=\"%lld\" NumberType=\"Float\" Precision=\"8\" Format=\"HDF\">",
                (long long)shape->dims[shape->rank - 1 - d] + (m->lower != NULL));
        put_text(x->out, x->data);
        putc(':', x->out);
        put_text(x->out, m->group);
        fprintf(x->out, "/%c%s</DataItem>\n", "xyz"[d], m -> lower ? "_borders" : "");
    }
    if (shape->rank == 2) put_depth(x->out, m);
    fputs("        </Geometry>\n", x->out);
}

void xdmf_moment(struct xdmf *x, double time, const struct array *shape, const struct xdmf_mesh *m)
{
    if (m->group) begin_stretched(x, time, shape, m);
    else begin_even(x, time, shape, m);
}

static void begin_attribute(struct xdmf *x, const char *name, const struct array *shape, const char *type)
{
    assert(x->in_moment && shape->rank == x->shape.rank);
    for (int d = 0; d < shape->rank; d++) assert(shape->dims[d] == x->shape.dims[d]);
    fputs("        <Attribute Name=\"", x->out);
    put_text(x->out, name);
    fprintf(x->out, "\" AttributeType=\"%s\" Center=\"%s\">\n", type, x->cells ? "Cell" : "Node");
}

static void put_dataset(struct xdmf *x, const struct array *shape, const char *path)
{
    static const char *const number[] = {
        [REAL32] = "NumberType=\"Float\" Precision=\"4\"",
        [REAL64] = "NumberType=\"Float\" Precision=\"8\"",
        [INT64] = "NumberType=\"Int\" Precision=\"8\"",
    };
    fputs("          <DataItem", x->out);
    put_dims(x->out, shape, 0);
    fprintf(x->out, " %s Format=\"HDF\">", number[shape->type]);
    put_text(x->out, x->data);
    putc(':', x->out);
    put_text(x->out, path);
    fputs("</DataItem>\n", x->out);
}

void xdmf_field(struct xdmf *x, const char *name, const struct array *shape, const char *path)
{
    begin_attribute(x, name, shape, "Scalar");
    put_dataset(x, shape, path);
    fputs("        </Attribute>\n", x->out);
}

void xdmf_vectors(struct xdmf *x, const char *name, const struct array *shape, const char *const path[3])
{
    assert(shape->rank == 3);
    begin_attribute(x, name, shape, "Vector");
    fputs("          <DataItem ItemType=\"Function\" Function=\"JOIN($0, $1, $2)\"", x->out);
    fprintf(x->out, " Dimensions=\"%lld %lld %lld 3\">\n", (long long)shape->dims[0], (long long)shape->dims[1],
            (long long)shape->dims[2]);
    for (int d = 0; d < 3; d++) put_dataset(x, shape, path[d]);
    fputs("          </DataItem>\n        </Attribute>\n", x->out);
}
