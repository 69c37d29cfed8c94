/* One line a solver. No include guard: expanded by solver.h and registry.c. */
SOLVER(tridiag_thomas)
SOLVER(tridiag_thomas_simd)
SOLVER(tridiag_lapack)
SOLVER(tridiag_cr)
SOLVER(tridiag_pcr)
SOLVER(tridiag_cr_pcr)
