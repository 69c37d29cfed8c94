/* The functions that make up a step, one table for each space: those of the host are in x.c, of the device in x.cu. The
 * operator and all arrays are in that space; work of the device is queued on the stream of op->exec. */
#pragma once
#include "apps/adi/step/diagnostics.h"
#include "apps/adi/step/face.h"
#include "apps/adi/step/rhs.h"

#ifdef __cplusplus
extern "C" {
#endif

struct backend {
    /* rhs.h */
    void (*evaluate)(const struct stencil *op, const struct terms *terms, const struct step_data *data, const real *u,
                     real *out);
    /* face.h */
    void (*on_face)(const struct stencil *op, int axis, int side, real share, const real *given, const real *base,
                    real *x);
    void (*add)(const struct stencil *op, const real *d, real *u);
    /* stencil.h */
    void (*assemble)(const struct stencil *op, int axis, double c, real *lower, real *diag, real *upper);
    /* diagnostics.h */
    enum status (*read)(const struct stencil *op, const real *u, struct diagnostics *diagnostics);
    /* Complete steps, step.h: fused.c, fused.cu. `line` is on the host in both spaces. */
    enum status (*fused_make)(struct fused **out, const struct stencil *op);
    enum status (*fused_factor)(struct fused *f, const struct line_operator line[3]);
    void (*fused_step)(struct fused *f, real *u, const struct step_data *data);
    struct fused *(*fused_free)(struct fused *f);
    double (*fused_bytes_per_point)(const struct fused *f, const struct step_data *data);
};

/* NULL for the device in a build without CUDA. */
const struct backend *backend_in(enum space space);

enum status fused_make_device(struct fused **out, const struct stencil *op);
enum status fused_factor_device(struct fused *f, const struct line_operator line[3]);
void fused_step_device(struct fused *f, real *u, const struct step_data *data);
struct fused *fused_free_device(struct fused *f);
double fused_bytes_per_point_device(const struct fused *f, const struct step_data *data);

#ifdef __cplusplus
}
#endif
