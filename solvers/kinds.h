/* The list of kinds of systems, one line each, KIND(ID, name): enum KIND_ID, struct name and struct name_shape, const
 * struct kind_ops kind_name. Expanded where a list of all is needed; where KIND is not defined, their declarations. */
#ifdef KIND
KIND(TRIDIAG, tridiag)
KIND(RECURRENCE, recurrence)
KIND(BLOCKTRI, blocktri)
KIND(TRANSFORM, transform)
KIND(TREE, tree)
#else
#include "solvers/recurrence/recurrence.h"
#include "solvers/sparse/blocktri.h"
#include "solvers/transform/transform.h"
#include "solvers/tree/tree.h"
#include "solvers/tridiag/tridiag.h"
#endif
