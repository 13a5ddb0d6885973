#!/bin/bash
# Fifty pipelines over the plumbing, each beside another way to the same answer. Both run in a new store; the script
# prints what differs, and ends with the number of pipelines and of failures.
#
# usage: run.sh DIRECTORY, which is empty; `redo` is in PATH, and HOME is a directory of its own.
set -u
cd "$1" || exit 2
export LC_ALL=C REDO_STRICT_NAMES=
count=0
failed=0

# check NAME COMMAND COMMAND: both print the same, which is not nothing, and neither fails.
check() {
    count=$((count + 1))
    local one other
    one=$(bash -o pipefail -c "$2" 2>&1) || one="$one (status $?)"
    other=$(bash -o pipefail -c "$3" 2>&1) || other="$other (status $?)"
    if [ -z "$one" ] || [ "$one" != "$other" ]; then
        failed=$((failed + 1))
        printf 'not ok %d %s\n  %s\n%s\n  %s\n%s\n' "$count" "$1" "$2" \
            "$(printf '%s' "$one" | head -n 20)" "$3" "$(printf '%s' "$other" | head -n 20)"
    fi
}

prepare() {
    redo init --quiet && redo keygen --no-passphrase --name Ana &&
        for number in 1 2 3 4 5 6 7 8; do
            redo add "Task number $number" --priority $((number % 3 + 3)) || return
        done &&
        redo add 'x^2' && redo add "$(printf 'two\nlines')" && redo add 'tilde~1 and ..dots' &&
        redo edit 'number 1' --points 3 && redo edit 'number 2' --points 8 &&
        redo done 'number 3' && redo archive 'number 4' && redo edit 'number 1' --points 5 &&
        base=$(redo heads 'number 5' | cut -d ' ' -f 2) &&
        redo commit-node UPDATE --task 'number 5' -f priority:=5 -p "$base" &&
        redo commit-node UPDATE --task 'number 5' -f title='Task number five' -p "$base" &&
        redo pack --quiet && redo edit 'number 6' --points 2 &&
        redo init --quiet other && redo export | head -n 12 | redo -C other import
}
prepare > prepared 2>&1 || {
    cat prepared
    exit 2
}

# Ids, in one order or another.
check ids 'redo rev-list --all | sort' 'redo cat-node --batch-all-objects --batch-check | cut -d " " -f 1'
check ids-of-log 'redo log --format=%H | sort' 'redo rev-list --all | sort'
check ids-of-export 'redo export | jq -r .id | sort' 'redo rev-list --all | sort'
check ids-of-graph 'redo graph --format=dot | grep -o "sha256:[0-9a-f]*" | sort' 'redo rev-list --all | sort'
check zeros-are-lines 'redo rev-list -z --all | tr "\0" "\n"' 'redo rev-list --all'
check log-zeros 'redo log -z --format=%H | xargs -0 -n 1 echo' 'redo log --format=%H'
check count 'redo rev-list --all | wc -l' 'redo rev-list --all --count'
check count-of-log 'redo log --count' 'redo export | wc -l'
check reverse 'redo rev-list --all --reverse' 'redo rev-list --all | tac'
check first-three 'redo rev-list --all -n 3' 'redo rev-list --all | head -n 3'

# Names from standard input.
check names-in 'redo rev-list --all | redo rev-parse --stdin' 'redo rev-list --all'
check names-in-zeros 'redo rev-list -z --all | redo rev-parse -z --stdin | tr "\0" "\n"' 'redo rev-list --all'
check actions 'redo rev-list --all | redo cat-node -t --stdin' 'redo rev-list --all --format=%A'
check actions-of-batch 'redo rev-list --all | redo cat-node --batch-check | cut -d " " -f 2' 'redo rev-list --all | redo cat-node -t --stdin'
check actions-by-xargs 'redo rev-list -z --all | xargs -0 redo cat-node -t' 'redo rev-list --all --format=%A'
check sizes 'redo rev-list --all | redo cat-node -s --stdin | awk "{ sum += \$1 } END { print sum }"' 'redo rev-list --all | redo cat-node --stdin | awk "{ sum += length(\$0) } END { print sum }"'
check bodies 'redo rev-list --all | redo cat-node --stdin' 'redo rev-list --all | redo cat-node --batch | awk "NR % 2 == 0"'
check parallel 'redo rev-list --all | parallel -k -j 4 redo cat-node -t' 'redo rev-list --all | redo cat-node -t --stdin'
check verify 'redo rev-list --all | redo verify --porcelain --stdin' 'redo rev-list --all | sed "s/\$/\tOK/"'
check verify-zeros 'redo rev-list -z --all | redo verify -z --porcelain --stdin | tr "\0" "\n" | cut -f 2 | uniq' 'echo OK'
check ranges-in 'redo rev-parse "$(redo rev-list --all | tail -n 1)..$(redo rev-list --all | head -n 1)" | redo rev-list --stdin' 'redo rev-list "$(redo rev-list --all | tail -n 1)..$(redo rev-list --all | head -n 1)"'
check show-nodes 'redo rev-list --all -n 4 | redo show --json --stdin' 'redo rev-list --all -n 4 | redo cat-node --stdin'
check nothing-in 'redo heads --stdin < /dev/null; echo done' 'echo done'
check error-has-its-line 'printf "%s\nnothing-of-that-name\n" "$(redo rev-list --all -n 1)" | { redo rev-parse --stdin 2>&1 > /dev/null || true; } | grep -o "standard input, line [0-9]*"' 'echo "standard input, line 2"'

# Tasks.
check tasks 'redo list --all -q | sort' 'redo list --all --json | jq -r .guid | sort'
check tasks-zeros 'redo list --all -qz | xargs -0 redo show --json | jq -r .guid' 'redo list --all -q'
check tasks-in 'redo list --all -q | redo show --json --stdin | jq -r .guid' 'redo list --all -q'
check heads 'redo heads | awk "{ print \$2 }" | redo cat-node --stdin | jq -r .id' 'redo heads | cut -d " " -f 2'
check diverged 'redo heads --diverged | cut -d " " -f 1 | sort -u' 'redo heads | cut -d " " -f 1 | sort | uniq -d'
check heads-of-tasks 'redo list --all -q | redo heads --stdin | sort' 'redo heads | sort'
check task-with-a-line-feed 'printf "two\nlines\0" | redo rev-parse -z --task --stdin | tr -d "\0"' 'redo list --all --json | jq -r "select(.title == \"two\nlines\") | .guid"'
check search-in 'redo search -q number | redo show --json --stdin | jq -r .guid | sort' 'redo search --json number | jq -r .guid | sort'
check join-heads 'redo heads | sort > h; redo list --all -q | sort > t; join h t | cut -d " " -f 1 | sort -u' 'redo list --all -q | sort'
check edits-by-device 'redo rev-list --all --format="%D %A" | sort | uniq -c | awk "{ sum += \$1 } END { print sum }"' 'redo rev-list --all --count'
check tasks-of-nodes 'redo rev-list --all --format=%T | sort -u' 'redo list --all -q | sort'
check for-each-task 'redo for-each-task --format="%(id)" | sort' 'redo list --all -q | sort'
check for-each-title 'redo for-each-task -z --format="%(title)" | tr "\n\0" " \n" | sort' 'redo list --all --json | jq -r ".title | gsub(\"\n\"; \" \")" | sort'
check strict-names 'redo list --all -q | REDO_STRICT_NAMES=1 redo rev-parse --task --stdin' 'redo list --all -q'

# Stores.
check missing-there 'redo rev-list --all | sort > here; redo -C other rev-list --all | sort > there; comm -23 here there | wc -l' 'echo $(($(redo rev-list --all --count) - 12))'
check differences 'redo diff --store other --name-only | sort -u | wc -l' 'redo diff --store other --json | jq -r .task | sort -u | wc -l'
check send-missing 'redo rev-list --all | sort > here; redo -C other rev-list --all | sort > there; comm -23 here there | redo cat-node --stdin | tee sent | redo -C other import > /dev/null; redo -C other replay --hash' 'redo replay --hash'
check sent-is-good 'redo verify --bundle - < <(redo export)' 'printf "%s nodes of %s tasks, %s signed\n" "$(redo log --count)" "$(redo list --all -q | wc -l)" "$(redo log --count)"'
check no-difference 'redo diff --store other --exit-code && echo same' 'echo same'
check hash-object 'redo rev-list --all | redo cat-node --stdin | redo hash-object --batch' 'redo rev-list --all'
check packed-and-loose 'redo pack --list "$(redo pack --list | head -n 1 | cut -d " " -f 1)" | cut -d " " -f 1 | sort > packed; redo rev-list --all | sort | comm -12 - packed | wc -l' 'wc -l < packed'
check pack-sizes 'redo pack --list "$(redo pack --list | head -n 1 | cut -d " " -f 1)" | cut -d " " -f 1-3 | sort' 'redo cat-node --batch-check < packed | sort'
check index-nodes 'redo index --show | awk "/^nodes:/ { print \$2 }"' 'wc -l < packed'
check preview-is-true 'redo pack -n | grep -o "[0-9]* loose"' 'echo "$(redo count-objects -v | awk "/^count:/ { print \$2 }") loose"'

# Writing.
check archive-many 'redo search --all -qz number | redo archive -z --stdin > /dev/null; redo list --archived -q | wc -l' 'redo search --all -q number | wc -l'
check expect 'task=$(redo list -q | head -n 1); old=$(redo heads "$task" | cut -d " " -f 2); redo edit "$task" --points 8 --expect "$old" > /dev/null; redo edit "$task" --points 9 --expect "$old" 2>&1 | grep -o E_STALE; redo show --json "$task" | jq .storyPoints' 'printf "E_STALE\n8\n"'

echo "$count pipelines, $failed failed"
[ "$failed" = 0 ]
