/* Writes the checksum of a damaged file again, as docs/results.md describes it, to test damage that the checksum hides.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

int main(int argc, char **argv)
{
    FILE *const f = fopen(argc > 1 ? argv[1] : "", "r+b");
    if (!f || fseek(f, 0, SEEK_END)) return 1;
    const long size = ftell(f), length = size > 32 ? size - 32 : 0;
    unsigned char checksum[32] = "BANDSEAL", *const bytes = malloc((size_t)size + 1);
    XXH128_canonical_t hash;
    rewind(f);
    if (!bytes || fread(bytes, 1, (size_t)length, f) != (size_t)length) return 1;
    for (int i = 0; i < 8; i++) checksum[8 + i] = (unsigned char)((uint64_t)length >> 8 * i);
    XXH128_canonicalFromHash(&hash, XXH3_128bits(bytes, (size_t)length));
    memcpy(checksum + 16, &hash, sizeof hash);
    return fseek(f, length, SEEK_SET) || fwrite(checksum, 1, sizeof checksum, f) != sizeof checksum || fclose(f);
}
