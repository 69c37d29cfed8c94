# Completion of bandstand's commands, options and files, for bash.
_bandstand()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 ]]; then
        COMPREPLY=($(compgen -W 'run compare plot solvers bench verify doctor --help --version' -- "$cur"))
        return
    fi
    case $prev in
    --solvers | -S)
        COMPREPLY=($(compgen -W "all $(bandstand solvers --names 2>/dev/null)" -- "$cur"))
        return ;;
    --precision)
        COMPREPLY=($(compgen -W 'double float both' -- "$cur"))
        return ;;
    --format)
        COMPREPLY=($(compgen -W 'png svg' -- "$cur"))
        return ;;
    --slice)
        COMPREPLY=($(compgen -W 'x= y= z=' -- "$cur"))
        compopt -o nospace
        return ;;
    --keys | -k)
        COMPREPLY=($(compgen -W 'adi' -- "$cur"))
        return ;;
    esac
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$(bandstand "$command" --help 2>/dev/null | grep -oE -- '--[a-z-]+' | sort -u)" -- "$cur"))
        return
    fi
    case $command in
    run) COMPREPLY=($(compgen -f -X '!*.cfg' -- "$cur") $(compgen -d -S / -- "$cur")); compopt -o nospace ;;
    compare | plot) COMPREPLY=($(compgen -f -X '!*.h5' -- "$cur") $(compgen -d -S / -- "$cur")); compopt -o nospace ;;
    solvers) COMPREPLY=($(compgen -W 'tridiag adi' -- "$cur")) ;;
    bench) COMPREPLY=($(compgen -W 'tridiag.batch adi' -- "$cur")) ;;
    verify) COMPREPLY=($(compgen -W 'order adi' -- "$cur")) ;;
    esac
}
complete -F _bandstand bandstand
