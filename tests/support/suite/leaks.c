/* HDF5 itself forgets a buffer when a file cannot be closed: not a leak of ours. */
const char *__lsan_default_suppressions(void), *__lsan_default_options(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libhdf5";
}
const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}
