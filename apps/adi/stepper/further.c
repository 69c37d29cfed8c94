/* Whether a run is judged by further steps too, after its last one. */
#include "apps/adi/stepper/state.h"

/* Further steps are much more than the run where it is short and its grid is large. They come after its end, so that a
 * run of one step is judged by as many changes as any other. */
bool state_can_look_further(const struct state *s)
{
    static const int64_t few_points = 1 << 20, many_steps = 32, points_max = 1 << 24;
    return s->grid.points <= (s->params.steps >= many_steps ? points_max : few_points);
}
