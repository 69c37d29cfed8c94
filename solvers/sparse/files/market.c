/* Reads a matrix in the Matrix Market exchange format; every error names the line. */
#include "solvers/sparse/files/market.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/either_precision.h"

enum symmetry { GENERAL, SYMMETRIC, SKEW };

struct market {
    struct input *in;
    struct triplets *t;
    bool array, pattern, whole;
    enum symmetry symmetry;
};

static const char *const symmetries[] = {[GENERAL] = "general", [SYMMETRIC] = "symmetric", [SKEW] = "skew-symmetric"};

static bool is_one_of(const char *word, const char *const *words, int count, int *which)
{
    for (*which = 0; *which < count; ++*which)
        if (!strcasecmp(word, words[*which])) return true;
    return false;
}

static enum status read_banner(struct market *m, bool of_chain)
{
    static const char *const fields[] = {"pattern", "real", "integer", "double"}, *const forms[] = {"coordinate",
                                                                                                    "array"};
    char object[16], form[16], field[16], symmetry[24];
    int which;
    bool more;
    TRY(input_line(m->in, &more));
    if (!more) return input_fault(m->in, "the file is empty");
    if (sscanf(m->in->text, "%%%%MatrixMarket %15s %15s %15s %23s", object, form, field, symmetry) != 4)
        return input_fault(m->in, "the first line must be: %%%%MatrixMarket matrix coordinate real general");
    if (strcasecmp(object, "matrix") || !is_one_of(form, forms, 2, &which))
        return input_fault(m->in, "only matrices are read, by coordinates or as an array");
    m->array = which == 1;
    if (!is_one_of(field, fields, 4, &which))
        return input_fault(m->in, "only real, integer and pattern matrices are read, not %s ones", field);
    m->pattern = which == 0, m->whole = which == 2;
    if (!is_one_of(symmetry, symmetries, 3, &which))
        return input_fault(m->in, "only general, symmetric and skew-symmetric matrices are read, not %s ones",
                           symmetry);
    m->symmetry = (enum symmetry)which;
    if (m->array && m->pattern) return input_fault(m->in, "an array has values and cannot be a pattern");
    if (m->symmetry == SKEW && m->pattern)
        return input_fault(m->in, "a pattern has no signs, and is not skew-symmetric");
    if (m->symmetry == SKEW && of_chain)
        return input_fault(m->in, "a skew-symmetric matrix has negative entries: it is not the generator of a chain");
    return ST_OK;
}

/* *entries: the number of lines that follow. */
static enum status read_sizes(const struct market *m, int64_t *entries)
{
    int64_t size[3];
    const int numbers = m->array ? 2 : 3;
    bool more;
    TRY(reading_next(m->in, &more));
    if (!more) return input_fault(m->in, "the file ends before it says how large the matrix is");
    if (reading_whole(m->in->text, size, numbers) != numbers)
        return input_fault(m->in, m->array ? "expected: rows columns" : "expected: rows columns entries");
    if (size[0] != size[1])
        return input_fault(m->in, "the matrix is not square: %lld rows, %lld columns", (long long)size[0],
                           (long long)size[1]);
    TRY(triplets_size(m->t, size[0], m->in->line));
    *entries = size[2];
    if (!m->array) return *entries < 0 ? input_fault(m->in, "the number of entries is negative") : ST_OK;
    const int64_t n = size[0];
    *entries = m->symmetry == GENERAL ? n * n : n * (n + 1) / 2 - (m->symmetry == SKEW ? n : 0);
    return ST_OK;
}

/* An entry, and its mirror image. */
static enum status put(const struct market *m, int64_t row, int64_t column, double value)
{
    TRY(triplets_add(m->t, row, column, value, m->in->line));
    if (m->symmetry == GENERAL || row == column) return ST_OK;
    return triplets_add(m->t, column, row, m->symmetry == SKEW ? -value : value, m->in->line);
}

static enum status check_line_ends(const struct input *r, const char *rest)
{
    return rest[strspn(rest, " \t\r\n")] ? input_fault(r, "unexpected text after the entry") : ST_OK;
}

/* The number at *rest; an integer where the first line says so. */
static enum status read_number(const struct market *m, char **rest, double *value)
{
    TRY(reading_value(m->in, rest, value));
    if (!m->whole || *value == floor(*value)) return ST_OK;
    return input_fault(m->in, "the value %.15g is not an integer, as the first line says", *value);
}

static enum status read_entry(const struct market *m)
{
    const struct input *const r = m->in;
    int64_t at[2];
    double value = 1;
    char *rest;
    TRY(reading_place(r, 1, m->t->n, at, &rest));
    if (!m->pattern) TRY(read_number(m, &rest, &value));
    TRY(check_line_ends(r, rest));
    if (m->symmetry != GENERAL && at[0] < at[1])
        return input_fault(
            r, "row %lld, column %lld is above the diagonal: a file holds only the lower triangle of a %s matrix",
            (long long)at[0], (long long)at[1], symmetries[m->symmetry]);
    if (m->symmetry == SKEW && at[0] == at[1])
        return input_fault(r, "the diagonal of a skew-symmetric matrix is 0 and not given");
    return put(m, at[0] - 1, at[1] - 1, value);
}

/* The next value of an array; 0 is not an entry. */
static enum status read_value(const struct market *m, int64_t row, int64_t column)
{
    char *rest = m->in->text;
    double value;
    TRY(read_number(m, &rest, &value));
    TRY(check_line_ends(m->in, rest));
    return value != 0 ? put(m, row, column, value) : ST_OK;
}

static enum status read_entries(const struct market *m, int64_t entries)
{
    int64_t column = 0, row = m->symmetry == SKEW;
    bool more;
    for (int64_t e = 0; e < entries; e++) {
        TRY(reading_next(m->in, &more));
        if (!more)
            return input_fault(m->in, "the file ends after %lld of %lld entries", (long long)e, (long long)entries);
        TRY(m->array ? read_value(m, row, column) : read_entry(m));
        if (++row < m->t->n || !m->array) continue;
        column++;
        row = m->symmetry == GENERAL ? 0 : column + (m->symmetry == SKEW);
    }
    TRY(reading_next(m->in, &more));
    if (more) return input_fault(m->in, "there are more entries than the %lld announced", (long long)entries);
    return ST_OK;
}

enum status market_read(struct triplets *t, struct input *r, bool of_chain)
{
    struct market m = {.in = r, .t = t};
    int64_t entries = 0;
    t->first = 1;
    TRY(read_banner(&m, of_chain));
    t->pattern = m.pattern;
    t->loops = t->sure = m.pattern && of_chain;
    TRY(read_sizes(&m, &entries));
    return read_entries(&m, entries);
}
