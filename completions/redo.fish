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

set -g __redo_keys calendar.firstWeekday core.editor core.fsync core.hooks firebase.apiKey firebase.clientId firebase.clientSecret firebase.deviceEndpoint firebase.refreshEndpoint firebase.signInEndpoint firebase.tokenEndpoint firestore.keyFile firestore.pageSize firestore.retryDelay firestore.tokenHelper gc.auto gc.autoPackLimit gc.trashDays hook.timeout key.ageIdentity key.agentTime key.helper key.helperTimeout open.command open.link rank.factor.active rank.factor.blocked rank.factor.blocking rank.weight.due rank.weight.points rank.weight.priority redo.device redo.deviceName redo.dialect redo.ignoredAuthors redo.ignoredPersons redo.rank remind.before remind.command remind.day remind.timeout room.cenotaph room.command room.contacts room.endpoint room.framing room.greeting room.handOff room.helperTimeout room.invitation room.machineKey room.payment room.resolver room.threshold room.timeout room.tokenHelper s3.credentialHelper safe.directory sync.allowedAuthors sync.auto sync.autoDelay sync.claims sync.interval sync.merge sync.remote sync.retryDelay sync.timeout task.closed ui.background user.email user.key user.name

complete -c redo -f
complete -c redo -n __redo_needs_command -a '(command redo (__redo_where) --list-commands 2>/dev/null)'
complete -c redo -n __redo_needs_command -a help -d 'Show the manual'
complete -c redo -n __redo_needs_command -l version -d 'Show the version'
complete -c redo -n __redo_needs_command -s h -l help -d 'Show all commands'
complete -c redo -n __redo_needs_command -l exec-path -d 'Look for commands in this folder'
complete -c redo -n __redo_needs_command -s C -x -a '(__redo_directories)' -d 'Change to this folder first'
complete -c redo -n __redo_needs_command -l redo-dir -x -a '(__redo_directories)' -d 'Use this store'
complete -c redo -n __redo_needs_command -s c -x -d 'Set a configuration key for this command'
complete -c redo -n __redo_needs_command -l no-pager -d 'Do not use a pager'
complete -c redo -n __redo_needs_command -l color -x -a 'always never auto' -d 'When to use colours'
complete -c redo -n '__redo_is help' -a '(command redo --list-commands 2>/dev/null)'
complete -c redo -n '__redo_is help' -a 'tutorial plumbing recipes dates query hooks key-helpers room-helpers errors node store' -d guide

complete -c redo-add -w 'redo add'
complete -c redo -n '__redo_is add' -s d -l due -x -d 'the deadline: tomorrow 9am, fri, +3d, 24 dec, 2026-12-24 18:30, none'
complete -c redo -n '__redo_is add' -l notes -x -d 'notes on the to-do'
complete -c redo -n '__redo_is add' -l description -x -d 'what it is about'
complete -c redo -n '__redo_is add' -s p -l priority -x -a 'critical high medium low' -d '5 is the highest; also critical, high, medium, low'
complete -c redo -n '__redo_is add' -l points -x -d 'how much work it is'
complete -c redo -n '__redo_is add' -l private -d 'mark the task as private'
complete -c redo -n '__redo_is add' -l no-private -d 'mark the task as private'
complete -c redo -n '__redo_is add' -l every -x -d 'repeat it: 2w, mon,thu, \'last friday 9:00\', 1st, year, FREQ=...; 7: days after completion; none'
complete -c redo -n '__redo_is add' -l from -x -a 'deadline completion' -d 'count from the deadline, or from each completion (fields dialect only)'
complete -c redo -n '__redo_is add' -l until -x -d 'the last day on which it recurs (fields dialect only)'
complete -c redo -n '__redo_is add' -l count -x -d 'how many times it is done in all (fields dialect only)'
complete -c redo -n '__redo_is add' -l time-zone -x -d 'the zone of its times, such as Europe/Berlin (fields dialect only)'
complete -c redo -n '__redo_is add' -l estimate -x -d 'how long it takes: 90min, 2h, 1h30m, or minutes (fields dialect only)'
complete -c redo -n '__redo_is add' -s t -l tag -x -d 'a tag, or several with commas between them (fields dialect only)'
complete -c redo -n '__redo_is add' -l project -x -d 'what it belongs to, such as home.garden; none removes it'
complete -c redo -n '__redo_is add' -l category -x -a '(__redo_names category)' -d 'its category, by name or id; none removes it'
complete -c redo -n '__redo_is add' -l depends-on -x -a '(__redo_names task)' -d 'a task that must be done first; -TASK removes one, none removes all'
complete -c redo -n '__redo_is add' -l wait -x -d 'hide it from lists until this time; none shows it again'
complete -c redo -n '__redo_is add' -l scheduled -x -d 'when to start on it; none removes this'
complete -c redo -n '__redo_is add' -l expires -x -d 'archive it after this time; none keeps it'
complete -c redo -n '__redo_is add' -l draft -d 'add no to-do'
complete -c redo -n '__redo_is add' -s e -l edit -d 'write the task in an editor; options and title fill the form'
complete -c redo -n '__redo_is add' -l ids -d 'print the full id of each added task and nothing else'
complete -c redo -n '__redo_is add' -s n -l dry-run -d 'print what would be added, and write nothing'
complete -c redo -n '__redo_is add' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is add' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is add' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is add' -l version -d 'show the version'
complete -c redo -n '__redo_is add' -a "(__redo_names field | string replace -r -- '^' --)"
complete -c redo -n '__redo_is add' -a '(__redo_field_values)'

complete -c redo-list -w 'redo list'
complete -c redo -n '__redo_is list' -s a -l all -d 'also archived, completed, finished and snoozed tasks'
complete -c redo -n '__redo_is list' -l archived -d 'only archived tasks'
complete -c redo -n '__redo_is list' -l completed -d 'only tasks that are done, the latest change first'
complete -c redo -n '__redo_is list' -l overdue -d 'only overdue tasks'
complete -c redo -n '__redo_is list' -l today -d 'only tasks that are due today or overdue'
complete -c redo -n '__redo_is list' -l week -d 'only tasks that are due within seven days or overdue'
complete -c redo -n '__redo_is list' -s p -l priority -x -d 'only tasks of this priority, or of a range such as 3..5'
complete -c redo -n '__redo_is list' -l points -x -d 'only tasks of this many story points, or of a range such as 2..5'
complete -c redo -n '__redo_is list' -s t -l tag -x -d 'only tasks with this tag, or with all of several with commas between them'
complete -c redo -n '__redo_is list' -l recurring -d 'only tasks that recur'
complete -c redo -n '__redo_is list' -l one-time -d 'only tasks that are done once'
complete -c redo -n '__redo_is list' -l active -d 'only tasks that someone works on'
complete -c redo -n '__redo_is list' -l mine -d 'only tasks of your own'
complete -c redo -n '__redo_is list' -l shared-with -x -a '(__redo_names person)' -d 'only tasks that this person has a permission for'
complete -c redo -n '__redo_is list' -l query -x -d 'only tasks that the query includes; see redo-query(7)'
complete -c redo -n '__redo_is list' -l report -x -a '(__redo_names report)' -d 'show this report, from report.NAME in the configuration'
complete -c redo -n '__redo_is list' -l sort -x -d 'order by columns, - for descending: due,-priority'
complete -c redo -n '__redo_is list' -l columns -x -d 'which columns: rank,id,priority,due,title and others'
complete -c redo -n '__redo_is list' -l group -x -a 'project category due' -d 'divide the list, with a sum beneath each part'
complete -c redo -n '__redo_is list' -s n -l limit -x -d 'at most this many tasks'
complete -c redo -n '__redo_is list' -l json -d 'print a JSON object for each task, with its rank, state and current to-do'
complete -c redo -n '__redo_is list' -s q -l ids -d 'print the id of each task and nothing else, as \'redo done -\' reads them'
complete -c redo -n '__redo_is list' -s z -l null -d 'with --ids, end each id with a zero byte instead of a line feed'
complete -c redo -n '__redo_is list' -l context -x -a '(__redo_names context)' -d 'use this context, or none, instead of the one that is on'
complete -c redo -n '__redo_is list' -l as-of -x -d 'the list as it was at that time'
complete -c redo -n '__redo_is list' -l rank -x -a 'classic sigmoid' -d 'order by classic or sigmoid rank, instead of redo.rank'
complete -c redo -n '__redo_is list' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is list' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is list' -l version -d 'show the version'
complete -c redo -n '__redo_is list' -a '(__redo_names report)'

complete -c redo-agenda -w 'redo agenda'
complete -c redo -n '__redo_is agenda' -l days -x -d 'how many days, instead of 7'
complete -c redo -n '__redo_is agenda' -l from -x -d 'the first day, instead of today'
complete -c redo -n '__redo_is agenda' -l context -x -a '(__redo_names context)' -d 'use this context, or none, instead of the one that is on'
complete -c redo -n '__redo_is agenda' -l json -d 'print a JSON object for each entry'
complete -c redo -n '__redo_is agenda' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is agenda' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is agenda' -l version -d 'show the version'

complete -c redo-calendar -w 'redo calendar'
complete -c redo -n '__redo_is calendar' -l context -x -a '(__redo_names context)' -d 'use this context, or none, instead of the one that is on'
complete -c redo -n '__redo_is calendar' -l json -d 'print a JSON object for each entry of the month'
complete -c redo -n '__redo_is calendar' -l expand -d 'read completed occurrences, one per line; print when the next ones are due (for programs)'
complete -c redo -n '__redo_is calendar' -l todos -d 'read calendars of iCalendar; print their tasks as JSON Lines (for programs)'
complete -c redo -n '__redo_is calendar' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is calendar' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is calendar' -l version -d 'show the version'

complete -c redo-search -w 'redo search'
complete -c redo -n '__redo_is search' -s a -l all -d 'also archived, completed, finished and snoozed tasks'
complete -c redo -n '__redo_is search' -s E -l regex -d 'take each word as an extended regular expression'
complete -c redo -n '__redo_is search' -l query -x -d 'only tasks that the query includes; see redo-query(7)'
complete -c redo -n '__redo_is search' -s n -l limit -x -d 'at most this many tasks'
complete -c redo -n '__redo_is search' -l json -d 'print a JSON object for each task, with its rank and the fields that match'
complete -c redo -n '__redo_is search' -l rank -x -a 'classic sigmoid' -d 'order by classic or sigmoid rank, instead of redo.rank'
complete -c redo -n '__redo_is search' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is search' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is search' -l version -d 'show the version'

complete -c redo-show -w 'redo show'
complete -c redo -n '__redo_is show' -l json -d 'print the task\'s JSON object'
complete -c redo -n '__redo_is show' -l history -d 'also what happened to it: each node, and what it changed'
complete -c redo -n '__redo_is show' -l rank -x -a 'classic sigmoid' -d 'order by classic or sigmoid rank, instead of redo.rank'
complete -c redo -n '__redo_is show' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is show' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is show' -l version -d 'show the version'
complete -c redo -n '__redo_is show' -a '(__redo_names task; __redo_names node)'

complete -c redo-done -w 'redo done'
complete -c redo -n '__redo_is done' -l at -x -d 'the time of completion, instead of now'
complete -c redo -n '__redo_is done' -l notes -x -d 'notes on the to-do'
complete -c redo -n '__redo_is done' -l todo -x -d 'complete this open to-do instead of the current one: the beginning of its id, or its title'
complete -c redo -n '__redo_is done' -l query -x -d 'all tasks that the query includes, instead of named ones'
complete -c redo -n '__redo_is done' -l context -x -a '(__redo_names context)' -d 'use this context, or none, instead of the one that is on'
complete -c redo -n '__redo_is done' -s z -l null -d 'names on standard input end with a zero byte'
complete -c redo -n '__redo_is done' -s n -l dry-run -d 'print what would be done, and write nothing'
complete -c redo -n '__redo_is done' -s y -l yes -d 'with --query, do not ask; a terminal is asked about more than 10 tasks'
complete -c redo -n '__redo_is done' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is done' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is done' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is done' -l version -d 'show the version'
complete -c redo -n '__redo_is done' -a '(__redo_names open-task)'

complete -c redo-edit -w 'redo edit'
complete -c redo -n '__redo_is edit' -l title -x -d 'another title'
complete -c redo -n '__redo_is edit' -s d -l due -x -d 'set the deadline of the current to-do, or add a to-do; none removes the deadline'
complete -c redo -n '__redo_is edit' -l notes -x -d 'the notes on the current to-do'
complete -c redo -n '__redo_is edit' -l description -x -d 'what it is about'
complete -c redo -n '__redo_is edit' -s p -l priority -x -a 'critical high medium low' -d '5 is the highest; also critical, high, medium, low'
complete -c redo -n '__redo_is edit' -l points -x -d 'how much work it is'
complete -c redo -n '__redo_is edit' -l private -d 'mark the task as private'
complete -c redo -n '__redo_is edit' -l no-private -d 'mark the task as private'
complete -c redo -n '__redo_is edit' -l every -x -d 'repeat it: 2w, mon,thu, \'last friday 9:00\', 1st, year, FREQ=...; 7: days after completion; none'
complete -c redo -n '__redo_is edit' -l from -x -a 'deadline completion' -d 'count from the deadline, or from each completion (fields dialect only)'
complete -c redo -n '__redo_is edit' -l until -x -d 'the last day on which it recurs (fields dialect only)'
complete -c redo -n '__redo_is edit' -l count -x -d 'how many times it is done in all (fields dialect only)'
complete -c redo -n '__redo_is edit' -l time-zone -x -d 'the zone of its times, such as Europe/Berlin (fields dialect only)'
complete -c redo -n '__redo_is edit' -l estimate -x -d 'how long it takes: 90min, 2h, 1h30m, or minutes (fields dialect only)'
complete -c redo -n '__redo_is edit' -s t -l tag -x -d 'add a tag, or several with commas between them; -TAG removes (fields dialect only)'
complete -c redo -n '__redo_is edit' -l untag -x -d 'remove a tag, or several with commas between them (fields dialect only)'
complete -c redo -n '__redo_is edit' -l project -x -d 'what it belongs to, such as home.garden; none removes it'
complete -c redo -n '__redo_is edit' -l category -x -a '(__redo_names category)' -d 'its category, by name or id; none removes it'
complete -c redo -n '__redo_is edit' -l depends-on -x -a '(__redo_names task)' -d 'a task that must be done first; -TASK removes one, none removes all'
complete -c redo -n '__redo_is edit' -l wait -x -d 'hide it from lists until this time; none shows it again'
complete -c redo -n '__redo_is edit' -l scheduled -x -d 'when to start on it; none removes this'
complete -c redo -n '__redo_is edit' -l expires -x -d 'archive it after this time; none keeps it'
complete -c redo -n '__redo_is edit' -l query -x -d 'all tasks that the query includes, instead of named ones'
complete -c redo -n '__redo_is edit' -l context -x -a '(__redo_names context)' -d 'use this context, or none, instead of the one that is on'
complete -c redo -n '__redo_is edit' -s z -l null -d 'names on standard input end with a zero byte'
complete -c redo -n '__redo_is edit' -s n -l dry-run -d 'print what would be done, and write nothing'
complete -c redo -n '__redo_is edit' -s y -l yes -d 'with --query, do not ask; a terminal is asked about more than 10 tasks'
complete -c redo -n '__redo_is edit' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is edit' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is edit' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is edit' -l version -d 'show the version'
complete -c redo -n '__redo_is edit' -a "(__redo_names field | string replace -r -- '^' --)"
complete -c redo -n '__redo_is edit' -a '(__redo_field_values)'
complete -c redo -n '__redo_is edit' -a '(__redo_names task)'

complete -c redo-todo -w 'redo todo'
complete -c redo -n '__redo_is todo' -s d -l due -x -d 'the deadline: tomorrow 9am, fri, +3d, 24 dec, 2026-12-24 18:30, none'
complete -c redo -n '__redo_is todo' -l notes -x -d 'notes on the to-do'
complete -c redo -n '__redo_is todo' -l title -x -d 'a title of its own (fields dialect only)'
complete -c redo -n '__redo_is todo' -l query -x -d 'all tasks that the query includes, instead of named ones'
complete -c redo -n '__redo_is todo' -l context -x -a '(__redo_names context)' -d 'use this context, or none, instead of the one that is on'
complete -c redo -n '__redo_is todo' -s z -l null -d 'names on standard input end with a zero byte'
complete -c redo -n '__redo_is todo' -s n -l dry-run -d 'print what would be done, and write nothing'
complete -c redo -n '__redo_is todo' -s y -l yes -d 'with --query, do not ask; a terminal is asked about more than 10 tasks'
complete -c redo -n '__redo_is todo' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is todo' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is todo' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is todo' -l version -d 'show the version'
complete -c redo -n '__redo_is todo' -a '(__redo_names task)'

complete -c redo-snooze -w 'redo snooze'
complete -c redo -n '__redo_is snooze' -l days -x -d 'move the deadline of the current to-do by that many days'
complete -c redo -n '__redo_is snooze' -s d -l due -x -d 'give the current to-do this deadline'
complete -c redo -n '__redo_is snooze' -l until -x -d 'hide the task from lists until then (fields dialect only)'
complete -c redo -n '__redo_is snooze' -l query -x -d 'all tasks that the query includes, instead of named ones'
complete -c redo -n '__redo_is snooze' -l context -x -a '(__redo_names context)' -d 'use this context, or none, instead of the one that is on'
complete -c redo -n '__redo_is snooze' -s z -l null -d 'names on standard input end with a zero byte'
complete -c redo -n '__redo_is snooze' -s n -l dry-run -d 'print what would be done, and write nothing'
complete -c redo -n '__redo_is snooze' -s y -l yes -d 'with --query, do not ask; a terminal is asked about more than 10 tasks'
complete -c redo -n '__redo_is snooze' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is snooze' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is snooze' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is snooze' -l version -d 'show the version'
complete -c redo -n '__redo_is snooze' -a '(__redo_names open-task)'

complete -c redo-block -w 'redo block'
complete -c redo -n '__redo_is block' -l on -x -a '(__redo_names task)' -d 'a task that must be done first'
complete -c redo -n '__redo_is block' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is block' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is block' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is block' -l version -d 'show the version'
complete -c redo -n '__redo_is block' -a '(__redo_names task)'

complete -c redo-unblock -w 'redo unblock'
complete -c redo -n '__redo_is unblock' -l on -x -a '(__redo_names task)' -d 'this task alone, instead of all'
complete -c redo -n '__redo_is unblock' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is unblock' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is unblock' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is unblock' -l version -d 'show the version'
complete -c redo -n '__redo_is unblock' -a '(__redo_names task)'

complete -c redo-archive -w 'redo archive'
complete -c redo -n '__redo_is archive' -l query -x -d 'all tasks that the query includes, instead of named ones'
complete -c redo -n '__redo_is archive' -l context -x -a '(__redo_names context)' -d 'use this context, or none, instead of the one that is on'
complete -c redo -n '__redo_is archive' -s z -l null -d 'names on standard input end with a zero byte'
complete -c redo -n '__redo_is archive' -s n -l dry-run -d 'print what would be done, and write nothing'
complete -c redo -n '__redo_is archive' -s y -l yes -d 'with --query, do not ask; a terminal is asked about more than 10 tasks'
complete -c redo -n '__redo_is archive' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is archive' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is archive' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is archive' -l version -d 'show the version'
complete -c redo -n '__redo_is archive' -a '(__redo_names task)'

complete -c redo-unarchive -w 'redo unarchive'
complete -c redo -n '__redo_is unarchive' -l query -x -d 'all tasks that the query includes, instead of named ones'
complete -c redo -n '__redo_is unarchive' -l context -x -a '(__redo_names context)' -d 'use this context, or none, instead of the one that is on'
complete -c redo -n '__redo_is unarchive' -s z -l null -d 'names on standard input end with a zero byte'
complete -c redo -n '__redo_is unarchive' -s n -l dry-run -d 'print what would be done, and write nothing'
complete -c redo -n '__redo_is unarchive' -s y -l yes -d 'with --query, do not ask; a terminal is asked about more than 10 tasks'
complete -c redo -n '__redo_is unarchive' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is unarchive' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is unarchive' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is unarchive' -l version -d 'show the version'
complete -c redo -n '__redo_is unarchive' -a '(__redo_names archived-task)'

complete -c redo-delete -w 'redo delete'
complete -c redo -n '__redo_is delete' -l now -d 'delete permanently at once, without the trash'
complete -c redo -n '__redo_is delete' -s f -l force -d 'with --now, do not ask on a terminal'
complete -c redo -n '__redo_is delete' -l query -x -d 'all tasks that the query includes, instead of named ones'
complete -c redo -n '__redo_is delete' -l context -x -a '(__redo_names context)' -d 'use this context, or none, instead of the one that is on'
complete -c redo -n '__redo_is delete' -s z -l null -d 'names on standard input end with a zero byte'
complete -c redo -n '__redo_is delete' -s n -l dry-run -d 'print what would be done, and write nothing'
complete -c redo -n '__redo_is delete' -s y -l yes -d 'with --query, do not ask; a terminal is asked about more than 10 tasks'
complete -c redo -n '__redo_is delete' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is delete' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is delete' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is delete' -l version -d 'show the version'
complete -c redo -n '__redo_is delete' -a '(__redo_names task)'

complete -c redo-restore -w 'redo restore'
complete -c redo -n '__redo_is restore' -l copy -d 'add a copy of a permanently deleted task'
complete -c redo -n '__redo_is restore' -l query -x -d 'all tasks that the query includes, instead of named ones'
complete -c redo -n '__redo_is restore' -l context -x -a '(__redo_names context)' -d 'use this context, or none, instead of the one that is on'
complete -c redo -n '__redo_is restore' -s z -l null -d 'names on standard input end with a zero byte'
complete -c redo -n '__redo_is restore' -s n -l dry-run -d 'print what would be done, and write nothing'
complete -c redo -n '__redo_is restore' -s y -l yes -d 'with --query, do not ask; a terminal is asked about more than 10 tasks'
complete -c redo -n '__redo_is restore' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is restore' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is restore' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is restore' -l version -d 'show the version'
complete -c redo -n '__redo_is restore' -a '(__redo_names archived-task)'

complete -c redo-trash -w 'redo trash'
complete -c redo -n '__redo_is trash' -s f -l force -d 'empty: do not ask on a terminal'
complete -c redo -n '__redo_is trash' -s n -l dry-run -d 'empty: delete nothing, and say what would be deleted'
complete -c redo -n '__redo_is trash' -l json -d 'list: print a JSON object for each task, with what \'redo list --json\' prints'
complete -c redo -n '__redo_is trash' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is trash' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is trash' -l version -d 'show the version'
complete -c redo -n '__redo_is trash; and not __redo_follows list empty' -a list
complete -c redo -n '__redo_is trash; and not __redo_follows list empty' -a empty

complete -c redo-undo -w 'redo undo'
complete -c redo -n '__redo_is undo' -l forward -d 'bring back what the last undo took back'
complete -c redo -n '__redo_is undo' -l redo -d 'the same as --forward'
complete -c redo -n '__redo_is undo' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is undo' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is undo' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is undo' -l version -d 'show the version'
complete -c redo -n '__redo_is undo' -a '(__redo_names task)'

complete -c redo-revert -w 'redo revert'
complete -c redo -n '__redo_is revert' -s n -l dry-run -d 'write nothing; print what would be reverted'
complete -c redo -n '__redo_is revert' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is revert' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is revert' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is revert' -l version -d 'show the version'
complete -c redo -n '__redo_is revert' -a '(__redo_names node)'

complete -c redo-op -w 'redo op'
complete -c redo -n '__redo_is op' -s n -l limit -x -d 'log: at most this many operations; 20 unless it is given'
complete -c redo -n '__redo_is op' -l json -d 'log: print a JSON object for each operation'
complete -c redo -n '__redo_is op' -l dry-run -d 'restore: write nothing; print what would be changed'
complete -c redo -n '__redo_is op' -s f -l force -d 'restore: do not ask on a terminal'
complete -c redo -n '__redo_is op' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is op' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is op' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is op' -l version -d 'show the version'
complete -c redo -n '__redo_is op; and not __redo_follows log restore' -a log
complete -c redo -n '__redo_is op; and not __redo_follows log restore' -a restore

complete -c redo-urgency -w 'redo urgency'
complete -c redo -n '__redo_is urgency' -l json -d 'print a JSON object with the rank and its terms'
complete -c redo -n '__redo_is urgency' -l rank -x -a 'classic sigmoid' -d 'order by classic or sigmoid rank, instead of redo.rank'
complete -c redo -n '__redo_is urgency' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is urgency' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is urgency' -l version -d 'show the version'
complete -c redo -n '__redo_is urgency' -a '(__redo_names task)'

complete -c redo-stats -w 'redo stats'
complete -c redo -n '__redo_is stats' -l task -x -a '(__redo_names task)' -d 'only this task'
complete -c redo -n '__redo_is stats' -l days -x -d 'how many days count as recent, instead of 7; with --time: sum these days only'
complete -c redo -n '__redo_is stats' -l time -d 'show the time that was tracked, as start and stop measure it'
complete -c redo -n '__redo_is stats' -l by -x -a 'task project category day' -d 'sum the time by task (the default), project, category or day'
complete -c redo -n '__redo_is stats' -l json -d 'print all figures as a JSON object'
complete -c redo -n '__redo_is stats' -l svg -d 'print an SVG picture'
complete -c redo -n '__redo_is stats' -l html -d 'print a page that needs nothing else'
complete -c redo -n '__redo_is stats' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is stats' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is stats' -l version -d 'show the version'

complete -c redo-category -w 'redo category'
complete -c redo -n '__redo_is category' -l name -x -d 'another name'
complete -c redo -n '__redo_is category' -s c -l color -x -a 'blue green orange purple red teal pink brown yellow grey cyan lime' -d '#RRGGBB, or the name of a colour'
complete -c redo -n '__redo_is category' -s p -l parent -x -a '(__redo_names category)' -d 'the category that it is under; none for none'
complete -c redo -n '__redo_is category' -l json -d 'print a JSON object for each category'
complete -c redo -n '__redo_is category' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is category' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is category' -l version -d 'show the version'
complete -c redo -n '__redo_is category; and not __redo_follows list add edit delete' -a list
complete -c redo -n '__redo_is category; and not __redo_follows list add edit delete' -a add
complete -c redo -n '__redo_is category; and not __redo_follows list add edit delete' -a edit
complete -c redo -n '__redo_is category; and __redo_follows edit' -a '(__redo_names category)'
complete -c redo -n '__redo_is category; and not __redo_follows list add edit delete' -a delete
complete -c redo -n '__redo_is category; and __redo_follows delete' -a '(__redo_names category)'

complete -c redo-comment -w 'redo comment'
complete -c redo -n '__redo_is comment' -l json -d 'print a JSON object for each comment'
complete -c redo -n '__redo_is comment' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is comment' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is comment' -l version -d 'show the version'
complete -c redo -n '__redo_is comment; and not __redo_follows add list edit delete' -a add
complete -c redo -n '__redo_is comment; and not __redo_follows add list edit delete' -a list
complete -c redo -n '__redo_is comment; and __redo_follows list' -a '(__redo_names task)'
complete -c redo -n '__redo_is comment; and not __redo_follows add list edit delete' -a edit
complete -c redo -n '__redo_is comment; and not __redo_follows add list edit delete' -a delete

complete -c redo-start -w 'redo start'
complete -c redo -n '__redo_is start' -l at -x -d 'at this time, instead of now'
complete -c redo -n '__redo_is start' -l query -x -d 'all tasks that the query includes, instead of named ones'
complete -c redo -n '__redo_is start' -l context -x -a '(__redo_names context)' -d 'use this context, or none, instead of the one that is on'
complete -c redo -n '__redo_is start' -s z -l null -d 'names on standard input end with a zero byte'
complete -c redo -n '__redo_is start' -s n -l dry-run -d 'print what would be done, and write nothing'
complete -c redo -n '__redo_is start' -s y -l yes -d 'with --query, do not ask; a terminal is asked about more than 10 tasks'
complete -c redo -n '__redo_is start' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is start' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is start' -l version -d 'show the version'
complete -c redo -n '__redo_is start' -a '(__redo_names open-task)'

complete -c redo-stop -w 'redo stop'
complete -c redo -n '__redo_is stop' -l at -x -d 'at this time, instead of now'
complete -c redo -n '__redo_is stop' -l query -x -d 'all tasks that the query includes, instead of named ones'
complete -c redo -n '__redo_is stop' -l context -x -a '(__redo_names context)' -d 'use this context, or none, instead of the one that is on'
complete -c redo -n '__redo_is stop' -s z -l null -d 'names on standard input end with a zero byte'
complete -c redo -n '__redo_is stop' -s n -l dry-run -d 'print what would be done, and write nothing'
complete -c redo -n '__redo_is stop' -s y -l yes -d 'with --query, do not ask; a terminal is asked about more than 10 tasks'
complete -c redo -n '__redo_is stop' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is stop' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is stop' -l version -d 'show the version'
complete -c redo -n '__redo_is stop' -a '(__redo_names task)'

complete -c redo-batch -w 'redo batch'
complete -c redo -n '__redo_is batch' -l atomic -d 'write all operations, or none if one fails'
complete -c redo -n '__redo_is batch' -s n -l dry-run -d 'answer, and write nothing'
complete -c redo -n '__redo_is batch' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is batch' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is batch' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is batch' -l version -d 'show the version'

complete -c redo-template -w 'redo template'
complete -c redo -n '__redo_is template' -l file -r -F -d 'add: read the template from this file, or - for standard input'
complete -c redo -n '__redo_is template' -s f -l force -d 'add: replace a template of that name; delete: do not ask'
complete -c redo -n '__redo_is template' -l from -x -d 'use: count dates from then, instead of now'
complete -c redo -n '__redo_is template' -s d -l due -x -d 'use: count dates with a minus sign back from then'
complete -c redo -n '__redo_is template' -l set -x -d 'use: the value of {key} in texts'
complete -c redo -n '__redo_is template' -s n -l dry-run -d 'use: print what would be added, and write nothing'
complete -c redo -n '__redo_is template' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is template' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is template' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is template' -l version -d 'show the version'
complete -c redo -n '__redo_is template; and not __redo_follows add add list show edit use delete' -a add
complete -c redo -n '__redo_is template; and __redo_follows add' -a '(__redo_names task)'
complete -c redo -n '__redo_is template; and not __redo_follows add add list show edit use delete' -a add
complete -c redo -n '__redo_is template; and __redo_follows add' -a '(__redo_names template)'
complete -c redo -n '__redo_is template; and not __redo_follows add add list show edit use delete' -a list
complete -c redo -n '__redo_is template; and not __redo_follows add add list show edit use delete' -a show
complete -c redo -n '__redo_is template; and __redo_follows show' -a '(__redo_names template)'
complete -c redo -n '__redo_is template; and not __redo_follows add add list show edit use delete' -a edit
complete -c redo -n '__redo_is template; and __redo_follows edit' -a '(__redo_names template)'
complete -c redo -n '__redo_is template; and not __redo_follows add add list show edit use delete' -a use
complete -c redo -n '__redo_is template; and __redo_follows use' -a '(__redo_names template)'
complete -c redo -n '__redo_is template; and not __redo_follows add add list show edit use delete' -a delete
complete -c redo -n '__redo_is template; and __redo_follows delete' -a '(__redo_names template)'

complete -c redo-open -w 'redo open'
complete -c redo -n '__redo_is open' -l json -d 'print what the link names as JSON, also if open.command is set'
complete -c redo -n '__redo_is open' -l hold -d 'on a terminal, wait for Enter at the end, so that its window stays open'
complete -c redo -n '__redo_is open' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is open' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is open' -l version -d 'show the version'

complete -c redo-share -w 'redo share'
complete -c redo -n '__redo_is share' -l with -x -a '(__redo_names person)' -d 'a person by name or id, or a key'
complete -c redo -n '__redo_is share' -l as -x -a 'read write admin' -d 'the permission: read, write, or admin, which includes sharing'
complete -c redo -n '__redo_is share' -l close -d 'close tasks of yours: only you, and those you share them with, can change them'
complete -c redo -n '__redo_is share' -l category -x -a '(__redo_names category)' -d 'a category and its tasks, instead of named tasks'
complete -c redo -n '__redo_is share' -l tasks -d 'with --category, also each task in it (the default)'
complete -c redo -n '__redo_is share' -l no-tasks -d 'with --category, also each task in it (the default)'
complete -c redo -n '__redo_is share' -l query -x -d 'all tasks that the query includes, instead of named ones'
complete -c redo -n '__redo_is share' -l context -x -a '(__redo_names context)' -d 'use this context, or none, instead of the one that is on'
complete -c redo -n '__redo_is share' -s z -l null -d 'names on standard input end with a zero byte'
complete -c redo -n '__redo_is share' -l certified-copy -d 'if the id of a task certifies no owner, share a copy whose id does, and archive the task'
complete -c redo -n '__redo_is share' -s n -l dry-run -d 'print what would be shared, and write nothing'
complete -c redo -n '__redo_is share' -s y -l yes -d 'do not ask; a terminal is asked about a category with more than 10 tasks'
complete -c redo -n '__redo_is share' -l json -d 'print a JSON object for each task or category'
complete -c redo -n '__redo_is share' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is share' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is share' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is share' -l version -d 'show the version'
complete -c redo -n '__redo_is share' -a '(__redo_names task)'

complete -c redo-unshare -w 'redo unshare'
complete -c redo -n '__redo_is unshare' -l with -x -a '(__redo_names person)' -d 'a person by name or id, or a key'
complete -c redo -n '__redo_is unshare' -l category -x -a '(__redo_names category)' -d 'a category and its tasks, instead of named tasks'
complete -c redo -n '__redo_is unshare' -l tasks -d 'with --category, also each task in it (the default)'
complete -c redo -n '__redo_is unshare' -l no-tasks -d 'with --category, also each task in it (the default)'
complete -c redo -n '__redo_is unshare' -l drop -x -a '(__redo_names node)' -d 'do not keep this node of theirs, nor what follows it'
complete -c redo -n '__redo_is unshare' -s n -l dry-run -d 'print what would be taken and kept, and write nothing'
complete -c redo -n '__redo_is unshare' -s y -l yes -d 'do not ask on a terminal'
complete -c redo -n '__redo_is unshare' -l json -d 'print a JSON object for each task or category'
complete -c redo -n '__redo_is unshare' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is unshare' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is unshare' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is unshare' -l version -d 'show the version'
complete -c redo -n '__redo_is unshare' -a '(__redo_names task)'

complete -c redo-shares -w 'redo shares'
complete -c redo -n '__redo_is shares' -l category -x -a '(__redo_names category)' -d 'a category and its tasks, instead of named tasks'
complete -c redo -n '__redo_is shares' -s a -l all -d 'also those who were removed, and tasks that are shared with no one'
complete -c redo -n '__redo_is shares' -l json -d 'print a JSON object for each task or category'
complete -c redo -n '__redo_is shares' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is shares' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is shares' -l version -d 'show the version'
complete -c redo -n '__redo_is shares' -a '(__redo_names task)'

complete -c redo-remind -w 'redo remind'
complete -c redo -n '__redo_is remind' -l print -d 'print a JSON object for each reminder, instead of running remind.command'
complete -c redo -n '__redo_is remind' -l once -d 'announce missed reminders, and exit'
complete -c redo -n '__redo_is remind' -l list -d 'print the next reminders, at most 64, and exit'
complete -c redo -n '__redo_is remind' -l json -d 'with --list: print a JSON object for each reminder, as --print does'
complete -c redo -n '__redo_is remind' -l install -d 'let systemd run it for this store, now and at each login'
complete -c redo -n '__redo_is remind' -l uninstall -d 'stop systemd from running it'
complete -c redo -n '__redo_is remind' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is remind' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is remind' -l version -d 'show the version'

complete -c redo-room -w 'redo room'
complete -c redo -n '__redo_is room' -l tier -x -a '1 10 100 1000' -d 'open: the price of the room'
complete -c redo -n '__redo_is room' -l expires -x -d 'open: when the room expires unless it has begun'
complete -c redo -n '__redo_is room' -s y -l yes -d 'open, decline, cancel and leave: do not ask'
complete -c redo -n '__redo_is room' -s a -l all -d 'list: also rooms that ended before anything was said'
complete -c redo -n '__redo_is room' -l json -d 'list and show: print a JSON object for each room'
complete -c redo -n '__redo_is room' -l lower -d 'hand: lower it'
complete -c redo -n '__redo_is room' -l plain -d 'join: read and print lines, for screen readers and programs'
complete -c redo -n '__redo_is room' -l watch -d 'answer: keep running, and answer each time the machine is asked'
complete -c redo -n '__redo_is room' -l cenotaph -d 'answer: ask for the last words over a room that has ended'
complete -c redo -n '__redo_is room' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is room' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is room' -l version -d 'show the version'
complete -c redo -n '__redo_is room; and not __redo_follows open list show accept decline say pass hand leave cancel cenotaph join answer watch' -a open
complete -c redo -n '__redo_is room; and not __redo_follows open list show accept decline say pass hand leave cancel cenotaph join answer watch' -a list
complete -c redo -n '__redo_is room; and not __redo_follows open list show accept decline say pass hand leave cancel cenotaph join answer watch' -a show
complete -c redo -n '__redo_is room; and __redo_follows show' -a '(__redo_names room)'
complete -c redo -n '__redo_is room; and not __redo_follows open list show accept decline say pass hand leave cancel cenotaph join answer watch' -a accept
complete -c redo -n '__redo_is room; and __redo_follows accept' -a '(__redo_names room)'
complete -c redo -n '__redo_is room; and not __redo_follows open list show accept decline say pass hand leave cancel cenotaph join answer watch' -a decline
complete -c redo -n '__redo_is room; and __redo_follows decline' -a '(__redo_names room)'
complete -c redo -n '__redo_is room; and not __redo_follows open list show accept decline say pass hand leave cancel cenotaph join answer watch' -a say
complete -c redo -n '__redo_is room; and not __redo_follows open list show accept decline say pass hand leave cancel cenotaph join answer watch' -a pass
complete -c redo -n '__redo_is room; and __redo_follows pass' -a '(__redo_names room)'
complete -c redo -n '__redo_is room; and not __redo_follows open list show accept decline say pass hand leave cancel cenotaph join answer watch' -a hand
complete -c redo -n '__redo_is room; and __redo_follows hand' -a '(__redo_names room)'
complete -c redo -n '__redo_is room; and not __redo_follows open list show accept decline say pass hand leave cancel cenotaph join answer watch' -a leave
complete -c redo -n '__redo_is room; and __redo_follows leave' -a '(__redo_names room)'
complete -c redo -n '__redo_is room; and not __redo_follows open list show accept decline say pass hand leave cancel cenotaph join answer watch' -a cancel
complete -c redo -n '__redo_is room; and __redo_follows cancel' -a '(__redo_names room)'
complete -c redo -n '__redo_is room; and not __redo_follows open list show accept decline say pass hand leave cancel cenotaph join answer watch' -a cenotaph
complete -c redo -n '__redo_is room; and not __redo_follows open list show accept decline say pass hand leave cancel cenotaph join answer watch' -a join
complete -c redo -n '__redo_is room; and __redo_follows join' -a '(__redo_names room)'
complete -c redo -n '__redo_is room; and not __redo_follows open list show accept decline say pass hand leave cancel cenotaph join answer watch' -a answer
complete -c redo -n '__redo_is room; and __redo_follows answer' -a '(__redo_names room)'
complete -c redo -n '__redo_is room; and not __redo_follows open list show accept decline say pass hand leave cancel cenotaph join answer watch' -a watch
complete -c redo -n '__redo_is room; and __redo_follows watch' -a '(__redo_names room)'

complete -c redo-ui -w 'redo ui'
complete -c redo -n '__redo_is ui' -l plain -d 'print what changes as lines, and read keys and commands as lines'
complete -c redo -n '__redo_is ui' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is ui' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is ui' -l version -d 'show the version'

complete -c redo-init -w 'redo init'
complete -c redo -n '__redo_is init' -l home -d 'make the personal store, which is used where there is no other'
complete -c redo -n '__redo_is init' -s f -l force -d 'make the store even if it hides the personal store'
complete -c redo -n '__redo_is init' -s q -l quiet -d 'print nothing'
complete -c redo -n '__redo_is init' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is init' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is init' -l version -d 'show the version'
complete -c redo -n '__redo_is init' -a '(__redo_directories)'

complete -c redo-keygen -w 'redo keygen'
complete -c redo -n '__redo_is keygen' -l no-passphrase -d 'keep the key unsealed, in a file that only you can read'
complete -c redo -n '__redo_is keygen' -l in -x -d 'keep the key with a key helper instead of in a file'
complete -c redo -n '__redo_is keygen' -l name -x -d 'set user.name, which new nodes carry'
complete -c redo -n '__redo_is keygen' -l email -x -d 'set user.email, which new nodes carry'
complete -c redo -n '__redo_is keygen' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is keygen' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is keygen' -l version -d 'show the version'

complete -c redo-key -w 'redo key'
complete -c redo -n '__redo_is key' -s f -l force -d 'import: replace a key that is here; delete: do not ask, and delete the last one too'
complete -c redo -n '__redo_is key' -l time -x -d 'agent: how long it holds a key, such as 15min or 8h'
complete -c redo -n '__redo_is key' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is key' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is key' -l version -d 'show the version'
complete -c redo -n '__redo_is key; and not __redo_follows list show use add move box export import lock unlock passwd delete agent' -a list
complete -c redo -n '__redo_is key; and not __redo_follows list show use add move box export import lock unlock passwd delete agent' -a show
complete -c redo -n '__redo_is key; and __redo_follows show' -a '(__redo_names user)'
complete -c redo -n '__redo_is key; and not __redo_follows list show use add move box export import lock unlock passwd delete agent' -a use
complete -c redo -n '__redo_is key; and __redo_follows use' -a '(__redo_names user)'
complete -c redo -n '__redo_is key; and not __redo_follows list show use add move box export import lock unlock passwd delete agent' -a add
complete -c redo -n '__redo_is key; and __redo_follows add' -a '(__redo_names user)'
complete -c redo -n '__redo_is key; and not __redo_follows list show use add move box export import lock unlock passwd delete agent' -a move
complete -c redo -n '__redo_is key; and __redo_follows move' -a '(__redo_names user)'
complete -c redo -n '__redo_is key; and not __redo_follows list show use add move box export import lock unlock passwd delete agent' -a box
complete -c redo -n '__redo_is key; and __redo_follows box' -a '(__redo_names user)'
complete -c redo -n '__redo_is key; and not __redo_follows list show use add move box export import lock unlock passwd delete agent' -a export
complete -c redo -n '__redo_is key; and __redo_follows export' -a '(__redo_names user)'
complete -c redo -n '__redo_is key; and not __redo_follows list show use add move box export import lock unlock passwd delete agent' -a import
complete -c redo -n '__redo_is key; and __redo_follows import' -F
complete -c redo -n '__redo_is key; and not __redo_follows list show use add move box export import lock unlock passwd delete agent' -a lock
complete -c redo -n '__redo_is key; and __redo_follows lock' -a '(__redo_names user)'
complete -c redo -n '__redo_is key; and not __redo_follows list show use add move box export import lock unlock passwd delete agent' -a unlock
complete -c redo -n '__redo_is key; and __redo_follows unlock' -a '(__redo_names user)'
complete -c redo -n '__redo_is key; and not __redo_follows list show use add move box export import lock unlock passwd delete agent' -a passwd
complete -c redo -n '__redo_is key; and __redo_follows passwd' -a '(__redo_names user)'
complete -c redo -n '__redo_is key; and not __redo_follows list show use add move box export import lock unlock passwd delete agent' -a delete
complete -c redo -n '__redo_is key; and __redo_follows delete' -a '(__redo_names user)'
complete -c redo -n '__redo_is key; and not __redo_follows list show use add move box export import lock unlock passwd delete agent' -a agent

complete -c redo-config -w 'redo config'
complete -c redo -n '__redo_is config' -l global -d 'read or write the user\'s configuration, which applies to all stores'
complete -c redo -n '__redo_is config' -l add -d 'add a value to those that are there'
complete -c redo -n '__redo_is config' -l get-all -d 'print all values of the name'
complete -c redo -n '__redo_is config' -l unset -d 'remove all values of the name'
complete -c redo -n '__redo_is config' -s l -l list -d 'print all names and values'
complete -c redo -n '__redo_is config' -l show-origin -d 'print before each value the file that has it, and a tab'
complete -c redo -n '__redo_is config' -s e -l edit -d 'write the file in an editor; it is checked before it counts'
complete -c redo -n '__redo_is config' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is config' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is config' -l version -d 'show the version'
complete -c redo -n '__redo_is config' -a '$__redo_keys'

complete -c redo-context -w 'redo context'
complete -c redo -n '__redo_is context' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is context' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is context' -l version -d 'show the version'
complete -c redo -n '__redo_is context' -a '(__redo_names context)'
complete -c redo -n '__redo_is context; and not __redo_follows none list' -a none
complete -c redo -n '__redo_is context; and not __redo_follows none list' -a list

complete -c redo-ignore -w 'redo ignore'
complete -c redo -n '__redo_is ignore' -l remove -d 'let the nodes have an effect again'
complete -c redo -n '__redo_is ignore' -l global -d 'in all stores of the user, instead of this one'
complete -c redo -n '__redo_is ignore' -l porcelain -d 'print \'<id>\\t<nodes>\\t<name>\' for each ignored author and person'
complete -c redo -n '__redo_is ignore' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is ignore' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is ignore' -l version -d 'show the version'
complete -c redo -n '__redo_is ignore' -a '(__redo_names author)'

complete -c redo-person -w 'redo person'
complete -c redo -n '__redo_is person' -l email -x -d 'create and rename: the person\'s address'
complete -c redo -n '__redo_is person' -l json -d 'list and show: print a JSON object for each person'
complete -c redo -n '__redo_is person' -s y -l yes -d 'create: do not ask whether the words are written down'
complete -c redo -n '__redo_is person' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is person' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is person' -l version -d 'show the version'
complete -c redo -n '__redo_is person; and not __redo_follows create show list rename' -a create
complete -c redo -n '__redo_is person; and not __redo_follows create show list rename' -a show
complete -c redo -n '__redo_is person; and not __redo_follows create show list rename' -a list
complete -c redo -n '__redo_is person; and not __redo_follows create show list rename' -a rename

complete -c redo-device -w 'redo device'
complete -c redo -n '__redo_is device' -l name -x -d 'add: the name of the device'
complete -c redo -n '__redo_is device' -l words -x -d 'add and accept: the eight words that the other device shows; others are refused'
complete -c redo -n '__redo_is device' -l card -d 'accept: show a card, which lets this device into encrypted remotes as well'
complete -c redo -n '__redo_is device' -l remotes -d 'add: let the device of a card into the encrypted remotes of this store as well, or do not'
complete -c redo -n '__redo_is device' -l no-remotes -d 'add: let the device of a card into the encrypted remotes of this store as well, or do not'
complete -c redo -n '__redo_is device' -l since -x -d 'revoke: what the device wrote since then becomes void; else all that is here stays'
complete -c redo -n '__redo_is device' -l void -x -a '(__redo_names node)' -d 'revoke: this node becomes void, with what the device wrote after it'
complete -c redo -n '__redo_is device' -s n -l dry-run -d 'revoke and keep: write nothing; print what would become of the nodes'
complete -c redo -n '__redo_is device' -s y -l yes -d 'do not ask'
complete -c redo -n '__redo_is device' -l json -d 'list: print a JSON object for each device'
complete -c redo -n '__redo_is device' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is device' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is device' -l version -d 'show the version'
complete -c redo -n '__redo_is device; and not __redo_follows accept add list revoke keep' -a accept
complete -c redo -n '__redo_is device; and not __redo_follows accept add list revoke keep' -a add
complete -c redo -n '__redo_is device; and not __redo_follows accept add list revoke keep' -a list
complete -c redo -n '__redo_is device; and not __redo_follows accept add list revoke keep' -a revoke
complete -c redo -n '__redo_is device; and not __redo_follows accept add list revoke keep' -a keep
complete -c redo -n '__redo_is device; and __redo_follows keep' -a '(__redo_names node)'

complete -c redo-recover -w 'redo recover'
complete -c redo -n '__redo_is recover' -l revoke -x -d 'revoke this device of the person'
complete -c redo -n '__redo_is recover' -l revoke-all -d 'revoke all devices of the person but this one'
complete -c redo -n '__redo_is recover' -l revoke-none -d 'revoke no device; a device that is let in by words can revoke none later'
complete -c redo -n '__redo_is recover' -l since -x -d 'revoke: what the device wrote since then becomes void; else all that is here stays'
complete -c redo -n '__redo_is recover' -l void -x -a '(__redo_names node)' -d 'revoke: this node becomes void, with what the device wrote after it'
complete -c redo -n '__redo_is recover' -l keep -x -a '(__redo_names node)' -d 'after a recovery, with the words that it used: let this node of a revoked device count'
complete -c redo -n '__redo_is recover' -s n -l dry-run -d 'write nothing; print what would become of the nodes'
complete -c redo -n '__redo_is recover' -s y -l yes -d 'do not ask'
complete -c redo -n '__redo_is recover' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is recover' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is recover' -l version -d 'show the version'

complete -c redo-status -w 'redo status'
complete -c redo -n '__redo_is status' -l json -d 'print one JSON object'
complete -c redo -n '__redo_is status' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is status' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is status' -l version -d 'show the version'

complete -c redo-log -w 'redo log'
complete -c redo -n '__redo_is log' -l task -x -a '(__redo_names task)' -d 'only nodes of this task'
complete -c redo -n '__redo_is log' -l author -x -d 'only nodes whose author\'s userId starts with it, or name contains it'
complete -c redo -n '__redo_is log' -l device -x -d 'only nodes written on this device'
complete -c redo -n '__redo_is log' -l action -x -a 'CREATE UPDATE CREATE_TODO ADD_TODO COMPLETE_TODO COMPLETE SNOOZE ARCHIVE UNARCHIVE DELETE MERGE' -d 'only nodes of this action'
complete -c redo -n '__redo_is log' -l since -x -d 'only nodes of this wall time or later'
complete -c redo -n '__redo_is log' -l until -x -d 'only nodes of this wall time or earlier'
complete -c redo -n '__redo_is log' -l grep -x -d 'only nodes whose subject contains it, in either case'
complete -c redo -n '__redo_is log' -l oneline -d 'one line per node: short id, local time, the task\'s title, what it does'
complete -c redo -n '__redo_is log' -l format -x -d '%H id, %h short id, %P parents, %A action, %T task, %t its title, %L lamport, %W wall time, %d the same in local time, %U user, %N name of their person or else of the key, %p id of the person, %G \'G\' if signed else \'N\', %D device, %s subject, %n line feed, %x00 zero byte'
complete -c redo -n '__redo_is log' -l json -d 'print the nodes as JSON Lines'
complete -c redo -n '__redo_is log' -s p -l patch -d 'also what each node changed, from which value to which'
complete -c redo -n '__redo_is log' -l graph -d 'draw forks and merges beside the nodes; a line of history is not interrupted'
complete -c redo -n '__redo_is log' -s z -l null -d 'end each node with a zero byte instead of a line feed'
complete -c redo -n '__redo_is log' -l count -d 'print only the number of nodes'
complete -c redo -n '__redo_is log' -s n -l max-count -x -d 'at most this many nodes; -5 is the same as -n 5'
complete -c redo -n '__redo_is log' -l skip -x -d 'leave out this many nodes first'
complete -c redo -n '__redo_is log' -l after -x -a '(__redo_names node)' -d 'begin with the node that is shown after this one'
complete -c redo -n '__redo_is log' -l replay-order -d 'the order of a replay, which goes by lamport first, the last node first'
complete -c redo -n '__redo_is log' -l date-order -d 'by time, each node before those that it follows (the default)'
complete -c redo -n '__redo_is log' -l reverse -d 'the earliest first'
complete -c redo -n '__redo_is log' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is log' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is log' -l version -d 'show the version'
complete -c redo -n '__redo_is log' -a '(__redo_names node)'

complete -c redo-graph -w 'redo graph'
complete -c redo -n '__redo_is graph' -l format -x -d 'text (the default), dot for graphviz, or svg'
complete -c redo -n '__redo_is graph' -s n -l max-count -x -d 'at most this many nodes'
complete -c redo -n '__redo_is graph' -l task -x -a '(__redo_names task)' -d 'only nodes of this task'
complete -c redo -n '__redo_is graph' -l author -x -d 'only nodes whose author\'s userId starts with it, or name contains it'
complete -c redo -n '__redo_is graph' -l device -x -d 'only nodes written on this device'
complete -c redo -n '__redo_is graph' -l action -x -a 'CREATE UPDATE CREATE_TODO ADD_TODO COMPLETE_TODO COMPLETE SNOOZE ARCHIVE UNARCHIVE DELETE MERGE' -d 'only nodes of this action'
complete -c redo -n '__redo_is graph' -l since -x -d 'only nodes of this wall time or later'
complete -c redo -n '__redo_is graph' -l until -x -d 'only nodes of this wall time or earlier'
complete -c redo -n '__redo_is graph' -l grep -x -d 'only nodes whose subject contains it, in either case'
complete -c redo -n '__redo_is graph' -l dependencies -d 'draw which open task waits for which, instead of nodes'
complete -c redo -n '__redo_is graph' -l all -d 'dependencies: also of tasks that are not open'
complete -c redo -n '__redo_is graph' -l query -x -d 'only tasks that the query includes; see redo-query(7)'
complete -c redo -n '__redo_is graph' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is graph' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is graph' -l version -d 'show the version'
complete -c redo -n '__redo_is graph' -a '(__redo_names node)'

complete -c redo-cat-node -w 'redo cat-node'
complete -c redo -n '__redo_is cat-node' -s t -l type -d 'print the action'
complete -c redo -n '__redo_is cat-node' -s s -l size -d 'print the size of the node in bytes'
complete -c redo -n '__redo_is cat-node' -s e -l exists -d 'print nothing; exit with 0 if the node is there and whole, else 1'
complete -c redo -n '__redo_is cat-node' -s p -l pretty -d 'print the node indented'
complete -c redo -n '__redo_is cat-node' -l body -d 'print the canonical body, which is hashed and signed, without a line feed'
complete -c redo -n '__redo_is cat-node' -l signature -d 'print the signature'
complete -c redo -n '__redo_is cat-node' -l parents -d 'print \'<id> <time> <what>\' for each node that it follows'
complete -c redo -n '__redo_is cat-node' -l children -d 'print the same for each node that follows it'
complete -c redo -n '__redo_is cat-node' -l batch -d 'for each name on standard input print \'<id> <action> <size>\', the node, a line feed; or the name and missing, ambiguous or damaged'
complete -c redo -n '__redo_is cat-node' -l batch-check -d 'the same without the node'
complete -c redo -n '__redo_is cat-node' -l format -x -d 'with --batch or --batch-check: the first line, from %H id, %A action, %S size, %T task'
complete -c redo -n '__redo_is cat-node' -l batch-all-objects -d 'with --batch or --batch-check: all nodes, sorted by id'
complete -c redo -n '__redo_is cat-node' -s z -l null -d 'names on standard input end with a zero byte'
complete -c redo -n '__redo_is cat-node' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is cat-node' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is cat-node' -l version -d 'show the version'
complete -c redo -n '__redo_is cat-node' -a '(__redo_names node)'

complete -c redo-heads -w 'redo heads'
complete -c redo -n '__redo_is heads' -l diverged -d 'only tasks with more than one head'
complete -c redo -n '__redo_is heads' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is heads' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is heads' -l version -d 'show the version'
complete -c redo -n '__redo_is heads' -a '(__redo_names task)'

complete -c redo-replay -w 'redo replay'
complete -c redo -n '__redo_is replay' -l family -x -a 'tasks effective organisation people rooms' -d 'print the canonical state of a family of actions'
complete -c redo -n '__redo_is replay' -l void -d 'print \'<id>\\t<CODE>\' for each node that is void in the family, by id'
complete -c redo -n '__redo_is replay' -l canonical -d 'print the canonical state, a JSON array without a line feed'
complete -c redo -n '__redo_is replay' -l hash -d 'print the state hash'
complete -c redo -n '__redo_is replay' -l full -d 'compute the hash from all nodes, without the cache'
complete -c redo -n '__redo_is replay' -l rejected -d 'print \'<id>\\t<CODE>\' for each node that is rejected or skipped, in replay order'
complete -c redo -n '__redo_is replay' -l explain -d 'print for each task which nodes count, which do not, and why; of a family its void nodes'
complete -c redo -n '__redo_is replay' -l json -d 'print a JSON object for each task'
complete -c redo -n '__redo_is replay' -l task -x -a '(__redo_names task)' -d 'only this task'
complete -c redo -n '__redo_is replay' -l at -x -a '(__redo_names node)' -d 'end with this node: replay it and its ancestors only'
complete -c redo -n '__redo_is replay' -l as-of -x -d 'replay only the nodes of this wall time or earlier, and their ancestors'
complete -c redo -n '__redo_is replay' -l rank -x -a 'classic sigmoid' -d 'order by classic or sigmoid rank, instead of redo.rank'
complete -c redo -n '__redo_is replay' -s j -l jobs -x -d 'use at most this many processors, instead of all'
complete -c redo -n '__redo_is replay' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is replay' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is replay' -l version -d 'show the version'

complete -c redo-blame -w 'redo blame'
complete -c redo -n '__redo_is blame' -l history -x -d 'all changes of one field, the latest first, with what each overwrote'
complete -c redo -n '__redo_is blame' -l porcelain -d 'print \'<id>\\t<userId>\\t<device>\\t<wall>\\t<to-do or ->\\t<field>\\t<value>\\t<overwritten>\', the last two and the device in JSON, - for nothing'
complete -c redo -n '__redo_is blame' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is blame' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is blame' -l version -d 'show the version'
complete -c redo -n '__redo_is blame' -a '(__redo_names task; __redo_names node)'

complete -c redo-merge-base -w 'redo merge-base'
complete -c redo -n '__redo_is merge-base' -s a -l all -d 'print all best common ancestors, not only the latest'
complete -c redo -n '__redo_is merge-base' -l is-ancestor -d 'print nothing; exit with 0 if the first node is above the second, else 1'
complete -c redo -n '__redo_is merge-base' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is merge-base' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is merge-base' -l version -d 'show the version'
complete -c redo -n '__redo_is merge-base' -a '(__redo_names task; __redo_names node)'
complete -c redo -n '__redo_is merge-base' -a '(__redo_names node)'

complete -c redo-rev-parse -w 'redo rev-parse'
complete -c redo -n '__redo_is rev-parse' -l task -d 'resolve the names of tasks to their ids'
complete -c redo -n '__redo_is rev-parse' -l short -d 'print the shortest unique prefix, of at least seven digits'
complete -c redo -n '__redo_is rev-parse' -s q -l quiet -d 'print no error for an unknown name; exit with 1'
complete -c redo -n '__redo_is rev-parse' -l complete -x -a 'task node remote user author person room category report context template field field-value open-task archived-task' -d 'print \'<name>\\t<description>\' for each task, node, remote or user whose name begins so'
complete -c redo -n '__redo_is rev-parse' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is rev-parse' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is rev-parse' -l version -d 'show the version'
complete -c redo -n '__redo_is rev-parse' -a '(__redo_names task; __redo_names node)'

complete -c redo-verify -w 'redo verify'
complete -c redo -n '__redo_is verify' -l all -d 'verify all nodes (the default)'
complete -c redo -n '__redo_is verify' -l stdin -d 'read ids from standard input'
complete -c redo -n '__redo_is verify' -l nodes -d 'check JSON Lines of standard input, each in stage 1 only and without a store'
complete -c redo -n '__redo_is verify' -l bundle -r -F -d 'check a file of redo prove, or - for standard input, without a store'
complete -c redo -n '__redo_is verify' -l trust -x -d 'with --bundle: demand that this public key has signed a statement of it'
complete -c redo -n '__redo_is verify' -l porcelain -d 'print \'<id or ->\\t<OK or CODE>\' for each node'
complete -c redo -n '__redo_is verify' -l json -d 'print a JSON object for each node: id, code, detail, signature'
complete -c redo -n '__redo_is verify' -l require-signature -d 'nodes without a signature fail'
complete -c redo -n '__redo_is verify' -l progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is verify' -l no-progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is verify' -s j -l jobs -x -d 'use at most this many processors, instead of all'
complete -c redo -n '__redo_is verify' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is verify' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is verify' -l version -d 'show the version'

complete -c redo-prove -w 'redo prove'
complete -c redo -n '__redo_is prove' -s o -l output -r -F -d 'write this file, in one step, instead of standard output'
complete -c redo -n '__redo_is prove' -l remote -x -a '(__redo_names remote)' -d 'build on statements of this remote alone'
complete -c redo -n '__redo_is prove' -l countersigned -d 'refuse if no other key has confirmed a statement that covers the task'
complete -c redo -n '__redo_is prove' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is prove' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is prove' -l version -d 'show the version'
complete -c redo -n '__redo_is prove' -a '(__redo_names task)'

complete -c redo-watch -w 'redo watch'
complete -c redo -n '__redo_is watch' -l query -x -d 'only changes of tasks that the query included before or includes after'
complete -c redo -n '__redo_is watch' -l since -x -d 'start after this cursor; 0 for everything'
complete -c redo -n '__redo_is watch' -l once -d 'with --since, exit after the changes so far'
complete -c redo -n '__redo_is watch' -l cursor -d 'print the current cursor, and exit'
complete -c redo -n '__redo_is watch' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is watch' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is watch' -l version -d 'show the version'

complete -c redo-room-state -w 'redo room-state'
complete -c redo -n '__redo_is room-state' -l json -d 'print each room as in the canonical state of the family, one per line'
complete -c redo -n '__redo_is room-state' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is room-state' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is room-state' -l version -d 'show the version'

complete -c redo-room-transcript -w 'redo room-transcript'
complete -c redo -n '__redo_is room-transcript' -l json -d 'print a JSON object for each message and narration'
complete -c redo -n '__redo_is room-transcript' -l markdown -d 'print Markdown'
complete -c redo -n '__redo_is room-transcript' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is room-transcript' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is room-transcript' -l version -d 'show the version'

complete -c redo-commit-node -w 'redo commit-node'
complete -c redo -n '__redo_is commit-node' -l task -x -a '(__redo_names task)' -d 'the task; for CREATE a new id, which is made if it is not given'
complete -c redo -n '__redo_is commit-node' -l room -x -d 'the room, as the field \'room\' names it'
complete -c redo -n '__redo_is commit-node' -s p -l parent -x -a '(__redo_names node)' -d 'follow this node instead of the heads of the task'
complete -c redo -n '__redo_is commit-node' -l root -d 'follow no node'
complete -c redo -n '__redo_is commit-node' -s f -l field -x -d 'set a field to a text, or with name:=value to any JSON value'
complete -c redo -n '__redo_is commit-node' -l stdin -d 'read the fields from standard input, as a JSON object'
complete -c redo -n '__redo_is commit-node' -l sign -d 'sign the node (the default)'
complete -c redo -n '__redo_is commit-node' -l no-sign -d 'sign the node (the default)'
complete -c redo -n '__redo_is commit-node' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is commit-node' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is commit-node' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is commit-node' -l version -d 'show the version'
complete -c redo -n '__redo_is commit-node' -a 'CREATE UPDATE CREATE_TODO ADD_TODO COMPLETE_TODO COMPLETE SNOOZE ARCHIVE UNARCHIVE DELETE MERGE'

complete -c redo-merge -w 'redo merge'
complete -c redo -n '__redo_is merge' -l all -d 'merge all diverged tasks'
complete -c redo -n '__redo_is merge' -l policy -x -a 'lww ours theirs union max min' -d 'what decides a conflict: lww (the default), ours, theirs, union, max, min'
complete -c redo -n '__redo_is merge' -l resolve -x -d 'decide one member: lww, union, max, min, ours[:node], theirs[:node], manual:value'
complete -c redo -n '__redo_is merge' -s n -l dry-run -d 'write nothing; print what would be merged, and how'
complete -c redo -n '__redo_is merge' -l json -d 'with --dry-run, print a JSON object for each MERGE: task, base, heads, changes'
complete -c redo -n '__redo_is merge' -l dialect -x -a 'fields payload' -d 'write fields or payload, instead of redo.dialect'
complete -c redo -n '__redo_is merge' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is merge' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is merge' -l version -d 'show the version'
complete -c redo -n '__redo_is merge' -a '(__redo_names task)'

complete -c redo-hash-object -w 'redo hash-object'
complete -c redo -n '__redo_is hash-object' -s w -l write -d 'write the nodes into the store; an id that was printed is on disk'
complete -c redo -n '__redo_is hash-object' -l sign -d 'sign the nodes with your key; id and signature in the input do not count'
complete -c redo -n '__redo_is hash-object' -l stdin -d 'read one node from standard input'
complete -c redo -n '__redo_is hash-object' -l batch -d 'read JSON Lines from standard input; print an id or \'- CODE detail\' for each'
complete -c redo -n '__redo_is hash-object' -l canonical -d 'print the canonical bytes of any JSON value instead, without a line feed'
complete -c redo -n '__redo_is hash-object' -l literally -d 'hash any JSON object without validation, for repair work; never writes'
complete -c redo -n '__redo_is hash-object' -l require-signature -d 'refuse nodes without a signature'
complete -c redo -n '__redo_is hash-object' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is hash-object' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is hash-object' -l version -d 'show the version'
complete -c redo -n '__redo_is hash-object' -F

complete -c redo-import -w 'redo import'
complete -c redo -n '__redo_is import' -l porcelain -d 'print \'<id or ->\\t<OK or CODE>\' for each node, in the order of the input'
complete -c redo -n '__redo_is import' -l require-signature -d 'refuse nodes without a signature'
complete -c redo -n '__redo_is import' -l unsigned -d 'import unsigned nodes of other people too; nothing proves who wrote them'
complete -c redo -n '__redo_is import' -l from -x -a 'taskwarrior todotxt icalendar csv markdown json' -d 'the files are of another program: taskwarrior, todotxt, icalendar, csv, markdown or json'
complete -c redo -n '__redo_is import' -l update -d 'with --from, write what files say differently about known tasks'
complete -c redo -n '__redo_is import' -s n -l dry-run -d 'with --from, print what would be added, and write nothing'
complete -c redo -n '__redo_is import' -l json -d 'with --from, print a JSON object for each entry of the files'
complete -c redo -n '__redo_is import' -l progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is import' -l no-progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is import' -s j -l jobs -x -d 'use at most this many processors, instead of all'
complete -c redo -n '__redo_is import' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is import' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is import' -l version -d 'show the version'
complete -c redo -n '__redo_is import' -F

complete -c redo-export -w 'redo export'
complete -c redo -n '__redo_is export' -l array -d 'write a JSON array, as the mobile application does, instead of JSON Lines'
complete -c redo -n '__redo_is export' -s o -l output -r -F -d 'write this file, in one step, instead of standard output'
complete -c redo -n '__redo_is export' -l query -x -d 'only nodes of tasks that the query includes; see redo-query(7)'
complete -c redo -n '__redo_is export' -l anonymise -d 'write nodes of the same shape without the contents of the log, for a bug report'
complete -c redo -n '__redo_is export' -l to -x -a 'taskwarrior todotxt icalendar csv markdown json' -d 'write tasks for another program: taskwarrior, todotxt, icalendar, csv, markdown or json'
complete -c redo -n '__redo_is export' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is export' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is export' -l version -d 'show the version'
complete -c redo -n '__redo_is export' -a '(__redo_names node)'

complete -c redo-convert -w 'redo convert'
complete -c redo -n '__redo_is convert' -l from -x -a 'taskwarrior todotxt icalendar csv markdown json' -d 'the files are of another program: taskwarrior, todotxt, icalendar, csv, markdown or json'
complete -c redo -n '__redo_is convert' -l to -x -a 'taskwarrior todotxt icalendar csv markdown json' -d 'write tasks for another program: taskwarrior, todotxt, icalendar, csv, markdown or json'
complete -c redo -n '__redo_is convert' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is convert' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is convert' -l version -d 'show the version'
complete -c redo -n '__redo_is convert' -F

complete -c redo-vdir -w 'redo vdir'
complete -c redo -n '__redo_is vdir' -l query -x -d 'only tasks that the query includes get a file; see redo-query(7)'
complete -c redo -n '__redo_is vdir' -l force -d 'also if more than half of the files are gone: their tasks go into the trash'
complete -c redo -n '__redo_is vdir' -l json -d 'print a JSON object with the changes, and the files that could not be read'
complete -c redo -n '__redo_is vdir' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is vdir' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is vdir' -l version -d 'show the version'
complete -c redo -n '__redo_is vdir' -a '(__redo_directories)'

complete -c redo-mirror -w 'redo mirror'
complete -c redo -n '__redo_is mirror' -l to -x -a '(__redo_directories)' -d 'write the nodes to this bare git repository; it is made if missing'
complete -c redo -n '__redo_is mirror' -l from -x -a '(__redo_directories)' -d 'take nodes in from this git repository, of which nothing is trusted'
complete -c redo -n '__redo_is mirror' -l task-refs -d 'with --to: let refs/redo/tasks/TASK/NODE lead to the heads of tasks, or remove such names'
complete -c redo -n '__redo_is mirror' -l no-task-refs -d 'with --to: let refs/redo/tasks/TASK/NODE lead to the heads of tasks, or remove such names'
complete -c redo -n '__redo_is mirror' -l require-signature -d 'with --from: refuse nodes without a signature'
complete -c redo -n '__redo_is mirror' -l porcelain -d 'print \'<id or ->\\t<commit or reference>\\t<OK or CODE>\' for each commit that is new'
complete -c redo -n '__redo_is mirror' -l progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is mirror' -l no-progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is mirror' -s j -l jobs -x -d 'use at most this many processors, instead of all'
complete -c redo -n '__redo_is mirror' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is mirror' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is mirror' -l version -d 'show the version'

complete -c redo-clone -w 'redo clone'
complete -c redo -n '__redo_is clone' -l personal -d 'make it the personal store, which is used where there is no other'
complete -c redo -n '__redo_is clone' -l trust -x -d 'the remote is encrypted: trust this invitation, or this id of its first epoch'
complete -c redo -n '__redo_is clone' -l key -r -F -d 'the remote is encrypted: first import this key, which \'redo key export\' has written'
complete -c redo -n '__redo_is clone' -l recover -d 'the remote is encrypted: ask for the words of its recovery key, and make this device a member'
complete -c redo -n '__redo_is clone' -l require-signature -d 'refuse nodes without a signature (the default)'
complete -c redo -n '__redo_is clone' -l no-require-signature -d 'refuse nodes without a signature (the default)'
complete -c redo -n '__redo_is clone' -l porcelain -d 'print \'<id or ->\\t<commit or reference>\\t<OK or CODE>\' for each commit that is new'
complete -c redo -n '__redo_is clone' -l progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is clone' -l no-progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is clone' -s j -l jobs -x -d 'use at most this many processors, instead of all'
complete -c redo -n '__redo_is clone' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is clone' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is clone' -l version -d 'show the version'
complete -c redo -n '__redo_is clone' -a '(__redo_directories)'

complete -c redo-remote -w 'redo remote'
complete -c redo -n '__redo_is remote' -l encrypt -d 'with add: make the remote an encrypted one, which must be empty'
complete -c redo -n '__redo_is remote' -l no-recovery -d 'with create: make no recovery key; if all devices are lost, nothing can be read any more'
complete -c redo -n '__redo_is remote' -l trust -x -d 'the remote is encrypted: trust this invitation, or this id of its first epoch'
complete -c redo -n '__redo_is remote' -s v -l verbose -d 'with list: print the URLs as well (the default)'
complete -c redo -n '__redo_is remote' -l json -d 'with verify: print one JSON object'
complete -c redo -n '__redo_is remote' -l porcelain -d 'with show: print \'url\', \'device\', \'node\', \'refused\' and \'finding\' lines; with verify: \'slot\', \'fault\' and \'finding\' lines; their fields after tabs'
complete -c redo -n '__redo_is remote' -l progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is remote' -l no-progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is remote' -s j -l jobs -x -d 'use at most this many processors, instead of all'
complete -c redo -n '__redo_is remote' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is remote' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is remote' -l version -d 'show the version'
complete -c redo -n '__redo_is remote; and not __redo_follows list add rename set-url remove show verify accept compact' -a list
complete -c redo -n '__redo_is remote; and not __redo_follows list add rename set-url remove show verify accept compact' -a add
complete -c redo -n '__redo_is remote; and __redo_follows add' -a '(__redo_directories)'
complete -c redo -n '__redo_is remote; and not __redo_follows list add rename set-url remove show verify accept compact' -a rename
complete -c redo -n '__redo_is remote; and not __redo_follows list add rename set-url remove show verify accept compact' -a set-url
complete -c redo -n '__redo_is remote; and __redo_follows set-url' -a '(__redo_directories)'
complete -c redo -n '__redo_is remote; and not __redo_follows list add rename set-url remove show verify accept compact' -a remove
complete -c redo -n '__redo_is remote; and __redo_follows remove' -a '(__redo_names remote)'
complete -c redo -n '__redo_is remote; and not __redo_follows list add rename set-url remove show verify accept compact' -a show
complete -c redo -n '__redo_is remote; and __redo_follows show' -a '(__redo_names remote)'
complete -c redo -n '__redo_is remote; and not __redo_follows list add rename set-url remove show verify accept compact' -a verify
complete -c redo -n '__redo_is remote; and __redo_follows verify' -a '(__redo_names remote)'
complete -c redo -n '__redo_is remote; and not __redo_follows list add rename set-url remove show verify accept compact' -a accept
complete -c redo -n '__redo_is remote; and __redo_follows accept' -a '(__redo_names remote)'
complete -c redo -n '__redo_is remote; and not __redo_follows list add rename set-url remove show verify accept compact' -a compact
complete -c redo -n '__redo_is remote; and __redo_follows compact' -a '(__redo_names remote)'

complete -c redo-member -w 'redo member'
complete -c redo -n '__redo_is member' -l words -x -d 'with add: the eight words that the other device shows; others are refused'
complete -c redo -n '__redo_is member' -l no-recovery -d 'with create: make no recovery key; if all devices are lost, nothing can be read any more'
complete -c redo -n '__redo_is member' -l revoke -x -d 'with recover: the device with this key is no longer a member'
complete -c redo -n '__redo_is member' -l revoke-all -d 'with recover: none of the member\'s other devices is a member any more'
complete -c redo -n '__redo_is member' -l json -d 'with list: print a JSON object for each member'
complete -c redo -n '__redo_is member' -s y -l yes -d 'do not ask'
complete -c redo -n '__redo_is member' -l skip-unsigned -d 'leave out nodes without a signature that no key here can sign'
complete -c redo -n '__redo_is member' -l progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is member' -l no-progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is member' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is member' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is member' -l version -d 'show the version'
complete -c redo -n '__redo_is member; and not __redo_follows list card create add trust remove leave recover' -a list
complete -c redo -n '__redo_is member; and __redo_follows list' -a '(__redo_names remote)'
complete -c redo -n '__redo_is member; and not __redo_follows list card create add trust remove leave recover' -a card
complete -c redo -n '__redo_is member; and not __redo_follows list card create add trust remove leave recover' -a create
complete -c redo -n '__redo_is member; and __redo_follows create' -a '(__redo_names remote)'
complete -c redo -n '__redo_is member; and not __redo_follows list card create add trust remove leave recover' -a add
complete -c redo -n '__redo_is member; and __redo_follows add' -a '(__redo_names remote)'
complete -c redo -n '__redo_is member; and not __redo_follows list card create add trust remove leave recover' -a trust
complete -c redo -n '__redo_is member; and __redo_follows trust' -a '(__redo_names remote)'
complete -c redo -n '__redo_is member; and not __redo_follows list card create add trust remove leave recover' -a remove
complete -c redo -n '__redo_is member; and __redo_follows remove' -a '(__redo_names remote)'
complete -c redo -n '__redo_is member; and not __redo_follows list card create add trust remove leave recover' -a leave
complete -c redo -n '__redo_is member; and __redo_follows leave' -a '(__redo_names remote)'
complete -c redo -n '__redo_is member; and not __redo_follows list card create add trust remove leave recover' -a recover
complete -c redo -n '__redo_is member; and __redo_follows recover' -a '(__redo_names remote)'

complete -c redo-sync -w 'redo sync'
complete -c redo -n '__redo_is sync' -l merge -d 'merge diverged tasks, or not, instead of what sync.merge says'
complete -c redo -n '__redo_is sync' -l no-merge -d 'merge diverged tasks, or not, instead of what sync.merge says'
complete -c redo -n '__redo_is sync' -l skip-unsigned -d 'leave out nodes without a signature that no key here can sign'
complete -c redo -n '__redo_is sync' -l refetch -d 'read everything again, including nodes that were received before'
complete -c redo -n '__redo_is sync' -l require-signature -d 'refuse nodes without a signature (the default)'
complete -c redo -n '__redo_is sync' -l no-require-signature -d 'refuse nodes without a signature (the default)'
complete -c redo -n '__redo_is sync' -l porcelain -d 'print \'<id or ->\\t<commit or reference>\\t<OK or CODE>\' for each commit that is new'
complete -c redo -n '__redo_is sync' -l watch -d 'keep syncing: after each write here, and every sync.interval seconds'
complete -c redo -n '__redo_is sync' -l auto -d 'wait for sync.autoDelay seconds, sync without output, and write the result to the log, as sync.auto does'
complete -c redo -n '__redo_is sync' -l started-by -x -a 'auto watch' -d 'the cause that the log gives; failures go to the log only'
complete -c redo -n '__redo_is sync' -l log -d 'list the last 100 exchanges of the store with remotes, the latest last'
complete -c redo -n '__redo_is sync' -l json -d 'print one JSON object that says how it went; with --log one for each exchange'
complete -c redo -n '__redo_is sync' -l progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is sync' -l no-progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is sync' -s j -l jobs -x -d 'use at most this many processors, instead of all'
complete -c redo -n '__redo_is sync' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is sync' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is sync' -l version -d 'show the version'
complete -c redo -n '__redo_is sync' -a '(__redo_names remote)'

complete -c redo-fetch -w 'redo fetch'
complete -c redo -n '__redo_is fetch' -l all -d 'fetch from all remotes, even if one of them fails'
complete -c redo -n '__redo_is fetch' -l lost -d 'also receive nodes that this store had and lost'
complete -c redo -n '__redo_is fetch' -l refetch -d 'read everything again, including nodes that were received before'
complete -c redo -n '__redo_is fetch' -l require-signature -d 'refuse nodes without a signature (the default)'
complete -c redo -n '__redo_is fetch' -l no-require-signature -d 'refuse nodes without a signature (the default)'
complete -c redo -n '__redo_is fetch' -s n -l dry-run -d 'change nothing; print what would be done'
complete -c redo -n '__redo_is fetch' -l porcelain -d 'print \'<id or ->\\t<commit or reference>\\t<OK or CODE>\' for each commit that is new'
complete -c redo -n '__redo_is fetch' -s q -l quiet -d 'print nothing if nothing is new'
complete -c redo -n '__redo_is fetch' -l watch -d 'keep fetching every sync.interval seconds, until a signal ends it'
complete -c redo -n '__redo_is fetch' -l progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is fetch' -l no-progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is fetch' -s j -l jobs -x -d 'use at most this many processors, instead of all'
complete -c redo -n '__redo_is fetch' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is fetch' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is fetch' -l version -d 'show the version'
complete -c redo -n '__redo_is fetch' -a '(__redo_names remote)'

complete -c redo-push -w 'redo push'
complete -c redo -n '__redo_is push' -l skip-unsigned -d 'leave out nodes without a signature that no key here can sign'
complete -c redo -n '__redo_is push' -s n -l dry-run -d 'change nothing; print what would be done'
complete -c redo -n '__redo_is push' -l porcelain -d 'print \'<id or ->\\t<commit or reference>\\t<OK or CODE>\' for each commit that is new'
complete -c redo -n '__redo_is push' -l progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is push' -l no-progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is push' -s j -l jobs -x -d 'use at most this many processors, instead of all'
complete -c redo -n '__redo_is push' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is push' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is push' -l version -d 'show the version'
complete -c redo -n '__redo_is push' -a '(__redo_names remote)'

complete -c redo-pull -w 'redo pull'
complete -c redo -n '__redo_is pull' -l merge -d 'merge diverged tasks, or not, instead of what sync.merge says'
complete -c redo -n '__redo_is pull' -l no-merge -d 'merge diverged tasks, or not, instead of what sync.merge says'
complete -c redo -n '__redo_is pull' -l refetch -d 'read everything again, including nodes that were received before'
complete -c redo -n '__redo_is pull' -l require-signature -d 'refuse nodes without a signature (the default)'
complete -c redo -n '__redo_is pull' -l no-require-signature -d 'refuse nodes without a signature (the default)'
complete -c redo -n '__redo_is pull' -l porcelain -d 'print \'<id or ->\\t<commit or reference>\\t<OK or CODE>\' for each commit that is new'
complete -c redo -n '__redo_is pull' -l progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is pull' -l no-progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is pull' -s j -l jobs -x -d 'use at most this many processors, instead of all'
complete -c redo -n '__redo_is pull' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is pull' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is pull' -l version -d 'show the version'
complete -c redo -n '__redo_is pull' -a '(__redo_names remote)'

complete -c redo-claim -w 'redo claim'
complete -c redo -n '__redo_is claim' -l for -x -d 'how long: 30min, 2h, 1d; at most 7d, 1h by default'
complete -c redo -n '__redo_is claim' -l renew -d 'extend the claim that this store holds'
complete -c redo -n '__redo_is claim' -s l -l list -d 'list the claims that are held, as the remote has them'
complete -c redo -n '__redo_is claim' -l json -d 'with --list: print a JSON object for each claim'
complete -c redo -n '__redo_is claim' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is claim' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is claim' -l version -d 'show the version'
complete -c redo -n '__redo_is claim' -a '(__redo_names task)'

complete -c redo-release -w 'redo release'
complete -c redo -n '__redo_is release' -s f -l force -d 'also release what another store with the same key holds or, of a task of yours, anyone'
complete -c redo -n '__redo_is release' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is release' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is release' -l version -d 'show the version'
complete -c redo -n '__redo_is release' -a '(__redo_names task)'

complete -c redo-login -w 'redo login'
complete -c redo -n '__redo_is login' -l forget -d 'forget the login, as redo logout does'
complete -c redo -n '__redo_is login' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is login' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is login' -l version -d 'show the version'
complete -c redo -n '__redo_is login; and not __redo_follows firebase firebase firebase' -a firebase
complete -c redo -n '__redo_is login; and not __redo_follows firebase firebase firebase' -a firebase
complete -c redo -n '__redo_is login; and not __redo_follows firebase firebase firebase' -a firebase

complete -c redo-logout -w 'redo logout'
complete -c redo -n '__redo_is logout' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is logout' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is logout' -l version -d 'show the version'
complete -c redo -n '__redo_is logout; and not __redo_follows firebase' -a firebase

complete -c redo-count-objects -w 'redo count-objects'
complete -c redo -n '__redo_is count-objects' -s v -l verbose -d 'print one \'name: number\' per line, for programs'
complete -c redo -n '__redo_is count-objects' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is count-objects' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is count-objects' -l version -d 'show the version'

complete -c redo-fsck -w 'redo fsck'
complete -c redo -n '__redo_is fsck' -l repair -d 'save what is intact, rebuild indexes, move damaged files to quarantine with the reason'
complete -c redo -n '__redo_is fsck' -l from -x -a '(__redo_names remote)' -d 'repair, then fetch from this remote what is missing'
complete -c redo -n '__redo_is fsck' -l give-up -x -a '(__redo_names node)' -d 'do without this lost node, by its id or a prefix; --all instead means all of them'
complete -c redo -n '__redo_is fsck' -l restore -d 'write again what nodes in quarantine had set, in your name'
complete -c redo -n '__redo_is fsck' -s y -l yes -d 'restore: do not ask on a terminal'
complete -c redo -n '__redo_is fsck' -l quarantine -d 'print what was moved to quarantine, and why'
complete -c redo -n '__redo_is fsck' -l json -d 'print a JSON object for each thing that is found'
complete -c redo -n '__redo_is fsck' -l progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is fsck' -l no-progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is fsck' -s j -l jobs -x -d 'use at most this many processors, instead of all'
complete -c redo -n '__redo_is fsck' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is fsck' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is fsck' -l version -d 'show the version'

complete -c redo-gc -w 'redo gc'
complete -c redo -n '__redo_is gc' -s a -l all -d 'put everything into one pack'
complete -c redo -n '__redo_is gc' -s q -l quiet -d 'print nothing'
complete -c redo -n '__redo_is gc' -l progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is gc' -l no-progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is gc' -s j -l jobs -x -d 'use at most this many processors, instead of all'
complete -c redo -n '__redo_is gc' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is gc' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is gc' -l version -d 'show the version'

complete -c redo-index -w 'redo index'
complete -c redo -n '__redo_is index' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is index' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is index' -l version -d 'show the version'

complete -c redo-pack -w 'redo pack'
complete -c redo -n '__redo_is pack' -s a -l all -d 'put everything into one pack'
complete -c redo -n '__redo_is pack' -s q -l quiet -d 'print nothing'
complete -c redo -n '__redo_is pack' -l progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is pack' -l no-progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is pack' -s j -l jobs -x -d 'use at most this many processors, instead of all'
complete -c redo -n '__redo_is pack' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is pack' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is pack' -l version -d 'show the version'

complete -c redo-prune -w 'redo prune'
complete -c redo -n '__redo_is prune' -l quarantine -d 'also remove the damaged files in quarantine'
complete -c redo -n '__redo_is prune' -s n -l dry-run -d 'remove nothing, and say what would be removed'
complete -c redo -n '__redo_is prune' -s q -l quiet -d 'print nothing'
complete -c redo -n '__redo_is prune' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is prune' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is prune' -l version -d 'show the version'

complete -c redo-bugreport -w 'redo bugreport'
complete -c redo -n '__redo_is bugreport' -l json -d 'print one JSON object'
complete -c redo -n '__redo_is bugreport' -l progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is bugreport' -l no-progress -d 'show progress also when standard error is not a terminal, or never'
complete -c redo -n '__redo_is bugreport' -l redo-dir -x -a '(__redo_directories)' -d 'use this store instead of the one that is found'
complete -c redo -n '__redo_is bugreport' -s h -l help -d '-h shows this summary, --help the manual page'
complete -c redo -n '__redo_is bugreport' -l version -d 'show the version'
