/* A property of the material: one function of space, or the product of two (density times heat capacity), and the axes
 * along which it changes. It is positive everywhere, unless any sign is allowed, as of a source. */
#pragma once
#include "apps/adi/problem/grid.h"

struct material {
    const struct grid *grid;
    int factors, threads;
    const struct field_spec *spec[2];
    struct field *field[2];
    bool any_sign;
    bool changes[3]; /* along an axis; if not, one coordinate stands for all */
    double *product; /* [NODES_CHUNK] scratch, if there are two factors */
};

/* `second` may be NULL. The specs are borrowed; `threads` evaluate formulas. On failure material_free still cleans up.
 */
enum status material_make(struct material *m, const struct grid *grid, const struct field_spec *first,
                          const struct field_spec *second, int threads);
void material_free(struct material *m);

/* The property at `count` <= NODES_CHUNK places, whose coordinates along axes where it does not change are ignored.
 * ST_CONFIG with the place where a factor is not above 0, if it must be. */
enum status material_eval(const struct material *m, int64_t count, const double *const xyz[3], double *out);
/* Values of one factor at such places; its sign is not checked. */
enum status material_eval_factor(const struct material *m, int factor, int64_t count, const double *const xyz[3],
                                 double *out);
