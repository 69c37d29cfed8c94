/* Random numbers of the gallery. */
#include "base/either_precision.h"
#include "solvers/tridiag/gallery/gallery.h"

double gallery_random(uint64_t *seed)
{
    /* G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number generators, 2014 */
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}
