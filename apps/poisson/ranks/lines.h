/* Systems along the axis that is cut over ranks, which these solve by their parts (solvers/cut.h): the transforms along
 * other axes are at home too, so that nothing is transposed. */
#pragma once
#include "apps/poisson/problem/box.h"

/* The cut of the systems of this box over ranks; whole is 0 where one rank has all lines, or unknowns are transposed.
 */
struct rank_cut lines_cut(const struct box *b, enum cut_scheme scheme);

/* ST_REFUSED and a sentence if ranks do not solve the systems of this box so; `systems`: the method, or NULL. */
enum status lines_accept(const struct box *b, enum cut_scheme scheme, const struct solver *systems);
