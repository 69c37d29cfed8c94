/* Growing lists of sections and points, and lengths and areas along sections: frusta between points. */
#include "apps/hines/morphology/morphology.h"

#include <math.h>
#include <stdlib.h>

#include "apps/hines/morphology/frustum.h"
#include "base/either_precision.h"

/* Enlarges the list for one more item. */
static enum status grow(void *list, int64_t count, int64_t *capacity, size_t size)
{
    void **const at = list;
    if (count < *capacity) return ST_OK;
    const int64_t more = *capacity ? 2 * *capacity : 16;
    void *const new = realloc(*at, (size_t)more * size);
    if (!new) return fail(ST_NOMEM, "no memory for the shape of a cell");
    *at = new, *capacity = more;
    return ST_OK;
}

enum status morphology_section(struct morphology *m, int64_t parent, double at, enum region region)
{
    while (parent >= 0 && at <= 0 && m->section[parent].parent >= 0)
        at = m->section[parent].at, parent = m->section[parent].parent;
    TRY(grow(&m->section, m->sections, &m->section_capacity, sizeof *m->section));
    m->section[m->sections++] = (struct cell_section){parent, at, region, m->points, 0};
    return ST_OK;
}

enum status morphology_point(struct morphology *m, double x, double y, double z, double diameter)
{
    TRY(grow(&m->point, m->points, &m->point_capacity, sizeof *m->point));
    m->point[m->points++] = (struct sample_point){x, y, z, diameter};
    m->section[m->sections - 1].points++;
    return ST_OK;
}

void morphology_free(struct morphology *m)
{
    free(m->section);
    free(m->point);
    *m = (struct morphology){0};
}

double section_length(const struct morphology *m, int64_t section)
{
    const struct cell_section *const s = &m->section[section];
    double sum = 0;
    for (int64_t i = s->first; i < s->first + s->points - 1; i++) sum += frustum_length(&m->point[i]);
    return sum;
}

double section_area(const struct morphology *m, int64_t section)
{
    const struct cell_section *const s = &m->section[section];
    double sum = 0;
    for (int64_t i = s->first; i < s->first + s->points - 1; i++) sum += frustum_of(&m->point[i], 0, 1).area;
    return sum;
}

struct sample_point section_point(const struct morphology *m, int64_t section, double at)
{
    const struct cell_section *const s = &m->section[section];
    double left = at * section_length(m, section);
    int64_t i = s->first;
    for (; i < s->first + s->points - 2 && left > frustum_length(&m->point[i]); i++)
        left -= frustum_length(&m->point[i]);
    const struct sample_point *const a = &m->point[i], *const b = a + 1;
    const double length = frustum_length(a), t = length > 0 ? fmin(left / length, 1) : 0;
    return (struct sample_point){a->x + t * (b->x - a->x), a->y + t * (b->y - a->y), a->z + t * (b->z - a->z),
                                 a->diameter + t * (b->diameter - a->diameter)};
}
