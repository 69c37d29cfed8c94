/* All pictures of a benchmark. */
#include "command/plot/measured/measured.h"

enum status draw_bench(const struct bench *b, const char *folder)
{
    TRY(draw_shares(b, folder));
    TRY(draw_curves(b, folder));
    return draw_phases(b, folder);
}
