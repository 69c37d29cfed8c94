/* The two layouts of the unknowns of a box on ranks, and the transposes between them: at home each rank has whole
 * planes or rows, which lie in the array of points; away it has whole lines across these, in an array of the layout. A
 * single rank is always at home, and so are all ranks where systems along the axis that is cut are solved by their
 * parts. P. Costa, Comput. Math. Appl. 76 (2018) 1853, transposes between transforms and tridiagonal
 * systems. */
#pragma once
#include "apps/poisson/problem/box.h"
#include "base/comm/comm_exchange.h"

enum layout_place { AT_HOME, AWAY };

/* The part of a rank: a box with fewer unknowns along one axis, whose points and halves are those of the whole. */
struct box_part {
    struct box box;
    int cut;         /* the axis along which it has fewer */
    int64_t from[3]; /* the first of its unknowns along each axis */
};

struct layout {
    const struct box *box;   /* the whole */
    struct box_part part[2]; /* by enum layout_place */
    struct rank_cut lines;   /* of systems along the axis that is cut; whole 0: they are transposed */
    struct comm_exchange *forth, *back;
    real *away;              /* [points of part[AWAY].box], or NULL: lines are not transposed */
    enum layout_place where; /* present place of the unknowns */
};

/* Borrows `b`. `lines`: those of lines_cut (ranks/lines.h). ST_NOMEM; on failure layout_free still cleans up. */
enum status layout_make(struct layout *l, const struct box *b, struct rank_cut lines);
void layout_free(struct layout *l);

/* The place where lines along an axis are whole: home, if they are everywhere. */
enum layout_place layout_of_axis(const struct layout *l, int axis);

/* The place of the systems along the main axis between the transforms; or, if `all` axes are transformed, of the
 * divisions. */
enum layout_place layout_of_waves(const struct layout *l, bool all);

/* Collective: brings the unknowns to a place if they are not there. u[points]. Returns the first unknown of this rank
 * there. */
real *layout_go(struct layout *l, enum layout_place place, real *u);
