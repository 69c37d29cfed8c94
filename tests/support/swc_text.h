/* Cells from texts in place of files, for tests of SWC files. */
#pragma once
#include "apps/hines/morphology/swc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

static inline enum status read_bytes(struct morphology *m, const char *text, size_t bytes, enum swc_reading reading)
{
    FILE *const in = fmemopen((void *)text, bytes, "r");
    assert_non_null(in);
    const enum status s = swc_read_from(m, in, "cell.swc", reading);
    fclose(in);
    return s;
}

/* To be freed by morphology_free. */
static inline struct morphology cell(const char *text, enum swc_reading reading)
{
    struct morphology m;
    if (read_bytes(&m, text, strlen(text), reading) != ST_OK) fail_msg("%s", fail_text());
    return m;
}
