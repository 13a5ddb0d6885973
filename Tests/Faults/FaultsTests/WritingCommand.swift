/// A command that writes, and how a store is prepared for it: the table of the commands that faults are tried on.
struct WritingCommand: Sendable, CustomStringConvertible {
    /// After `redo `, as a shell reads them, in the store. `$other` is the key of another person, `$last` the last
    /// node, `$user` the own key's name, `$world` the folder with everything.
    let words: String
    /// A shell command that runs before.
    var preparation = ":"
    /// Standard input.
    var input = ""
    /// A shell command that prints the same if the command was done, beside the number of nodes.
    var proof = ":"
    /// A shell command that completes it where it cannot be run again, since the remote has done its part.
    var mending: String?
    /// Whether the store is damaged before, so that a check of it need not be clean.
    var isDamaged = false

    init(
        _ words: String, after preparation: String = ":", input: String = "", proof: String = ":",
        mending: String? = nil, isDamaged: Bool = false
    ) {
        self.mending = mending
        self.words = words
        self.preparation = preparation
        self.input = input
        self.proof = proof
        self.isDamaged = isDamaged
    }

    var name: String { String(words.prefix { $0 != " " }) }
    var description: String { "redo \(words)" }

    /// What another device gets from a remote, counted.
    private static func nodes(at url: String) -> String {
        "rm -rf ../proof; redo clone \(url) ../proof >/dev/null && redo -C ../proof export | wc -l"
    }

    /// The input of `add -` that makes as many tasks as caches are kept for.
    static let manyTitles = (1...manyCount).map { "Item \($0)\n" }.joined()
    private static let manyCount = 600

    /// Makes so many nodes in packs that caches are kept.
    private static let manyPacked =
        "seq -f 'Item %g' \(manyCount) | redo add - >added; redo gc -q --all"

    private static let git = nodes(at: "$world/remote.git")
    private static let directory = nodes(at: "folder:$world/stick")
    private static let copy = "redo -C ../copy export | wc -l"
    private static let mirror = "git -C ../mirror.git fsck --strict 2>&1"

    static let all = [
        WritingCommand("add 'Wash the car' --due 2025-12-01T09:00:00.000Z"),
        WritingCommand("done 'Buy cake'"),
        WritingCommand("done 'Water the plants'"),
        WritingCommand("edit 'Buy cake' -p 3"),
        WritingCommand("todo 'Buy cake' --due today"),
        WritingCommand("snooze 'Water the plants' --days 1"),
        WritingCommand("skip 'Water the plants'"),
        WritingCommand("block 'Bake a cake' --on 'Buy cake'"),
        WritingCommand(
            "unblock 'Bake a cake' --on 'Buy cake'",
            after: "redo block 'Bake a cake' --on 'Buy cake'"),
        WritingCommand("archive 'Buy cake'"),
        WritingCommand("unarchive 'Buy cake'", after: "redo archive 'Buy cake'"),
        WritingCommand("delete 'Buy cake'"),
        WritingCommand("delete --now 'Buy cake'"),
        WritingCommand("restore 'Eat cake'"),
        WritingCommand("undo", after: "redo edit 'Buy cake' -p 3"),
        WritingCommand("revert $last"),
        WritingCommand("op restore 2025-11-16T11:00:00Z -f", after: "redo done 'Buy cake'"),
        WritingCommand("category add Work"),
        WritingCommand("comment add 'Buy cake' Nice"),
        WritingCommand("start 'Buy cake'"),
        WritingCommand("stop 'Buy cake'", after: "redo start 'Buy cake'"),
        WritingCommand(
            "batch",
            input: """
                {"id":1,"op":"add","fields":{"title":"Milk"}}
                {"id":2,"op":"add","fields":{"title":"Tea"}}

                """),
        WritingCommand(
            "template add party 'Buy cake' 'Bake a cake'", proof: "redo template show party"),
        WritingCommand(
            "template use party", after: "redo template add party 'Buy cake' 'Bake a cake'"),
        WritingCommand("share --category Home --with $other --as read -y"),
        WritingCommand(
            "unshare --category Home --with $other",
            after: "redo share --category Home --with $other --as read -y"),
        WritingCommand("remind --once --print"),
        WritingCommand("room open Ana=me Eve=$other --tier 10 --yes"),
        WritingCommand(
            "room cancel Eve -y", after: "redo room open Ana=me Eve=$other --tier 10 --yes"),
        WritingCommand("init ../new", proof: "redo -C ../new count-objects"),
        // A key that was made before something else failed stays, and another one is made.
        WritingCommand(
            "agent add bot --category Home", proof: "redo agent list | grep -c 'write Home'"),
        WritingCommand("agent revoke bot", after: "redo agent add bot --category Home"),
        WritingCommand("keygen --no-passphrase --name Second"),
        WritingCommand(
            "key use $user", after: "redo keygen --no-passphrase --name Second",
            proof: "redo config --get user.key"),
        WritingCommand("config user.name Anna", proof: "redo config user.name"),
        WritingCommand(
            "context home", after: "redo config context.home.query 'not tag:x'",
            proof: "redo context"),
        WritingCommand(
            "ignore 4c0783dfe7cf84042b881fe431c21a2a", proof: "redo ignore --porcelain | wc -l"),
        WritingCommand("person create Ana -y"),
        WritingCommand("device add $other -y", after: "redo person create Ana -y"),
        WritingCommand("commit-node UPDATE --task 'Buy cake' -f title='Buy oat milk'"),
        WritingCommand("merge 'Buy cake'", after: "redo fetch origin"),
        WritingCommand("hash-object -w --batch <../few.jsonl"),
        WritingCommand("import ../few.jsonl"),
        WritingCommand("import ../many.jsonl"),
        WritingCommand("export -o ../out.jsonl", proof: "sort ../out.jsonl | sha256sum"),
        WritingCommand(
            "view -o ../log.html", proof: "grep -c Content-Security-Policy ../log.html"),
        WritingCommand("vdir ../calendar", after: "mkdir ../calendar"),
        WritingCommand(
            "mirror --to ../mirror.git", proof: mirror),
        // So many nodes are a pack of git.
        WritingCommand(
            "mirror --to ../mirror.git", after: "redo import ../many.jsonl",
            proof: mirror),
        WritingCommand(
            "mirror --to ../mirror.git",
            after: "redo mirror --to ../mirror.git; redo import ../many.jsonl",
            proof: mirror),
        WritingCommand(
            "mirror --from ../mirror.git", after: "redo -C ../there mirror --to ../mirror.git"),
        WritingCommand(
            "clone $world/remote.git ../copy", proof: copy),
        WritingCommand(
            "clone folder:$world/stick ../copy", proof: copy),
        WritingCommand(
            "remote add third folder:$world/third", proof: "redo config remote.third.url"),
        WritingCommand("remote remove stick", proof: "redo config --list | grep -c stick"),
        WritingCommand(
            "member create third --no-recovery",
            after: "mkdir ../third; redo remote add third folder:$world/third",
            proof: "redo member list third | wc -l"),
        WritingCommand("sync origin", proof: git),
        WritingCommand("fetch origin"),
        WritingCommand("fetch stick"),
        WritingCommand("fetch full"),
        WritingCommand("pull origin"),
        WritingCommand("push origin", after: "redo fetch origin; redo add 'More'", proof: git),
        WritingCommand("push stick", after: "redo fetch stick; redo add 'More'", proof: directory),
        WritingCommand(
            "push origin", after: "redo fetch origin; redo import ../many.jsonl", proof: git),
        WritingCommand(
            "push stick", after: "redo fetch stick; redo import ../many.jsonl", proof: directory),
        WritingCommand("clone folder:$world/full ../copy", proof: copy),
        WritingCommand("claim 'Buy cake'", after: "redo config sync.claims origin", proof: git),
        WritingCommand(
            "release 'Buy cake'", after: "redo config sync.claims origin; redo claim 'Buy cake'",
            proof: git, mending: "redo fetch origin"),
        WritingCommand("list", after: manyPacked, proof: "redo list --all --json | sha256sum"),
        WritingCommand("heads", after: manyPacked, proof: "redo heads | sha256sum"),
        WritingCommand(
            "replay --hash", after: manyPacked, proof: "redo list >list; redo replay --hash"),
        WritingCommand(
            "done 'Buy cake'", after: "\(manyPacked); redo list >list; redo heads >heads",
            proof: "redo list --all --json | jq -r .title | sha256sum"),
        WritingCommand("gc -q"),
        WritingCommand("gc -q --all"),
        WritingCommand("pack -q"),
        WritingCommand("pack -q --all"),
        WritingCommand(
            "prune -q",
            after: "cp -a .redo/objects loose; redo pack -q --all; cp -a loose/?? .redo/objects"),
        WritingCommand(
            "index", after: "rm -f .redo/objects/pack/*.idx",
            proof: "redo fsck && redo log --format=%H | wc -l", isDamaged: true),
        WritingCommand(
            "fsck --repair",
            after: "for f in .redo/objects/??/*; do chmod u+w $f; echo x >$f; break; done",
            isDamaged: true),
        WritingCommand(
            "fsck --repair",
            after: """
                for f in .redo/objects/pack/*.pack; do chmod u+w $f
                printf x | dd of=$f bs=1 seek=200 conv=notrunc status=none; break; done
                """, isDamaged: true),
    ]

    /// Commands of the suite that are neither here nor in the table of those that read, and why.
    static let others: [String: String] = [
        "ui": "it writes by the bodies of other commands",
        "open": "it shows what a link names",
        "trash": "it empties by the body of delete, and gc does",
        "recover": "it writes as device does, after a question",
        "work": "it writes one node about a task, as start and comment do",
        "skill": "it writes no store, but a file of a project in one step",
        "login": "it speaks with Google", "logout": "it speaks with Google",
        "doctor": "it changes nothing", "store-helper": "it writes no store of redo's",
    ]
}
