// Steps of the heat equation on 64 rings of 300 points each, interleaved: one matrix for all, factored once
// and solved with in each step. The sum over each ring stays what it was.
#include <bandstand.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

static void must(int status)
{
    if (status != BANDSTAND_OK) throw std::runtime_error(bandstand_message());
}

using Plan = std::unique_ptr<bandstand_plan, decltype(&bandstand_plan_free)>;

static Plan plan_of(const bandstand_layout &layout, const bandstand_options &options)
{
    bandstand_plan *plan;
    must(bandstand_dtridiag_plan(&plan, &layout, &options));
    return Plan(plan, bandstand_plan_free);
}

static double run()
{
    const std::int64_t n = 300, rings = 64;
    bandstand_layout layout = bandstand_interleaved(n, rings);
    bandstand_share_matrix(&layout);
    bandstand_options options = BANDSTAND_OPTIONS;
    options.flags = BANDSTAND_REUSE | BANDSTAND_CYCLIC;
    const std::vector<double> off(n, -2.0), diag(n, 5.0);
    std::vector<double> u(n * rings);
    for (std::int64_t k = 0; k < n * rings; k++) u[k] = k / rings % 7 + k % rings;
    std::vector<double> before(rings), after(rings);
    for (std::int64_t k = 0; k < n * rings; k++) before[k % rings] += u[k];

    const Plan plan = plan_of(layout, options);
    must(bandstand_dtridiag_factor(plan.get(), off.data(), diag.data(), off.data(), nullptr));
    for (int step = 0; step < 10; step++)
        must(bandstand_dtridiag_solve(plan.get(), off.data(), diag.data(), off.data(), nullptr, u.data(), nullptr,
                                      nullptr));
    double error = 0;
    for (std::int64_t k = 0; k < n * rings; k++) after[k % rings] += u[k];
    for (std::int64_t s = 0; s < rings; s++) error = std::fmax(error, std::fabs(after[s] / before[s] - 1));
    return error;
}

int main()
{
    try {
        const double error = run();
        std::printf("sums over rings: largest error %.1e\n", error);
        return error < 1e-12 ? 0 : 1;
    } catch (const std::exception &e) {
        std::fprintf(stderr, "steps: %s\n", e.what());
        return 1;
    }
}
