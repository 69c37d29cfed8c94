/* One line a verification. No include guard: expanded by verify.h and list.c. */
VERIFICATION(verify_order_adi)
