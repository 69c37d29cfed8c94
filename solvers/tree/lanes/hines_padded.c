/* Trees by elimination in order, one in each lane of a vector, in the order in which they are given: every group is
 * padded to its largest tree, as the layouts with padding of cuHinesBatch are. The padding is computed, as rows of 1 x
 * = 0 that are coupled to nothing, or masked: neither written nor passed on to other rows.
 *
 * P. Valero-Lara et al., cuHinesBatch: Solving multiple Hines systems on GPUs, Procedia Computer Science 108 (2017)
 * 566, section 4. What it costs not to sort trees by size (`hines_simd`), where sizes differ. */
#include "solvers/tree/lanes/lanes.h"

enum { COMPUTED, MASKED };
static const char *const words[] = {"computed", "masked", NULL};

struct padded_options {
    struct lanes_options lanes;
    int padding;
};

static const struct option options_of_padded[] = {{.key = "padding",
                                                   .help = "of trees smaller than the largest of their group",
                                                   .type = OPT_WORD,
                                                   .offset = offsetof(struct padded_options, padding),
                                                   .default_value = "\"computed\"",
                                                   .words = words},
                                                  LANES_OPTIONS(struct padded_options, lanes.),
                                                  {.key = NULL}};

static bool computes(const void *options)
{
    return ((const struct padded_options *)options)->padding == COMPUTED;
}

static const struct lanes_method padded = {.sorted = false, .computes = computes};

const struct solver tree_hines_padded = {
    .method = "hines_padded",
    .about = "elimination in order, a tree in each lane of a vector, groups padded to their largest tree",
    .source = "Valero-Lara et al. 2017, section 4",
    .kind = KIND_TREE,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_BRANCH | DETERMINISTIC | REPORTS_INFO,
    .options = options_of_padded,
    .options_bytes = sizeof(struct padded_options),
    .variant = &padded,
    .hooks = &lanes_hooks,
};
