/* The list of solvers, one line each; those for the GPU exist in builds with CUDA, and are known by name in others.
 * libbandstand leaves out those that open other libraries, and systems that it has no functions for. No include guard:
 * expanded by methods.h and registry.c. */
SOLVER(tridiag_auto)
SOLVER(tridiag_thomas)
SOLVER(tridiag_thomas_continuant)
SOLVER(tridiag_twisted)
SOLVER(tridiag_thomas_simd)
#ifndef BANDSTAND_KERNELS_ONLY
SOLVER(tridiag_lapack)
#endif
SOLVER(tridiag_thomas_pivot)
SOLVER(tridiag_thomas_pivot_simd)
SOLVER(tridiag_diagonal_pivoting)
SOLVER(tridiag_spike_dp)
SOLVER(tridiag_spike_thomas)
SOLVER(tridiag_spike_cr)
SOLVER(tridiag_parallel_dp)
SOLVER(tridiag_cf_lu)
#ifndef BANDSTAND_LIBRARY
SOLVER(tridiag_mkl_gtsv)
SOLVER(tridiag_mkl_dtsvb)
#endif
SOLVER(tridiag_cr)
SOLVER(tridiag_arcr)
SOLVER(tridiag_pcr)
SOLVER(tridiag_cr_pcr)
SOLVER(tridiag_pcr_thomas)
SOLVER(tridiag_pcr_thomas_overlapped)
SOLVER(tridiag_pcr_thomas_tasked)
SOLVER(tridiag_pcr_thomas_shuffled)
SOLVER(tridiag_partition)
SOLVER(tridiag_partition_pivot)
SOLVER(tridiag_windows)
SOLVER(tridiag_tricyclic)
SOLVER(tridiag_wang)
SOLVER(tridiag_recursive_doubling)

SOLVER(recurrence_seq)
SOLVER(recurrence_dc)
SOLVER(recurrence_nd)
SOLVER(recurrence_scan)
SOLVER(recurrence_scan_compensated)

SOLVER(transform_lanes)
SOLVER(transform_fftw)
SOLVER(transform_matrix)
#ifndef BANDSTAND_LIBRARY
SOLVER(transform_mkl)
#endif

SOLVER(tree_hines)
SOLVER(tree_hines_simd)
SOLVER(tree_hines_padded)
SOLVER(tree_hines_branches)
SOLVER(tree_unbranched)

SOLVER(blocktri_gth_band)
SOLVER(blocktri_gth_wide)
SOLVER(blocktri_gth_sparse)
SOLVER(blocktri_auto)
#ifndef BANDSTAND_LIBRARY
SOLVER(blocktri_gth_block)
SOLVER(blocktri_rank_one)
SOLVER(blocktri_hbisa_jacobi)
SOLVER(blocktri_hbisa_gs)
SOLVER(blocktri_hbisa_redblack)
SOLVER(blocktri_cg)
SOLVER(blocktri_bicgstab)
SOLVER(blocktri_gmres)
SOLVER(blocktri_power)
SOLVER(blocktri_sparse_lu)
SOLVER(blocktri_sparse_qr)
#ifndef BANDSTAND_KERNELS_ONLY
SOLVER(blocktri_block_thomas)
#endif
#endif

SOLVER_DEVICE(tridiag_thomas_device, KIND_TRIDIAG, "thomas")
SOLVER_DEVICE(tridiag_thomas_vbatch, KIND_TRIDIAG, "thomas_vbatch")
SOLVER_DEVICE(tridiag_thomas_tiled, KIND_TRIDIAG, "thomas_tiled")
SOLVER_DEVICE(tree_hines_device, KIND_TREE, "hines")
SOLVER_DEVICE(tree_hines_ragged, KIND_TREE, "hines_ragged")
SOLVER_DEVICE(tridiag_cr_pcr_device, KIND_TRIDIAG, "cr_pcr")
SOLVER_DEVICE(tridiag_pcr_thomas_device, KIND_TRIDIAG, "pcr_thomas")
SOLVER_DEVICE(tridiag_partition_pivot_device, KIND_TRIDIAG, "partition_pivot")
SOLVER_DEVICE(tridiag_spike_dp_device, KIND_TRIDIAG, "spike_dp")
SOLVER_DEVICE(tridiag_spike_thomas_device, KIND_TRIDIAG, "spike_thomas")
SOLVER_DEVICE(tridiag_spike_cr_device, KIND_TRIDIAG, "spike_cr")
SOLVER_DEVICE(tridiag_parallel_dp_device, KIND_TRIDIAG, "parallel_dp")
SOLVER_DEVICE(tridiag_cf_lu_device, KIND_TRIDIAG, "cf_lu")

SOLVER_DEVICE(blocktri_hbisa_jacobi_device, KIND_BLOCKTRI, "hbisa_jacobi")
SOLVER_DEVICE(blocktri_hbisa_redblack_device, KIND_BLOCKTRI, "hbisa_redblack")
SOLVER_DEVICE(blocktri_cg_device, KIND_BLOCKTRI, "cg")
SOLVER_DEVICE(blocktri_bicgstab_device, KIND_BLOCKTRI, "bicgstab")
SOLVER_DEVICE(blocktri_gmres_device, KIND_BLOCKTRI, "gmres")

SOLVER_DEVICE(transform_cufft, KIND_TRANSFORM, "cufft")
SOLVER_DEVICE(transform_matrix_device, KIND_TRANSFORM, "matrix")

SOLVER_DEVICE(tridiag_cusparse_gtsv2, KIND_TRIDIAG, "cusparse_gtsv2")
SOLVER_DEVICE(tridiag_cusparse_gtsv2_nopivot, KIND_TRIDIAG, "cusparse_gtsv2_nopivot")
SOLVER_DEVICE(tridiag_cusparse_strided, KIND_TRIDIAG, "cusparse_strided")
SOLVER_DEVICE(tridiag_cusparse_interleaved, KIND_TRIDIAG, "cusparse_interleaved")

/* Counter-examples. */
SOLVER(tridiag_stone)
