# Completions of redo for bash. Made by 'make manual' from completions/src/redo.bash and the commands'
# specifications.
# shellcheck shell=bash

# What a command takes: its options, with an equals sign where they have values; the kinds of these
# values; and those of its operands, then for each operand that is a word what follows it.
_redo_command() {
    options='' values='' operands='' fields=''
    case $1 in
    help) operands='help' ;;
# @commands@
    *) return 1 ;;
    esac
}

_redo_keys='@keys@'
_redo_guides='@guides@'

# Makes words that begin as the one that is typed the candidates: _redo_words BEGINNING WORD...
_redo_words() {
    local beginning=$1 word
    shift
    for word; do
        if [[ $word == "$beginning"* ]]; then COMPREPLY+=("$word"); fi
    done
}

# Makes the commands and aliases the candidates.
_redo_commands() {
    local name rest
    while IFS=$'\t' read -r name rest; do
        _redo_words "$1" "$name"
    done < <(command redo "${where[@]}" --list-commands 2>/dev/null)
    _redo_words "$1" help
}

# Makes names from the store the candidates: _redo_names KIND BEGINNING. Nothing of them is ever
# evaluated: what a shell would take for more than a word is quoted.
_redo_names() {
    local kind=$1 beginning=$2 before=${3-} quote='' other='' line name text count=${#COMPREPLY[@]}
    if [[ $beginning == [\'\"]* ]]; then
        quote=${beginning:0:1}
        beginning=${beginning:1}
    else
        beginning=${beginning//\\/}
    fi
    local -a names=() texts=()
    while IFS= read -r line; do
        name=${line%%$'\t'*}
        text=${line#*$'\t'}
        if [[ $name != "$beginning"* ]]; then other=1; fi
        # Readline replaces what follows the last colon only.
        if [[ $stripped ]]; then
            [[ $name == "$stripped"* ]] || continue
            name=${name#"$stripped"}
        fi
        if [[ $quote ]]; then
            # Within quotes readline takes a candidate as it is.
            [[ $name == *[\'\"\\\$\`!]* ]] && continue
        else
            # A colon or an equals sign would be taken for the end of a word.
            printf -v name %q "$name"
            name=${name//:/\\:}
            name=${name//=/\\=}
        fi
        names+=("$name")
        texts+=("$name  ($text)")
    done < <(command redo "${where[@]}" rev-parse --complete="$kind" -- "$before$beginning" 2>/dev/null)
    # A key is followed by its value.
    if ((${#names[@]} == 1)) && [[ ${names[0]} == *\\: ]]; then
        names[0]=${names[0]%\\:}:
        compopt -o nospace 2>/dev/null
    fi
    # A list that is only shown, after the second tab, says what the names mean.
    if ((COMP_TYPE == 63 && ${#names[@]} + count > 1)); then
        COMPREPLY+=("${texts[@]}")
    else
        COMPREPLY+=("${names[@]}")
        # Of titles a later word can be meant, which readline must not replace by what they begin with.
        if ((${#names[@]} > 1)) && [[ $other ]]; then COMPREPLY+=(' '); fi
    fi
}

# Makes the options of fields of one's own the candidates: _redo_fields BEGINNING.
_redo_fields() {
    local name rest
    while IFS=$'\t' read -r name rest; do
        _redo_words "$1" "--$name="
    done < <(command redo "${where[@]}" rev-parse --complete=field -- '' 2>/dev/null)
}

# Whether a word is the option of a field of one's own: _redo_is_field WORD.
_redo_is_field() {
    [[ $fields && $1 == --?* && $1 != *=* && " $options " != *" $1 "* ]] || return 1
    [[ $'\n'$(command redo "${where[@]}" rev-parse --complete=field -- "${1#--}" 2>/dev/null) \
        == *$'\n'"${1#--}"$'\t'* ]]
}

# Makes the values of an option the candidates: _redo_values OPTION BEGINNING.
_redo_values() {
    local kind
    kind=$(_redo_value "$1")
    if [[ $kind ]]; then
        _redo_kind "$kind" "$2"
    elif [[ $fields && $1 == --* && " $options " != *" $1= "* ]]; then
        _redo_names field-value "$2" "${1#--}="
    fi
}

# Makes what a word can be the candidates: _redo_kind KIND BEGINNING.
_redo_kind() {
    local -a words
    case $1 in
    task | open-task | archived-task | node | remote | user | author | category | report | context | \
        template | person | room | tag | project | query | report-or-query | attribute | sort-key | when)
        _redo_names "$1" "$2" ;;
    name)
        _redo_names task "$2"
        _redo_names node "$2"
        ;;
    key)
        read -ra words <<<"$_redo_keys"
        _redo_words "$2" "${words[@]}"
        ;;
    help)
        _redo_commands "$2"
        read -ra words <<<"$_redo_guides"
        _redo_words "$2" "${words[@]}"
        ;;
    file) compopt -o default 2>/dev/null ;;
    dir) compopt -o dirnames 2>/dev/null ;;
    =*)
        IFS=, read -ra words <<<"${1#=}"
        _redo_words "$2" "${words[@]}"
        ;;
    esac
}

# The kind of an option's value.
_redo_value() {
    local word
    for word in $values; do
        if [[ $word == "$1":* ]]; then
            printf '%s' "${word#*:}"
            return
        fi
    done
}

# Makes the options, or what an operand can be, the candidates: _redo_arguments CURRENT WORD...
_redo_arguments() {
    local current=$1 word expects='' only='' forms form first kinds
    shift
    local -a given=() list
    for word; do
        if [[ $expects ]]; then
            expects=''
        elif [[ ! $only && $word == -- ]]; then
            only=1
        elif [[ ! $only && $word == -?* ]]; then
            if [[ " $options " == *" $word= "* ]] || _redo_is_field "$word"; then expects=$word; fi
        else
            given+=("$word")
        fi
    done
    if [[ $expects ]]; then
        _redo_values "$expects" "$current"
    elif [[ ! $only && $current == --*=* ]]; then
        _redo_values "${current%%=*}" "${current#*=}"
        # Readline replaces what follows the equals sign only, if that ends words.
        if [[ $COMP_WORDBREAKS != *=* ]]; then
            COMPREPLY=("${COMPREPLY[@]/#/${current%%=*}=}")
        fi
    elif [[ ! $only && $current == -* ]]; then
        read -ra list <<<"$options"
        _redo_words "$current" "${list[@]}"
        if [[ $fields ]]; then _redo_fields "$current"; fi
        if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == --*= ]]; then
            compopt -o nospace 2>/dev/null
        fi
        # A letter has its value in the next word.
        for word in "${!COMPREPLY[@]}"; do
            if [[ ${COMPREPLY[word]} == -[!-]= ]]; then COMPREPLY[word]=${COMPREPLY[word]%=}; fi
        done
    else
        kinds=${operands%%|*}
        forms=${operands#"$kinds"}
        first=${given[0]-}
        while [[ $forms ]]; do
            form=${forms#|}
            form=${form%%|*}
            forms=${forms#"|$form"}
            read -ra list <<<"$form"
            if ((${#given[@]} == 0)); then
                _redo_words "$current" "${list[0]}"
            elif [[ $first == "${list[0]}" ]]; then
                _redo_kind "${list[${#given[@]}]-}" "$current"
            fi
        done
        read -ra list <<<"${kinds%...}"
        if [[ $kinds == *... ]] && ((${#given[@]} >= ${#list[@]})); then
            _redo_kind "${list[${#list[@]} - 1]}" "$current"
        elif ((${#list[@]} > 0)); then
            _redo_kind "${list[${#given[@]}]-}" "$current"
        fi
    fi
}

_redo() {
    local word glue='' stripped='' current command='' index=1 options values operands fields name text
    local -a words=() where=()
    COMPREPLY=()
    # Bash takes --task=x apart at its equals sign, and project:x at its colon.
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        if [[ $glue || ($word == = && ${#words[@]} -gt 0 && ${words[-1]} == --*) \
            || ($word == : && ${#words[@]} -gt 1) ]]; then
            words[-1]+=$word
            if [[ $word == : || $glue == : ]]; then stripped=${words[-1]%:*}:; fi
            glue=
            if [[ $word == [=:] ]]; then glue=$word; fi
        else
            words+=("$word")
            stripped=
        fi
    done
    current=${words[-1]}
    unset 'words[-1]'
    case ${words[0]##*/} in
    redo-*) command=${words[0]##*/} command=${command#redo-} ;;
    esac
    while [[ ! $command ]] && ((index < ${#words[@]})); do
        case ${words[index]} in
        -C | -c | --redo-dir) index=$((index + 2)) ;;
        -*) index=$((index + 1)) ;;
        *) command=${words[index]} index=$((index + 1)) ;;
        esac
    done
    # Names come from the store that the line is about.
    for ((word = 1; word < ${#words[@]}; word++)); do
        case ${words[word]} in
        -C | --redo-dir)
            text=${words[word + 1]-}
            text=${text//[\\\'\"]/}
            if [[ $text ]]; then where+=("${words[word]}" "${text/#\~\//$HOME/}"); fi
            ;;
        --redo-dir=*) where+=("${words[word]}") ;;
        esac
        # The letter is another option of commands.
        if [[ ${words[word]} == "$command" ]]; then break; fi
    done
    if [[ ! $command ]]; then
        if ((index > ${#words[@]})); then
            case ${words[-1]} in
            -c) _redo_kind key "$current" ;;
            *) _redo_kind dir "$current" ;;
            esac
        elif [[ $current == -* ]]; then
            _redo_words "$current" @options@
        else
            _redo_commands "$current"
        fi
        return
    fi
    if ! _redo_command "$command"; then
        # An alias is completed as the command that it begins with.
        while IFS=$'\t' read -r name text; do
            if [[ $name == "$command" && $text == 'alias for '* ]]; then
                text=${text#alias for }
                _redo_command "${text%% *}" || return
                break
            fi
        done < <(command redo "${where[@]}" --list-commands 2>/dev/null)
    fi
    _redo_arguments "$current" "${words[@]:index}"
}

complete -F _redo redo @names@
