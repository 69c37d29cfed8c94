"""Which of the levels of x86-64 (System V ABI, AMD64 supplement) this processor and its kernel have."""

# Flags of /proc/cpuinfo that each level adds to the one before. Those of AVX are there only if the kernel saves its
# registers.
ADDED = [
    ("x86-64-v2", "cx16 lahf_lm popcnt sse4_1 sse4_2 ssse3"),
    ("x86-64-v3", "abm avx avx2 bmi1 bmi2 f16c fma movbe"),
    ("x86-64-v4", "avx512f avx512bw avx512cd avx512dq avx512vl"),
]


def levels(cpuinfo="/proc/cpuinfo"):
    """The levels, the best first; none where the file does not say."""
    try:
        with open(cpuinfo, encoding="ascii", errors="replace") as lines:
            flags = next((set(line.split(":")[1].split()) for line in lines if line.startswith("flags")), set())
    except OSError:
        flags = set()
    found = []
    for level, added in ADDED:
        if not flags.issuperset(added.split()):
            break
        found.insert(0, level)
    return found
