# Completion of bandstand's commands, options and files, for bash.
_bandstand()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} program=${COMP_WORDS[0]}
    local command=${COMP_WORDS[1]} files= before= all=all
    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 ]]; then
        COMPREPLY=($(compgen -W 'run compare plot solvers bench verify doctor --help --version' -- "$cur"))
        return
    fi
    case $command:$prev in
    run:--solvers | run:-S | bench:--solvers | bench:-S)
        [[ $cur == *,* ]] && before=${cur%,*}, all=
        COMPREPLY=($(compgen -P "$before" -W "$all $("$program" solvers --names 2>/dev/null)" -- "${cur##*,}"))
        return ;;
    bench:--precision | bench:-p) COMPREPLY=($(compgen -W 'double float both' -- "$cur")); return ;;
    verify:--precision | verify:-p) COMPREPLY=($(compgen -W 'double float' -- "$cur")); return ;;
    compare:--column | compare:-c)
        COMPREPLY=($(compgen -W 'seconds seconds_min seconds_convert seconds_factor seconds_transfer gb_s gflop_s bytes_batch bytes_arrays bytes_scratch residual min max error error_rms error_slope order from_thomas from_thomas_mean from_lapack from_lapack_mean' -- "$cur"))
        return ;;
    plot:--format | plot:-f) COMPREPLY=($(compgen -W 'png svg' -- "$cur")); return ;;
    plot:--run | plot:-r) COMPREPLY=($(compgen -W all -- "$cur")); return ;;
    plot:--slice | plot:-s) COMPREPLY=($(compgen -W 'x= y= z=' -- "$cur")); compopt -o nospace; return ;;
    run:--keys | run:-k) COMPREPLY=($(compgen -W 'adi batch bvp cloudqueue' -- "$cur")); return ;;
    run:--resume | run:-r) files='*.h5' ;;
    run:--output | run:-o) files='*.h5' ;;
    plot:--output | plot:-o | bench:--output | bench:-o) files=/ ;;
    *:--set | *:-s | *:= | *:--threads | *:-t | *:--samples | *:-n | bench:--rounds | bench:-r | bench:--seconds | *:--[ar]tol | *:--max-*)
        return ;;
    run:*) files='*.cfg' ;;
    compare:* | plot:*) files='*.h5' ;;
    esac
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$("$program" "$command" --help 2>/dev/null | grep -oE -- '--[a-z-]+' | sort -u)" -- "$cur"))
    elif [[ $files ]]; then
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -X "!$files" -- "$cur"; compgen -d -- "$cur")
    else
        case $command in
        solvers) COMPREPLY=($(compgen -W 'tridiag recurrence blocktri adi batch bvp cloudqueue' -- "$cur")) ;;
        bench) COMPREPLY=($(compgen -W 'tridiag.batch tridiag.single tridiag.device tridiag.grid tridiag.few tridiag.short tridiag.one bvp adi queue device.limits' -- "$cur")) ;;
        verify) COMPREPLY=($(compgen -W 'order adi bvp' -- "$cur")) ;;
        esac
    fi
}
complete -F _bandstand bandstand
