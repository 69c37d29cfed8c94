/* A build without muParser. */
#include "base/expression.h"

#include <stddef.h>

static enum status missing(void)
{
    return fail(ST_CONFIG, "this binary was built without muParser, which reads formulas");
}

enum status expression_make(struct expression **out, const char *text, const char *variables)
{
    (void)text, (void)variables;
    *out = NULL;
    return missing();
}

struct expression *expression_free(struct expression *e)
{
    (void)e;
    return NULL;
}

bool expression_uses(const struct expression *e, const char *variable)
{
    (void)e, (void)variable;
    return false;
}

enum status expression_eval(struct expression *e, int64_t n, const double *const *values, const double *scalars,
                            int threads, double *out)
{
    (void)e, (void)n, (void)values, (void)scalars, (void)threads, (void)out;
    return missing();
}

const char *expression_library(void)
{
    return "none";
}
