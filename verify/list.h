/* One line a verification. No include guard: expanded by verify.h and list.c. */
VERIFICATION(verify_order_adi)
VERIFICATION(verify_order_bvp)
VERIFICATION(verify_single_small)
VERIFICATION(verify_single_large)
VERIFICATION(verify_gallery_single)
VERIFICATION(verify_queue_exact)
VERIFICATION(verify_switch_point)
VERIFICATION(verify_memory)
