/* Writes the configuration of a box, and reads it. */
#include "bench/data/poisson_box.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/either_precision.h"

enum status poisson_box_read(struct poisson_box *b, const int64_t n[3], const char *kind)
{
    char text[1024];
    const char *key;
    *b = (struct poisson_box){.params = calloc(1, sizeof *b->params)};
    if (!b->params) return fail(ST_NOMEM, "no memory for a benchmark");
    size_t used =
        (size_t)snprintf(text, sizeof text, "grid = { n = [%lld, %lld, %lld]; upper = [1.0, 1.0, 1.0]; }; boundary = {",
                         (long long)n[0], (long long)n[1], (long long)n[2]);
    for (int face = 0; face < 6; face++)
        used += (size_t)snprintf(text + used, sizeof text - used, " %c_%s = { kind = \"%s\"; };", "xyz"[face / 2],
                                 face % 2 ? "upper" : "lower", kind);
    snprintf(text + used, sizeof text - used, " };");
    TRY(config_parse(&b->config, "bench", text));
    TRY(section_read(b->config, config_root(b->config), poisson_table, b->params));
    return poisson_check(b->params, &key);
}

void poisson_box_free(struct poisson_box *b)
{
    config_free(b->config);
    free(b->params);
    *b = (struct poisson_box){0};
}
