# Completions of redo for fish. Made by 'make manual' from completions/src/redo.fish and the commands'
# specifications.

# The words of the command before the cursor, its name first; nothing while that is being written. Each condition asks for
# them, and some words need a process, so those of the last line are kept.
function __redo_words
    set -l words (commandline -opc)
    set -l line (string escape -- $words | string join ' ')
    if not set -q __redo_line; or test "$line" != "$__redo_line"
        set -g __redo_line $line
        set -g __redo_words_of_line (__redo_parse $words)
    end
    set -q __redo_words_of_line[1]; and printf '%s\n' $__redo_words_of_line
end

function __redo_parse
    set -l words $argv
    set -l first (string replace -r '.*/' '' -- $words[1])
    set -e words[1]
    if string match -q 'redo-*' -- $first
        string replace redo- '' -- $first
        printf '%s\n' $words
        return
    end
    while set -q words[1]
        switch $words[1]
            case -C -c --redo-dir
                set -e words[1]
                set -e words[1]
            case '-*'
                set -e words[1]
            case '*'
                # An alias is completed as the command that it begins with.
                set -l alias (command redo --list-commands 2>/dev/null | string match -r -- '^'(string escape --style=regex -- $words[1])'\talias for (\S+)')
                set -q alias[2]; and set words[1] $alias[2]
                printf '%s\n' $words
                return
        end
    end
end

function __redo_is
    set -l words (__redo_words)
    test "$words[1]" = $argv[1]
end

function __redo_needs_command
    set -l words (__redo_words)
    not set -q words[1]
end

# Whether one of some words is the first operand.
function __redo_follows
    set -l words (__redo_words)
    for word in $words[2..-1]
        string match -q -- '-*' $word; and continue
        contains -- $word $argv
        return
    end
    return 1
end

# The options before the command that say which store it is about.
function __redo_where
    set -l words (commandline -opc)
    set -e words[1]
    while set -q words[1]
        switch $words[1]
            case -C --redo-dir
                printf '%s\n' $words[1..2]
                set -e words[1]
                set -e words[1]
            case -c
                set -e words[1]
                set -e words[1]
            case '-*'
                set -e words[1]
            case '*'
                return
        end
    end
end

# Names from the store with what they mean. Nothing of them is ever evaluated.
function __redo_names
    set -l beginning (string unescape -- (commandline -ct | string replace -r '^--[a-z-]+=' ''))
    command redo (__redo_where) rev-parse --complete=$argv[1] -- "$beginning" 2>/dev/null
end

# The values of the field of one's own whose option is being written.
function __redo_field_values
    set -l token (commandline -ct)
    if set -l parts (string match -r -- '^--([A-Za-z0-9]+)=(.*)$' "$token")
        command redo (__redo_where) rev-parse --complete=field-value -- "$parts[2]=$parts[3]" 2>/dev/null |
            string replace -r -- '^' "--$parts[2]="
    else if set -l parts (string match -r -- '^--([A-Za-z0-9]+)$' (commandline -opc)[-1])
        command redo (__redo_where) rev-parse --complete=field-value -- "$parts[2]=$token" 2>/dev/null
    end
end

function __redo_directories
    __fish_complete_directories (commandline -ct | string replace -r '^--[a-z-]+=' '')
end

set -g __redo_keys @keys@

complete -c redo -f
complete -c redo -n __redo_needs_command -a '(command redo (__redo_where) --list-commands 2>/dev/null)'
complete -c redo -n __redo_needs_command -a help -d 'Show the manual'
complete -c redo -n __redo_needs_command -l version -d '@--version@'
complete -c redo -n __redo_needs_command -s h -l help -d '@--help@'
complete -c redo -n __redo_needs_command -l exec-path -d '@--exec-path@'
complete -c redo -n __redo_needs_command -s C -x -a '(__redo_directories)' -d '@-C@'
complete -c redo -n __redo_needs_command -l redo-dir -x -a '(__redo_directories)' -d '@--redo-dir@'
complete -c redo -n __redo_needs_command -s c -x -d '@-c@'
complete -c redo -n __redo_needs_command -l no-pager -d '@--no-pager@'
complete -c redo -n __redo_needs_command -l color -x -a 'always never auto' -d '@--color@'
complete -c redo -n '__redo_is help' -a '(command redo --list-commands 2>/dev/null)'
complete -c redo -n '__redo_is help' -a '@guides@' -d guide
# @commands@
