/* The answers of a run: the peak temperature and where it is, the mean, how far it is from steady, the thermal
 * resistance, and the blocks of a floor plan. */
#include <math.h>

#include "apps/adi/measures.h"
#include "apps/adi/steady.h"

/* clang-format off */
const struct answer_about adi_answers[] = {
    {"peak_temperature", "K", "the highest temperature at the end, and where it is"},
    {"peak_temperature_before", "K", "the highest of all samples, where it was higher before the end, and when"},
    {"lowest_temperature", "K", "the lowest temperature at the end, and where it is"},
    {"mean_temperature", "K", "the mean over the volume at the end"},
    {"error", "of the largest temperature", "the largest difference to the exact answer, if that is known"},
    {"power", "W", "of a floor plan, and of each of its blocks: what it gives off"},
    {"mean", "K", "of a block: the mean temperature at the end"},
    {"max", "K", "of a block: the highest temperature at the end"},
    {"heat_removed", "W", "what leaves through faces that exchange heat, and its share of the power"},
    {"from_steady", "K", "of the whole, and of each block: the largest distance from the stationary state"},
    {"mean_rises_by", "K/s", "where no heat can leave: how fast the mean temperature rises"},
    {"thermal_resistance", "K/W", "the rise of the hottest place above what is outside, over the power, once steady"},
    {"rise_per_power", "K/W", "the rise over the power of a field that is not steady, or not known to be"},
    {"resistance_once_steady", "K/W", "the resistance of the stationary state, if the field is not steady"},
    {0}};
/* clang-format on */

/* A place as "at (0.005, 0.0075, 0.0015) m". */
static enum status put_place(struct answers *a, const struct grid *g, int64_t point)
{
    int64_t at[3];
    grid_indices(g, point, at);
    const double x = grid_coordinate(g, 0, at[0]), y = grid_coordinate(g, 1, at[1]), z = grid_coordinate(g, 2, at[2]);
    return g->dim == 3 ? answers_place(a, "at (%.6g, %.6g, %.6g) m", x, y, z)
                       : answers_place(a, "at (%.6g, %.6g) m", x, y);
}

/* The highest temperature of all samples, where it was above that at the end. */
static enum status put_highest_before(struct answers *a, const struct series *s, double at_the_end)
{
    const struct column *const high = series_column(s, "max"), *const time = series_column(s, "time");
    int64_t most = 0;
    for (int64_t i = 1; high && i < high->count; i++)
        if (high->value[i] > high->value[most]) most = i;
    if (!high || !time || !high->count || !(high->value[most] > at_the_end)) return ST_OK;
    TRY(answers_put(a, NULL, "peak_temperature_before", high->value[most], "K"));
    return answers_place(a, "at t = %.6g s", time->value[most]);
}

static enum status put_extremes(const struct state *s, struct sim *sim)
{
    const struct adi_extremes *const x = &s->extremes;
    TRY(answers_put(&sim->answers, NULL, "peak_temperature", x->peak, "K"));
    TRY(put_place(&sim->answers, &s->grid, x->peak_at));
    TRY(put_highest_before(&sim->answers, &sim->series, x->peak));
    TRY(answers_put(&sim->answers, NULL, "lowest_temperature", x->lowest, "K"));
    TRY(put_place(&sim->answers, &s->grid, x->lowest_at));
    return answers_put(&sim->answers, NULL, "mean_temperature", x->mean, "K");
}

/* The temperature outside, if all heat leaves through faces with the same one, and no source but the floor plan is
 * there; else NaN. */
static double outside(const struct adi_params *p)
{
    double ambient = (double)NAN;
    if (p->source.form != FIELD_ABSENT) return (double)NAN;
    for (int d = 0; d < params_dim(p); d++)
        for (int side = 0; side < 2; side++) {
            const struct face_params *const f = &p->face[d][side];
            const bool insulated = f->kind == FACE_FLUX && f->flux.form == FIELD_ABSENT;
            if (insulated || f->kind == FACE_PERIODIC) continue;
            if (f->kind != FACE_ROBIN || f->ambient.form != FIELD_NUMBER) return (double)NAN;
            if (isfinite(ambient) && ambient != f->ambient.number) return (double)NAN;
            ambient = f->ambient.number;
        }
    return ambient;
}

/* By how much the area of a face of the grid is multiplied: faces of a plane problem are 1 m deep, but the sheet that
 * the watts of the floor plan heat is as deep as its thickness, m. */
static double depth(const struct adi_params *p)
{
    return params_dim(p) == 2 ? p->floor_plan_z.v[1] - p->floor_plan_z.v[0] : 1;
}

/* W that leave through one face: h (u - ambient) over its cells. */
static double leaves(const struct state *s, int axis, int side, double ambient)
{
    const struct grid *const g = &s->grid;
    const struct plane f = grid_plane(g, axis, side);
    const double area = g->spacing[f.axes[0]] * g->spacing[f.axes[1]];
    double sum = 0;
    for (int64_t a = 0; a < f.count[0]; a++)
        for (int64_t b = 0; b < f.count[1]; b++)
            sum += grid_share(g, f.axes[0], a) * grid_share(g, f.axes[1], b) *
                   ((double)s->u[plane_point(&f, a, b)] - ambient);
    return s->params.face[axis][side].h * area * depth(&s->params) * sum;
}

static enum status put_heat_removed(struct answers *a, const struct state *s, double watts, double ambient)
{
    double out = 0;
    for (int d = 0; d < s->grid.dim; d++)
        for (int side = 0; side < 2; side++)
            if (s->params.face[d][side].kind == FACE_ROBIN) out += leaves(s, d, side, ambient);
    TRY(answers_put(a, NULL, "heat_removed", out, "W"));
    if (s->grid.dim == 3) return answers_place(a, "%.4g %% of the power", 100 * out / watts);
    return answers_place(a, "%.4g %% of the power, by a sheet of %.6g m", 100 * out / watts, depth(&s->params));
}

/* K of a distance as a share of the rise. */
static double percent(const struct steadiness *x, double kelvin)
{
    return 100 * kelvin / x->rise;
}

/* The distance of the field from the stationary state, or the rate at which it leaves all of them. */
static enum status put_steadiness(struct answers *a, const struct state *s, const struct steadiness *x)
{
    int64_t at[3];
    if (x->kind == STEADY_NONE) {
        TRY(answers_put(a, NULL, "mean_rises_by", x->drift, "K/s"));
        answers_doubt(a);
        return answers_place(a, "never steady: no heat can leave");
    }
    if (x->kind != STEADY_DISTANCE) return ST_OK;
    grid_indices(&s->grid, x->farthest, at);
    TRY(answers_put_method(a, NULL, "from_steady", x->distance, "K"));
    if (x->is_steady) return answers_place(a, "steady: %.2g %% of the rise", percent(x, x->distance));
    answers_doubt(a);
    return answers_place(a, "not steady: %.3g %% of the rise", percent(x, x->distance));
}

/* From the hottest place to what is outside, over the power of the blocks. It is a resistance only where the field is
 * steady; for a field that is not, that of the stationary state is given with it where it is known. */
static enum status put_resistance(struct answers *a, const struct steadiness *x, double watts, double ambient)
{
    const double peak = answers_find(a, NULL, "peak_temperature")->value;
    if (x->is_steady) {
        TRY(answers_put(a, NULL, "thermal_resistance", (peak - ambient) / watts, "K/W"));
        return answers_place(a, "from the peak to %.6g K outside", ambient);
    }
    TRY(answers_put(a, NULL, "rise_per_power", (peak - ambient) / watts, "K/W"));
    if (x->kind == STEADY_UNKNOWN) answers_doubt(a);
    if (x->kind != STEADY_DISTANCE) return answers_place(a, "not known to be steady: not a thermal resistance");
    TRY(answers_place(a, "not steady: not a thermal resistance"));
    TRY(answers_put(a, NULL, "resistance_once_steady", (x->peak - ambient) / watts, "K/W"));
    return answers_place(a, "from the peak of the stationary equations to %.6g K outside", ambient);
}

static enum status put_power(struct answers *a, const struct state *s, const struct steadiness *x, double ambient)
{
    const struct floor_plan *const plan = &s->blocks.plan;
    double watts = 0;
    for (int64_t i = 0; i < plan->count; i++) watts += plan->block[i].watts;
    TRY(answers_put(a, NULL, "power", watts, "W"));
    if (!isfinite(ambient) || !(watts > 0)) return put_steadiness(a, s, x);
    TRY(put_heat_removed(a, s, watts, ambient));
    TRY(put_steadiness(a, s, x));
    return put_resistance(a, x, watts, ambient);
}

static enum status put_block(struct answers *a, const struct state *s, const struct steadiness *x, int64_t i)
{
    const double *const z = s->params.floor_plan_z.v; /* in a plane problem only its thickness counts */
    const struct block *const b = &s->blocks.plan.block[i];
    const struct block_heat heat = blocks_measure(&s->blocks, &s->grid, s->u, i);
    TRY(answers_put(a, b->name, "power", b->watts, "W"));
    answers_box(a, (const double[]){b->x, b->y, z[0]}, (const double[]){b->x + b->width, b->y + b->height, z[1]});
    TRY(answers_put(a, b->name, "mean", heat.mean, "K"));
    TRY(answers_put(a, b->name, "max", heat.max, "K"));
    if (x->kind != STEADY_DISTANCE) return ST_OK;
    return answers_put_method(a, b->name, "from_steady", blocks_measure(&s->blocks, &s->grid, x->away, i).max, "K");
}

static enum status put_blocks(struct answers *a, struct state *s)
{
    struct steadiness x;
    const double ambient = outside(&s->params);
    if (!s->blocks.plan.count) return ST_OK;
    enum status st = steady_find(&x, s, ambient);
    if (st == ST_OK) st = put_power(a, s, &x, ambient);
    for (int64_t i = 0; st == ST_OK && i < s->blocks.plan.count; i++) st = put_block(a, s, &x, i);
    steady_free(&x);
    return st;
}

enum status state_report(struct state *s, struct sim *sim)
{
    const double error = metrics_get(&sim->metrics, "error");
    TRY(state_fetch(s));
    TRY(put_extremes(s, sim));
    if (isfinite(error)) TRY(answers_put_method(&sim->answers, NULL, "error", error, "of the largest temperature"));
    return put_blocks(&sim->answers, s);
}
