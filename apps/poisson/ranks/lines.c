/* Cuts systems as the box is cut, and refuses those that are not along that axis or cyclic. */
#include "apps/poisson/ranks/lines.h"

struct rank_cut lines_cut(const struct box *b, enum cut_scheme scheme)
{
    if (!b->comm || scheme == CUT_TRANSPOSE) return (struct rank_cut){0};
    return (struct rank_cut){
        .comm = b->comm, .whole = b->axis[b->cut].unknowns, .first = b->own[b->cut].from, .scheme = scheme};
}

enum status lines_accept(const struct box *b, enum cut_scheme scheme, const struct solver *systems)
{
    const char *const name = cut_schemes[scheme];
    const char cut = "xyz"[b->cut], main = "xyz"[b->main];
    if (!lines_cut(b, scheme).whole) return ST_OK;
    if (!systems)
        return fail(ST_REFUSED,
                    "lines: \"%s\" is for tridiagonal systems, but all axes are transformed: \"transpose\" is allowed",
                    name);
    if (b->main != b->cut)
        return fail(ST_REFUSED,
                    "lines: \"%s\" is for systems along %c, along which ranks cut the box, but these are along %c: "
                    "\"transpose\" is allowed",
                    name, cut, main);
    if (axis_periodic(&b->axis[b->main]))
        return fail(ST_REFUSED,
                    "lines: \"%s\" is not for cyclic systems, which those along %c are: \"transpose\" is allowed", name,
                    main);
    return ST_OK;
}
