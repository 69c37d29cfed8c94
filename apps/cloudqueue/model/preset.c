/* Chains with a name: presets, and the ten matrices of table 2. */
#include <stddef.h>
#include <string.h>

#include "apps/cloudqueue/model/model.h"
#include "base/either_precision.h"

const char *const cloud_preset_words[] = {"free", "table2", "eq8-open", "eq8-closed", NULL};
const char *const cloud_service_words[] = {"phys", "eq8c", NULL};
const char *const cloud_setups_words[] = {"unlimited", "available", NULL};

const struct cloud_name cloud_names[CLOUD_NAMES] = {
    {"Cloud16-100", 100, 16, 7231},    {"Cloud16-500", 500, 16, 35431},    {"Cloud16-800", 800, 16, 56331},
    {"Cloud16-1000", 1000, 16, 70931}, {"Cloud16-2000", 2000, 16, 135931}, {"Cloud32-100", 100, 32, 14196},
    {"Cloud32-500", 500, 32, 66196},   {"Cloud32-1000", 1000, 32, 136696}, {"Cloud64-100", 100, 64, 25215},
    {"Cloud64-500", 500, 64, 127915},
};

struct cloud cloud_usual(void)
{
    return (struct cloud){.load = 0.5, .mu = 1, .eta = 1, .nu = 1};
}

enum status cloud_named(struct cloud *of, const char *name)
{
    for (int i = 0; i < CLOUD_NAMES; i++)
        if (!strcmp(cloud_names[i].name, name)) {
            of->preset = PRESET_TABLE2;
            of->n = cloud_names[i].n;
            of->k = cloud_names[i].k;
            of->entries = cloud_names[i].entries;
            return ST_OK;
        }
    return fail(ST_CONFIG, "'%.40s' is not a matrix of table 2, which are Cloud16-100 to Cloud64-500", name);
}
