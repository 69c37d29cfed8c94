/* Cables, balls with a stick, binary trees and random trees, which lie in the plane z = 0; and cells from files. */
#include "apps/hines/population/generate.h"

#include <math.h>

#include "apps/hines/model/random.h"
#include "apps/hines/morphology/swc.h"

/* In [0, 1). */
static double uniform(uint64_t *state)
{
    return random_fraction((*state)++);
}

/* A straight section from (x, y) in the direction of an angle. */
static enum status stick(struct morphology *m, int64_t parent, double at, enum region region, const double from[2],
                         double angle, double length, const double diameter[2])
{
    TRY(morphology_section(m, parent, at, region));
    TRY(morphology_point(m, from[0], from[1], 0, diameter[0]));
    return morphology_point(m, from[0] + length * cos(angle), from[1] + length * sin(angle), 0, diameter[1]);
}

static enum status cable(struct morphology *m, const struct hines_cells *of, uint64_t state)
{
    (void)state;
    return stick(m, -1, 0, (enum region)of->region, (double[]){0, 0}, 0, of->length,
                 (double[]){of->diameter, of->diameter});
}

/* A soma as long as it is thick, and a dendrite at its end. */
static enum status ball_and_stick(struct morphology *m, const struct hines_cells *of, uint64_t state)
{
    const double ball = of->soma_diameter;
    (void)state;
    TRY(stick(m, -1, 0, REGION_SOMA, (double[]){0, 0}, 0, ball, (double[]){ball, ball}));
    return stick(m, 0, 1, (enum region)of->region, (double[]){ball, 0}, 0, of->length,
                 (double[]){of->diameter, of->diameter});
}

/* Two sections at the end of each one, thinner and shorter by two ratios. Sections come level by level. */
static enum status binary_tree(struct morphology *m, const struct hines_cells *of, uint64_t state)
{
    const double pi = acos(-1.0);
    const int64_t count = ((int64_t)1 << of->levels) - 1;
    double length = of->length, d = of->diameter;
    (void)state;
    for (int64_t s = 0, level = 0; s < count; level++) {
        for (int64_t end = 2 * s + 1; s < end; s++) {
            const int64_t parent = s ? (s - 1) / 2 : -1, among = s + 1 - ((int64_t)1 << level);
            const struct sample_point at = parent < 0 ? (struct sample_point){0} : section_point(m, parent, 1);
            const double angle = pi * (((double)among + 0.5) / (double)((int64_t)1 << level) - 0.5);
            TRY(stick(m, parent, 1, (enum region)of->region, (double[]){at.x, at.y}, angle, length, (double[]){d, d}));
        }
        length *= of->length_ratio, d *= of->diameter_ratio;
    }
    return ST_OK;
}

/* A soma, and sections, each at the end of one that is drawn among those before it, of lengths drawn from half of
 * `length` to three halves, and thinner from end to end. */
static enum status random_tree(struct morphology *m, const struct hines_cells *of, uint64_t state)
{
    const double pi = acos(-1.0), ball = of->soma_diameter;
    TRY(stick(m, -1, 0, REGION_SOMA, (double[]){0, 0}, 0, ball, (double[]){ball, ball}));
    for (int64_t s = 1; s < of->sections; s++) {
        const int64_t drawn = (int64_t)(uniform(&state) * (double)s), parent = drawn < s ? drawn : s - 1;
        const struct sample_point at = section_point(m, parent, 1);
        const double d = parent ? at.diameter : of->diameter;
        const double angle = 2 * pi * uniform(&state), length = of->length * (0.5 + uniform(&state));
        TRY(stick(m, parent, 1, parent ? (enum region)of->region : REGION_DENDRITE, (double[]){at.x, at.y}, angle,
                  length, (double[]){d, fmax(d * of->diameter_ratio, 0.1)}));
    }
    return ST_OK;
}

static enum status (*const forms[])(struct morphology *m, const struct hines_cells *of,
                                    uint64_t state) = {[FORM_CABLE] = cable,
                                                       [FORM_BALL_AND_STICK] = ball_and_stick,
                                                       [FORM_BINARY_TREE] = binary_tree,
                                                       [FORM_RANDOM_TREE] = random_tree};

enum status generate(struct morphology *out, const struct hines_cells *of, int64_t number)
{
    *out = (struct morphology){0};
    const struct swc_lenience lenience = {of->radius_min, (enum swc_roots)of->roots};
    if (of->form == FORM_SWC) return swc_read_with(out, of->file, (enum swc_reading)of->reading, &lenience);
    const enum status s = forms[of->form](out, of, random_stream(of->seed, number));
    if (s != ST_OK) morphology_free(out);
    return s;
}

bool generates_one(const struct hines_cells *of)
{
    return of->form != FORM_RANDOM_TREE;
}
