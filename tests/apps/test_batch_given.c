/* Batches whose systems are given: read from files in every layout and form, and solved to their known solutions. */
#include "apps/batch/problem/layout.h"
#include "apps/batch/problem/random_systems.h"
#include "apps/batch/state.h"
#include "tests/apps/batch/batch_files.h"

#include <math.h>

#include "base/file/npy.h"
#include "base/memory.h"
#include "base/result/store.h"

enum { N = 5, SYSTEMS = 6, WIDTH = 3 };

/* The systems of random_systems, which are known, as doubles in a layout, by the axes of its arrays. */
struct laid {
    struct batch_layout form;
    struct random_systems numbers;
    int64_t sizes[SYSTEMS], count;
    double *v[4]; /* of unified layouts the first is all */
    int rank;
    int64_t dims[3];
};

static void lay(struct laid *l, const char *layout)
{
    struct batch_params p = {.width = WIDTH, .seed = 4};
    real *flat = calloc(SYSTEMS * N, sizeof *flat);
    while (strcmp(batch_layouts[p.layout], layout)) p.layout++;
    const bool ragged = batch_layout_ragged(&p);
    *l = (struct laid){.numbers = {4, N, NULL, RANDOM_DOMINANT, false}};
    for (int64_t s = 0; s < SYSTEMS; s++) l->sizes[s] = ragged ? 1 + (s + 3) % N : N;
    if (ragged) l->numbers.sizes = l->sizes;
    assert_int_equal(batch_layout_make(&l->form, &p, SYSTEMS, N, ragged ? l->sizes : NULL), ST_OK);
    const struct shape *const shape = &l->form.shape;
    l->count = batch_layout_solution(&l->form);
    for (int a = 0; a < 4; a++) {
        const int to = l->form.apart ? 0 : a;
        if (!l->v[to]) l->v[to] = calloc((size_t)l->count, sizeof(double));
        random_systems_fill(&l->numbers, a, 0, SYSTEMS, flat, 1);
        for (int64_t s = 0; s < SYSTEMS; s++)
            for (int64_t i = 0; i < l->sizes[s]; i++) {
                const bool outside = (a == LOWER && i == 0) || (a == UPPER && i == l->sizes[s] - 1);
                l->v[to][shape_start(shape, s) + i * shape->stride + a * l->form.apart] =
                    outside ? (double)NAN : (double)flat[s * N + i];
            }
    }
    free(flat);
    static const struct {
        const char *layout;
        int rank;
        int64_t dims[3];
    } axes[] = {{"contiguous", 2, {SYSTEMS, N}},
                {"interleaved", 2, {N, SYSTEMS}},
                {"block_interleaved", 3, {SYSTEMS / WIDTH, N, WIDTH}},
                {"unified_rows", 3, {N, 4, SYSTEMS}},
                {"unified_records", 3, {N, SYSTEMS, 4}}};
    l->rank = 1, l->dims[0] = l->count;
    for (size_t k = 0; k < sizeof axes / sizeof *axes; k++)
        if (!strcmp(axes[k].layout, layout)) l->rank = axes[k].rank, memcpy(l->dims, axes[k].dims, sizeof l->dims);
}

static void unlay(struct laid *l)
{
    for (int a = 0; a < 4; a++) free(l->v[a]);
    batch_layout_free(&l->form);
}

static const char *const names[] = {"lower", "diag", "upper", "right"};

static void put_laid_npy(const struct laid *l)
{
    char shape[64] = "", file[32];
    for (int d = 0; d < l->rank; d++) snprintf(shape + strlen(shape), 20, "%lld, ", (long long)l->dims[d]);
    for (int a = 0; a < 4 && l->v[a]; a++) {
        snprintf(file, sizeof file, "%s.npy", l->form.apart ? "unified" : names[a]);
        put_npy(file, "<f8", false, shape, l->v[a], (size_t)l->count * sizeof(double));
    }
    snprintf(shape, sizeof shape, "%d,", SYSTEMS);
    put_npy("sizes.npy", "<i8", false, shape, l->sizes, sizeof l->sizes);
}

static void put_laid_hdf5(const struct laid *l)
{
    struct store *out;
    struct array array = {.type = REAL64, .rank = l->rank, .dims = {l->dims[0], l->dims[1], l->dims[2]}};
    assert_int_equal(store_create(&out, at("batch.h5")), ST_OK);
    for (int a = 0; a < 4 && l->v[a]; a++) {
        array.name = l->form.apart ? "unified" : names[a], array.data = l->v[a];
        assert_int_equal(store_array(out, "/in", &array), ST_OK);
    }
    array = (struct array){.name = "sizes", .type = INT64, .rank = 1, .dims = {SYSTEMS}, .data = (void *)l->sizes};
    assert_int_equal(store_array(out, "/in", &array), ST_OK);
    assert_int_equal(store_commit(out), ST_OK);
}

/* The exact solution is stored for each system, and each is found to be solved. */
static void check_known(struct trial *t, const struct laid *l, const char *what)
{
    const struct batch_state *const s = t->sim.state;
    int64_t count;
    const real *const x = trial_field(t, &count);
    assert_int_equal(count, SYSTEMS * N);
    assert_int_equal(s->quality.count[VERDICT_SOLVED], SYSTEMS);
    for (int64_t k = 0; k < SYSTEMS; k++)
        for (int64_t i = 0; i < l->sizes[k]; i++) {
            const real exact = random_systems_exact(&l->numbers, k, i);
            if (!(fabs((double)(x[k * N + i] - exact)) <= 32 * eps))
                fail_msg("%s: row %lld of system %lld is %g, not %g", what, (long long)i, (long long)k,
                         (double)x[k * N + i], (double)exact);
        }
}

static void every_layout_is_read(void **state)
{
    (void)state;
    for (int k = 0; batch_layouts[k]; k++) {
        const char *const layout = batch_layouts[k];
        struct laid l;
        lay(&l, layout);
        put_laid_npy(&l);
        put_laid_hdf5(&l);
        for (int to = 0; to < 2; to++) { /* solved in another layout too */
            const char *const other = to ? "layout = \"interleaved\"; " : "";
            const char *const arrays = l.form.apart
                                           ? "unified_file = \"@unified.npy\";"
                                           : "lower_file = \"@lower.npy\"; diag_file = \"@diag.npy\"; upper_file = "
                                             "\"@upper.npy\"; right_file = \"@right.npy\";";
            struct trial t =
                complete("thomas", "matrix = \"file\"; %s import = { layout = \"%s\"; width = %d; %s %s%s%s };", other,
                         layout, WIDTH, expand(arrays), l.numbers.sizes ? "sizes_file = \"" : "",
                         l.numbers.sizes ? at("sizes.npy") : "", l.numbers.sizes ? "\";" : "");
            check_known(&t, &l, layout);
            trial_end(&t);
        }
        struct trial t = complete("thomas",
                                  "matrix = \"file\"; import = { layout = \"%s\"; width = %d; file = \"%s\"; lower = "
                                  "\"/in/lower\"; diag = \"/in/diag\"; upper = \"/in/upper\"; right = \"/in/right\"; "
                                  "unified = \"/in/unified\"; sizes = \"/in/sizes\"; };",
                                  layout, WIDTH, at("batch.h5"));
        check_known(&t, &l, layout);
        trial_end(&t);
        unlay(&l);
    }
}

static void a_matrix_with_several_right_sides(void **state)
{
    static const double sides[2][4] = {{2, 3, 4, 10}, {-1, 4, -2, 0}}, x[2][4] = {{1, 2, 3, 4}, {0, 1, 0, 0}};
    int64_t count;
    (void)state;
    put_text("a.mtx", BANNER "4 4 10\n" ENTRIES);
    put_text("b.mtx", SIDES "2\n3\n4\n10\n-1\n4\n-2\n0\n");
    put_npy("b.npy", "<f8", false, "2, 4", sides, sizeof sides);
    put_npy("one.npy", "<f8", false, "4,", sides[1], sizeof sides[1]);
    static const char *const from[] = {"b.mtx", "b.npy", "one.npy"};
    for (int k = 0; k < 3; k++) {
        struct trial t = complete("lapack", "matrix = \"file\"; import = { file = \"%s\"; right_file = \"%s\"; };",
                                  at("a.mtx"), at(from[k]));
        const real *const u = trial_field(&t, &count);
        assert_int_equal(count, k == 2 ? 4 : 8);
        for (int64_t i = 0; i < count; i++) assert_true(fabs((double)u[i] - x[(k == 2) + i / 4][i % 4]) <= 16 * eps);
        trial_end(&t);
    }
    struct trial t = complete("thomas", "matrix = \"file\"; import = { file = \"%s\"; ones = true; };", at("a.mtx"));
    const real *const u = trial_field(&t, &count);
    assert_int_equal(count, 4);
    for (int i = 0; i < 4; i++) assert_true(fabs((double)u[i] - 1) <= 16 * eps);
    assert_true(series_at(&t, "error", 0) <= 16 * eps);
    trial_end(&t);
}

static void arrays_of_every_type(void **state)
{
    static const float single[] = {4, 5, 6, 7};
    static const int32_t whole[] = {4, 5, 6, 7};
    static const int64_t longer[] = {4, 5, 6, 7};
    unsigned char swapped[4 * 8], small[4 * 4];
    struct npy a;
    (void)state;
    for (int k = 0; k < 4; k++) {
        const double v = (double)single[k];
        for (int b = 0; b < 8; b++) swapped[8 * k + b] = ((const unsigned char *)&v)[7 - b];
        for (int b = 0; b < 4; b++) small[4 * k + b] = ((const unsigned char *)&whole[k])[3 - b];
    }
    const struct {
        const char *type;
        const void *bytes;
        size_t count;
    } cases[] = {{"<f4", single, sizeof single},
                 {"<i4", whole, sizeof whole},
                 {"<i8", longer, sizeof longer},
                 {">f8", swapped, sizeof swapped},
                 {">i4", small, sizeof small}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        put_npy("x.npy", cases[k].type, k % 2, "2, 2", cases[k].bytes, cases[k].count);
        assert_int_equal(npy_read(&a, at("x.npy")), ST_OK);
        assert_true(a.rank == 2 && a.dims[0] == 2 && a.dims[1] == 2 && a.count == 4);
        for (int i = 0; i < 4; i++) assert_true(a.data[i] == (k % 2 ? 4 + i / 2 + i % 2 * 2 : 4 + i));
        mem_free(a.data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_layout_is_read),
                                       cmocka_unit_test(a_matrix_with_several_right_sides),
                                       cmocka_unit_test(arrays_of_every_type)};
    return cmocka_run_group_tests(tests, enter, leave);
}
