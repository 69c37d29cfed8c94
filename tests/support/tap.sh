# TAP for shell tests: . tests/support/tap.sh; check "name" command ...; done_testing
program=${BANDSTAND:-build/bandstand}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME=$scratch/cache # what is kept of this machine is another matter

# Counted in a file, since a check may stand at the end of a pipe; lines of TAP have numbers or not.
tally=$scratch/.tally
newline='
'
: >"$tally"
ok() { echo "ok - $1"; echo passed >>"$tally"; }
not_ok() { echo "not ok - $1"; echo failed >>"$tally"; shift; printf '%s\n' "$@" | sed 's/^/# /'; }
skip() { echo "ok - $1 # SKIP $2"; echo skipped >>"$tally"; }

# check NAME COMMAND...: the command must succeed.
check() {
    check_name=$1; shift
    if check_output=$("$@" 2>&1); then ok "$check_name"; else not_ok "$check_name" "exit $?: $*" "$check_output"; fi
}

# says NAME EXIT TEXT COMMAND...: exit code, and TEXT somewhere in the output, which must be one line if EXIT is not 0.
says() {
    says_name=$1 says_exit=$2 says_text=$3; shift 3
    says_output=$("$@" 2>&1)
    says_code=$?
    if [ $says_code -ne "$says_exit" ]; then
        not_ok "$says_name" "exit $says_code, not $says_exit: $*" "$says_output"
        return
    fi
    case $says_output in
    *"$says_text"*) ;;
    *) not_ok "$says_name" "'$says_text' is not in: $says_output"; return ;;
    esac
    case $says_exit:$says_output in
    [!0]*"$newline"*) not_ok "$says_name" "more than one line:" "$says_output" ;;
    *) ok "$says_name" ;;
    esac
}

done_testing() { echo "1..$(wc -l <"$tally")"; ! grep -q failed "$tally"; }
