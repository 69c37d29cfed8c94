/* Reads a chain or matrix from a file in either format, and writes one. */
#include "solvers/sparse/files/matrix_io.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/either_precision.h"
#include "base/file/atomic_file.h"
#include "base/file/input.h"
#include "base/memory.h"
#include "solvers/sparse/files/market.h"
#include "solvers/sparse/files/transitions.h"

enum matrix_file matrix_file_of(const char *path)
{
    const char *const dot = strrchr(path, '.');
    return dot && !strcmp(dot, ".tra") ? TRA : MATRIX_MARKET;
}

static enum status read_all(struct csr_double *out, struct input *r, struct triplets *t, enum matrix_file kind,
                            bool of_chain)
{
    if (kind == TRA && !of_chain)
        return input_fault(r, "these are transitions of a chain: import.content general takes a Matrix Market file");
    TRY(kind == MATRIX_MARKET ? market_read(t, r, of_chain) : transitions_read(t, r));
    if (t->count < t->n - of_chain) /* before empty rows are allocated */
        return fail(ST_CONFIG, "%s:%lld: %lld entries do not connect %lld rows", t->path, (long long)t->line,
                    (long long)t->count, (long long)t->n);
    return triplets_csr(out, t, of_chain);
}

enum status matrix_file_read_from(struct csr_double *out, struct matrix_origin *from, FILE *in, const char *path,
                                  enum matrix_file kind, bool of_chain)
{
    struct input r = {.in = in, .path = path};
    struct triplets t = {.path = path};
    *out = (struct csr_double){0};
    const enum status s = read_all(out, &r, &t, kind, of_chain);
    if (from) *from = (struct matrix_origin){path, t.line, t.first};
    input_free(&r);
    triplets_free(&t);
    return s;
}

enum status matrix_file_read(struct csr_double *out, struct matrix_origin *from, const char *path, bool of_chain)
{
    FILE *in;
    TRY(input_open(&in, path, INT64_MAX));
    const enum status s = matrix_file_read_from(out, from, in, path, matrix_file_of(path), of_chain);
    fclose(in);
    return s;
}

/* Prints a value with as few digits as reproduce the same bits. */
static void write_entry(FILE *out, int64_t row, int64_t column, double value)
{
    char text[32];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    fprintf(out, "%lld %lld %s\n", (long long)row, (long long)column, text);
}

/* Could a reader mistake the rates without their diagonals for probabilities? */
static bool looks_discrete(const struct csr_double *r)
{
    for (int64_t s = 0; s < r->n; s++) {
        double sum = 0;
        for (int64_t e = r->start[s]; e < r->start[s + 1]; e++) sum += r->column[e] != s ? r->value[e] : 0;
        if (!is_one(sum)) return false;
    }
    return true;
}

static void write_head(FILE *out, const struct csr_double *r, enum matrix_file kind, int64_t entries)
{
    const long long n = (long long)r->n, count = (long long)entries;
    if (kind == MATRIX_MARKET)
        fprintf(out, "%%%%MatrixMarket matrix coordinate real general\n%lld %lld %lld\n", n, n, count);
    else if (looks_discrete(r)) fputs("ctmc\n", out);
    else fprintf(out, "%lld %lld\n", n, count);
}

/* Transitions are what is off the diagonal. */
static void write_all(FILE *out, const struct csr_double *r, enum matrix_file kind)
{
    const int first = kind == MATRIX_MARKET;
    int64_t count = 0;
    for (int64_t s = 0; s < r->n; s++)
        for (int64_t e = r->start[s]; e < r->start[s + 1]; e++) count += first || r->column[e] != s;
    write_head(out, r, kind, count);
    for (int64_t s = 0; s < r->n; s++)
        for (int64_t e = r->start[s]; e < r->start[s + 1]; e++)
            if (first || r->column[e] != s) write_entry(out, s + first, r->column[e] + first, r->value[e]);
}

enum status matrix_file_write(const struct csr_double *r, const char *path, enum matrix_file kind)
{
    struct atomic_file file;
    FILE *out;
    TRY(atomic_file_begin(&file, path, kind == TRA ? FILE_TRANSITIONS : FILE_MATRIX_MARKET));
    enum status s = atomic_file_stream(&file, &out);
    if (s == ST_OK) {
        write_all(out, r, kind);
        s = atomic_file_stream_end(&file, out);
    }
    if (s == ST_OK) s = atomic_file_commit(&file);
    atomic_file_abandon(&file);
    return s;
}
