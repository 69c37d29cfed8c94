/* Any bytes as a Matrix Market file, of a chain or of any matrix, and as transitions in the format of PRISM: a sentence
 * or rows, which are square, in order, and the same again once written and read; of chains the communicating classes
 * are found. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solvers/sparse/files/matrix_io.h"
#include "solvers/sparse/markov/communicating_classes.h"
#include "solvers/sparse/matrix/rcm.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void insist(bool ok)
{
    if (!ok) abort();
}

static void check_rows(const struct csr_double *r)
{
    insist(r->n >= 1 && r->start[0] == 0);
    for (int64_t s = 0; s < r->n; s++)
        for (int64_t e = r->start[s]; e < r->start[s + 1]; e++) {
            insist(r->column[e] >= 0 && r->column[e] < r->n);
            insist(e == r->start[s] || r->column[e - 1] < r->column[e]);
        }
}

static void check_again(const struct csr_double *r, bool of_chain)
{
    struct csr_double again;
    char path[] = "/tmp/fuzz_matrix.XXXXXX.mtx";
    const int made = mkstemps(path, 4);
    insist(made >= 0);
    close(made);
    insist(matrix_file_write(r, path, MATRIX_MARKET) == ST_OK);
    insist(matrix_file_read(&again, NULL, path, of_chain) == ST_OK);
    const size_t entries = (size_t)r->start[r->n];
    insist(again.n == r->n && again.start[r->n] == r->start[r->n]);
    insist(!memcmp(again.column, r->column, entries * sizeof *r->column));
    for (size_t e = 0; e < entries; e++) insist(again.value[e] == r->value[e]);
    csr_double_free(&again);
    unlink(path);
}

static void check_chain(const struct csr_double *r)
{
    struct classes c;
    int32_t *const order = malloc((size_t)r->n * sizeof *order);
    int64_t band;
    insist(order && classes_find(&c, r) == ST_OK);
    insist(c.closed >= 1 && c.closed <= c.components && c.components <= r->n && (c.states > 0) == (c.closed == 1));
    insist(rcm_order(r, order, &band) == ST_OK && band < r->n);
    classes_free(&c);
    free(order);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct {
        enum matrix_file kind;
        bool of_chain;
    } readings[] = {{MATRIX_MARKET, true}, {MATRIX_MARKET, false}, {TRA, true}};
    for (int i = 0; i < 3 && size > 0; i++) {
        struct csr_double r;
        FILE *const in = fmemopen((void *)data, size, "r");
        insist(in != NULL);
        const enum status s = matrix_file_read_from(&r, NULL, in, "bytes", readings[i].kind, readings[i].of_chain);
        fclose(in);
        if (s != ST_OK) {
            insist(*fail_text() && !strchr(fail_text(), '\n'));
            continue;
        }
        check_rows(&r);
        check_again(&r, readings[i].of_chain);
        if (readings[i].of_chain) check_chain(&r);
        csr_double_free(&r);
    }
    return 0;
}
