#include "apps/cloudqueue/exchange.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "apps/cloudqueue/triplets.h"
#include "base/input.h"
#include "base/memory.h"
#include "base/replace.h"

/* A text, line by line. */
struct reading {
    FILE *in;
    const char *path;
    enum exchange kind;
    char *text;
    size_t room;
    int64_t line;
    int bad;   /* errno of a read that failed */
    bool zero; /* a byte 0 is in the line, which is no text */
};

enum exchange exchange_of(const char *path)
{
    const char *const dot = strrchr(path, '.');
    return dot && !strcmp(dot, ".tra") ? TRA : MATRIX_MARKET;
}

/* The next line, or false at the end of what can be read. */
static bool any_line(struct reading *r)
{
    errno = 0;
    const ssize_t length = getline(&r->text, &r->room, r->in);
    r->bad = length < 0 && !feof(r->in) ? errno : 0;
    if (length < 0) return false;
    r->line++;
    r->zero = strlen(r->text) != (size_t)length;
    return !r->zero;
}

/* The next line that says something, or false at the end. */
static bool next_line(struct reading *r)
{
    while (any_line(r)) {
        const size_t blank = strspn(r->text, " \t\r\n");
        if (r->text[blank] && r->text[blank] != '%') return true;
    }
    return false;
}

static enum status fault(const struct reading *r, const char *reason)
{
    return fail(ST_CONFIG, "%s:%lld: %s", r->path, (long long)r->line, reason);
}

/* Why there is no next line; ST_OK: the file is at its end. */
static enum status check_end(const struct reading *r)
{
    if (r->bad) return fail(ST_CONFIG, "%s: %s", r->path, strerror(r->bad));
    return r->zero ? fault(r, "a byte 0 is in the line: the file is no text") : ST_OK;
}

static enum status check_banner(struct reading *r)
{
    char object[16], form[16], field[16], symmetry[24];
    if (!any_line(r)) {
        TRY(check_end(r));
        return fail(ST_CONFIG, "%s: the file is empty", r->path);
    }
    if (sscanf(r->text, "%%%%MatrixMarket %15s %15s %15s %23s", object, form, field, symmetry) != 4)
        return fault(r, "the first line must be: %%MatrixMarket matrix coordinate real general");
    if (strcasecmp(object, "matrix") || strcasecmp(form, "coordinate"))
        return fault(r, "only matrices by coordinates are read");
    if (strcasecmp(field, "real") && strcasecmp(field, "integer") && strcasecmp(field, "double"))
        return fault(r, "only real and integer matrices are read");
    if (strcasecmp(symmetry, "general")) return fault(r, "only general matrices are read, with all of their entries");
    return ST_OK;
}

/* Whole numbers, and nothing else. */
static int take_numbers(const char *text, int64_t *out, int most)
{
    int count = 0;
    for (;; count++) {
        char *end;
        text += strspn(text, " \t\r\n");
        if (!*text || count == most) return *text ? most + 1 : count;
        errno = 0;
        out[count] = strtoll(text, &end, 10);
        if (end == text || errno || (*end && !strchr(" \t\r\n", *end))) return -1;
        text = end;
    }
}

/* Sizes; *entries: how many lines follow. */
static enum status read_sizes(struct reading *r, int64_t *n, int64_t *entries)
{
    int64_t size[3];
    const bool market = r->kind == MATRIX_MARKET;
    if (!next_line(r)) {
        TRY(check_end(r));
        return fail(ST_CONFIG, "%s: the file ends before it says how large the matrix is", r->path);
    }
    if (take_numbers(r->text, size, market ? 3 : 2) != (market ? 3 : 2))
        return fault(r, market ? "expected: rows columns entries" : "expected: states transitions");
    *n = size[0], *entries = size[market ? 2 : 1];
    if (market && size[0] != size[1])
        return fail(ST_CONFIG, "%s:%lld: the matrix is not square: %lld rows, %lld columns", r->path,
                    (long long)r->line, (long long)size[0], (long long)size[1]);
    if (*n < 1 || *n > INT32_MAX) return fault(r, "there must be from 1 to 2147483647 rows");
    if (*entries < 0) return fault(r, "the number of entries is negative");
    return ST_OK;
}

static enum status read_entry(struct reading *r, struct triplets *t)
{
    char *end, *rest = r->text;
    int64_t at[2];
    for (int i = 0; i < 2; i++) {
        errno = 0;
        at[i] = strtoll(rest, &end, 10);
        if (end == rest || errno || !*end || !strchr(" \t", *end)) return fault(r, "expected: row column value");
        if (at[i] < t->first || at[i] >= t->n + t->first)
            return fail(ST_CONFIG, "%s:%lld: %s %lld is not from %lld to %lld", r->path, (long long)r->line,
                        i ? "column" : "row", (long long)at[i], (long long)t->first, (long long)(t->n - 1 + t->first));
        rest = end;
    }
    errno = 0;
    const double value = strtod(rest, &end);
    if (end == rest || !isfinite(value)) return fault(r, "the value of an entry is not a number");
    if (errno || fpclassify(value) == FP_SUBNORMAL)
        return fault(r, "the value of an entry is nearer to 0 than double can tell; take a longer unit of time");
    rest = end + strspn(end, " \t\r\n");
    if (*rest && (r->kind == MATRIX_MARKET || end == rest)) return fault(r, "there is more in the line than an entry");
    if (r->kind == TRA && at[0] == at[1]) return ST_OK;
    return triplets_add(t, at[0] - t->first, at[1] - t->first, value, r->line);
}

static enum status read_entries(struct reading *r, struct triplets *t, int64_t entries)
{
    for (int64_t e = 0; e < entries; e++) {
        if (!next_line(r)) {
            TRY(check_end(r));
            return fail(ST_CONFIG, "%s:%lld: the file ends after %lld of %lld entries", r->path, (long long)r->line,
                        (long long)e, (long long)entries);
        }
        TRY(read_entry(r, t));
    }
    if (next_line(r))
        return fail(ST_CONFIG, "%s:%lld: there are more than the %lld entries that were promised", r->path,
                    (long long)r->line, (long long)entries);
    return check_end(r);
}

static enum status read_all(struct rows *out, struct reading *r, struct triplets *t, bool of_chain)
{
    int64_t entries = 0;
    if (r->kind == MATRIX_MARKET) TRY(check_banner(r));
    TRY(read_sizes(r, &t->n, &entries));
    TRY(read_entries(r, t, entries));
    if (t->count < t->n - of_chain) /* before rows are made that nothing stands in */
        return fail(ST_CONFIG, "%s: %lld entries do not connect %lld rows", r->path, (long long)t->count,
                    (long long)t->n);
    return triplets_rows(out, t, of_chain);
}

enum status exchange_read_from(struct rows *out, FILE *in, const char *path, enum exchange kind, bool of_chain)
{
    struct reading r = {.in = in, .path = path, .kind = kind};
    struct triplets t = {.path = path, .first = kind == MATRIX_MARKET};
    *out = (struct rows){0};
    const enum status s = read_all(out, &r, &t, of_chain);
    free(r.text);
    triplets_free(&t);
    return s;
}

enum status exchange_read(struct rows *out, const char *path, bool of_chain)
{
    FILE *in;
    TRY(input_open(&in, path, INT64_MAX));
    const enum status s = exchange_read_from(out, in, path, exchange_of(path), of_chain);
    fclose(in);
    return s;
}

/* With as few digits as give the same bits. */
static void write_entry(FILE *out, int64_t row, int64_t column, double value)
{
    char text[32];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    fprintf(out, "%lld %lld %s\n", (long long)row, (long long)column, text);
}

/* Transitions are what is off the diagonal. */
static void write_all(FILE *out, const struct rows *r, enum exchange kind)
{
    const int first = kind == MATRIX_MARKET;
    int64_t count = 0;
    for (int64_t s = 0; s < r->n; s++)
        for (int64_t e = r->start[s]; e < r->start[s + 1]; e++) count += first || r->column[e] != s;
    if (first) fputs("%%MatrixMarket matrix coordinate real general\n", out);
    if (first) fprintf(out, "%lld ", (long long)r->n);
    fprintf(out, "%lld %lld\n", (long long)r->n, (long long)count);
    for (int64_t s = 0; s < r->n; s++)
        for (int64_t e = r->start[s]; e < r->start[s + 1]; e++)
            if (first || r->column[e] != s) write_entry(out, s + first, r->column[e] + first, r->value[e]);
}

enum status exchange_write(const struct rows *r, const char *path, enum exchange kind)
{
    struct replacement file;
    FILE *out;
    TRY(replace_begin(&file, path));
    enum status s = replace_stream(&file, &out);
    if (s == ST_OK) {
        write_all(out, r, kind);
        s = replace_stream_end(&file, out);
    }
    if (s == ST_OK) s = replace_commit(&file);
    replace_abandon(&file);
    return s;
}
