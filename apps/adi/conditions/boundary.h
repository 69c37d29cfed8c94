/* The boundary data of the faces, turned into the planes of a step (step.h).
 *
 * A stage d < 2 does not solve for D but for V_d = M_{d+1} ... M_2 D, so its faces take the change delta of
 * their data carried through the same matrices, applied within the face (Mitchell and Fairweather 1964 for
 * two dimensions; Douglas and Gunn 1964 leave delta itself, which loses an order). At Dirichlet faces the
 * rows are exactly those that the later stages solve, with what those add at the edges, so that the solves
 * return delta to rounding. The fluxes at the other faces only enter with a weight of h, and rows at the
 * edges of such a face are left as they are. */
#pragma once
#include "apps/adi/step/stencil.h"

struct face {
    struct field *field;     /* temperature, inward flux, or outside temperature */
    double factor;           /* from the field to what is prescribed: H at a Robin face, else 1 */
    bool zero, varies;       /* always 0; with time */
    bool moves;              /* gives a stage something other than 0 */
    double *now, *next;      /* [plane] the data at both ends of the step; one array if it does not vary */
    double *change;          /* [plane] delta as the stage sees it */
    real *rhs, *stage, *end; /* [plane] as in step.h */
};

struct boundary {
    const struct stencil *op;
    bool corrected, ready; /* ready: the planes that do not vary are there */
    double time;           /* of `next` */
    struct nodes_workspace *workspace;
    struct face face[3][2];
};

/* On failure boundary_free still cleans up. `op` and `workspace` are borrowed. */
enum status boundary_make(struct boundary *b, const struct stencil *op, const struct adi_params *p,
                          struct nodes_workspace *workspace);
void boundary_free(struct boundary *b);

/* Bytes of these arrays at most: where data vary with time, of all faces. */
double boundary_bytes(const struct adi_params *p);

/* The planes of the step from t to t_next with this theta, into rhs_face, stage_face and end_face; valid until the
 * next call, at the nodes that this rank has. */
enum status boundary_step(struct boundary *b, double t, double t_next, double theta, struct step_data *data);

/* The next step makes all planes again: this rank has other nodes now. */
void boundary_renew(struct boundary *b);

/* Evaluates the data at t and sets every Dirichlet node of u that this rank has to it. */
enum status boundary_begin(struct boundary *b, double t, real *u);
