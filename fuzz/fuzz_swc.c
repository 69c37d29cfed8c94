/* Any bytes as an SWC file, in each reading: a sentence of one line, or a cell whose sections have a length, hang on
 * sections before them, and can be cut into compartments that are joined by finite conductances. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/hines/morphology/cable.h"
#include "apps/hines/morphology/swc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void insist(bool ok)
{
    if (!ok) abort();
}

static void check_shape(const struct morphology *m)
{
    insist(m->sections > 0 && m->section[0].parent == -1);
    for (int64_t s = 0; s < m->sections; s++) {
        const struct cell_section *const of = &m->section[s];
        const double length = section_length(m, s), area = section_area(m, s);
        insist(of->parent < s && (s == 0 || of->parent >= 0) && of->at >= 0 && of->at <= 1);
        insist(of->region < REGIONS && of->points >= 2 && of->first + of->points <= m->points);
        insist(length > 0 && isfinite(length) && area > 0 && isfinite(area));
    }
}

static void check_cable(const struct morphology *m)
{
    const struct cutting how = {
        .compartments = 2, .resistivity = {100, 100, 100, 100, 100}, .capacitance = {1, 1, 1, 1, 1}};
    struct cable c;
    insist(cable_make(&c, m, &how) == ST_OK);
    for (int64_t i = 0; i < c.nodes; i++) {
        insist(c.parent[i] < i && (i == 0 || c.parent[i] >= 0) && c.area[i] >= 0 && isfinite(c.area[i]));
        insist(i == 0 || (c.conductance[i] > 0 && isfinite(c.conductance[i])));
    }
    cable_free(&c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int reading = SWC_NEURON; reading <= SWC_SONATA && size > 0; reading++) {
        struct morphology m;
        FILE *const in = fmemopen((void *)data, size, "r");
        insist(in != NULL);
        const enum status s = swc_read_from(&m, in, "bytes", (enum swc_reading)reading);
        fclose(in);
        if (s == ST_OK) {
            check_shape(&m);
            check_cable(&m);
        } else insist(s == ST_CONFIG && !strncmp(fail_text(), "bytes:", 6) && !strchr(fail_text(), '\n') && !m.points);
        morphology_free(&m);
    }
    return 0;
}
