/* Methods that pivot are held to more than others: their residuals over those of partial pivoting in order, as median
 * and as the largest over all seeds. 100 is where the thesis begins to speak of a degraded answer, 10 is what is asked
 * of the median. In float types 8 to 11 are singular to rounding, and ratios say less. Of Dorr's matrix,
 * whose condition number is 1e46 and x nothing but rounding, 50 is asked of the median; and 5 of `auto` on all others,
 * in double, because it is what users get who do not choose. */
#include <string.h>

#include "verify/gallery/judge.h"
#include "verify/verify.h"

static const double median_max = 10, median_max_dorr = 50, median_max_auto = sizeof(real) == sizeof(double) ? 5 : 10,
                    largest_max = sizeof(real) == sizeof(double) ? 100 : 1000;
enum { DORR = 13, ROWS = 512, PARTITIONS = 64, SEEDS = 11, COPIES = 5 /* methods cut large systems */ };

static enum status hold(struct report *r, const struct gallery_verdicts *v, int type, long long n)
{
    const int judged = v->judged[type - 1];
    for (int m = 0; judged && m < v->methods; m++) {
        const struct gallery_result *const own = &v->method[m].result[type - 1];
        const char *const method = v->method[m].solver->method;
        const double median = type == DORR ? median_max_dorr : strcmp(method, "auto") ? median_max : median_max_auto;
        if (v->method[m].solver == v->reference) continue;
        TRY(report_at_most(r, own->median, median, "gallery %s, n %lld, %s, median of %d", gallery_name(type), n,
                           method, judged));
        TRY(report_at_most(r, own->largest, largest_max, "gallery %s, n %lld, %s, largest of %d", gallery_name(type), n,
                           method, judged));
    }
    return ST_OK;
}

static enum status run(struct report *r, struct exec exec, const struct verify_size *size)
{
    enum status s = ST_OK;
    for (int copies = 1; s == ST_OK && copies <= COPIES; copies += COPIES - 1) {
        struct gallery_verdicts v;
        const struct gallery_task task = {.rows = size->rows ? size->rows : ROWS,
                                          .copies = copies,
                                          .partitions = size->partitions ? size->partitions : PARTITIONS,
                                          .seeds = size->seeds ? (int)size->seeds : SEEDS,
                                          .can = CAN_ANY_MATRIX};
        s = gallery_judge(&v, &task, &exec);
        for (int type = 1; s == ST_OK && type <= GALLERY; type++) s = hold(r, &v, type, task.rows * copies);
        gallery_verdicts_free(&v);
    }
    return s;
}

const struct verification verify_gallery_pivoting = {
    .topic = "gallery",
    .subject = "pivoting",
    .about = "methods that pivot are as accurate as partial pivoting in order, on eighteen hard matrices",
    .run_sized = run,
};
