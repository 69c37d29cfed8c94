/* The capabilities that all kinds share: names, descriptions, the shapes that demand them, and refusals. */
#include "base/either_precision.h"
#include "solvers/kind.h"

static bool has_strides(const struct shape *s)
{
    return s->stride != 1;
}

static bool has_sizes(const struct shape *s)
{
    return s->sizes != NULL;
}

static bool is_ragged(const struct shape *s)
{
    return s->starts != NULL;
}

static bool is_shared(const struct shape *s)
{
    return shape_shared(s) && s->matrix.stride == 1;
}

static bool has_layout(const struct shape *s)
{
    return s->matrix.inner > 0 && !is_shared(s);
}

const struct capability capabilities[] = {
    {CAN_STRIDE, "strides", "any layout in place", has_strides,
     "systems whose rows are not contiguous are not supported"},
    {CAN_INTERLEAVED, "interleaved", "only interleaved systems", NULL, NULL},
    {CAN_SIZES, "sizes", "systems of different size", has_sizes, "systems of different size are not supported"},
    {CAN_RAGGED, "ragged", "groups of systems that start anywhere", is_ragged, "ragged batches are not supported"},
    {CAN_SHARED, "shared", "one matrix for all systems", is_shared,
     "one matrix shared by all systems is not supported"},
    {CAN_LAYOUT, "layout", "a matrix in any layout of its own", has_layout,
     "a layout of the matrix apart from that of x is not supported"},
    {CAN_ANY_MATRIX, "pivots", "any regular matrix", NULL, NULL},
    {DETERMINISTIC, "deterministic", "same bits for any number of threads", NULL, NULL},
    {FOR_ITS_PAPER, "paper", "kept for its paper: other methods are faster or better wherever they were measured", NULL,
     NULL},
    {UNSTABLE, "unstable", "a counter-example: loses digits with every row, and says where", NULL, NULL},
    {0}};
