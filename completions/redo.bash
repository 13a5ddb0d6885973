# Completions of redo for bash. Made by 'make manual' from completions/src/redo.bash and the commands'
# specifications.
# shellcheck shell=bash

# What a command takes: its options, with an equals sign where they have values; the kinds of these
# values; and those of its operands, then for each operand that is a word what follows it.
_redo_command() {
    options='' values='' operands='' fields=''
    case $1 in
    help) operands='help' ;;
    add)
        options='--due= -d= --notes= --description= --priority= -p= --points= --private --no-private --every= --from= --until= --count= --time-zone= --estimate= --tag= -t= --project= --category= --depends-on= --parent= --wait= --scheduled= --expires= --remind= --draft --edit -e --ids --null -z --dry-run -n --context= --words --no-words --dialect= --redo-dir= --strict-names --read-only --help -h --version'
        values='--due:when -d:when --priority:=critical,high,medium,low -p:=critical,high,medium,low --from:=deadline,completion --tag:tag -t:tag --project:project --category:category --depends-on:task --parent:task --wait:when --scheduled:when --expires:when --remind:when --context:context --dialect:=fields,payload --redo-dir:dir'
        operands='attribute attribute...'
        fields='own'
        ;;
    list)
        options='--all -a --archived --completed --overdue --today --week --priority= -p= --points= --tag= -t= --project= --category= --recurring --one-time --active --mine --shared-with= --query= --report= --sort= --columns= --group= --flat --limit= -n= --json --context= --as-of= --rank= --ids -q --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--tag:tag -t:tag --project:project --category:category --shared-with:person --query:query --report:report --sort:sort-key --group:=project,category,due --context:context --rank:=classic,sigmoid --redo-dir:dir'
        operands='report-or-query...'
        ;;
    agenda)
        options='--days= --from= --context= --json --redo-dir= --strict-names --read-only --help -h --version'
        values='--context:context --redo-dir:dir'
        ;;
    calendar)
        options='--context= --json --expand --todos --redo-dir= --strict-names --read-only --help -h --version'
        values='--context:context --redo-dir:dir'
        operands='...'
        ;;
    search)
        options='--all -a --regex -E --query= --limit= -n= --json --rank= --ids -q --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--query:query --rank:=classic,sigmoid --redo-dir:dir'
        operands='query...'
        ;;
    show)
        options='--json --history --ids --rank= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--rank:=classic,sigmoid --redo-dir:dir'
        operands='name...'
        ;;
    done)
        options='--at= --notes= --parts --todo= --query= --context= --dry-run -n --yes -y --dialect= --expect= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--query:query --context:context --dialect:=fields,payload --expect:node --redo-dir:dir'
        operands='open-task...'
        ;;
    edit)
        options='--title= --due= -d= --notes= --description= --priority= -p= --points= --private --no-private --every= --from= --until= --count= --time-zone= --estimate= --tag= -t= --untag= --project= --category= --depends-on= --parent= --wait= --scheduled= --expires= --remind= --query= --context= --dry-run -n --yes -y --dialect= --expect= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--due:when -d:when --priority:=critical,high,medium,low -p:=critical,high,medium,low --from:=deadline,completion --tag:tag -t:tag --untag:tag --project:project --category:category --depends-on:task --parent:task --wait:when --scheduled:when --expires:when --remind:when --query:query --context:context --dialect:=fields,payload --expect:node --redo-dir:dir'
        operands='task attribute...'
        fields='own'
        ;;
    todo)
        options='--due= -d= --notes= --title= --query= --context= --dry-run -n --yes -y --dialect= --expect= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--due:when -d:when --query:query --context:context --dialect:=fields,payload --expect:node --redo-dir:dir'
        operands='task'
        ;;
    snooze)
        options='--days= --due= -d= --until= --query= --context= --dry-run -n --yes -y --dialect= --expect= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--due:when -d:when --until:when --query:query --context:context --dialect:=fields,payload --expect:node --redo-dir:dir'
        operands='open-task...'
        ;;
    skip)
        options='--query= --context= --dry-run -n --yes -y --dialect= --expect= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--query:query --context:context --dialect:=fields,payload --expect:node --redo-dir:dir'
        operands='open-task...'
        ;;
    block)
        options='--on= --dialect= --expect= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--on:task --dialect:=fields,payload --expect:node --redo-dir:dir'
        operands='task...'
        ;;
    unblock)
        options='--on= --dialect= --expect= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--on:task --dialect:=fields,payload --expect:node --redo-dir:dir'
        operands='task...'
        ;;
    archive)
        options='--parts --query= --context= --dry-run -n --yes -y --dialect= --expect= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--query:query --context:context --dialect:=fields,payload --expect:node --redo-dir:dir'
        operands='task...'
        ;;
    unarchive)
        options='--query= --context= --dry-run -n --yes -y --dialect= --expect= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--query:query --context:context --dialect:=fields,payload --expect:node --redo-dir:dir'
        operands='archived-task...'
        ;;
    delete)
        options='--now --force -f --parts --query= --context= --dry-run -n --yes -y --dialect= --expect= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--query:query --context:context --dialect:=fields,payload --expect:node --redo-dir:dir'
        operands='task...'
        ;;
    restore)
        options='--copy --query= --context= --dry-run -n --yes -y --dialect= --expect= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--query:query --context:context --dialect:=fields,payload --expect:node --redo-dir:dir'
        operands='archived-task...'
        ;;
    trash)
        options='--force -f --dry-run -n --json --ids -q --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands=' |list |empty'
        ;;
    undo)
        options='--forward --redo --dialect= --expect= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--dialect:=fields,payload --expect:node --redo-dir:dir'
        operands='task...'
        ;;
    revert)
        options='--by= --since= --query= --yes -y --dry-run -n --dialect= --expect= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--by:author --query:query --dialect:=fields,payload --expect:node --redo-dir:dir'
        operands='node...'
        ;;
    op)
        options='--limit= -n= --json --format= --dry-run --force -f --ids -q --null -z --dialect= --expect= --redo-dir= --strict-names --read-only --help -h --version'
        values='--dialect:=fields,payload --expect:node --redo-dir:dir'
        operands=' |log |restore -'
        ;;
    urgency)
        options='--json --rank= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--rank:=classic,sigmoid --redo-dir:dir'
        operands='task...'
        ;;
    stats)
        options='--task= --days= --time --by= --json --csv --svg --redo-dir= --strict-names --read-only --help -h --version'
        values='--task:task --by:=task,project,category,tag,day --redo-dir:dir'
        ;;
    tags)
        options='--all -a --json --context= --ids -q --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--context:context --redo-dir:dir'
        ;;
    projects)
        options='--all -a --json --context= --ids -q --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--context:context --redo-dir:dir'
        ;;
    category)
        options='--name= --color= -c= --parent= -p= --json --ids -q --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--color:=blue,green,orange,purple,red,teal,pink,brown,yellow,grey,cyan,lime -c:=blue,green,orange,purple,red,teal,pink,brown,yellow,grey,cyan,lime --parent:category -p:category --redo-dir:dir'
        operands=' |list |add - |edit category |delete category'
        ;;
    comment)
        options='--json --expect= --ids -q --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--expect:node --redo-dir:dir'
        operands='... |add task - |add - |list task |edit - - |delete -'
        ;;
    start)
        options='--at= --query= --context= --dry-run -n --yes -y --expect= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--query:query --context:context --expect:node --redo-dir:dir'
        operands='open-task...'
        ;;
    stop)
        options='--at= --query= --context= --dry-run -n --yes -y --expect= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--query:query --context:context --expect:node --redo-dir:dir'
        operands='task...'
        ;;
    work)
        options='--start= --end= --running --json --ids -q --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands=' |list task |edit - |delete -'
        ;;
    batch)
        options='--atomic --dry-run -n --dialect= --redo-dir= --strict-names --read-only --help -h --version'
        values='--dialect:=fields,payload --redo-dir:dir'
        ;;
    template)
        options='--file= --force -f --from= --due= -d= --set= --dry-run -n --dialect= --ids -q --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--file:file --from:when --due:when -d:when --dialect:=fields,payload --redo-dir:dir'
        operands='... |add template task |add template |list |show template |edit template |use template |delete template'
        ;;
    open)
        options='--json --hold --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='-'
        ;;
    share)
        options='--with= --as= --close --category= --tasks --no-tasks --query= --context= --certified-copy --dry-run -n --yes -y --json --dialect= --expect= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--with:person --as:=read,write,admin --category:category --query:query --context:context --dialect:=fields,payload --expect:node --redo-dir:dir'
        operands='task...'
        ;;
    unshare)
        options='--with= --category= --tasks --no-tasks --drop= --dry-run -n --yes -y --json --dialect= --expect= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--with:person --category:category --drop:node --dialect:=fields,payload --expect:node --redo-dir:dir'
        operands='task...'
        ;;
    shares)
        options='--category= --all -a --with-me --json --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--category:category --redo-dir:dir'
        operands='task...'
        ;;
    remind)
        options='--print --once --list --json --install --uninstall --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        ;;
    room)
        options='--tier= --expires= --yes -y --all -a --json --ids -q --null -z --lower --plain --watch --cenotaph --redo-dir= --strict-names --read-only --help -h --version'
        values='--tier:=1,10,100,1000 --redo-dir:dir'
        operands='... |open - |list |show room |accept room |decline room |say room - |pass room |hand room |leave room |cancel room |cenotaph room - |hide room |unhide room |join room |answer room |watch room'
        ;;
    ui)
        options='--plain --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='-'
        ;;
    init)
        options='--home --force -f --quiet -q --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='dir'
        ;;
    keygen)
        options='--no-passphrase --in= --name= --email= --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        ;;
    key)
        options='--force -f --time= --ids -q --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands=' |list |show user |use user |add - user |move - user |box user |export user |import file |lock user |unlock user |passwd user |delete user |agent'
        ;;
    config)
        options='--global --add --get-all --unset --list -l --show-origin --edit -e --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='key -'
        ;;
    context)
        options='--ids -q --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='context |none |list'
        ;;
    ignore)
        options='--remove --global --porcelain --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='author...'
        ;;
    person)
        options='--email= --json --yes -y --ids -q --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='... |create - |show - |list |rename -'
        ;;
    device)
        options='--name= --words= --card --remotes --no-remotes --since= --void= --dry-run -n --yes -y --json --ids -q --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--void:node --redo-dir:dir'
        operands='... |accept - |add - |list - |revoke - |keep node'
        ;;
    recover)
        options='--revoke= --revoke-all --revoke-none --since= --void= --keep= --dry-run -n --yes -y --redo-dir= --strict-names --read-only --help -h --version'
        values='--void:node --keep:node --redo-dir:dir'
        ;;
    agent)
        options='--category= --as= --key= --print --dry-run -n --json --ids -q --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--category:category --as:=read,write --redo-dir:dir'
        operands=' |list |add - |show - |revoke -'
        ;;
    status)
        options='--json --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        ;;
    log)
        options='--not --all --heads --no-walk --ancestry-path --task= --author= --by= --device= --action= --family= --since= --until= --grep= --signed --no-signed --void --oneline --wide --format= --json --patch -p --graph --count --max-count= -n= --skip= --after= --replay-order --time-order --reverse --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--task:task --by:author --action:=CREATE,UPDATE,CREATE_TODO,ADD_TODO,COMPLETE_TODO,COMPLETE,SNOOZE,ARCHIVE,UNARCHIVE,DELETE,MERGE --family:=tasks,organisation,people,sharing,claims,rooms --after:node --redo-dir:dir'
        operands='node...'
        ;;
    diff)
        options='--store= --by= --stat --name-only --json --exit-code --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--store:dir --by:author --redo-dir:dir'
        operands='node node'
        ;;
    rev-list)
        options='--not --all --heads --no-walk --ancestry-path --task= --author= --by= --device= --action= --family= --since= --until= --grep= --signed --no-signed --void --max-count= -n= --skip= --after= --replay-order --time-order --reverse --parents --children --boundary --left-right --count --format= --json --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--task:task --by:author --action:=CREATE,UPDATE,CREATE_TODO,ADD_TODO,COMPLETE_TODO,COMPLETE,SNOOZE,ARCHIVE,UNARCHIVE,DELETE,MERGE --family:=tasks,organisation,people,sharing,claims,rooms --after:node --redo-dir:dir'
        operands='node...'
        ;;
    for-each-task)
        options='--format= --json --sort= --count= -n= --query= --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--sort:sort-key --query:query --redo-dir:dir'
        operands='query...'
        ;;
    graph)
        options='--format= --max-count= -n= --oneline --wide --task= --author= --by= --device= --action= --family= --since= --until= --grep= --signed --no-signed --void --dependencies --all --query= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--task:task --by:author --action:=CREATE,UPDATE,CREATE_TODO,ADD_TODO,COMPLETE_TODO,COMPLETE,SNOOZE,ARCHIVE,UNARCHIVE,DELETE,MERGE --family:=tasks,organisation,people,sharing,claims,rooms --query:query --redo-dir:dir'
        operands='node...'
        ;;
    view)
        options='--output= -o= --anonymous --redact --no-check --progress --no-progress --jobs= -j= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--output:file -o:file --redo-dir:dir'
        operands='name...'
        ;;
    cat-node)
        options='--type -t --size -s --exists -e --pretty -p --body --signature --parents --children --batch --batch-check --format= --json --batch-all-objects --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='node...'
        ;;
    heads)
        options='--diverged --format= --json --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='task...'
        ;;
    replay)
        options='--family= --void --canonical --hash --full --rejected --explain --json --task= --at= --as-of= --rank= --null -z --jobs= -j= --redo-dir= --strict-names --read-only --help -h --version'
        values='--family:=tasks,effective,organisation,people,rooms --task:task --at:node --rank:=classic,sigmoid --redo-dir:dir'
        ;;
    blame)
        options='--history= --porcelain --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='name...'
        ;;
    merge-base)
        options='--all -a --is-ancestor --format= --json --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='name node...'
        ;;
    rev-parse)
        options='--task --short --quiet -q --complete= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--complete:=task,node,remote,user,author,person,room,category,report,context,template,field,field-value,tag,project,query,report-or-query,attribute,sort-key,when,open-task,archived-task --redo-dir:dir'
        operands='name...'
        ;;
    verify)
        options='--all --nodes --bundle= --trust= --porcelain --json --require-signature --progress --no-progress --jobs= -j= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--bundle:file --redo-dir:dir'
        operands='...'
        ;;
    prove)
        options='--by= --since= --complete --output= -o= --remote= --countersigned --redo-dir= --strict-names --read-only --help -h --version'
        values='--by:author --output:file -o:file --remote:remote --redo-dir:dir'
        operands='task'
        ;;
    watch)
        options='--query= --since= --once --cursor --redo-dir= --strict-names --read-only --help -h --version'
        values='--query:query --redo-dir:dir'
        ;;
    room-state)
        options='--json --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='-...'
        ;;
    room-transcript)
        options='--json --markdown --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='-'
        ;;
    prime)
        options='--json --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        ;;
    skill)
        options='--skill --remove --dry-run -n --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='dir'
        ;;
    mcp)
        options='--write --as= --trace --timeout= --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        ;;
    commit-node)
        options='--task= --room= --parent= -p= --heads --root --field= -f= --stdin --sign --no-sign --dialect= --expect= --redo-dir= --strict-names --read-only --help -h --version'
        values='--task:task --parent:node -p:node --dialect:=fields,payload --expect:node --redo-dir:dir'
        operands='=CREATE,UPDATE,CREATE_TODO,ADD_TODO,COMPLETE_TODO,COMPLETE,SNOOZE,ARCHIVE,UNARCHIVE,DELETE,MERGE'
        ;;
    merge)
        options='--all --policy= --resolve= --dry-run -n --ids --json --dialect= --expect= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--policy:=lww,ours,theirs,union,max,min --dialect:=fields,payload --expect:node --redo-dir:dir'
        operands='task...'
        ;;
    hash-object)
        options='--write -w --sign --stdin --batch --canonical --literally --require-signature --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='file...'
        ;;
    import)
        options='--porcelain --null -z --require-signature --unsigned --from= --map= --update --dry-run -n --json --declare --no-declare --progress --no-progress --jobs= -j= --redo-dir= --strict-names --read-only --help -h --version'
        values='--from:=taskwarrior,todotxt,icalendar,csv,markdown,json,todoist,org,github,gitlab --redo-dir:dir'
        operands='file...'
        ;;
    export)
        options='--array --output= -o= --query= --anonymise --to= --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--output:file -o:file --query:query --to:=taskwarrior,todotxt,icalendar,csv,markdown,json --redo-dir:dir'
        operands='name...'
        ;;
    convert)
        options='--from= --to= --map= --redo-dir= --strict-names --read-only --help -h --version'
        values='--from:=taskwarrior,todotxt,icalendar,csv,markdown,json,todoist,org,github,gitlab --to:=taskwarrior,todotxt,icalendar,csv,markdown,json --redo-dir:dir'
        operands='file...'
        ;;
    vdir)
        options='--query= --force --json --redo-dir= --strict-names --read-only --help -h --version'
        values='--query:query --redo-dir:dir'
        operands='dir'
        ;;
    mirror)
        options='--to= --from= --task-refs --no-task-refs --require-signature --porcelain --progress --no-progress --jobs= -j= --redo-dir= --strict-names --read-only --help -h --version'
        values='--to:dir --from:dir --redo-dir:dir'
        ;;
    clone)
        options='--personal --trust= --key= --recover --require-signature --no-require-signature --porcelain --progress --no-progress --jobs= -j= --redo-dir= --strict-names --read-only --help -h --version'
        values='--key:file --redo-dir:dir'
        operands='dir dir'
        ;;
    remote)
        options='--encrypt --no-recovery --trust= --verbose -v --json --porcelain --progress --no-progress --jobs= -j= --ids -q --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands=' |list |add - dir |rename remote - |set-url remote dir |remove remote |show remote |verify remote |accept remote |compact remote'
        ;;
    member)
        options='--words= --no-recovery --revoke= --revoke-all --json --yes -y --skip-unsigned --progress --no-progress --ids -q --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands=' |list remote |card |create remote |add - remote |trust - remote |remove - remote |leave remote |recover remote'
        ;;
    sync)
        options='--merge --no-merge --skip-unsigned --refetch --require-signature --no-require-signature --porcelain --watch --auto --started-by= --log --json --progress --no-progress --jobs= -j= --redo-dir= --strict-names --read-only --help -h --version'
        values='--started-by:=auto,watch --redo-dir:dir'
        operands='remote'
        ;;
    fetch)
        options='--all --lost --refetch --require-signature --no-require-signature --dry-run -n --porcelain --quiet -q --watch --progress --no-progress --jobs= -j= --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='remote -...'
        ;;
    push)
        options='--skip-unsigned --dry-run -n --porcelain --progress --no-progress --jobs= -j= --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='remote'
        ;;
    pull)
        options='--merge --no-merge --refetch --require-signature --no-require-signature --porcelain --progress --no-progress --jobs= -j= --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='remote'
        ;;
    claim)
        options='--for= --next --tries= --renew --list -l --json --ids -q --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='name...'
        ;;
    release)
        options='--force -f --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='task...'
        ;;
    store-helper)
        options='--overfill= --json --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands=' |test - -'
        ;;
    login)
        options='--forget --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands=' |firebase |firebase |firebase'
        ;;
    logout)
        options='--redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands=' |firebase'
        ;;
    count-objects)
        options='--verbose -v --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        ;;
    fsck)
        options='--repair --from= --give-up= --restore --yes -y --quarantine --json --progress --no-progress --jobs= -j= --redo-dir= --strict-names --read-only --help -h --version'
        values='--from:remote --give-up:node --redo-dir:dir'
        ;;
    gc)
        options='--all -a --dry-run -n --quiet -q --progress --no-progress --jobs= -j= --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        ;;
    index)
        options='--show --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='-...'
        ;;
    pack)
        options='--all -a --dry-run -n --quiet -q --progress --no-progress --jobs= -j= --list --verify --stdin --null -z --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        operands='-...'
        ;;
    prune)
        options='--quarantine --dry-run -n --quiet -q --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        ;;
    doctor)
        options='--offline --json --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        ;;
    bugreport)
        options='--json --progress --no-progress --redo-dir= --strict-names --read-only --help -h --version'
        values='--redo-dir:dir'
        ;;
    *) return 1 ;;
    esac
}

_redo_keys='add.words calendar.firstWeekday core.editor core.fsync core.hooks firebase.apiKey firebase.clientId firebase.clientSecret firebase.deviceEndpoint firebase.refreshEndpoint firebase.signInEndpoint firebase.tokenEndpoint firestore.keyFile firestore.pageSize firestore.retryDelay firestore.tokenHelper gc.auto gc.autoPackLimit gc.trashDays hook.timeout key.ageIdentity key.agentTime key.helper key.helperTimeout open.command open.link rank.factor.active rank.factor.blocked rank.factor.blocking rank.weight.due rank.weight.points rank.weight.priority redo.device redo.deviceName redo.dialect redo.ignoredAuthors redo.ignoredPersons redo.rank remind.before remind.command remind.day remind.timeout room.cenotaph room.command room.contacts room.endpoint room.framing room.greeting room.handOff room.helperTimeout room.hidden room.invitation room.machineKey room.payment room.resolver room.threshold room.timeout room.tokenHelper s3.credentialHelper safe.directory sync.allowedAuthors sync.auto sync.autoDelay sync.claims sync.interval sync.merge sync.remote sync.retryDelay sync.timeout task.closed ui.background ui.tabs user.email user.key user.name work.single'
_redo_guides='tutorial plumbing recipes dates query hooks key-helpers room-helpers errors node store'

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
            _redo_words "$current" --version --help --exec-path --redo-dir --strict-names --read-only -C -c --no-pager --color
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

complete -F _redo redo redo-add redo-list redo-agenda redo-calendar redo-search redo-show redo-done redo-edit redo-todo redo-snooze redo-skip redo-block redo-unblock redo-archive redo-unarchive redo-delete redo-restore redo-trash redo-undo redo-revert redo-op redo-urgency redo-stats redo-tags redo-projects redo-category redo-comment redo-start redo-stop redo-work redo-batch redo-template redo-open redo-share redo-unshare redo-shares redo-remind redo-room redo-ui redo-init redo-keygen redo-key redo-config redo-context redo-ignore redo-person redo-device redo-recover redo-agent redo-status redo-log redo-diff redo-rev-list redo-for-each-task redo-graph redo-view redo-cat-node redo-heads redo-replay redo-blame redo-merge-base redo-rev-parse redo-verify redo-prove redo-watch redo-room-state redo-room-transcript redo-prime redo-skill redo-mcp redo-commit-node redo-merge redo-hash-object redo-import redo-export redo-convert redo-vdir redo-mirror redo-clone redo-remote redo-member redo-sync redo-fetch redo-push redo-pull redo-claim redo-release redo-store-helper redo-login redo-logout redo-count-objects redo-fsck redo-gc redo-index redo-pack redo-prune redo-doctor redo-bugreport
