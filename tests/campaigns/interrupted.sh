# Interrupts runs of the program of tap.sh at whatever point they happen to be: . tests/campaigns/interrupted.sh

# Until process $1 catches SIGINT, bit 2 of a mask in hexadecimal, or has ended.
catches() {
    while kill -0 "$1" 2>/dev/null; do
        case $(sed -n 's/^SigCgt:.*\(.\)$/\1/p' "/proc/$1/status" 2>/dev/null) in [2367abef]) return ;; esac
        sleep 0.01
    done
}

# interrupted OUT SECONDS COMMAND...: the command of the program, which writes OUT.h5, is stopped after so many seconds
# and resumed until it ends, each time a little later, since a step takes longer on a busy machine. A run that ends
# before it was stopped once is begun again, and stopped after half the time. Leaves its exit code in $code, and in
# $stops how often it was stopped.
interrupted() {
    out=$1 pause=$2 code=130 stops=0 tries=0 resume=
    shift 2
    while [ $code -eq 130 -a $stops -lt 100 ] || [ $code -eq 0 -a $stops -eq 0 -a $tries -lt 9 ]; do
        [ $code -eq 0 ] && pause=$(LC_ALL=C awk "BEGIN { print $pause / 2 }") && tries=$((tries + 1))
        if [ -z "$resume" ]; then "$program" "$@" -q -o "$out.h5" 2>"$out.err" &
        else "$program" run -q --resume "$resume" 2>"$out.err" & fi
        pid=$!
        catches $pid
        sleep "$(LC_ALL=C awk "BEGIN { print $pause + 0.02 * $stops }")"
        kill -INT $pid 2>/dev/null
        wait $pid
        code=$?
        # during the summary
        [ $code -eq 130 ] && grep -qF "stopped by SIGINT; $out.h5 is written" "$out.err" && code=0
        # before the first step there is nothing to keep
        [ $code -eq 130 ] && [ -e "$out.checkpoint.h5" ] && stops=$((stops + 1)) resume=$out.checkpoint.h5
    done
    [ $code -eq 0 ] || cat "$out.err"
}
