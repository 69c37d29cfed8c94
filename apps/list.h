/* One line per application. No include guard: expanded by apps.h and list.c. */
APP(app_adi)
APP(app_batch)
APP(app_bvp)
APP(app_cloudqueue)
APP(app_hines)
APP(app_poisson)
