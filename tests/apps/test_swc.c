/* Cells from SWC files: somata of one, two and three samples in each reading, and where sections begin and hang. */
#include "tests/support/swc_text.h"

#include <math.h>

#include "apps/hines/population/generate.h"

static const double pi = 3.14159265358979323846;

/* The values expected of a section. */
struct expected {
    int64_t parent;
    double at;
    enum region region;
    double length, area;
};

static void near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-12 * fabs(b))) fail_msg("%.17g is not %.17g", a, b);
}

static void is(const char *text, enum swc_reading reading, int64_t sections, const struct expected *e)
{
    struct morphology m = cell(text, reading);
    assert_int_equal(m.sections, sections);
    for (int64_t s = 0; s < sections; s++) {
        assert_int_equal(m.section[s].parent, e[s].parent);
        assert_true(e[s].parent < 0 || m.section[s].at == e[s].at);
        assert_int_equal(m.section[s].region, e[s].region);
        near(section_length(&m, s), e[s].length);
        near(section_area(&m, s), e[s].area);
    }
    morphology_free(&m);
}

static double cone(double r1, double r2, double length)
{
    return pi * (r1 + r2) * sqrt(length * length + (r1 - r2) * (r1 - r2));
}

/* Area of the sphere; a chain starts at its own first sample, a lone sample is a cylinder from the middle. */
static void soma_of_one_sample(void **state)
{
    static const char text[] = "1 1 0 0 0 5 -1\n2 3 0 6 0 2 1\n3 3 0 16 0 1 2\n4 2 0 0 -12 0.5 1\n";
    const struct expected e[] = {{-1, 0, REGION_SOMA, 10, 4 * pi * 25},
                                 {0, 0.5, REGION_DENDRITE, 10, cone(2, 1, 10)},
                                 {0, 0.5, REGION_AXON, 12, cone(0.5, 0.5, 12)}};
    (void)state;
    is(text, SWC_NEURON, 3, e);
    is(text, SWC_SONATA, 3, (struct expected[]){e[0], e[2], e[1]});
}

/* A cylinder; a branch of an end begins there, as thick as its own first sample. */
static void soma_of_two_samples(void **state)
{
    static const char text[] = "1 1 0 0 0 5 -1\n2 1 0 20 0 4 1\n3 3 0 26 0 2 2\n4 3 0 36 0 1 3\n5 2 0 -8 0 0.5 1\n";
    const double soma = cone(5, 4, 20);
    const struct expected neuron[] = {{-1, 0, REGION_SOMA, 20, soma},
                                      {0, 1, REGION_DENDRITE, 16, cone(2, 2, 6) + cone(2, 1, 10)},
                                      {0, 0, REGION_AXON, 8, cone(0.5, 0.5, 8)}},
                          arbor[] = {{-1, 0, REGION_SOMA, 20, soma},
                                     {0, 1, REGION_DENDRITE, 16, cone(4, 2, 6) + cone(2, 1, 10)},
                                     {0, 0, REGION_AXON, 8, cone(5, 0.5, 8)}};
    (void)state;
    is(text, SWC_NEURON, 3, neuron);
    is(text, SWC_ARBOR, 3, arbor);
}

#define THREE(y) "1 1 0 0 0 5 -1\n2 1 0 -" y " 0 5 1\n3 1 0 " y " 0 5 1\n4 3 0 9 0 1 1\n5 3 0 19 0 1 4\n"

/* NeuroMorpho's y, y - r, y + r is a sphere to 1 %; otherwise there are two cylinders. In a chain of three, a branch of
 * the middle is joined there. */
static void soma_of_three_samples(void **state)
{
    const struct expected sphere[] = {{-1, 0, REGION_SOMA, 10, 4 * pi * 25},
                                      {0, 0.5, REGION_DENDRITE, 10, cone(1, 1, 10)}},
                          fork[] = {{-1, 0, REGION_SOMA, 5.5, cone(5, 5, 5.5)},
                                    {0, 0, REGION_SOMA, 5.5, cone(5, 5, 5.5)},
                                    {0, 0, REGION_DENDRITE, 10, cone(1, 1, 10)}},
                          cones[] = {{-1, 0, REGION_SOMA, 5, cone(5, 5, 5)},
                                     {0, 0, REGION_SOMA, 5, cone(5, 5, 5)},
                                     {0, 0, REGION_DENDRITE, 19, cone(5, 1, 9) + cone(1, 1, 10)}},
                          chain[] = {{-1, 0, REGION_SOMA, 20, cone(5, 6, 10) + cone(6, 5, 10)},
                                     {0, 0.5, REGION_DENDRITE, 10, cone(1, 1, 10)}};
    (void)state;
    is(THREE("5"), SWC_NEURON, 2, sphere);
    is(THREE("5.04"), SWC_NEURON, 2, sphere);
    is(THREE("5.5"), SWC_NEURON, 3, fork);
    is(THREE("5"), SWC_ARBOR, 3, cones);
    is("1 1 0 0 0 5 -1\n2 1 0 10 0 6 1\n3 1 0 20 0 5 2\n4 3 7 10 0 1 2\n5 3 17 10 0 1 4\n", SWC_NEURON, 2, chain);
}

/* Sections end where samples branch, where types change, and for `neuron` where the next sample is not a child. A
 * branch that leaves a dendrite at its first sample hangs where the dendrite does. */
static void sections_are_cut(void **state)
{
    static const char trunk[] = "1 1 0 0 0 5 -1\n2 2 0 6 0 1 1\n3 3 0 0 6 1 1\n4 3 0 0 16 1 3\n5 3 0 10 6 1 3\n";
    static const char types[] = "1 1 0 0 0 5 -1\n2 1 0 5 0 5 1\n3 3 0 9 0 1 2\n4 3 0 19 0 1 3\n5 6 0 29 0 1 4\n"
                                "6 6 0 39 0 1 5\n7 7 0 49 0 1 6\n";
    static const char jump[] = "1 1 0 0 0 5 -1\n2 2 0 6 0 1 1\n3 2 0 16 0 1 2\n4 3 6 0 0 1 1\n5 3 16 0 0 1 4\n"
                               "6 2 0 26 0 1 3\n";
    const double first = cone(1, 1, 4) + cone(1, 1, 10), ten = cone(1, 1, 10);
    const struct expected a[] = {{-1, 0, REGION_SOMA, 10, 100 * pi},
                                 {0, 0.5, REGION_AXON, 6, cone(1, 1, 6)},
                                 {0, 0.5, REGION_DENDRITE, 10, ten},
                                 {0, 0.5, REGION_DENDRITE, 10, ten}},
                          b[] = {{-1, 0, REGION_SOMA, 5, cone(5, 5, 5)},
                                 {0, 1, REGION_DENDRITE, 14, first},
                                 {1, 1, REGION_OTHER, 20, 2 * ten},
                                 {2, 1, REGION_OTHER, 10, ten}},
                          c[] = {{-1, 0, REGION_SOMA, 10, 100 * pi},
                                 {0, 0.5, REGION_AXON, 10, ten},
                                 {0, 0.5, REGION_DENDRITE, 10, ten},
                                 {1, 1, REGION_AXON, 10, ten}};
    (void)state;
    is(trunk, SWC_NEURON, 4, a);
    is(types, SWC_NEURON, 4, b);
    is(jump, SWC_NEURON, 4, c);
}

/* A case in which Import3d would join two dendrites into one: 3 and 4 are both first samples, and 5 goes on from 3. */
static void neighbours_are_not_joined(void **state)
{
    static const char text[] = "1 1 0 0 0 5 -1\n2 2 0 -6 0 1 1\n3 3 0 6 0 1 1\n4 3 6 0 0 1 1\n5 3 0 16 0 1 3\n";
    const struct expected e[] = {{-1, 0, REGION_SOMA, 10, 100 * pi},
                                 {0, 0.5, REGION_AXON, 6, cone(1, 1, 6)},
                                 {0, 0.5, REGION_DENDRITE, 6, cone(1, 1, 6)},
                                 {0, 0.5, REGION_DENDRITE, 6, cone(1, 1, 6)},
                                 {2, 1, REGION_DENDRITE, 10, cone(1, 1, 10)}};
    (void)state;
    is(text, SWC_NEURON, 5, e);
}

/* If a soma branches, dendrites start at their own first sample, and the first child of its type is Arbor's first
 * section, wherever its line is. */
static void soma_that_branches(void **state)
{
    static const char text[] = "1 1 0 0 0 5 -1\n2 1 0 10 0 5 1\n3 1 0 20 0 5 2\n4 1 10 10 0 5 2\n5 3 0 10 6 1 2\n"
                               "6 3 0 10 16 1 5\n";
    static const char fork[] = "1 1 0 0 0 5 -1\n2 3 0 9 0 1 1\n3 1 0 -10 0 5 1\n";
    const double ten = cone(5, 5, 10);
    const struct expected e[] = {{-1, 0, REGION_SOMA, 10, ten},
                                 {0, 1, REGION_SOMA, 10, ten},
                                 {0, 1, REGION_SOMA, 10, ten},
                                 {0, 1, REGION_DENDRITE, 10, cone(1, 1, 10)}},
                          f[] = {{-1, 0, REGION_SOMA, 10, ten}, {0, 0, REGION_DENDRITE, 9, cone(5, 1, 9)}};
    (void)state;
    is(text, SWC_NEURON, 4, e);
    is(fork, SWC_ARBOR, 2, f);
}

/* The dendrite that repeats its parent's place is not a section; its children hang on the soma. */
static void sections_without_length_are_dropped(void **state)
{
    static const char text[] = "1 1 0 0 0 5 -1\n2 1 0 10 0 5 1\n3 3 0 10 0 1 2\n4 3 0 20 0 1 3\n5 3 9 10 0 1 3\n";
    const struct expected e[] = {{-1, 0, REGION_SOMA, 10, cone(5, 5, 10)},
                                 {0, 1, REGION_DENDRITE, 10, cone(1, 1, 10)},
                                 {0, 1, REGION_DENDRITE, 9, cone(1, 1, 9)}};
    (void)state;
    struct morphology m = cell(text, SWC_ARBOR);
    assert_int_equal(m.sections, 3);
    for (int64_t s = 1; s < 3; s++) assert_true(m.section[s].parent == 0 && m.section[s].at == 1);
    morphology_free(&m);
    is("1 1 0 0 0 5 -1\n2 1 0 10 0 5 1\n3 3 0 10 0 1 2\n4 3 0 20 0 1 3\n5 3 0 20 0 1 4\n", SWC_NEURON, 2, e);
    m = cell("1 1 0 0 0 5 -1\n2 3 0 6 0 1 1\n3 3 0 6 0 1 2\n4 3 0 16 0 1 3\n5 3 10 6 0 1 3\n", SWC_NEURON);
    assert_int_equal(m.sections, 3);
    for (int64_t s = 1; s < 3; s++) assert_true(m.section[s].parent == 0 && m.section[s].at == 0.5);
    morphology_free(&m);
}

/* Numbered type by type: axon, dendrites, apical dendrite, others. */
static void sonata_orders_types(void **state)
{
    static const char text[] = "1 1 0 0 0 5 -1\n2 4 0 6 0 1 1\n3 4 0 16 0 1 2\n4 9 0 0 6 1 1\n5 9 0 0 16 1 4\n"
                               "6 3 6 0 0 1 1\n7 3 16 0 0 1 6\n8 3 26 0 0 1 7\n9 3 16 10 0 1 7\n"
                               "10 2 0 0 -6 1 1\n11 2 0 0 -16 1 10\n";
    const double ten = cone(1, 1, 10);
    const struct expected e[] = {{-1, 0, REGION_SOMA, 10, 100 * pi}, {0, 0.5, REGION_AXON, 10, ten},
                                 {0, 0.5, REGION_DENDRITE, 10, ten}, {2, 1, REGION_DENDRITE, 10, ten},
                                 {2, 1, REGION_DENDRITE, 10, ten},   {0, 0.5, REGION_APICAL, 10, ten},
                                 {0, 0.5, REGION_OTHER, 10, ten}};
    (void)state;
    is(text, SWC_SONATA, 7, e);
}

/* The shipped cell: sections, length and area of each region as NEURON 9.0.2's Import3d has them, to its float. */
static void pyramid_is_as_in_neuron(void **state)
{
    static const struct {
        int64_t sections;
        double length, area;
    } e[] = {
        {1, 18, 1017.87602}, {3, 291.42394, 672.333828}, {20, 1076.3097, 4422.14429}, {21, 1594.57942, 6373.64189}};
    const struct hines_cells of = {
        .form = FORM_SWC, .file = (char *)"configs/hines/pyramid.swc", .reading = SWC_NEURON};
    struct morphology m;
    (void)state;
    assert_true(generates_one(&of));
    assert_int_equal(generate(&m, &of, 0), ST_OK);
    for (int region = REGION_SOMA; region <= REGION_APICAL; region++) {
        double length = 0, area = 0;
        int64_t sections = 0;
        for (int64_t s = 0; s < m.sections; s++)
            if (m.section[s].region == (enum region)region)
                sections++, length += section_length(&m, s), area += section_area(&m, s);
        assert_int_equal(sections, e[region].sections);
        assert_true(fabs(length / e[region].length - 1) < 1e-6 && fabs(area / e[region].area - 1) < 1e-6);
    }
    morphology_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soma_of_one_sample),
        cmocka_unit_test(soma_of_two_samples),
        cmocka_unit_test(soma_of_three_samples),
        cmocka_unit_test(sections_are_cut),
        cmocka_unit_test(neighbours_are_not_joined),
        cmocka_unit_test(soma_that_branches),
        cmocka_unit_test(sections_without_length_are_dropped),
        cmocka_unit_test(sonata_orders_types),
        cmocka_unit_test(pyramid_is_as_in_neuron),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
