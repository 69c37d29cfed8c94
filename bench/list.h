/* One line a benchmark. No include guard: expanded by bench.h and list.c. */
BENCHMARK(bench_tridiag_batch)
BENCHMARK(bench_tridiag_single)
BENCHMARK(bench_bvp)
BENCHMARK(bench_bvp_curves)
BENCHMARK(bench_queue)
BENCHMARK(bench_adi)
BENCHMARK(bench_tridiag_device)
BENCHMARK(bench_tridiag_grid)
