/* The .xdmf next to a result file: well-formed XML whose references and dimensions agree with the HDF5 file. */
#include "base/result/store.h"
#include "command/run/record/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64], result[128], described[128];

static int enter(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_xdmf.XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(result, sizeof result, "%s/a & b.h5", folder);
    snprintf(described, sizeof described, "%s/a & b.xdmf", folder);
    return 0;
}

static int leave(void **state)
{
    (void)state;
    unlink(result);
    unlink(described);
    return rmdir(folder);
}

static void good(enum status st)
{
    if (st != ST_OK) fail_msg("%s", fail_text());
}

static void put(struct store *s, const char *group, const char *name, int rank, int64_t n0, int64_t n1, int64_t n2)
{
    static double zero[60];
    const struct array a = {.name = name, .type = REAL64, .rank = rank, .dims = {n0, n1, n2}, .data = zero};
    good(store_array(s, group, &a));
}

static void mesh(struct store *s, const char *group, int dim)
{
    static const char *const origin[] = {"mesh_origin_x", "mesh_origin_y", "mesh_origin_z"};
    static const char *const spacing[] = {"mesh_spacing_x", "mesh_spacing_y", "mesh_spacing_z"};
    for (int d = 0; d < dim; d++) {
        good(store_real(s, group, origin[d], d + 1));
        good(store_real(s, group, spacing[d], 0.1 * (d + 1)));
    }
}

static const char *contents(void)
{
    static char text[10000];
    FILE *const f = fopen(described, "r");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return text;
}

static int times(const char *part)
{
    int count = 0;
    for (const char *p = contents(); (p = strstr(p, part)); p++) count++;
    return count;
}

static void moments_of_runs_are_described(void **state)
{
    (void)state;
    struct store *s;
    good(store_create(&s, result));
    put(s, "/runs/000_thomas_host_double/fields", "u", 3, 3, 4, 5);
    mesh(s, "/runs/000_thomas_host_double/fields", 3);
    good(store_real(s, "/runs/000_thomas_host_double", "time", 0.2));
    put(s, "/runs/000_thomas_host_double/snapshots", "u_000000001", 3, 3, 4, 5);
    put(s, "/runs/000_thomas_host_double/snapshots", "u_000000002", 3, 3, 4, 5);
    good(store_real(s, "/runs/000_thomas_host_double/snapshots", "time_000000001", 0.1));
    good(store_real(s, "/runs/000_thomas_host_double/snapshots", "time_000000002", 0.2));
    put(s, "/runs/001_pcr_host_double/fields", "u", 2, 4, 5, 0);
    put(s, "/runs/001_pcr_host_double/fields", "v", 2, 4, 5, 0);
    put(s, "/runs/001_pcr_host_double/fields", "w", 2, 5, 4, 0);
    mesh(s, "/runs/001_pcr_host_double/fields", 2);
    good(store_real(s, "/runs/001_pcr_host_double", "time", 7));
    good(store_text(s, "/runs/002_gpu_device_double", "status", "refused: no GPU"));
    good(store_commit(s));
    good(record_xdmf(result));

    assert_int_equal(times("CollectionType=\"Temporal\""), 2);
    assert_int_equal(times("<Time "), 3);
    assert_int_equal(times("3DCoRectMesh\" Dimensions=\"3 4 5\""), 2);
    assert_int_equal(times("3DCoRectMesh\" Dimensions=\"1 4 5\""), 1); /* a plane at z = 0, as deep as wide */
    assert_int_equal(times("<DataItem Dimensions=\"1 4 5\""), 2);
    assert_int_equal(times("ORIGIN_DXDYDZ"), 3);
    assert_int_equal(times(">3 2 1</DataItem>"), 2); /* origin, z first */
    assert_int_equal(times(">0 2 1</DataItem>"), 1);
    assert_int_equal(times(">0.10000000000000001 0.20000000000000001 0.10000000000000001</DataItem>"), 1);
    assert_int_equal(times("a &#38; b.h5:/runs/000_thomas_host_double/snapshots/u_000000002<"), 1);
    assert_int_equal(times("a &#38; b.h5:/runs/001_pcr_host_double/fields/v<"), 1);
    assert_int_equal(times("fields/w"), 0); /* not on the mesh of u */
}

/* Two moments of one time are one: readers do not accept more. */
static void stretched_meshes_name_their_coordinates(void **state)
{
    (void)state;
    struct store *s;
    const char *const run = "/runs/000_thomas_host_double";
    char fields[64], snapshots[64];
    snprintf(fields, sizeof fields, "%s/fields", run);
    snprintf(snapshots, sizeof snapshots, "%s/snapshots", run);
    good(store_create(&s, result));
    put(s, fields, "u", 2, 4, 5, 0);
    put(s, fields, "x", 1, 5, 0, 0);
    put(s, fields, "y", 1, 4, 0, 0);
    mesh(s, fields, 2);
    good(store_real(s, fields, "mesh_spacing_y", 0));
    good(store_real(s, run, "time", 3));
    put(s, snapshots, "u_000000000", 2, 4, 5, 0);
    put(s, snapshots, "u_000000001", 2, 4, 5, 0);
    good(store_real(s, snapshots, "time_000000000", 0));
    good(store_real(s, snapshots, "time_000000001", 0));
    good(store_commit(s));
    good(record_xdmf(result));

    assert_int_equal(times("<Time "), 2);
    assert_int_equal(times("u_000000000"), 0);
    assert_int_equal(times("TopologyType=\"3DRectMesh\" Dimensions=\"1 4 5\""), 2);
    assert_int_equal(times("GeometryType=\"VXVYVZ\""), 2);
    assert_int_equal(times("DCoRectMesh"), 0);
    assert_int_equal(times("a &#38; b.h5:/runs/000_thomas_host_double/fields/y<"), 1);
    assert_int_equal(times("a &#38; b.h5:/runs/000_thomas_host_double/snapshots/x<"), 1);
}

/* Values in the middles of cells: the mesh has a node more along each axis, and a plane is one cell deep. */
static void fields_of_cells_are_in_cells(void **state)
{
    (void)state;
    struct store *s;
    static const char *const lower[] = {"mesh_lower_x", "mesh_lower_y", "mesh_lower_z"};
    char fields[2][64], runs[2][32];
    good(store_create(&s, result));
    for (int k = 0; k < 2; k++) {
        snprintf(runs[k], sizeof runs[k], "/runs/00%d_thomas_host_double", k);
        snprintf(fields[k], sizeof fields[k], "/runs/00%d_thomas_host_double/fields", k);
        put(s, fields[k], "u", 3 - k, k ? 4 : 3, k ? 5 : 4, k ? 0 : 5);
        mesh(s, fields[k], 3 - k);
        for (int d = 0; d < 3 - k; d++) good(store_real(s, fields[k], lower[d], d + 0.5));
        good(store_real(s, runs[k], "time", 1));
    }
    put(s, fields[1], "x_borders", 1, 6, 0, 0);
    put(s, fields[1], "y_borders", 1, 5, 0, 0);
    good(store_real(s, fields[1], "mesh_spacing_y", 0));
    good(store_commit(s));
    good(record_xdmf(result));

    assert_int_equal(times("Center=\"Cell\""), 2);
    assert_int_equal(times("3DCoRectMesh\" Dimensions=\"4 5 6\""), 1);
    assert_int_equal(times(">2.5 1.5 0.5</DataItem>"), 1);
    assert_int_equal(times("<DataItem Dimensions=\"3 4 5\""), 1);
    assert_int_equal(times("3DRectMesh\" Dimensions=\"2 5 6\""), 1);
    assert_int_equal(times("<DataItem Dimensions=\"1 4 5\""), 1);
    assert_int_equal(times("<DataItem Dimensions=\"6\""), 1);
    assert_int_equal(times("fields/x_borders<"), 1);
    assert_int_equal(times("<DataItem Dimensions=\"2\" NumberType=\"Float\" Precision=\"8\" Format=\"XML\">0 1<"), 1);
}

/* Faces have places of their own: they are not on the mesh. */
static void components_are_joined_and_faces_left_out(void **state)
{
    (void)state;
    struct store *s;
    const char *const fields = "/runs/000_thomas_host_double/fields";
    good(store_create(&s, result));
    put(s, fields, "p", 3, 3, 4, 5);
    put(s, fields, "u", 3, 3, 4, 5);
    put(s, fields, "x_u", 1, 5, 0, 0);
    put(s, fields, "velocity_x", 3, 3, 4, 5);
    put(s, fields, "velocity_y", 3, 3, 4, 5);
    put(s, fields, "velocity_z", 3, 3, 4, 5);
    put(s, fields, "flux_x", 3, 3, 4, 5);
    mesh(s, fields, 3);
    good(store_real(s, "/runs/000_thomas_host_double", "time", 1));
    good(store_commit(s));
    good(record_xdmf(result));

    assert_int_equal(times("AttributeType=\"Scalar\""), 5);
    assert_int_equal(times("fields/u<"), 0);
    assert_int_equal(times("Name=\"velocity\" AttributeType=\"Vector\""), 1);
    assert_int_equal(times("AttributeType=\"Vector\""), 1);
    assert_int_equal(times("Function=\"JOIN($0, $1, $2)\" Dimensions=\"3 4 5 3\""), 1);
    assert_int_equal(times("fields/velocity_z<"), 2);
}

/* Needs Python, which is not part of bandstand: skipped without. */
static void an_xml_parser_takes_it(void **state)
{
    char command[600];
    moments_of_runs_are_described(state);
    if (system("python3 -c 'import xml.etree.ElementTree' 2>/dev/null") != 0) {
        print_message("skipped: no python3 to parse XML with\n");
        skip();
    }
    snprintf(command, sizeof command,
             "python3 -c 'import sys, xml.etree.ElementTree as e\n"
             "g = e.parse(sys.argv[1]).getroot().findall(\"Domain/Grid/Grid\")\n"
             "d = [(m.find(\"Topology\"), a) for m in g for a in m.findall(\"Attribute/DataItem\")]\n"
             "sys.exit(len(d) != 4 or any(a.get(\"Dimensions\") != b.get(\"Dimensions\") for a, b in d))' '%s'",
             described);
    assert_int_equal(system(command), 0);
}

static void without_a_mesh_there_is_none(void **state)
{
    (void)state;
    struct store *s;
    good(store_create(&s, result));
    put(s, "/runs/000_thomas_host_double/fields", "u", 1, 5, 0, 0);
    good(store_real(s, "/runs/000_thomas_host_double", "time", 1));
    good(store_commit(s));
    good(record_xdmf(result));
    assert_int_not_equal(access(described, F_OK), 0);
}

static void a_result_that_is_not_there_is_named(void **state)
{
    (void)state;
    assert_int_equal(record_xdmf(result), ST_CONFIG);
    assert_non_null(strstr(fail_text(), "a & b.h5"));
    assert_int_not_equal(access(described, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(moments_of_runs_are_described, enter, leave),
        cmocka_unit_test_setup_teardown(stretched_meshes_name_their_coordinates, enter, leave),
        cmocka_unit_test_setup_teardown(fields_of_cells_are_in_cells, enter, leave),
        cmocka_unit_test_setup_teardown(components_are_joined_and_faces_left_out, enter, leave),
        cmocka_unit_test_setup_teardown(an_xml_parser_takes_it, enter, leave),
        cmocka_unit_test_setup_teardown(without_a_mesh_there_is_none, enter, leave),
        cmocka_unit_test_setup_teardown(a_result_that_is_not_there_is_named, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
