# Completion of bandstand's commands, options, names and files, for bash. Names come from the program.

# _bandstand_names HEADING PROGRAM [COMMAND]: the words that its help lists, each on a line of its own behind two
# blanks, in the parts that begin with HEADING: commands, applications, kinds, benchmarks, topics.
_bandstand_names() { "${@:2}" --help 2>/dev/null | sed -n "/$1/,/^\$/ s/^  \([a-z][A-Za-z0-9_.-]*\).*/\1/p"; }

_bandstand()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} program=${COMP_WORDS[0]}
    local command=${COMP_WORDS[1]} files= before= all=all words=
    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 ]]; then
        COMPREPLY=($(compgen -W "$(_bandstand_names '^Commands' "$program") --help --version" -- "$cur"))
        return
    fi
    case $command:$prev in
    run:--solvers | run:-S | bench:--solvers | bench:-S)
        [[ $cur == *,* ]] && before=${cur%,*}, all=
        COMPREPLY=($(compgen -P "$before" -W "$all $("$program" solvers --names 2>/dev/null)" -- "${cur##*,}"))
        return ;;
    bench:--precision | bench:-p) words='double float both' ;;
    verify:--precision | verify:-p) words='double float' ;;
    compare:--column | compare:-c)
        words=$("$program" "${COMP_WORDS[@]:1:COMP_CWORD-1}" list 2>/dev/null | sed 's/^[a-z]*: *//' | tr -d ,) ;;
    plot:--column | plot:-c)
        words=$("$program" compare "${COMP_WORDS[2]}" -c list 2>/dev/null | sed 's/^[a-z]*: *//' | tr -d ,) ;;
    plot:--kind | plot:-k) words='curves bars table' ;;
    plot:--log | plot:-l) words='no x y xy' ;;
    plot:--format | plot:-f) words='png svg' ;;
    plot:--run | plot:-r) words=all ;;
    plot:--slice | plot:-s) words='x= y= z='; compopt -o nospace ;;
    plot:--gallery | plot:-g) files='*.html' ;;
    papers:--junit) files='*.xml' ;;
    papers:--page) files='*.md' ;;
    run:--keys | run:-k) words=$(_bandstand_names '^Applications' "$program") ;;
    run:--resume | run:-r | run:--output | run:-o) files='*.h5' ;;
    plot:--output | plot:-o | bench:--output | bench:-o | papers:--output | papers:-o | papers:--configs | papers:-c)
        files=/ ;;
    *:--set | *:-s | *:= | *:--threads | *:-t | *:--samples | *:-n | bench:--rounds | bench:-r | bench:--seconds | \
        bench:--rows | bench:--systems | *:--[ar]tol | *:--max-*)
        return ;;
    run:*) files='*.cfg' ;;
    show:*) files='*.[hc][5f]*' ;;
    compare:* | plot:*) files='*.h5' ;;
    papers:*) words=$("$program" papers 2>/dev/null | sed -n '2,$s/ .*//p') ;;
    solvers:* | bench:* | verify:*) words=$(_bandstand_names '^' "$program" "$command") ;;
    esac
    if [[ $cur == -* ]]; then
        local options
        options=$("$program" "$command" --help 2>/dev/null | grep -oE -- '--[a-z-]+' | sort -u)
        COMPREPLY=($(compgen -W "$options" -- "$cur"))
    elif [[ $files ]]; then
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -X "!$files" -- "$cur"; compgen -d -- "$cur")
    else
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
    fi
}
complete -F _bandstand bandstand
