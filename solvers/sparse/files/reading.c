/* Reads a text of numbers line by line. */
#include "solvers/sparse/files/reading.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/either_precision.h"

static const char blanks[] = " \t\r\n";

enum status reading_next(struct input *r, bool *more)
{
    for (*more = true; *more;) {
        TRY(input_line(r, more));
        if (!*more) r->line--; /* sentences are about the last one */
        if (!*more) return ST_OK;
        const char *const at = r->text + strspn(r->text, blanks);
        if (*at && *at != '%' && *at != '#' && strncmp(at, "//", 2)) return ST_OK;
    }
    return ST_OK;
}

int reading_whole(const char *text, int64_t *out, int max)
{
    for (int count = 0;; count++) {
        char *end;
        text += strspn(text, blanks);
        if (!*text || count == max) return *text ? max + 1 : count;
        errno = 0;
        out[count] = strtoll(text, &end, 10);
        if (end == text || errno || (*end && !strchr(blanks, *end))) return -1;
        text = end;
    }
}

enum status reading_place(const struct input *r, int64_t first, int64_t n, int64_t at[2], char **rest)
{
    char *text = r->text, *end;
    for (int i = 0; i < 2; i++) {
        errno = 0;
        at[i] = strtoll(text, &end, 10);
        if (end == text || errno || (*end && !strchr(blanks, *end)))
            return input_fault(r, "expected: row column value");
        if (at[i] < first || at[i] >= n + first)
            return input_fault(r, "%s %lld is not from %lld to %lld", i ? "column" : "row", (long long)at[i],
                               (long long)first, (long long)(n - 1 + first));
        text = end;
    }
    *rest = text;
    return ST_OK;
}

enum status reading_value(const struct input *r, char **rest, double *value)
{
    char *const text = *rest + strspn(*rest, blanks);
    const size_t length = strcspn(text, blanks);
    if (!length) return input_fault(r, "expected: row column value");
    errno = 0;
    *value = strtod(text, rest);
    if (isinf(*value) && errno == ERANGE) return input_fault(r, "the value of an entry is too large for double");
    if (*rest == text || !isfinite(*value) || strcspn(text, "xX") < length)
        return input_fault(r, "the value of an entry is not a number");
    if (errno || fpclassify(*value) == FP_SUBNORMAL)
        return input_fault(r, "the value of an entry is too small for double; take another unit");
    return ST_OK;
}
