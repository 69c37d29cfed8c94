/* Parses and checks the requirements of claims. */
#include "command/papers/claims/needs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct need {
    int key;
    double least;
};
enum { GPU, CORES, MEMORY };
static const struct {
    const char *name, *fact; /* of /provenance */
} known[] = {{"gpu", "gpu"}, {"cores", "cores"}, {"memory", "memory_gb"}};
enum { KNOWN = sizeof known / sizeof *known };

static const char allowed[] = "expected gpu, cores >= N, memory >= N in GB, or several of these separated by commas";

/* Reads one and advances past it and its comma. */
static enum status next(const char **at, struct need *out)
{
    char *end;
    const char *c = *at + strspn(*at, " ");
    *out = (struct need){.key = -1, .least = 1};
    for (int k = 0; k < KNOWN; k++)
        if (!strncmp(c, known[k].name, strlen(known[k].name))) out->key = k;
    if (out->key < 0) return fail(ST_CONFIG, "'%.60s': %s", c, allowed);
    c += strlen(known[out->key].name);
    c += strspn(c, " ");
    if (out->key != GPU) {
        if (strncmp(c, ">=", 2)) return fail(ST_CONFIG, "'%.60s': %s", *at, allowed);
        out->least = strtod(c + 2, &end);
        if (end == c + 2 || !(out->least > 0)) return fail(ST_CONFIG, "'%.60s': %s", *at, allowed);
        c = end + strspn(end, " ");
    }
    const bool whole = out->key != CORES || out->least == floor(out->least);
    const bool breaks_off = *c == ',' && !c[1 + strspn(c + 1, " ")];
    if ((*c && *c != ',') || !whole || breaks_off) return fail(ST_CONFIG, "'%.60s': %s", *at, allowed);
    *at = c + (*c == ',');
    return ST_OK;
}

enum status needs_check(const char *needs)
{
    struct need one;
    do TRY(next(&needs, &one));
    while (*needs);
    return ST_OK;
}

bool needs_gpu(const char *needs)
{
    struct need one;
    while (needs && *needs && next(&needs, &one) == ST_OK)
        if (one.key == GPU) return true;
    return false;
}

static bool is_met(const struct need *n, const struct result *r)
{
    char *text = NULL;
    if (!store_has_text(r->store, "/provenance", known[n->key].fact)) return false;
    if (store_get_text(r->store, "/provenance", known[n->key].fact, &text) != ST_OK) return false;
    const bool met = n->key == GPU ? strstr(text, "compute capability") != NULL : strtod(text, NULL) >= n->least;
    free(text);
    return met;
}

bool needs_met(const char *needs, const struct result *r)
{
    struct need one;
    while (needs && *needs && next(&needs, &one) == ST_OK)
        if (!is_met(&one, r)) return false;
    return true;
}
