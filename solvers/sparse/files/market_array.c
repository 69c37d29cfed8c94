/* Reads dense arrays in the Matrix Market exchange format. */
#include "solvers/sparse/files/market_array.h"

#include <string.h>
#include <strings.h>

#include "base/either_precision.h"
#include "base/memory.h"
#include "solvers/sparse/files/reading.h"

static enum status read_banner(struct input *in)
{
    char form[16], field[16], symmetry[24];
    bool more;
    TRY(input_line(in, &more));
    if (!more) return input_fault(in, "the file is empty");
    if (sscanf(in->text, "%%%%MatrixMarket matrix %15s %15s %23s", form, field, symmetry) != 3 ||
        strcasecmp(form, "array") || strcasecmp(symmetry, "general"))
        return input_fault(in, "the first line must be: %%%%MatrixMarket matrix array real general");
    if (strcasecmp(field, "real") && strcasecmp(field, "integer") && strcasecmp(field, "double"))
        return input_fault(in, "only real and integer arrays are read, not %s ones", field);
    return ST_OK;
}

static enum status read_sizes(struct input *in, struct market_array *out)
{
    int64_t size[2], count;
    bool more;
    TRY(reading_next(in, &more));
    if (!more) return input_fault(in, "the file ends before it says how large the array is");
    if (reading_whole(in->text, size, 2) != 2 || size[0] < 1 || size[1] < 1)
        return input_fault(in, "expected: rows columns, both at least 1");
    if (__builtin_mul_overflow(size[0], size[1], &count))
        return input_fault(in, "%lld times %lld values are beyond any memory", (long long)size[0], (long long)size[1]);
    out->rows = size[0], out->columns = size[1];
    return ST_OK;
}

static enum status read_value(struct input *in, double *out)
{
    char *rest = in->text;
    TRY(reading_value(in, &rest, out));
    return rest[strspn(rest, " \t\r\n")] ? input_fault(in, "unexpected text after the value") : ST_OK;
}

static enum status read_values(struct input *in, const struct market_array *out)
{
    const int64_t count = out->rows * out->columns;
    bool more;
    for (int64_t k = 0; k < count; k++) {
        TRY(reading_next(in, &more));
        if (!more) return input_fault(in, "the file ends after %lld of %lld values", (long long)k, (long long)count);
        TRY(read_value(in, &out->value[k]));
    }
    TRY(reading_next(in, &more));
    return more ? input_fault(in, "there are more values than the %lld announced", (long long)count) : ST_OK;
}

static enum status read_all(struct input *in, struct market_array *out, int64_t bytes)
{
    TRY(read_banner(in));
    TRY(read_sizes(in, out));
    if (out->rows > bytes / out->columns) /* a value needs a digit and the end of its line */
        return input_fault(in, "the file is too short for %lld times %lld values", (long long)out->rows,
                           (long long)out->columns);
    TRY(mem_array(&out->value, HOST, out->rows * out->columns, sizeof *out->value));
    return read_values(in, out);
}

enum status market_array_read(struct market_array *out, const char *path)
{
    struct input in = {.path = path};
    *out = (struct market_array){0};
    TRY(input_open(&in.in, path, INT64_MAX));
    fseeko(in.in, 0, SEEK_END);
    const int64_t bytes = ftello(in.in);
    rewind(in.in);
    const enum status s = read_all(&in, out, bytes);
    fclose(in.in);
    input_free(&in);
    if (s != ST_OK) out->value = mem_free(out->value);
    return s;
}
