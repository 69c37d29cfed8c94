# TAP for scripts that look at the sources: . scripts/result.sh; result NAME OFFENDING-LINES, which must be empty.
number=0
result() {
    number=$((number + 1))
    if [ -z "$2" ]; then echo "ok $number - $1"; else
        echo "not ok $number - $1"
        printf '%s\n' "$2" | sed 's/^/# /'
    fi
}
