#include "command/summary.h"

#include <string.h>

#include "command/result.h"
#include "command/table.h"

enum status summary_print(const char *path)
{
    static const char *const heading[] = {"run", "status", "s/step", "speed-up"};
    struct result r;
    struct table t;
    TRY(result_open(&r, path, TRUST_OWN)); /* it was just written */
    table_begin(&t, 4, heading);
    for (int64_t i = 0; i < r.count; i++) {
        table_text(&t, "%s%s%s", r.run[i].name, r.run[i].label ? ", " : "", r.run[i].label ? r.run[i].label : "");
        table_text(&t, "%.*s", (int)strcspn(r.run[i].status, ":"), r.run[i].status);
        table_real(&t, "%.3g", result_metric(&r, &r.run[i], "seconds_step"));
        table_real(&t, "%.2f", result_speedup(&r, &r.run[i]));
    }
    table_end(&t, stdout, 2);
    result_explain(&r, true);
    result_close(&r);
    return ST_OK;
}
