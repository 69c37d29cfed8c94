/* Attributes whose types a format of other programs fixes: several numbers, and words of an enumeration. */
#include <stdint.h>

#include "base/result/store_internal.h"

static bool numbers_written(hid_t object, const char *name, enum number type, int64_t count, const void *values)
{
    const hsize_t n = (hsize_t)count;
    if (object < 0) return false;
    const hid_t space = count ? H5Screate_simple(1, &n, NULL) : H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate2(object, name, store_stored_type(type), space, H5P_DEFAULT, H5P_DEFAULT);
    return H5Sclose(space) >= 0 && attribute >= 0 && H5Awrite(attribute, store_memory_type(type), values) >= 0 &&
           H5Aclose(attribute) >= 0;
}

enum status store_numbers(struct store *s, const char *group, const char *name, enum number type, int64_t count,
                          const void *values)
{
    TRY(store_sound(s));
    const hid_t object = store_object(s, group);
    const bool good = numbers_written(object, name, type, count, values) && H5Oclose(object) >= 0;
    return store_written(s, good, member_of(group, name).path);
}

/* Below 0 if HDF5 has no memory. */
static hid_t enumeration(const char *const *words)
{
    const hid_t type = H5Tenum_create(H5T_STD_U8LE);
    bool good = type >= 0;
    for (int i = 0; words[i]; i++) {
        const uint8_t value = (uint8_t)i;
        good = good && H5Tenum_insert(type, words[i], &value) >= 0;
    }
    return good ? type : H5I_INVALID_HID;
}

enum status store_word(struct store *s, const char *group, const char *name, const char *const *words, int word)
{
    TRY(store_sound(s));
    const uint8_t value = (uint8_t)word;
    const hid_t object = store_object(s, group), type = enumeration(words);
    const bool good = type >= 0 && store_attribute_written(object, name, type, type, &value) && H5Tclose(type) >= 0 &&
                      H5Oclose(object) >= 0;
    return store_written(s, good, member_of(group, name).path);
}
