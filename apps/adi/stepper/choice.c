/* Chooses which of fused, sweep and a registered solver takes the steps of `auto`.
 *
 * Of steps with shared coefficients, in double and three dimensions, thomas_simd moves 88 bytes per node, fused 40 and
 * sweep 16. But sweep keeps no field between steps: where it is read, as for snapshots and checkpoints, another pass
 * makes it. Samples are taken within a step and cost no pass. */
#include "apps/adi/stepper/choice.h"
#include "apps/adi/stepper/stepper_solver.h"

#include <string.h>

#include "apps/adi/stepper/state.h"

/* The form in which sweep keeps a field is rounded relative to dt L along its last axis times the field, which the
 * lines along that axis damp to about its square root (docs/adi-sweep.md, Rounding). Where the product of dt L and eps
 * was 1, its error was five times that of fused, and beyond that a hundred times. This bound follows from the square
 * root. */
#define LOSS 1e-3

/* Times of sweep in steps of fused: to begin from a field, to read it, and for a step. Measured on two cores of an AMD
 * EPYC with AVX-512: on 128^3, 256^3 and 384^3 nodes in double 0.34 to 0.44, 0.41 to 0.58 and 0.60 to 0.72, in
 * float less; on 4096^2 nodes 0.34, 0.38 and 0.48. */
static const struct sweep_cost {
    double begin, read, step;
} costs[] = {[1] = {0.4, 0.4, 0.5}, [2] = {0.45, 0.55, 0.65}}; /* by the last axis */

/* Steps between the first and the last of so many after which the field is read: at multiples of a, of b or of both. */
static int64_t reads_within(const struct sim *sim, int64_t steps)
{
    const int64_t a = sim->read_every[0], b = sim->read_every[1], before = steps - 1;
    int64_t divisor = a, rest = b;
    if (a <= 0 || b <= 0) return a > 0 ? before / a : b > 0 ? before / b : 0;
    while (rest) {
        const int64_t next = divisor % rest;
        divisor = rest, rest = next;
    }
    return before / a + before / b - before / a / (b / divisor);
}

static bool gains(const struct grid *g, int64_t begins, int64_t reads, int64_t steps)
{
    const struct sweep_cost *const c = &costs[adi_sweep_axis(g)];
    return c->begin * (double)begins + c->read * (double)reads + c->step * (double)steps < (double)steps;
}

/* Why sweep cannot take the steps as well as fused, however many, or NULL. */
static const char *cannot_sweep(const struct state *s)
{
    /* In a plane with 16 nodes along x sweep took 1.2 times the time of fused, with 64 it took 0.8 times. */
    enum { SHORTEST = 32 };
    const struct grid *const g = &s->grid;
    const int axis = adi_sweep_axis(g);
    if (!s->op.shared) return "one pass over memory needs coefficients that all lines of an axis share";
    if (!adi_sweep_takes(g))
        return "one pass over memory needs axes that are not periodic, and several nodes along the last of them";
    if (axis == 1 && g->n[0] < SHORTEST) return "on lines along x that are so short, one pass over memory has no gain";
    if (state_step_length(s, axis) * (double)REAL_EPS > LOSS)
        return axis == 2 ? "one pass over memory loses digits in steps that are so long along z"
                         : "one pass over memory loses digits in steps that are so long along y";
    return NULL;
}

static const char no_gain[] = "in few steps, or with many reads of the field, one pass over memory has no gain";

static struct stepper_choice fused_for(const char *why)
{
    return (struct stepper_choice){why ? &stepper_fused : &stepper_sweep, why};
}

/* Counts only the steps of the run: a run that names the method may have a few steps. */
struct stepper_choice choice_of_sweep(const struct state *s, const struct sim *sim)
{
    const int64_t steps = s->params.steps;
    const char *const why = cannot_sweep(s);
    return fused_for(why || gains(&s->grid, 1, 1 + reads_within(sim, steps), steps) ? why : no_gain);
}

/* The steps of a run and those behind its end by which it is judged (residual.c, swing.c), each of which is read. theta
 * changes once where there are startup_steps: the field is read then, and begun again. */
static bool gains_whole_run(const struct state *s, const struct sim *sim)
{
    const struct adi_params *const p = &s->params;
    const int64_t swing = state_can_look_further(s) ? 3 : 0, judged = 1 + swing,
                  changes = p->startup_steps > 0 && p->startup_steps < p->steps;
    return gains(&s->grid, 1 + changes + (swing > 0), reads_within(sim, p->steps) + 1 + changes + judged,
                 p->steps + judged);
}

/* Sweep takes no more threads than it has blocks of planes, however many there are: one is enough where steps of fused
 * take less than SMALL_WORK on one, at 40 bytes per node. */
static bool has_threads(const struct grid *g)
{
    enum { FEW = 125000 }; /* nodes */
    return adi_sweep_blocks(g) > 1 || g->points <= FEW;
}

static struct stepper_choice choose_shared(const struct state *s, const struct sim *sim)
{
    const char *const why = cannot_sweep(s);
    if (why) return fused_for(why);
    if (!has_threads(&s->grid))
        return fused_for("along the last axis there are too few nodes for two threads in one pass over memory");
    if (!gains_whole_run(s, sim)) return fused_for(no_gain);
    return (struct stepper_choice){&stepper_sweep,
                                   "one pass over memory, which saves more than reads of the field take"};
}

/* A solver took the steps before the checkpoint, as on several ranks. */
static bool was_left_to_solver(const struct sim *sim)
{
    return sim->resumes && strcmp(sim->resumes, stepper_fused.method) && strcmp(sim->resumes, stepper_sweep.method);
}

struct stepper_choice choice_of_solver(const struct state *s, const struct sim *sim)
{
    if (sim->comm || was_left_to_solver(sim) ||
        !stepper_leaves_solver(&s->params, sim->solver, sim->solver_options, sim->exec.space))
        return (struct stepper_choice){&stepper_split, NULL};
    if (s->op.shared) return choose_shared(s, sim);
    return fused_for("coefficients per point, from which it assembles no matrix, and whose pivots cannot vanish");
}
